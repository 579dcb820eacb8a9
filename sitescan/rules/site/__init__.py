"""The rules about whole sites: what no page shows by itself."""

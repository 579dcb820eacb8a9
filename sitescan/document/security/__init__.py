"""The security properties of a page: policies, integrity, libraries, comments."""

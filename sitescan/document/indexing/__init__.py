"""The metadata of a page for search engines: canonical URL, robots directives, refreshes."""

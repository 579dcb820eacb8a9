"""Recent reports, which are reused for requests for the same page."""

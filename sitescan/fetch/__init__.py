"""Fetching the page and its stylesheets."""

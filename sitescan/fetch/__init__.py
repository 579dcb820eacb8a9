"""Fetching a page and the files, links and answers that belong to it."""

"""A whole site: which pages are read in which order, and what is kept of each."""

"""Examining pages in child processes: strangers' bytes are parsed where a kill costs nothing."""

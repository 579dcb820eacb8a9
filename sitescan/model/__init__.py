"""Frozen values that the parts of a scan exchange; they depend on neither Twisted nor Beautiful Soup."""

"""Performance rules, as far as they need no browser, one in each module."""

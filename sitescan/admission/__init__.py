"""Who may scan, how often, and how many at once."""

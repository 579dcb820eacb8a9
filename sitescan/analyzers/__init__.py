"""The five analyzers, one for each category."""

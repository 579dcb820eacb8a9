"""The five analyzers, one for each category of the report."""

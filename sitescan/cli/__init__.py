"""The command ``sitescan``, which scans from a terminal or a CI job without a service."""

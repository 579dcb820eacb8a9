"""The command ``sitescan``: scans from a terminal or a CI job, without a service."""

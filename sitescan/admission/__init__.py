"""Clients, their quotas, and the number of scans at the same time."""

"""Outgoing requests: every connection to the Internet is opened here, after a check of its address."""

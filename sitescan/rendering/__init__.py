"""Rendering pages in a browser without network, whose requests are answered through :mod:`sitescan.egress`."""

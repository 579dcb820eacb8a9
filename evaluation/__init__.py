"""Comparisons of sitescan with reference data and with other tools; ``python -m evaluation --list`` names them."""

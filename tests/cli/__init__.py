"""Tests: the command sitescan."""

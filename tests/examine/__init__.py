"""Tests: examine."""

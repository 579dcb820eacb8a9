"""Tests: probe."""

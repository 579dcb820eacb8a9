"""Tests: the formats of reports."""

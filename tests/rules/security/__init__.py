"""Tests: rules about security."""

"""Tests: logs."""

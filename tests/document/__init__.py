"""Tests: document."""

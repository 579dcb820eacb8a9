"""Tests: document.security."""

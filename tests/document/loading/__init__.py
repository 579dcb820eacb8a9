"""Tests: document.loading."""

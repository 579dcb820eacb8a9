"""Tests: document.parsing."""

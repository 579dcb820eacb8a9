"""Tests: document.contrast."""

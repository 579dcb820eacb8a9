"""Tests: document.language."""

"""Tests: document.scripts."""

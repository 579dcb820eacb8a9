"""Tests: document.edits."""

"""Tests: document.layout."""

"""Tests: document.links."""

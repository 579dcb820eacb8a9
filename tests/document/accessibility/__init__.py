"""Tests: document.accessibility."""

"""Tests: document.conformance."""

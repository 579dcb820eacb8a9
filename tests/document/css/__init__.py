"""Tests: document.css."""

"""Tests: standards."""

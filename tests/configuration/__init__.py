"""Tests: configuration."""

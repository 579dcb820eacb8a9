"""Tests: local."""

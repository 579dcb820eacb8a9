"""Tests: fetch."""

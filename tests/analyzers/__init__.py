"""Tests: the analyzers."""

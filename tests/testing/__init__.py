"""Tests: the plugin of pytest."""

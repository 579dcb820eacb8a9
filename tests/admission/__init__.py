"""Tests: admission."""

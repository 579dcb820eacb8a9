"""Tests: concurrency."""

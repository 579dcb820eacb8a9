"""Tests: rules about performance."""

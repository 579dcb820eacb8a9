"""Tests: model."""

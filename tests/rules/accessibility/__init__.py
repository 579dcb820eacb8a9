"""Tests: the texts and the fixed markup of accessibility rules."""

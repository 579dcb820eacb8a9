"""Tests: the rules about links, and the readers that they use."""

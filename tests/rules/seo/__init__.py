"""Tests: the rules about SEO, and the readers that they use."""

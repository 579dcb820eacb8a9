"""Tests: rules of the category links and the readers under them."""

"""Tests: rules of the category SEO and the readers under them."""

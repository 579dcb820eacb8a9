"""Rules about links."""

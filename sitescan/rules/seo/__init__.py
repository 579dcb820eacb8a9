"""Rules about search engines and link previews."""

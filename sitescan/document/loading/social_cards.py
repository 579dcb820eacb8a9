"""Metadata for link previews: Open Graph and Twitter cards."""

PREVIEW_IMAGES = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
"""The properties for the image, in order of precedence."""

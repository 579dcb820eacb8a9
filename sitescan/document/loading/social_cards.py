"""What a page says to those who preview it: Open Graph and Twitter cards."""

PREVIEW_IMAGES = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
"""The properties that name the picture, in the order in which they are believed."""

"""The contrast of a page's text: what is painted behind the text and over it, and the colors of both."""

"""The viewport that pages are laid out in, https://www.w3.org/TR/css-viewport-1/."""

#: The width and height of the viewport, in CSS pixels.
WIDTH, HEIGHT = 1280.0, 800.0

"""The geometry of a page, as far as its styles tell: bounds of widths, heights and positions, and the paint order."""

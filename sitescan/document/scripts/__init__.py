"""Script elements, import maps and the modules that scripts import."""

"""The syntax of stylesheets, read from their text: https://www.w3.org/TR/css-syntax-3/."""

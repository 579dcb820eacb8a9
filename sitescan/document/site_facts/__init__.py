"""The facts of a page that the pages of its site are compared by."""

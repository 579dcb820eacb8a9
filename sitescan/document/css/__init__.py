"""The CSS of a page: from the text of its stylesheets to the computed values of its elements."""

"""The hyperlinks of a page, their texts, and the pages they lead to."""

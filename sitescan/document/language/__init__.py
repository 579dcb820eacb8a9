"""The words of a page: language, length, headings, placeholder texts."""

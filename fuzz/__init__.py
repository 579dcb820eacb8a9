"""Fuzzing of the parsers of bytes from outside, and of pages that bytes describe."""

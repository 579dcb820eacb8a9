"""Numbers in CSS that are longer than any browser can tell apart from one another."""

import re

#: Python refuses to make an integer of more than 4,300 digits, since that takes time that grows with their
#: square (https://docs.python.org/3/library/stdtypes.html#integer-string-conversion-length-limitation), and
#: the tokenizer makes one of each number. Past 300 digits all numbers are infinity to a browser.
_LONG = re.compile(r"(?<![0-9])([0-9]{4000})[0-9]+")
#: Of two pieces of this length that follow one another, a number of 4,000 digits fills one.
_PIECE = 2000


def shorten_long_numbers(text: str) -> str:
    """
    The text with no number of more than 4,000 digits.

    CSS asks for the nearest number that there is, https://www.w3.org/TR/css-values-4/#numeric-ranges.
    """
    # To look at pieces costs next to nothing; to look at each character is a seventh of reading a large stylesheet.
    if not any(text[at : at + _PIECE].isdecimal() for at in range(0, len(text), _PIECE)):
        return text
    return _LONG.sub(r"\1", text)

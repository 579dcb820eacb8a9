"""Numbers in stylesheets with more digits than any browser distinguishes."""

import re

#: The tokenizer converts each number to an integer. Python refuses to convert more than 4,300 digits, as that takes
#: quadratic time: https://docs.python.org/3/library/stdtypes.html#integer-string-conversion-length-limitation.
#: A number of more than 300 digits is infinite to a browser.
_LONG = re.compile(r"(?<![0-9])([0-9]{4000})[0-9]+")
#: The length of the pieces of a text that are searched. A number of 4,000 digits fills at least one of them.
_PIECE = 2000


def shorten_long_numbers(text: str) -> str:
    """
    Return a text with each number cut off after 4,000 digits.

    CSS asks for the nearest supported number, https://www.w3.org/TR/css-values-4/#numeric-ranges.
    """
    # This search costs next to nothing; a search of each character takes a seventh of the time of reading a stylesheet.
    if not any(text[at : at + _PIECE].isdecimal() for at in range(0, len(text), _PIECE)):
        return text
    return _LONG.sub(r"\1", text)

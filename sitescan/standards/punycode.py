"""Labels of host names with letters of other scripts."""

import codecs

#: It is looked up here, because a child that reads pages can load no module.
_DECODE = codecs.getdecoder("punycode")


def as_written(label: str) -> str:
    """
    Return a label of a host name with its letters, or as it is if it has no others or is not valid.

    https://www.rfc-editor.org/rfc/rfc3492
    """
    if not label.startswith("xn--"):
        return label
    try:
        return _DECODE(label[4:].encode())[0] or label
    except UnicodeError:
        return label

"""A file that a stylesheet loads."""

from attrs import frozen


@frozen
class CssLoad:
    """
    A file that a stylesheet loads.

    :ivar reference: the URL as written.
    :ivar kind: ``stylesheet``, ``font`` or ``image``.
    :ivar certain: whether every browser loads it as soon as it has the stylesheet.
    """

    reference: str
    kind: str
    certain: bool = False

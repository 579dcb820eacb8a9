"""Referrer-Policy: the one that counts among those that a page states."""

POLICIES = frozenset(
    {
        *("no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin"),
        *("origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"),
    }
)
"""The policies that browsers know."""

_LEGACY = {
    "never": "no-referrer",
    "default": "strict-origin-when-cross-origin",
    "always": "unsafe-url",
    "origin-when-crossorigin": "origin-when-cross-origin",
}


def from_header(value: str) -> str:
    """
    The last known policy of a header field, or empty.

    https://www.w3.org/TR/referrer-policy/#parse-referrer-policy-from-header
    """
    tokens = [token.strip().lower() for token in value.split(",")]
    return next((token for token in reversed(tokens) if token in POLICIES), "")


def from_meta(content: str) -> str:
    """
    The policy of a ``meta`` element, or empty.

    https://html.spec.whatwg.org/multipage/semantics.html#meta-referrer
    """
    value = content.strip().lower()
    value = _LEGACY.get(value, value)
    return value if value in POLICIES else ""

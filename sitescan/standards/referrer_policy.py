"""Parsing of ``Referrer-Policy``."""

POLICIES = frozenset(
    {
        *("no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin"),
        *("origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"),
    }
)
"""The policies that browsers support."""

_LEGACY = {
    "never": "no-referrer",
    "default": "strict-origin-when-cross-origin",
    "always": "unsafe-url",
    "origin-when-crossorigin": "origin-when-cross-origin",
}


def from_header(value: str) -> str:
    """
    Return the last valid policy of a header field, or an empty string.

    https://www.w3.org/TR/referrer-policy/#parse-referrer-policy-from-header
    """
    tokens = [token.strip().lower() for token in value.split(",")]
    return next((token for token in reversed(tokens) if token in POLICIES), "")


def from_meta(content: str) -> str:
    """
    Return the policy of a ``meta`` element, or an empty string.

    https://html.spec.whatwg.org/multipage/semantics.html#meta-referrer
    """
    value = content.strip().lower()
    value = _LEGACY.get(value, value)
    return value if value in POLICIES else ""

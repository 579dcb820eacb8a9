"""How to state a good referrer policy: in the place where the page states its own."""

from bs4.element import Tag

from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Fact

_POLICY = "strict-origin-when-cross-origin"
_HEADER = f"""Referrer-Policy: {_POLICY}
nginx: add_header Referrer-Policy {_POLICY} always;
Apache: Header always set Referrer-Policy {_POLICY}
Caddy: header Referrer-Policy {_POLICY}
In nginx, repeat the line in each location that has add_header lines of its own: such a location inherits none."""
_META = (
    f'<meta name="referrer" content="{_POLICY}">\nBrowsers prefer it to the header, so a header alone changes nothing.'
)


def referrer_advice(meta: Tag | None) -> dict[str, Fact]:
    """
    The facts ``change`` and, for a policy that a ``meta`` element states, ``fixed_markup``.

    :param meta: the element that states the policy; ``None`` where the header does.
    """
    if meta is None:
        return {"change": _HEADER}
    return {"change": _META, "fixed_markup": fixed_markup(meta, content=_POLICY)}

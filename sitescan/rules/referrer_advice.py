"""How to state a good referrer policy: in the place where the page states its own."""

from bs4.element import Tag

from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Fact
from sitescan.rules.server_configuration import response_header

_POLICY = "strict-origin-when-cross-origin"
_HEADER = f"Referrer-Policy: {_POLICY}\n{response_header('Referrer-Policy', _POLICY)}"
_META = f"""<meta name="referrer" content="{_POLICY}">
Browsers use it instead of the header, so a header alone has no effect."""


def referrer_advice(meta: Tag | None) -> dict[str, Fact]:
    """
    The facts ``change`` and, for a policy that a ``meta`` element states, ``fixed_markup``.

    :param meta: the element that states the policy; ``None`` where the header does.
    """
    if meta is None:
        return {"change": _HEADER}
    return {"change": _META, "fixed_markup": fixed_markup(meta, content=_POLICY)}

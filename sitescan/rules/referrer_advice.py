"""Advice for a referrer policy in the header or ``meta`` element where the page has its own."""

from bs4.element import Tag

from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Fact
from sitescan.rules.server_configuration import REFERRER_POLICY, replacing
from sitescan.rules.texts import fill

_HEADER = f"Referrer-Policy: {REFERRER_POLICY.value}\n{fill(replacing(REFERRER_POLICY).text, {})}"
_META = f"""<meta name="referrer" content="{REFERRER_POLICY.value}">
Browsers use it instead of the header, so a header alone has no effect."""


def referrer_advice(meta: Tag | None) -> dict[str, Fact]:
    """
    Return the fact ``change`` and, for a policy in a ``meta`` element, ``fixed_markup``.

    :param meta: the element with the policy; ``None`` if the policy is in the header.
    """
    if meta is None:
        return {"change": _HEADER}
    return {"change": _META, "fixed_markup": fixed_markup(meta, content=REFERRER_POLICY.value)}

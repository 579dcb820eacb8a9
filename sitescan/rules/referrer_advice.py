"""Advice for a referrer policy in the header or ``meta`` element where the page has its own."""

from bs4.element import Tag

from sitescan.document.change import changed
from sitescan.model.report import Fact
from sitescan.rules.rule import Finding
from sitescan.rules.server_configuration import REFERRER_POLICY, replacing
from sitescan.rules.texts import fill

_HEADER = f"Referrer-Policy: {REFERRER_POLICY.value}\n{fill(replacing(REFERRER_POLICY).text, {})}"
_META = f"""<meta name="referrer" content="{REFERRER_POLICY.value}">
Browsers use it instead of the header, so a header alone has no effect."""


def with_referrer_advice(meta: Tag | None, **facts: Fact) -> Finding:
    """
    Return a finding with the fact ``advice`` and, for a policy in a ``meta`` element, its change.

    :param meta: the element with the policy; ``None`` if the policy is in the header.
    """
    if meta is None:
        return Finding(change=None, advice=_HEADER, **facts)
    return Finding(meta, change=changed(meta, content=REFERRER_POLICY.value), advice=_META, **facts)

"""Detection of pages that a server sends instead of the one that was asked for, to check that a visitor is no robot."""

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.document.views import view

WALL_FIELDS = {"cf-mitigated": ("challenge",), "x-amzn-waf-action": ("captcha", "challenge")}
"""
The values of header fields that say so.

https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
"""

#: The id of the script with the task of Anubis (https://anubis.techaro.lol/docs/), and that of the frame that is all of
#: Imperva's page, with the beginning of its address.
_TASK, _FRAME, _ADDRESS = "anubis_challenge", "main-iframe", "/_Incapsula_Resource"


@view
def is_bot_wall(document: Document) -> bool:
    """Return whether a page is certainly such a wall."""
    headers, ids = document.exchange.headers, document.source.by_id
    if any(headers.get(name).strip().lower() in values for name, values in WALL_FIELDS.items()):
        return True
    has_task = any(tag.name == "script" for tag in ids.get(_TASK, ()))
    return has_task or any(attr(tag, "src", "").startswith(_ADDRESS) for tag in ids.get(_FRAME, ()))

"""Links that do something when they are followed, such as a logout."""

import re

from sitescan.standards.lazy_pattern import lazy_pattern

#: Paths and queries of requests with side effects: whole words of a path, or a named action.
_ACTS = lazy_pattern(
    r"/(?:log-?out|log-?off|sign-?out|signoff|unsubscribe|abmelden|deconnexion|uitloggen)(?:\.[a-z]{2,5})?(?:[/?]|$)"
    r"|[?&](?:action|do|cmd|op|mode)=(?:log-?out|log-?off|sign-?out|delete|remove|unsubscribe)(?:&|$)"
    r"|[?&](?:add-to-cart|add_to_cart|logout)(?:=|&|$)",
    re.I,
)


def may_act(path: str) -> bool:
    """Return whether following a link to a path with its query may end a session or change something."""
    return _ACTS.search(path) is not None

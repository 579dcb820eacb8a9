"""The spelling of a URL by which the pages of a site are compared."""

import re

#: The parameters that only say where a visitor came from.
_TRACKING = re.compile(r"utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id", re.I)
_ESCAPE = re.compile("%[0-9a-f]{2}", re.I)


def normal_url(url: str) -> str:
    """Return a URL without fragment and tracking parameters, with escapes in upper case."""
    base, mark, query = _ESCAPE.sub(lambda escape: escape[0].upper(), url.partition("#")[0]).partition("?")
    if not mark:
        return base
    kept = "&".join(pair for pair in query.split("&") if not _TRACKING.fullmatch(pair.partition("=")[0]))
    return f"{base}?{kept}" if kept or not query else base

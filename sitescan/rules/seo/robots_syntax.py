from difflib import get_close_matches

from sitescan.document.source_location import spelled_out
from sitescan.model.crawling import Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, lazy_pattern
from sitescan.standards.robots_txt import AGENT_KEYS, Line

_ROBOTS = "https://example.com/robots.txt"
#: The number of lines that are examined; longer files are not written by hand.
_MOST_LINES = 1000
#: Byte order marks between joined files, and zero-width characters in pasted text.
_INVISIBLE = lazy_pattern("[\ufeff\u200b-\u200f\u2060]+")
_DIRECTIVES = ("user-agent", "allow", "disallow", "sitemap", "crawl-delay")


def check(robots: Robots) -> Findings:
    """Report lines with certain mistakes; unknown directives may be for another crawler."""
    if not robots.found:
        return
    if robots.utf16:
        yield Finding(robots=robots.robots_url, detail="it is written in UTF-16, but crawlers read UTF-8")
        return
    if robots.page:
        yield Finding(robots=robots.robots_url, detail="it is an HTML page, not a robots.txt")
        return
    grouped = False
    for line in robots.file.lines[:_MOST_LINES]:
        grouped = grouped or line.key in AGENT_KEYS
        fault = _fault(line, grouped=grouped)
        if fault:
            yield Finding(robots=robots.robots_url, detail=f"line {line.number}: {fault}")


def _fault(line: Line, *, grouped: bool) -> str:
    """Return a description of the mistake in a line; an empty string if there is none."""
    unseen = _INVISIBLE.search(line.key)
    if unseen is not None and _INVISIBLE.sub("", line.key) in _DIRECTIVES:
        return f"an invisible character (U+{ord(unseen[0]):04X}) is part of the directive's name"
    if not line.colon:
        return f'"{spelled_out(f"{line.key} {line.value}".strip())}" has no colon'
    if line.key in ("allow", "disallow"):
        if not grouped:
            return f"{line.key} comes before any User-agent"
        if line.value and not line.value.startswith(("/", "*", "%", "$")):
            return f"{spelled_out(line.value)} doesn't start with a slash"
        return ""
    if line.key == "sitemap":
        absolute = line.value.lower().startswith(("http://", "https://"))
        return "" if absolute else "the sitemap has no full URL"
    if line.key in AGENT_KEYS:
        return "" if line.value else "User-agent names no crawler"
    meant = get_close_matches(line.key[:20], _DIRECTIVES, n=1, cutoff=0.75) if line.key not in _DIRECTIVES else []
    return f'"{spelled_out(line.key)}" is an unknown directive, probably "{meant[0]}"' if meant else ""


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="The robots.txt file is not valid",
    passed="Robots.txt is valid",
    applies=lambda robots: robots.found,
    description=(
        "{robots} has {count:# mistake|# mistakes}. Crawlers silently skip what they don't understand, so the file "
        "doesn't do what its author intended."
    ),
    recommendation="Correct the lines named above.",
    how_to_fix=(
        "Start each group with User-agent. Then write one directive with a colon on each line, with paths that start "
        "at the root:\n"
        "User-agent: *\n"
        "Disallow: /internal/\n\n"
        "Sitemap: https://example.com/sitemap.xml\n"
        "If the site has no robots.txt, answer with status 404 instead of a page."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9309#section-2.2",
        "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",
    ),
    covers=("lighthouse:robots-txt",),
    examples=(
        Bad(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=200, text="Disallow: /a")),
        Bad(
            evidence=Robots(
                url="https://example.com/", robots_url=_ROBOTS, status=200, text="User-agent: *\nDisalow: /a"
            )
        ),
        Bad(
            evidence=Robots(
                url="https://example.com/", robots_url=_ROBOTS, status=200, text="User-agent: *\nDisallow a/"
            )
        ),
        Bad(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=200, text="Sitemap: /sitemap.xml")),
        Bad(
            evidence=Robots(
                url="https://example.com/",
                robots_url=_ROBOTS,
                status=200,
                text="User-agent: *\nDisallow:".encode("utf-16").decode("utf-8", "replace"),
            )
        ),
        Bad(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=200, text="\n<!doctype html><p>Hi")),
        Good(
            evidence=Robots(
                url="https://example.com/",
                robots_url=_ROBOTS,
                status=200,
                text=(
                    "\ufeff# ours\r\nUSER-AGENT: *\r\nDISALLOW: # nothing\r\nContent-Signal: search=yes\r\n"
                    "Host: example.com\r\nDisallow: *.pdf$\r\nSitemap: https://example.com/sitemap.xml"
                ),
            )
        ),
        Good(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=404, text="<p>Not found")),
    ),
)

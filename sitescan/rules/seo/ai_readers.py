from collections.abc import Mapping
from itertools import islice

from sitescan.model.crawling import CRAWLERS, Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import robots_txt
from sitescan.standards.urls import serialized_target

#: The names by which readers look for their group, by purpose, as their operators document them (November 2026).
_READERS: Mapping[str, tuple[str, ...]] = {
    "search in assistants": ("OAI-SearchBot", "Claude-SearchBot", "PerplexityBot"),
    "requests of users": ("ChatGPT-User", "Claude-User", "Perplexity-User", "MistralAI-User"),
    "training": (
        *("GPTBot", "ClaudeBot", "Google-Extended", "Applebot-Extended", "CCBot"),
        *("Meta-ExternalAgent", "Amazonbot", "Bytespider"),
    ),
}
_KNOWN = sum(map(len, _READERS.values()))
_MOST_SIGNALS = 5


def check(robots: Robots) -> Findings:
    """Report which readers may fetch the page if some may not, and preferences that say no."""
    if not robots.found or robots.page or robots.utf16 or len(robots.deciding) == len(CRAWLERS):
        return
    path = serialized_target(robots.url).path
    barred = {name for names in _READERS.values() for name in names if not robots.file.allows(name, path)}
    signals = (line.value for line in robots.file.lines if line.key == "content-signal" and "=no" in line.value.lower())
    details = [_permissions(purpose, names, barred) for purpose, names in _READERS.items()] if barred else []
    details += [f"Content-Signal: {shorten(signal)}" for signal in islice(signals, _MOST_SIGNALS)]
    for detail in details:
        yield Finding(detail=detail, allowed=_KNOWN - len(barred), known=_KNOWN)


def _permissions(purpose: str, names: tuple[str, ...], barred: set[str]) -> str:
    allowed = [name for name in names if name not in barred]
    disallowed = [name for name in names if name in barred]
    parts = (
        f"{', '.join(allowed)} allowed" if allowed else "",
        f"{', '.join(disallowed)} not allowed" if disallowed else "",
    )
    return f"{purpose}: {'; '.join(filter(None, parts))}"


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="AI readers are restricted by robots.txt",
    description=(
        "The site's robots.txt lets {allowed} of {known} known AI crawlers and assistants fetch this page, or states "
        "what they may use it for. That is your choice: readers for search and for users can cite the page, and those "
        "for training let models learn from it."
    ),
    recommendation="Check that each purpose is allowed or not as you intend.",
    how_to_fix=(
        "You don't need to change anything. Each purpose has its own crawlers, so you can decide about each one:\n"
        "User-agent: GPTBot\n"
        "Disallow: /\n"
        "User-agent: OAI-SearchBot\n"
        "Allow: /\n"
        "Requests of users may ignore robots.txt."
    ),
    sources=(
        "https://platform.openai.com/docs/bots",
        "https://support.anthropic.com/en/articles/8896518",
        "https://docs.perplexity.ai/guides/bots",
        "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers",
        "https://contentsignals.org/",
    ),
    examples=(
        Bad(evidence=robots_txt("User-agent: GPTBot\nDisallow: /")),
        Bad(evidence=robots_txt("User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nUser-agent: Bingbot\nAllow: /")),
        Bad(evidence=robots_txt("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /")),
        Good(evidence=robots_txt("User-agent: *\nContent-Signal: search=yes\nDisallow: /account/")),
        Good(evidence=robots_txt("User-agent: GPTBot\nDisallow: /drafts/")),
        Good(evidence=robots_txt("User-agent: *\nDisallow: /")),
        Good(evidence=robots_txt("User-agent: GPTBot\nDisallow: /", status=404)),
    ),
)

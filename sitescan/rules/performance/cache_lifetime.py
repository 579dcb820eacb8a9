from sitescan.charging import Steps
from sitescan.model.outline import Resource
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.server_configuration import CACHE_LIFETIME
from sitescan.standards.cache_control import lifetime, parse_cache_control
from sitescan.standards.public_suffixes import same_site

#: A week: visitors who return within it should find all files in their cache.
_SHORT = 7 * 86_400

#: The share of points in percent by the bytes of the files; small, because first visits are unaffected.
_STEPS = Steps("the bytes that are fetched again", ((50_000, 2), (200_000, 3)))

#: Directives that intentionally prevent reuse without revalidation.
_DELIBERATE = frozenset({"no-store", "no-cache", "must-revalidate", "private"})


def check(answers: ResourceAnswers) -> Findings:
    """
    Report the site's own static files whose lifetime is undefined or less than a week.

    Icons are left out: they are small, and their fixed URL cannot change with their content.
    """
    found: list[tuple[Resource, str]] = []
    fetched_again = 0
    for resource, answer in answers.answered("script", "stylesheet", "image", "font"):
        directives = parse_cache_control(answer.headers.get("cache-control"))
        if not _DELIBERATE.isdisjoint(directives) or not same_site(resource.url, answers.exchange.url):
            continue
        seconds = lifetime(answer.headers)
        if seconds is None or seconds < _SHORT:
            found.append((resource, "no cache lifetime" if seconds is None else f"cached for {_span(seconds)}"))
            fetched_again += answer.known_size or 0
    for resource, detail in found:
        yield Finding(resource, detail=detail).of_magnitude(fetched_again)


def _span(seconds: int) -> str:
    for unit, length in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length} {unit}"
    return f"{seconds} seconds"


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    scale=_STEPS,
    share=1,
    title="Static files have a short cache lifetime",
    passed="Cacheable files have a long cache lifetime",
    description=(
        "{count:# file on this site has|# files on this site have} a cache lifetime of less than a week. "
        "Browsers soon ask the server for {count:it|them} again, and returning visitors wait although nothing changed."
    ),
    recommendation="Let browsers cache static files for a year, and rename a file when it changes.",
    how_to_fix=(
        "Include a content hash in file names (app.3f9a.js, as build tools do) and send this header:\n"
        f"Cache-Control: {CACHE_LIFETIME.value}\n" + CACHE_LIFETIME.text
    ),
    setting=CACHE_LIFETIME,
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9111",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Caching",
        "https://developer.chrome.com/docs/lighthouse/performance/uses-long-cache-ttl",
    ),
    covers=("lighthouse:uses-long-cache-ttl", "webhint:http-cache"),
    examples=(
        Bad(evidence=loading("script", "a.js", ("Cache-Control", "max-age=3600"))),
        Bad(evidence=loading("script", "a.js", ("Cache-Control", 'no-cache="set-cookie", max-age=60'))),
        Good(evidence=loading("script", "a.js", ("Cache-Control", 'private="set-cookie", max-age=31536000'))),
        Bad(evidence=loading("image", "a.png")),
        Bad(evidence=loading("stylesheet", "a.css", ("Expires", "0"))),
        Good(evidence=loading("script", "a.js", ("Cache-Control", "public, max-age=31536000, immutable"))),
        Good(evidence=loading("script", "a.js", ("Cache-Control", "no-cache"))),
        Good(evidence=loading("script", "https://stats.example.net/a.js", ("Cache-Control", "max-age=60"))),
        Good(evidence=loading("frame", "map.html")),
        Good(evidence=loading("icon", "favicon.ico")),
        Good(evidence=loading("script", "a.js", status=404)),
    ),
)

from sitescan.charging import Steps
from sitescan.model.outline import Resource
from sitescan.rules.authoring import LOAD_TIME, Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.server_configuration import COMPRESSION
from sitescan.standards.public_suffixes import same_site

#: The minimum relative saving by compression, by kind of file.
_SAVING = {"script": 0.6, "stylesheet": 0.7, "image": 0.5}
_LEAST_SAVING = 1400

#: The share of points in percent by the bytes that compression of all files would save.
_STEPS = Steps("the bytes that compression saves", ((20_000, 4), (50_000, 6), (200_000, 10), (1_000_000, 15)))


def check(answers: ResourceAnswers) -> Findings:
    """
    Report the site's own text files that were sent without a content coding.

    A server with Accept-Encoding in Vary does compress, though some omit the coding in responses to HEAD; for a file
    that was read it is known.
    """
    found: list[tuple[int, Resource, str]] = []
    for resource, answer in answers.answered("script", "stylesheet", "image"):
        if resource.kind == "image" and "svg" not in answer.headers.get("content-type"):
            continue
        coded = answer.headers.get("content-encoding").lower() not in ("", "identity")
        text = answers.texts.get(resource.url)
        varies = text is None and "accept-encoding" in answer.headers.get("vary").lower()
        if coded or varies or answer.size is None:
            continue
        saving = answer.size - text.packed if text and text.packed else int(answer.size * _SAVING[resource.kind])
        if saving >= _LEAST_SAVING and same_site(resource.url, answers.exchange.url):
            known = f"; about {text.packed:,} compressed" if text and text.packed else ""
            found.append((saving, resource, f"{answer.size:,} bytes{known}"))
    saved = sum(saving for saving, _, _ in found)
    for _, resource, detail in sorted(found, key=lambda entry: -entry[0]):
        yield Finding(resource, detail=detail).of_magnitude(saved)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    scale=_STEPS,
    share=2,
    charged_by=LOAD_TIME,
    title="Text files are sent without compression",
    passed="Text files are sent with compression",
    needs=lambda answers: answers.sized("script", "stylesheet"),
    description=(
        "{count:# script, stylesheet or SVG on this site is|# scripts, stylesheets or SVGs on this site are} "
        "sent without text compression. Compression makes such files three to five times smaller, so visitors "
        "wait less."
    ),
    recommendation="Compress all text files on the server.",
    how_to_fix=COMPRESSION.text,
    setting=COMPRESSION,
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-8.4",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Compression",
    ),
    covers=("lighthouse:uses-text-compression", "webhint:http-compression"),
    examples=(
        Bad(evidence=loading("script", "a.js", size=20_000)),
        Bad(evidence=loading("image", "a.svg", ("Content-Type", "image/svg+xml"), size=20_000)),
        Good(evidence=loading("script", "a.js", ("Content-Encoding", "br"), size=20_000)),
        Good(evidence=loading("script", "a.js", ("Vary", "Accept-Encoding"), size=20_000)),
        Good(evidence=loading("script", "a.js", size=900)),
        Good(evidence=loading("script", "a.js")),
        Good(evidence=loading("image", "a.png", ("Content-Type", "image/png"), size=20_000)),
        Good(evidence=loading("script", "https://stats.example.net/a.js", size=20_000)),
    ),
)

from attrs import evolve

from sitescan.model.outline import Resource
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.example_pages import loading_all

_KINDS = {"stylesheet": "css", "script": "js", "image": "images", "icon": "images", "font": "fonts"}


def check(answers: ResourceAnswers) -> Findings:
    """Report the known sizes as sent, largest first, and their sum."""
    wire = answers.exchange.wire_size
    known: list[tuple[Resource | None, str, int]] = [(None, f"this page, {wire:,} bytes", wire)]
    sums = dict.fromkeys(("css", "js", "images", "fonts", "others"), 0)
    unknown = 0
    for resource, answer in answers.answered():
        if not resource.certain or resource.kind == "media":
            continue
        size = answer.known_size
        if size is None:
            unknown += 1
            continue
        least = "" if answer.size is not None else "at least "
        known.append((resource, f"{resource.kind}, {least}{size:,} bytes", size))
        sums[_KINDS.get(resource.kind, "others")] += size
    if len(known) == 1:
        return
    sheets = {resource.url for resource in answers.resources if resource.kind == "stylesheet" and resource.certain}
    unread = len(sheets - answers.texts.keys())
    total = sum(size for _, _, size in known)
    for at, detail, size in sorted(known, key=lambda entry: -entry[2]):
        yield Finding(
            at,
            detail=detail,
            url=at.url if at is not None else answers.exchange.url,
            bytes=size,
            total=total,
            files=len(known),
            unknown=unknown,
            unread=unread,
            html=wire,
            uncounted="Data that scripts request isn't" if answers.rendered else "Files that scripts load aren't",
            change=None,
            **sums,
        )


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="Page weight",
    description=(
        "The page and the files in its HTML and CSS weigh {total:size} as sent, in {files} files. By type: HTML "
        "{html:size}, CSS {css:size}, scripts {js:size}, images {images:size}, fonts {fonts:size}, other "
        "{others:size}. {uncounted} counted{unknown:|, nor is # file of unknown size|, nor "
        "are # files of unknown size}{unread:|, nor all fonts and backgrounds, since # stylesheet can't be read|, nor "
        "all fonts and backgrounds, since # stylesheets can't be read}. This is for information and costs no points."
    ),
    recommendation="Look at the largest files first.",
    how_to_fix=(
        "You don't need to change anything. If you want to make the page lighter, start with the largest files, "
        "which are listed first."
    ),
    sources=(
        "https://httparchive.org/reports/page-weight",
        "https://developer.chrome.com/docs/lighthouse/performance/resource-summary",
    ),
    covers=("lighthouse:network-requests", "lighthouse:resource-summary"),
    examples=(
        Bad(evidence=loading("script", "a.js", size=3000)),
        Bad(evidence=loading("stylesheet", "a.css", size=3000)),
        Bad(evidence=evolve(loading("stylesheet", "a.css", size=3000), rendered=True)),
        Good(evidence=loading("script", "a.js", size=None)),
        Good(evidence=loading_all()),
    ),
)

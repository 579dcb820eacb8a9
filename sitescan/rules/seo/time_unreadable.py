import re

from sitescan.document.template_marks import names_mark
from sitescan.rules.authoring import (
    HTML,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    lazy_pattern,
    shorten,
)

#: What the valid forms begin with, which programs read whatever follows: a year, month, day or week, a day of a year,
#: a time, an offset or a duration. https://html.spec.whatwg.org/multipage/text-level-semantics.html#datetime-value
_BEGINNING = lazy_pattern(
    r"[0-9]{4,}(?![0-9/.])(?!-[0-9](?![0-9]))|(?:--)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?![-0-9])"
    r"|[0-2]?[0-9]:[0-5][0-9]|Z|[+-][0-9]{2}:?[0-9]{2}|P[0-9T]|[0-9]+(?:\.[0-9]+)?\s*[wdhms]\b",
    re.IGNORECASE,
)


def check(document: Document) -> Findings:
    """Report datetime attributes that begin like no date, time or duration."""
    for tag in document.all("time"):
        written = attr(tag, "datetime", "").strip()
        if tag.namespace == HTML and written and not names_mark(written) and not _BEGINNING.match(written):
            yield Finding(tag, detail=f"{shorten(written)} is not a date")


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    share=0,
    title="Dates and times can't be read by programs",
    passed="Dates and times can be read by programs",
    subjects=("time",),
    scope="tag",
    description=(
        "{count:# time element has a datetime|# time elements have a datetime} in a form that only people understand. "
        "Search engines, feed readers and calendars that read {count:it|them} ignore the date."
    ),
    recommendation="Write the date in the form year-month-day in the datetime attribute.",
    how_to_fix='For example: <time datetime="2026-12-31">31 December</time>, or "2026-12-31T09:30+01:00".',
    sources=("https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-time-element",),
    examples=(
        Bad('<time datetime="31.12.2026">31 December</time>'),
        Bad('<time datetime="Dec 31, 2026">31 December</time>'),
        Bad('<time datetime="2026/12/31">31 December</time>'),
        Bad('<time datetime="2026-1-5">5 January</time>'),
        Good('<time datetime="2026-12-31">31 December</time><time datetime="2026">a year</time>'),
        Good('<time datetime="2026-12-31 09:30:00 +0100"></time><time datetime="12-31"></time><time datetime="09:30">'),
        Good('<time datetime="PT4H18M3S"></time><time datetime="4h 18m 3s"></time><time datetime="2026-W53"></time>'),
        Good('<time datetime="{{ date }}"></time><time datetime=""></time><time>yesterday</time>'),
        Good('<time datetime="Z"></time><time datetime="+01:00"></time><time datetime="2026-12"></time>'),
    ),
)

from sitescan.document.template_marks import names_mark
from sitescan.document.tree import tokens
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, attr, lazy_pattern

#: A condition in parentheses without others inside, which is replaced by a letter that can't be in a type.
_INNERMOST = lazy_pattern(r"(?<![a-z0-9-])[a-z][a-z0-9-]*\([^()]*\)|\([^()]*\)")
#: Conditions on sizes that are written in no form of the grammar, or with a number without its unit.
_UNREADABLE = lazy_pattern(
    r"\( ?(?:(?:min|max)-)?(?:device-)?(?:width|height) (?:[0-9][^():<>=,]*)\)"
    r"|\( ?(?:min|max)-(?:device-)?(?:width|height) ?[<>=][^()]*\)"
    r"|\( ?(?:(?:min|max)-)?(?:device-)?(?:width|height) ?: ?(?:0*[1-9][0-9]*)? ?\)"
)
_HELD, _NEVER = "§", "¤"
#: https://www.w3.org/TR/mediaqueries-4/#mq-syntax
_QUERY = lazy_pattern(
    rf"{_HELD}(?: and {_HELD})*|{_HELD}(?: or {_HELD})*|not {_HELD}"
    rf"|(?:(?:not|only) )?(?!(?:not|only|and|or|layer)\b)[a-z_-][\w-]*(?: and (?:not )?{_HELD})*"
)
_LONGEST = 500


def check(document: Document) -> Findings:
    """Report media queries that no screen can fulfil, since browsers can't read a condition that they depend on."""
    for tag in document.having("media"):
        media = " ".join(attr(tag, "media", "").lower().split())
        uses = tag.name in ("style", "source") or (tag.name == "link" and "stylesheet" in tokens(tag, "rel"))
        if not uses or tag.namespace != HTML or not media or len(media) > _LONGEST or names_mark(media):
            continue
        if _is_dead(media):
            yield Finding(tag)


def _is_dead(media: str) -> bool:
    """
    Return whether browsers can read none of the queries of a list.

    What they can't read is unknown: neither it nor its negation is true. https://www.w3.org/TR/mediaqueries-4/#evaluating
    """
    if "/*" in media or "\\" in media:
        return False
    # At the end, browsers close what is open.
    before, media = "", _UNREADABLE.sub(f" {_NEVER} ", media + ")" * (media.count("(") - media.count(")")))
    while before != media:
        before, media = media, _INNERMOST.sub(f" {_HELD} ", media)
    return not any(map(_is_readable, media.split(",")))


def _is_readable(query: str) -> bool:
    readable = _QUERY.fullmatch(" ".join(query.replace(_NEVER, _HELD).split())) is not None
    return readable and (_NEVER not in query or " or " in query)


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.WARNING,
    title="Media conditions can't be read, so files are never used",
    passed="Media conditions can be read",
    subjects=("[media]",),
    scope="tag",
    description=(
        "{count:# media attribute isn't a valid media query|# media attributes aren't valid media queries}. Browsers "
        "treat it as a condition that is never true: the styles don't apply on any screen, or the image is never shown."
    ),
    recommendation="Write the condition in parentheses, and connect it to a type by and.",
    how_to_fix='For example: <link rel="stylesheet" href="phone.css" media="screen and (max-width: 600px)">',
    sources=("https://www.w3.org/TR/mediaqueries-4/#error-handling",),
    examples=(
        Bad('<link rel="stylesheet" href="a.css" media="max-width: 600px">'),
        Bad('<link rel="stylesheet" href="a.css" media="screen and max-width: 600px">'),
        Bad('<style media="screen (max-width: 600px)">p { color: red }</style>'),
        Bad('<picture><source srcset="a.webp" media="min-width: 600px"><img src="a.png" alt=""></picture>'),
        Bad('<link rel="stylesheet" href="a.css" media="screen and(max-width: 600px)">'),
        Bad('<link rel="stylesheet" href="a.css" media="(max-width 600px)">'),
        Bad('<link rel="stylesheet" href="a.css" media="screen and (max-width: 600)">'),
        Bad('<link rel="stylesheet" href="a.css" media="(min-width >= 600px), not (width:)">'),
        Good('<link rel="stylesheet" href="a.css" media="(max-width: 0), (max-width 600px) or (hover)">'),
        Good('<link rel="stylesheet" href="a.css" media="screen and ((max-width: 600px">'),
        Good('<link rel="stylesheet" href="a.css" media="(width)and (color),/* all */ screen">'),
        Good('<link rel="stylesheet" href="a.css" media="print"><style media="">p { color: red }</style>'),
        Good('<link rel="stylesheet" href="a.css" media="Screen AND (max-width: 600px), print">'),
        Good('<style media="not print and (width >= calc(30em + 1px))">p { color: red }</style>'),
        Good('<style media="(width > 9px) and (not (hover)) and (min-aspect-ratio: 16/9)">p { color: red }</style>'),
        Good('<style media="((width > 9px) or (hover)) and (color)">p { color: red }</style>'),
        Good(
            '<style media="only screen and (-webkit-min-device-pixel-ratio: 1.5), max-width: 9px">'
            "p { color: red }</style>"
        ),
        Good('<link rel="icon" href="a.png" media="dark"><link rel="stylesheet" href="a.css" media="{{ media }}">'),
        Good('<link rel="stylesheet" href="a.css" media="none" onload="this.media=\'all\'">'),
    ),
)

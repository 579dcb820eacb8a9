import re

from sitescan.document.change import TextChange
from sitescan.rules.authoring import CONVENTION, Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, shorten
from sitescan.standards.lazy_pattern import lazy_pattern

#: A document type declaration at the start of the page.
_DECLARATION = lazy_pattern(r"\s{0,99}<!doctype\b[^<>]{0,500}>", re.IGNORECASE)


def check(document: SourceDocument) -> Findings:
    """Report a page that browsers render in quirks mode."""
    if document.quirks:
        seen = f"The page has <!DOCTYPE {shorten(document.doctype)}>" if document.doctype else "The page has no doctype"
        yield Finding(seen=seen, change=_change(document))


def _change(document: SourceDocument) -> TextChange | None:
    """Return the change of the first line, which a person checks: sizes may differ without quirks mode."""
    declared = _DECLARATION.match(document.decoded.text)
    if declared is not None:
        return TextChange(at=0, written=declared[0], markup="<!DOCTYPE html>")
    return TextChange(at=0, written="", markup="<!DOCTYPE html>\n") if document.doctype is None else None


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Doctype is missing or outdated",
    passed="Doctype keeps browsers out of quirks mode",
    description=(
        "{seen}, so browsers use quirks mode, which imitates browsers of the 1990s. Layout, sizes and some features "
        "differ from the standards, especially on phones."
    ),
    recommendation="Start the page with <!DOCTYPE html>.",
    shows_change=False,
    how_to_fix="Make <!DOCTYPE html> the first line of the page, before <html>. Only comments may come before it.",
    sources=(
        "https://html.spec.whatwg.org/multipage/syntax.html#the-doctype",
        "https://developer.mozilla.org/en-US/docs/Web/HTML/Guides/Quirks_mode_and_standards_mode",
    ),
    covers=("lighthouse:doctype", "webhint:doctype"),
    examples=(
        Bad("<html><title>Pears</title>"),
        Bad("<p>Pears<!DOCTYPE html>"),
        Bad('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">'),
        Bad('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">'),
        Bad("<!DOCTYPE svg>"),
        Bad("<!DOCTYPE html pears>"),
        Good("<!doctype HTML>"),
        Good("<!-- Pears --><!DOCTYPE html>"),
        Good('<!DOCTYPE html SYSTEM "about:legacy-compat">'),
        Good(
            '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
            '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'
        ),
        Good('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">'),
    ),
)

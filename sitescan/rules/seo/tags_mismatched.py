"""Start tags and end tags don't match, so browsers guess which element ends where."""

from sitescan.document.change import Change
from sitescan.document.conformance.parse_error import Kind, ParseError
from sitescan.document.conformance.parse_errors import ParseErrors, is_swallowing, parse_errors
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, changed

#: How to correct each kind of error.
_ADVICE = {
    Kind.OVERLAP: "Close elements in the reverse order of their start tags: <b>Pears <i>and apples</i></b>",
    Kind.UNCLOSED: (
        "Add the missing end tag where the element should end: <b>Pears</b>. If an empty <a name> or <a id> marks a "
        "place, put the id on the nearest element instead."
    ),
    Kind.END_TAG_STRAY: (
        "Remove each end tag that has no start tag. If there seems to be one, something between closed it already."
    ),
    Kind.PARAGRAPH_ENDED: (
        "Close each paragraph before a list, a heading, a div or another block: <p>We sell:</p> <ul>...</ul> instead "
        "of <p>We sell: <ul>...</ul></p>"
    ),
    Kind.SELF_CLOSING: (
        "Write <div></div> instead of <div/>. Only SVG, MathML and XHTML that is served as XML have such tags."
    ),
    Kind.START_TAG_IGNORED: (
        "Put rows and cells into a <table>. A second <html>, <head> or <body> often comes from a file that is included "
        "as a whole: include only what is inside its body."
    ),
    Kind.CONTENT_AFTER_BODY: "Move what follows </body> before it. Only comments may come after it.",
}


def check(document: SourceDocument) -> Findings:
    """Report such errors in the order of the source, except those that change what the content after them is."""
    errors = parse_errors(document)
    slashed = {error.at for error in errors.of(Kind.SELF_CLOSING)}
    found = sorted(
        (
            error
            for kind in _ADVICE
            for error in errors.of(kind)
            if kind is not Kind.UNCLOSED or not (is_swallowing(error) or error.at in slashed)
        ),
        key=lambda error: (error.at, error.kind.value),
    )
    kinds = {error.kind for error in found}
    advice = "\n".join(text for kind, text in _ADVICE.items() if kind in kinds)
    for error in found:
        yield Finding(errors.place(error), detail=_detail(error), advice=advice, change=_change(errors, error))


def _detail(error: ParseError) -> str:
    """Return what is wrong with a tag."""
    match error.kind:
        case Kind.OVERLAP:
            return f"the element around ends before its </{error.cause}> of line {error.other_line}"
        case Kind.UNCLOSED:
            by = f"the next link in line {error.other_line}" if error.other else f"the end of <{error.cause}>"
            return f"no end tag; ended by {by}"
        case Kind.PARAGRAPH_ENDED:
            by = f"<{error.cause}>" if error.cause else "another tag"
            return f"ended by {by} before the </p> of line {error.other_line}"
        case Kind.END_TAG_STRAY:
            effect = {"p": "; makes an empty paragraph", "br": "; makes a line break"}.get(error.name, "")
            return f"no start tag{effect}"
        case Kind.SELF_CLOSING:
            return "the slash doesn't close it"
        case Kind.START_TAG_IGNORED:
            return "ignored in this place"
        case _:
            return "follows the end of the body"


def _change(errors: ParseErrors, error: ParseError) -> Change | None:
    if error.kind is Kind.END_TAG_STRAY:
        return errors.end_tag_change(error)
    return changed(error.element, "") if error.kind is Kind.SELF_CLOSING and error.element is not None else None


RULE = Rule(
    check=check,
    since="1.1.0",
    former_ids=(
        "seo/content-after-body",
        "seo/element-unclosed",
        "seo/elements-overlap",
        "seo/end-tag-stray",
        "seo/paragraph-ended-early",
        "seo/self-closing-ignored",
        "seo/start-tag-ignored",
    ),
    severity=Severity.INFO,
    share=0,
    title="Start tags and end tags don't match",
    passed="Start tags and end tags match",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# tag doesn't|# tags don't} match the other tags around {count:it|them}. Browsers guess what is meant: "
        "they end elements early, leave others open, and ignore tags, so that styles apply to the wrong content."
    ),
    recommendation="Close each element where it should end, and remove tags without an effect.",
    how_to_fix="Correct each of these places.\n{advice}",
    shows_change=False,
    sources=(
        "https://html.spec.whatwg.org/multipage/syntax.html#elements-2",
        "https://html.spec.whatwg.org/multipage/syntax.html#optional-tags",
        "https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody",
    ),
    examples=(
        Bad("<p>Pears <b>and <i>apples</b> and</i> plums</p>"),
        Bad("<p><b>Pears</p></b>"),
        Bad("<div><span><div>Pears</span></div></div>"),
        Bad("<h1>Pears</h2>"),
        Bad("<table><form><tr><td>Pears</td></tr></form></table>"),
        Bad("<p><b>Pears</p><p>Apples</p>"),
        Bad("<main><div>Pears</main>"),
        Bad('<a name="pears">Pears <a href="/trees">Trees</a>'),
        Bad("<div><p>Pears</p></div></div>"),
        Bad("<p>Pears</p></p>"),
        Bad("<p>Pears</br>Apples</p>"),
        Bad("<p>We sell: <ul><li>Pears</li></ul></p>"),
        Bad("<p><div>Pears</div></p>"),
        Bad('<div class="line"/><p>Pears</p>'),
        Bad('<p><a id="pears"/>Pears</p>'),
        Bad("<div><tr><td>Pears</td></tr></div>"),
        Bad('<body><p>Pears</p><body class="wide">'),
        Bad("<body><p>Pears</p></body><script>1</script></html>"),
        Bad("<body><p>Pears</p></body></html> Apples"),
        Good("<p>Pears <b>and <i>apples</i></b></p>"),
        Good("<ul><li>Pears<li>Apples</ul>"),
        Good("<table><tr><td>Pears</table><p>Pears<br/><p>Apples"),
        Good("<p>We sell: <ul><li>Pears</li></ul>"),
        Good("<title>Pears</title></head><body><p>Pears</p></body></html> <!-- Apples -->"),
        Good("<script>'</p>'</script><!-- </p> --><template><tr><td>Pears</td></tr></template>"),
        Good("<svg><path/><path d='M0 0'></g></svg>"),
    ),
)

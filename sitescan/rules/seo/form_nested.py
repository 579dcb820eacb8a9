from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.rules.authoring import CONVENTION, Bad, Finding, Findings, Good, Rule, Severity, SourceDocument


def check(document: SourceDocument) -> Findings:
    """Report form start tags inside a form, which browsers ignore."""
    errors = parse_errors(document)
    for error in errors.of(Kind.FORM_NESTED):
        yield Finding(errors.place(error))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Forms are inside other forms",
    passed="Forms are outside of other forms",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# form is|# forms are} inside another form. Browsers ignore the inner <form> tag, so its fields "
        "are sent to the address of the outer form. The inner </form> ends the outer form, and fields after it "
        "belong to none."
    ),
    recommendation="End the first form before the next one begins.",
    how_to_fix=(
        "Move the inner form after the </form> of the outer one. If its fields must stay where they are, give each of "
        'them the form attribute: <input name="q" form="search">, and put <form id="search" action="..."></form> '
        "elsewhere on the page."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/forms.html#the-form-element",
        "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fae-form",
    ),
    examples=(
        Bad('<form action="/order"><form action="/search"><input name="q"></form></form>'),
        Good('<form action="/order"></form><form action="/search"></form>'),
        Good('<form action="/order"><template><form action="/search"></form></template></form>'),
    ),
)

"""Evidence for a rule, made from one of its examples."""

from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.rule import Evidence, Example, Rule
from sitescan.standards.http_headers import Headers


def page(example: Example) -> Page:
    """The page that an example describes, UTF-8 unless its headers say otherwise."""
    fields = [tuple(line.split(": ", 1)) for line in example.headers]
    if not any(name.lower() == "content-type" for name, _ in fields):
        fields.insert(0, ("Content-Type", "text/html; charset=utf-8"))
    body = example.body or example.html.encode()
    exchange = Exchange(
        requested=example.url,
        url=example.url,
        status=example.status,
        headers=Headers(tuple((name, value) for name, value in fields)),
        size=len(body),
        wire_size=len(body),
    )
    return Page(exchange=exchange, body=body)


def evidence(rule: Rule[Evidence], example: Example) -> Evidence:
    """What the rule reads, for this example."""
    if example.evidence is not None:
        return example.evidence
    sheets = [Source(url=url, body=text.encode(), content_type="text/css", shared=True) for url, text in example.sheets]
    scripts = [
        Source(url=url, body=text.encode(), content_type="text/javascript", wire_size=len(text), shared=True)
        for url, text in example.scripts
    ]
    document = Document(page(example), sheets, scripts=scripts)
    return document if rule.reads is Document else document.exchange

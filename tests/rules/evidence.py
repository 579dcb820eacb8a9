"""Evidence for a rule, made from one of its examples."""

from sitescan.document.accessibility.embedded_objects import embedded_objects
from sitescan.document.accessibility.media_elements import media_elements
from sitescan.document.document import Document
from sitescan.document.links.links_named_alike import links_named_alike
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.media_answers import MediaAnswers, ObjectAnswers, Playback
from sitescan.model.rendered import RenderedDocument, RequestMade
from sitescan.rules.rule import Evidence, Example, Rule
from sitescan.standards.http_headers import Headers
from tests.measured_pages import covering, measured, painted


def page(example: Example) -> Page:
    """Return the page that an example describes, in UTF-8 unless its headers say otherwise."""
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
    if example.boxes or example.narrow or example.shifts or example.tried:
        document = RenderedDocument(
            html=example.html,
            layout=measured(example.html, dict(example.boxes)),
            narrow=measured(example.html, dict(example.narrow)) if example.narrow else b"",
            paints=painted(example.html, example.shifts, example.tried),
        )
        return Page(exchange=exchange, body=body, rendered=document)
    if example.unused:
        requests = tuple(RequestMade(url=url, kind="script") for url, _, _ in example.unused)
        coverage = covering(example.unused)
        document = RenderedDocument(html=example.html, requests=requests, coverage=coverage)
        return Page(exchange=exchange, body=body, rendered=document)
    html = example.html if example.errors or example.mixed else example.rendered
    if html is None:
        return Page(exchange=exchange, body=body)
    document = RenderedDocument(html=html, mixed=example.mixed, errors=example.errors)
    return Page(exchange=exchange, body=body, rendered=document)


def evidence(rule: Rule[Evidence], example: Example) -> Evidence:
    """Return the evidence that the rule reads, for this example."""
    if example.evidence is not None:
        return example.evidence
    sheets = [Source(url=url, body=text.encode(), content_type="text/css", shared=True) for url, text in example.sheets]
    scripts = [
        Source(url=url, body=text.encode(), content_type="text/javascript", wire_size=len(text), shared=True)
        for url, text in example.scripts
    ]
    document = Document(page(example), sheets, scripts=scripts)
    if rule.reads is MediaAnswers:
        return played(document, example)
    answers = {answer.url: answer for answer in example.answers}
    if rule.reads is ObjectAnswers:
        return ObjectAnswers(objects=embedded_objects(document), answers=answers)
    if rule.reads is NamedLinkAnswers:
        return NamedLinkAnswers(page_url=example.url, links=links_named_alike(document), answers=answers)
    return document if issubclass(rule.reads, Document) else document.exchange


def played(document: Document, example: Example) -> MediaAnswers:
    """Return the answers of an example's audio and video elements whose files have facts."""
    files = dict(example.media)
    return MediaAnswers(
        playbacks=tuple(
            Playback(element=element, source=source, file=files[source.url])
            for element in media_elements(document)
            for source in element.sources[:1]
            if source.url in files
        )
    )

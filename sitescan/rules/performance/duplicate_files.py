from sitescan.model.file_facts import TextFile
from sitescan.model.outline import Resource
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity
from sitescan.rules.example_pages import loading_all

_LEAST = 2048


def check(answers: ResourceAnswers) -> Findings:
    """Report scripts and stylesheets with the same bytes as another one."""
    for kind in ("script", "stylesheet"):
        seen: dict[str, str] = {}
        for resource, text in answers.with_texts(kind):
            first = seen.setdefault(text.digest, resource.url)
            if first != resource.url and text.size >= _LEAST:
                yield Finding(resource, detail=f"{text.size:,} bytes, identical to {first}")


def _scripts(first: str, second: str, size: int = 9000) -> ResourceAnswers:
    urls = ("https://example.com/a.js", "https://example.com/lib/a.js")
    texts = {
        url: TextFile(size=size, wire_size=size, digest=digest)
        for url, digest in zip(urls, (first, second), strict=True)
    }
    loaded = [(Resource(url=url, kind="script"), Answer(url=url, status=200)) for url in urls]
    return loading_all(*loaded, texts=texts)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="The same file is loaded from different addresses",
    passed="Each file is loaded from one address",
    applies=lambda answers: answers.names("script", "stylesheet"),
    needs=lambda answers: answers.read("script", "stylesheet"),
    description=(
        "{count:# file is|# files are} loaded again from another address. Browsers can't know that the content "
        "is the same, so they download the file again, and run it again if it is a script."
    ),
    recommendation="Load each file from one address.",
    how_to_fix=(
        "Use the same address in all <script> and <link> elements, including the version number after the "
        "question mark, and remove the duplicate element."
    ),
    sources=("https://developer.chrome.com/docs/performance/insights/duplicated-javascript",),
    covers=("lighthouse:duplicated-javascript",),
    examples=(
        Bad(evidence=_scripts("one", "one")),
        Good(evidence=_scripts("one", "two")),
        Good(evidence=_scripts("one", "one", size=100)),
    ),
)

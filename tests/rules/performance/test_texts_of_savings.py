"""The order and precision of savings in the texts of performance rules."""

import pytest

from sitescan.document.document import Document
from sitescan.model.answers import Answer
from sitescan.model.exchange import Source
from sitescan.model.file_facts import TextFile
from sitescan.model.outline import Resource
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.rules.example_estimates import seconds_over
from sitescan.rules.example_pages import loading_all
from sitescan.rules.performance import css_unminified, js_unminified, text_uncompressed
from sitescan.rules.rule import Bad
from tests.rules.evidence import page

SIZES = (3_000, 90_000, 20_000)
LARGEST_FIRST = [1, 2, 0]


def _scripts() -> ResourceAnswers:
    files = [Resource(url=f"https://example.com/{number}.js", kind="script") for number in range(len(SIZES))]
    texts = {
        file.url: TextFile(size=size, wire_size=size, idle=size // 2, packed=size // 4)
        for file, size in zip(files, SIZES, strict=True)
    }
    sizes = zip(files, SIZES, strict=True)
    return loading_all(*((file, Answer(url=file.url, status=200, size=size)) for file, size in sizes), texts=texts)


@pytest.mark.parametrize("rule", [js_unminified, text_uncompressed])
def test_largest_script_comes_first(rule: object) -> None:
    """The largest scripts come first, because only the first of many files are named."""
    found = [finding.at for finding in rule.check(_scripts())]  # type: ignore[attr-defined]
    assert [file.url for file in found] == [f"https://example.com/{number}.js" for number in LARGEST_FIRST]


def test_largest_stylesheet_comes_first() -> None:
    """The stylesheets that minification shrinks most come first."""
    urls = [f"https://example.com/{number}.css" for number in range(len(SIZES))]
    sheets = [
        Source(url=url, body=b"p {\n    color: black;\n}\n\n" * (size // 25))
        for url, size in zip(urls, SIZES, strict=True)
    ]
    html = "".join(f'<link rel="stylesheet" href="{url}">' for url in urls)
    found = [str(finding.facts["detail"]) for finding in css_unminified.check(Document(page(Bad(html)), sheets))]
    assert [detail.partition(": ")[0] for detail in found] == [urls[number] for number in LARGEST_FIRST]


@pytest.mark.parametrize(
    ("milliseconds", "bound", "expected"),
    [(1830, 1800, "1.83"), (1810, 1800, "1.81"), (1850, 1800, "1.9"), (3010, 3000, "3.01"), (4430, 4000, "4.4")],
)
def test_time_is_not_rounded_to_bound(milliseconds: int, bound: int, expected: str) -> None:
    """A time over a bound has enough digits to differ from the bound."""
    assert seconds_over(milliseconds, bound) == expected

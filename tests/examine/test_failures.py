"""An error of ours costs what it is in: it is said once, logged once, and never makes a page look better."""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from sitescan.document.document import Document
from sitescan.examine.child import judge_page
from sitescan.examine.messages import Answer, CategoryJudged, ChecksFailed
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.report import Category
from sitescan.standards.http_headers import Headers

_URL = "https://example.com/"
_PAGE = b"""<!doctype html><title>P</title><link rel=stylesheet href=/a.css><img src=a.png>
<p style="color: #999; line-height: 1 !important">Pears<input>"""


class Unreadable(dict[str, Any]):
    """Stylesheets that our code fails on."""

    def get(self, key: str, default: Any = None) -> NoReturn:
        """Fail."""
        raise IndexError(f"no {key}, {default}")


class Broken:
    """A part of the page that many rules share, on which our code fails whatever is asked."""

    def __getattr__(self, name: str) -> NoReturn:
        raise KeyError(name)


def _document(**parts: Any) -> Document:
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    document = Document(
        Page(exchange=Exchange(requested=_URL, url=_URL, status=200, headers=headers), body=_PAGE),
        (Source(url=f"{_URL}a.css", body=b"p { color: black }", content_type="text/css"),),
    )
    vars(document).update(parts)
    return document


def _judged(answers: Iterator[Answer]) -> tuple[Mapping[Category, CategoryJudged], list[ChecksFailed]]:
    listed = list(answers)
    judged = {answer.category: answer for answer in listed if isinstance(answer, CategoryJudged)}
    return judged, [answer for answer in listed if isinstance(answer, ChecksFailed)]


def _rules(judged: CategoryJudged) -> set[str]:
    return {one.rule for one in judged.judged.judgements}


def test_styles_that_cannot_be_read() -> None:
    """They are unknown: faults that do not depend on them are found, and the report says what was not judged."""
    fine, none = _judged(judge_page(_document()))
    assert none == []
    unknown, failed = _judged(judge_page(_document(sheets=Unreadable())))
    assert set(unknown) == set(Category)
    known, found = _rules(fine[Category.ACCESSIBILITY]), _rules(unknown[Category.ACCESSIBILITY])
    assert {"accessibility/image-alt-missing", "accessibility/page-lang-missing"} & known == (
        {"accessibility/image-alt-missing", "accessibility/page-lang-missing"} & found
    )
    assert len(found) >= 3
    assert any("an internal error" in reason for reason in unknown[Category.ACCESSIBILITY].judged.unexamined)
    assert ["the page's styles" in one.names for one in failed] == [True]
    assert failed[0].trace.count("Traceback") == 1


def test_a_part_that_many_rules_share() -> None:
    """The category whose rules fail one and all was not examined, and gets no score; the log has one trace."""
    judged, [failed] = _judged(judge_page(_document(accessible=Broken())))
    assert Category.ACCESSIBILITY not in judged
    assert len(failed.names) > 3
    assert failed.trace.count("Traceback") == 1


def test_one_rule_that_fails() -> None:
    """It costs its own check; its category is examined but for that."""
    judged, [failed] = _judged(judge_page(_document(words=None)))
    assert set(judged) == set(Category)
    unexamined = [reason for one in judged.values() for reason in one.judged.unexamined]
    assert 1 <= len(failed.names) == sum("failed on this page" in reason for reason in unexamined) <= 3

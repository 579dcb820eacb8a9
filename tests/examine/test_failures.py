"""An error of ours costs what it is in: it is said once, logged once, and never makes a page look better."""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sitescan.analyzers.category_result import result
from sitescan.document.document import Document, SourceDocument
from sitescan.examine.messages import Answer, CategoryJudged, ChecksFailed
from sitescan.examine.page_judgement import judge_page
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.report import Category, CategoryResult
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import RuleFailed, judge_all
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


def _scores(answers: Iterator[Answer]) -> dict[Category, CategoryResult]:
    judged, _ = _judged(answers)
    return {
        category: result(category, one.judged.judgements, one.judged.unexamined, failed=one.judged.failed)
        for category, one in judged.items()
    }


_WHOLE = _document()
_FINE = _scores(judge_page(_WHOLE))

#: What the rules have asked of the page: each of it may be what our code fails on. The URL parser takes a base URL that
#: is no text for an invalid one, so nothing would fail.
PARTS = sorted({*vars(_WHOLE)} - {*vars(_document()), "base_url"})


@pytest.mark.parametrize("part", PARTS)
def test_no_failure_lifts_a_score(part: str) -> None:
    """Whatever our code fails on: a category has no score then, or one that does not count, or none that is higher."""
    try:
        scores = _scores(judge_page(_document(**{part: Broken()})))
    except (KeyError, TypeError):
        return  # the job has failed, and with it the scan
    for category, broken in scores.items():
        assert not broken.counted or broken.score <= _FINE[category].score


@given(st.data())
def test_rules_that_fail(data: st.DataObject) -> None:
    """Up to three rules of a category fail: what they would have taken is not known, so the category is not counted."""
    document = _document()
    category = data.draw(st.sampled_from(Category))
    rules = [rule for rule in rules_reading(Document, SourceDocument, Exchange) if category in rule.categories]
    failing = data.draw(st.sets(st.sampled_from([rule.id for rule in rules]), max_size=3))

    def fails(_: Any) -> NoReturn:
        raise KeyError

    kept = [evolve(rule, check=fails) if rule.id in failing else rule for rule in rules]
    judged = [*judge_all((rule for rule in kept if issubclass(rule.reads, Document)), document)]
    judged += judge_all((rule for rule in kept if rule.reads is Exchange), document.exchange)
    found = [one for one in judged if not isinstance(one, RuleFailed)]
    assert len(judged) - len(found) == len(failing)
    scored = result(category, found, (), failed=len(judged) > len(found))
    assert not failing or not scored.counted
    assert failing or scored.score == _FINE[category].score

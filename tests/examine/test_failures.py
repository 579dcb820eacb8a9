"""An internal error fails only the checks that depend on it, is logged once, and never raises a score."""

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
from sitescan.rules.judge import RuleResults
from sitescan.standards.http_headers import Headers
from tests.unexamined import are_uncounted, sentences

_URL = "https://example.com/"
_PAGE = b"""<!doctype html><title>P</title><link rel=stylesheet href=/a.css><img src=a.png>
<p style="color: #999; line-height: 1 !important">Pears<input>"""


class Unreadable(dict[str, Any]):
    """Stylesheets whose lookup raises an exception."""

    def get(self, key: str, default: Any = None) -> NoReturn:
        """Fail."""
        raise IndexError(f"no {key}, {default}")


class Broken:
    """A part of the page whose attributes raise exceptions."""

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
    return {judgement.rule for judgement in judged.judged.judgements}


def test_unreadable_styles() -> None:
    """If styles can't be read, issues that don't depend on them are found, and the report says what wasn't judged."""
    fine, none = _judged(judge_page(_document()))
    assert none == []
    unknown, failed = _judged(judge_page(_document(sheets=Unreadable())))
    assert set(unknown) == set(Category)
    known, found = _rules(fine[Category.ACCESSIBILITY]), _rules(unknown[Category.ACCESSIBILITY])
    assert {"accessibility/image-alt-missing", "accessibility/page-lang-missing"} & known == (
        {"accessibility/image-alt-missing", "accessibility/page-lang-missing"} & found
    )
    assert len(found) >= 3
    assert any("an internal error" in reason for reason in sentences(unknown[Category.ACCESSIBILITY].judged.unexamined))
    assert ["the page's styles" in failure.names for failure in failed] == [True]
    assert failed[0].trace.count("Traceback") == 1


def test_failure_of_shared_code() -> None:
    """A category whose rules all fail gets no score, and the log has one traceback."""
    judged, [failed] = _judged(judge_page(_document(_accessible=Broken())))
    assert Category.ACCESSIBILITY not in judged
    assert len(failed.names) > 3
    assert failed.trace.count("Traceback") == 1


def test_one_failing_rule() -> None:
    """A rule that fails is the only part of its category that isn't examined."""
    judged, [failed] = _judged(judge_page(_document(words=None)))
    assert set(judged) == set(Category)
    parts = [part for answer in judged.values() for part in answer.judged.unexamined if part.key == "check-failed"]
    assert [rule for part in parts for rule in part.rules] == list(failed.names)
    assert 1 <= len(parts) <= 3
    assert are_uncounted(parts)


def test_failing_evidence() -> None:
    """What fails apart from the rules makes the score an upper bound too, and the report says so."""
    judged, [failed] = _judged(judge_page(_document(picture_of=Broken())))
    parts = [part for part in judged[Category.PERFORMANCE].judged.unexamined if part.key == "check-failed"]
    said = "The page's load could not be checked because of an internal error, and this score can't raise the overall"
    assert "the page's load" in failed.names
    assert [part.sentence for part in parts if not part.rules] == [f"{said} score."]


def _scores(answers: Iterator[Answer]) -> dict[Category, CategoryResult]:
    """Return the results, as if everything had been seen that didn't fail."""
    judged, _ = _judged(answers)
    failed = {
        category: tuple(part for part in answer.judged.unexamined if "an internal error" in part.sentence)
        for category, answer in judged.items()
    }
    return {
        category: result(category, evolve(answer.judged, unexamined=failed[category]))
        for category, answer in judged.items()
    }


_WHOLE = _document()
_FINE = _scores(judge_page(_WHOLE))

#: The parts of the page that the rules have read, each of which may fail. Strings can't fail once they are there.
PARTS = sorted({name for name, value in vars(_WHOLE).items() if not isinstance(value, str)} - {*vars(_document())})


@pytest.mark.parametrize("part", PARTS)
def test_no_failure_raises_score(part: str) -> None:
    """If any part of the page fails, a category has no score, a score that doesn't count, or no higher score."""
    try:
        scores = _scores(judge_page(_document(**{part: Broken()})))
    except (KeyError, TypeError):
        return  # the job has failed, and with it the scan
    for category, broken in scores.items():
        assert not broken.counted or broken.score <= _FINE[category].score


@given(st.data())
def test_failing_rules(data: st.DataObject) -> None:
    """A category with up to three failing rules isn't counted, because the points that they would take are unknown."""
    document = _document()
    category = data.draw(st.sampled_from(Category))
    rules = [rule for rule in rules_reading(Document, SourceDocument, Exchange) if category in rule.categories]
    failing = data.draw(st.sets(st.sampled_from([rule.id for rule in rules]), max_size=3))

    def fails(_: Any) -> NoReturn:
        raise KeyError

    kept = [evolve(rule, check=fails) if rule.id in failing else rule for rule in rules]
    results = RuleResults()
    for rule in kept:
        results.run(rule, document.exchange if rule.reads is Exchange else document)
    assert {failure.rule for failure in results.failures} == failing
    scored = result(category, results.judged())
    assert not failing or not scored.counted
    assert failing or scored.score == _FINE[category].score

"""The panel of scores at the top of a report in HTML."""

from collections.abc import Iterable

from attrs import frozen

from sitescan.report.markup import Markup, element
from sitescan.report.wording import GRADES, grade


@frozen(kw_only=True)
class Gauge:
    """
    The score of a category.

    :ivar score: the part of the gauge that is full, in percent.
    :ivar shown: the score in words.
    :ivar grade: the key of its grade in ``GRADES``.
    :ivar href: where its details are.
    """

    label: str
    score: int
    shown: str
    grade: str
    href: str


def score_panel(overall: int, gauges: Iterable[Gauge]) -> Markup:
    """Return the section with the overall score and those of the categories."""
    hero = element(
        "p",
        _circle(overall),
        element("span", str(overall), class_="number"),
        element("span", "out of 100 overall", class_="label"),
        element("span", GRADES[grade(overall)], class_="grade"),
        class_="hero",
        data_grade=grade(overall),
    )
    items = [
        element(
            "li",
            element(
                "a",
                _circle(gauge.score),
                element("span", gauge.shown, class_="number"),
                element("span", gauge.label, class_="label"),
                element("span", GRADES[gauge.grade], class_="grade"),
                href=gauge.href,
                data_grade=gauge.grade,
            ),
        )
        for gauge in gauges
    ]
    return element("section", hero, element("ul", *items), class_="scores", aria_label="Scores")


def _circle(score: int) -> Markup:
    circle = {"cx": "20", "cy": "20", "r": "17", "pathLength": "100"}
    return element(
        "svg",
        element("circle", class_="track", **circle),
        element("circle", class_="value", stroke_dasharray=f"{score} 100", **circle) if score else "",
        viewBox="0 0 40 40",
        aria_hidden="true",
        focusable="false",
    )

"""The screenshot of a rendered page in a report of the format ``html``, with a numbered box around each element."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from sitescan.model.outline import ScreenBox
from sitescan.model.rendered import SCREEN_HEIGHT, SCREEN_WIDTH
from sitescan.model.report import Issue, Report
from sitescan.report.json_format import screenshot_url
from sitescan.report.markup import Markup, element
from sitescan.report.wording import shown_issues

LISTED = 20
"""The number of occurrences of an issue that are listed and marked; the others are counted."""

#: The number of boxes that are drawn, those of the most severe issues first.
_MOST_BOXES = 40

#: The size of a number, and of the room around an element that is cut out, in pixels.
_FLAG_WIDTH, _FLAG_HEIGHT, _ROOM = 26, 20, 8


@frozen
class Marker:
    """A box with its number and the issues of the element in it, the most severe one first."""

    number: int
    box: ScreenBox
    issues: Sequence[Issue]


def markers(report: Report) -> Sequence[Marker]:
    """Return the boxes to be drawn, numbered from top to bottom."""
    found: dict[ScreenBox, dict[str, Issue]] = {}
    for issue in _most_severe_first(issue for result in report.categories for issue in shown_issues(result)):
        for occurrence in issue.occurrences[:LISTED]:
            if occurrence.box is not None and (occurrence.box in found or len(found) < _MOST_BOXES):
                found.setdefault(occurrence.box, {})[issue.rule] = issue
    boxes = sorted(found, key=lambda box: (box.y, box.x, box.width, box.height))
    return tuple(Marker(number, box, tuple(found[box].values())) for number, box in enumerate(boxes, 1))


def _most_severe_first(issues: Iterable[Issue]) -> Iterable[Issue]:
    return sorted(issues, key=lambda issue: issue.severity.rank)


def has_screenshot(report: Report) -> bool:
    """Return whether there is a screenshot of the page."""
    return report.rendering is not None and report.rendering.screenshot != b""


def marked_screenshot(report: Report, prefix: str) -> Markup:
    """
    Return the screenshot with its markers, which link to their issues; empty if there is no screenshot.

    It is an SVG image with attributes of its own, since the policies of the page and of the file forbid ``style``
    attributes.
    """
    if report.rendering is None or not report.rendering.screenshot:
        return Markup()
    found = markers(report)
    image = element(
        "image",
        id=f"{prefix}screen",
        href=screenshot_url(report.rendering),
        width=str(SCREEN_WIDTH),
        height=str(SCREEN_HEIGHT),
        role="img",
        aria_label="Screenshot of the first screen of the page",
    )
    drawing = element(
        "svg", image, *(_marker(marker, prefix) for marker in found), viewBox=f"0 0 {SCREEN_WIDTH} {SCREEN_HEIGHT}"
    )
    caption = (
        "Each number links to an issue of the element in its box." if found else "It shows no element with an issue."
    )
    return element(
        "section",
        element("h2", "First screen"),
        element("p", caption, class_="soft"),
        element("div", drawing),
        class_="screenshot",
    )


def _marker(marker: Marker, prefix: str) -> Markup:
    box, (first, *_) = marker.box, marker.issues
    # The number is on the corner of the box, so that it covers little of it, but within the picture.
    x = min(max(box.x - _FLAG_WIDTH // 2, 0), SCREEN_WIDTH - _FLAG_WIDTH)
    y = min(max(box.y - _FLAG_HEIGHT // 2, 0), SCREEN_HEIGHT - _FLAG_HEIGHT)
    number = element(
        "text", str(marker.number), x=str(x + _FLAG_WIDTH // 2), y=str(y + _FLAG_HEIGHT - 4), text_anchor="middle"
    )
    return element(
        "a",
        element("rect", class_="box", **_attributes(box)),
        element("rect", class_="flag", x=str(x), y=str(y), width=str(_FLAG_WIDTH), height=str(_FLAG_HEIGHT)),
        number,
        href=f"#{prefix}{first.rule}",
        aria_label=f"{marker.number}: {', '.join(issue.title for issue in marker.issues)}",
        data_severity=first.severity.value,
    )


def _attributes(box: ScreenBox) -> Mapping[str, str]:
    return {"x": str(box.x), "y": str(box.y), "width": str(box.width), "height": str(box.height)}


def cutout(box: ScreenBox, prefix: str) -> Markup:
    """Return the part of the screenshot that shows an element. It uses the image of the whole screenshot."""
    x, y = max(box.x - _ROOM, 0), max(box.y - _ROOM, 0)
    width, height = (
        min(box.x + box.width + _ROOM, SCREEN_WIDTH) - x,
        min(box.y + box.height + _ROOM, SCREEN_HEIGHT) - y,
    )
    return element(
        "svg",
        element("use", href=f"#{prefix}screen"),
        class_="seen",
        viewBox=f"{x} {y} {width} {height}",
        width=str(width),
        height=str(height),
        aria_hidden="true",
        focusable="false",
    )

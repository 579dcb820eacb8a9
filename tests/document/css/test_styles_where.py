"""Elements found by what their style tells."""

from sitescan.document.css.computed_style import Style
from tests.document.pages import document


def test_styles_are_asked_once() -> None:
    """A hundred paragraphs of one style are one question, and all of them are found, in document order."""
    page = document("<style>p { position: fixed }</style><main>" + "<p>Pears</p><b>Plums</b>" * 100 + "</main>")
    asked: list[Style] = []

    def is_fixed(style: Style) -> bool:
        asked.append(style)
        return style.get("position") == "fixed"

    assert page.styles.where(is_fixed) == page.all("p")
    assert len(asked) == len({id(style) for style in asked}) < 20

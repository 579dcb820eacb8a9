"""Elements that are found by a test of their style."""

from sitescan.document.css.computed_style import Style
from tests.document.pages import document


def test_each_style_is_tested_once() -> None:
    """A hundred paragraphs of one style need one test, and all of them are found in document order."""
    page = document("<style>p { position: fixed }</style><main>" + "<p>Pears</p><b>Plums</b>" * 100 + "</main>")
    tested: list[Style] = []

    def is_fixed(style: Style) -> bool:
        tested.append(style)
        return style.get("position") == "fixed"

    assert page.styles.where(is_fixed) == page.all("p")
    assert len(tested) == len({id(style) for style in tested}) < 20

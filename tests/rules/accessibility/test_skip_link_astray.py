"""Pages that are made to cost whoever follows their skip links."""

from sitescan.rules.accessibility.skip_link_astray import check
from tests.document.pages import document
from tests.work import calls


def _work(size: int) -> int:
    """Ten skip links into landmarks that are nested and full of elements without a word."""
    links = "".join(f'<a href="#to{number}">Skip to content</a>' for number in range(10))
    targets = "".join(f"<i id=to{number}></i>" for number in range(10))
    page = document(f"{links}{'<nav>' * size}{targets}{'<b></b>' * 80 * size}Pears{'</nav>' * size}Apples")
    found: list[object] = []
    work = calls(lambda: found.extend(check(page)))
    assert len(found) == 10
    return work


def test_nested_landmarks() -> None:
    """Twice as many landmarks around twice as many elements are twice the work, not eight times."""
    assert _work(60) < 3 * _work(30)

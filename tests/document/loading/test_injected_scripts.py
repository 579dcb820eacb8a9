"""Scripts that scripts in the page insert, and that make the score of performance an upper bound."""

import pytest
from attrs import evolve

from sitescan.document.document import Document
from sitescan.document.loading.injected_scripts import injected_scripts
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.model.rendered import RenderedDocument
from sitescan.model.report import Category
from tests.document.pages import document
from tests.unexamined import are_upper_bound, sentences

INSERTS = "var s = document.createElement('script'); s.async = 1; document.head.appendChild(s);"
ADDRESS = "https://tags.example/load.js"
TAG_MANAGER = """<script>(function(d, t, u) { var s = d.createElement(t); s.src = u; d.head.append(s) })
    (document, 'script', '//tags.example/load.js')</script>"""


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (f"<script>{INSERTS} s.src = '{ADDRESS}'</script>", [ADDRESS]),
        (f"<script>{INSERTS} s.src = '{ADDRESS}?id=' + id</script>", [ADDRESS]),
        (TAG_MANAGER, ["//tags.example/load.js"]),
        (f"<script>{INSERTS} s.src = '{ADDRESS}'; s.src = '{ADDRESS}?b'</script>", [ADDRESS]),
        # An image, an address that is only mentioned, a script that isn't run, and one that loads nothing.
        (f"<script>{INSERTS.replace('script', 'img')} s.src = '{ADDRESS}'</script>", []),
        (f"<script>const where = '{ADDRESS}', kind = 'script'</script>", []),
        (f"<script type=text/plain>{INSERTS} s.src = '{ADDRESS}'</script>", []),
        (f"<script>{INSERTS} s.src = 'https://tags.example/pixel.gif'</script>", []),
        (f"<script src='{ADDRESS}'></script>", []),
    ],
)
def test_injected_scripts(script: str, expected: list[str]) -> None:
    """Scripts count that an inline script names and inserts."""
    page = document(f"<!doctype html><html lang=en><title>Pears</title><p>Sweet</p>{script}")
    assert list(injected_scripts(page)) == expected
    assert are_upper_bound(unexamined_parts(page, Category.PERFORMANCE)) is bool(expected)
    named = [part for part in sentences(unexamined_parts(page, Category.PERFORMANCE)) if "tags.example/load.js" in part]
    assert len(named) == len(expected)


def test_rendered_page() -> None:
    """The requests of a rendered page are known."""
    page = document(f"<script>{INSERTS} s.src = '{ADDRESS}'</script>").page
    assert not injected_scripts(Document(evolve(page, rendered=RenderedDocument(html=TAG_MANAGER))))

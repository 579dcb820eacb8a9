"""The skeletons of pages."""

from sitescan.document.document import Document
from sitescan.document.site_facts.skeleton import skeleton
from sitescan.model.exchange import Exchange, Page
from sitescan.model.site_facts import PATH_BYTES, PLAIN_BODY
from sitescan.model.site_facts import paths_of as paths


def of(body: str) -> int:
    """Return the number of paths in the skeleton of a page."""
    return len(paths(made(body)))


def made(body: str, attributes: str = "") -> bytes:
    """Return the skeleton of a page with this body."""
    exchange = Exchange(requested="https://pears.example/", url="https://pears.example/", status=200)
    return skeleton(Document(Page(exchange=exchange, body=f"<!doctype html><body {attributes}>{body}".encode())))


def test_repeated_elements_are_one_path() -> None:
    """The items of a loop are one path, whatever their number and the numbers in their classes, and so are sections."""
    assert of("<div class=item-1></div><div class='item-2 last'></div>") == 1
    assert made("<main><div class=item1></div></main>") == made(
        "<main><div class=item7></div><div class=item></div></main>"
    )
    assert made("<section><section><p></p></section></section>") == made("<section><p></p></section>")


def test_role_and_class_make_another_path() -> None:
    """A role or a first class makes another path; later classes, ids and other attributes don't."""
    assert of("<div></div><div role=main></div><div class=box></div><div id=a class='box big'></div>") == 3


def test_content_is_left_out() -> None:
    """What is in lists and texts is the content of a page, and says nothing of its template."""
    assert made("<main><ul><li>Pear</ul></main>") == made("<main><ul><li><b><a href=/>Pear</a></b><li></ul></main>")


def test_size_is_limited() -> None:
    """A page keeps at most 1 KB, and pages that share paths keep the same ones."""
    classes = "".join(
        f"<div class={first}{second}></div>" for first in "abcdefghijklmnopqrst" for second in "abcdefghijklmnopqrst"
    )
    assert len(made(classes)) == 4 * 251
    assert paths(made(classes)) >= paths(made(classes + "<main></main>")) - paths(made("<main></main>"))
    assert of("") == 0


def test_body() -> None:
    """The class, the role and the id of the body, without their numbers, come first; a body may have none."""

    def own(attributes: str) -> bytes:
        return made("", attributes)[:PATH_BYTES]

    assert own("class='post single'") == own("class=post") != own("class=page")
    assert own("id=post-1") == own("id=post-22") != own("")
    assert own("") == own("data-a=b") == PLAIN_BODY

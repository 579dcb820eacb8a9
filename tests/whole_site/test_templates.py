"""The templates of a site."""

from collections.abc import Iterable
from hashlib import blake2b

from sitescan.model.site_facts import PATH_BYTES, PLAIN_BODY
from sitescan.site.templates import templates

LAYOUT = [f"header {number}" for number in range(10)]
ARTICLE = [f"article {number}" for number in range(5)]
PRODUCT = [f"product {number}" for number in range(5)]


def skeleton(names: Iterable[str], body: str = "") -> bytes:
    """Return a skeleton with a path for each name."""
    return b"".join((_hash(body) if body else PLAIN_BODY, *sorted(map(_hash, names))))


def _hash(name: str) -> bytes:
    return blake2b(name.encode(), digest_size=PATH_BYTES).digest()


def test_templates_are_told_apart() -> None:
    """Pages with the same paths have one template; the largest is the first."""
    pages = {f"https://pears.example/shop/item-{number}": skeleton(LAYOUT + PRODUCT) for number in range(30)}
    pages |= {f"https://pears.example/blog/{name}": skeleton(LAYOUT + ARTICLE) for name in ("a", "b", "c")}
    assert [(found.pages[0], len(found.pages), found.certainty) for found in templates(pages)] == [
        ("https://pears.example/shop/item-0", 30, 100),
        ("https://pears.example/blog/a", 3, 100),
    ]


def test_content_does_not_split_a_template() -> None:
    """Paths that only some pages have are their content: a template has pages with and without a table."""
    pages = {
        f"https://pears.example/{number}/": skeleton(
            [*LAYOUT, *ARTICLE, f"only here {number}", *["table"] * (number % 2), *["figure"] * (number % 3 == 0)]
        )
        for number in range(40)
    }
    (found,) = templates(pages)
    assert len(found.pages) == 40
    assert 90 <= found.certainty < 100


def test_made_pages_vary_little() -> None:
    """Where most pages are exactly alike, pages that differ in a fifth have two templates; elsewhere they have one."""
    kinds = {"class": LAYOUT + ARTICLE, "use": LAYOUT + ARTICLE + PRODUCT[:4]}
    made = {
        f"https://pears.example/{kind}{number}": skeleton(paths)
        for number in range(10)
        for kind, paths in kinds.items()
    }
    assert [len(found.pages) for found in templates(made)] == [10, 10]
    extra = ["table", "figure", "quote", "list", "code", "form"]
    written = {
        url: skeleton([*(kinds["use"] if "use" in url else kinds["class"]), extra[at % 6], extra[at * at % 5]])
        for at, url in enumerate(made)
    }
    assert len(templates(written)) == 1


def test_similar_pages_connect_others() -> None:
    """Two pages that differ more have one template if pages between them are similar to both."""
    parts = [f"part {number}" for number in range(40)]
    pages = {f"https://pears.example/{at:02}/": skeleton(parts[at : at + 20]) for at in range(20) for _ in range(3)}
    assert len(templates(pages)) == 1


def test_bodies_tell_templates_apart() -> None:
    """Pages that differ in the body alone have two templates; bodies of single pages, or of nearly all, don't count."""
    kinds = {
        f"https://pears.example/{name}": skeleton(LAYOUT, name[:1]) for name in ("a1", "a2", "a3", "b1", "b2", "b3")
    }
    assert [len(found.pages) for found in templates(kinds)] == [3, 3]
    single = {f"https://pears.example/{number}": skeleton(LAYOUT, str(number)) for number in range(20)}
    assert len(templates(single)) == 1
    nearly_all = {f"https://pears.example/{number}": skeleton(LAYOUT, str(number == 0)) for number in range(20)}
    assert len(templates(nearly_all)) == 1


def test_similar_bodies_need_less() -> None:
    """Pages whose bodies have the same class may differ more in the rest."""
    parts = [f"part {number}" for number in range(12)]
    pages = {
        f"https://pears.example/{body}{number}": skeleton(parts[6 * (number % 2) : 6 * (number % 2) + 6] + LAYOUT, body)
        for number in range(6)
        for body in "ab"
    }
    assert len(templates(pages)) == 4
    pages = {
        url: skeleton([*LAYOUT, *LAYOUT[:4], parts[number % 6]], url[-2]) for number, url in enumerate(sorted(pages))
    }
    assert len(templates(pages)) == 2


def test_order_does_not_matter() -> None:
    """The same pages give the same templates in any order; pages without a body, and no pages, are no problem."""
    pages = {f"https://pears.example/{number}": skeleton(LAYOUT[number % 4 :]) for number in range(20)}
    pages["https://pears.example/empty"] = b""
    assert templates(pages) == templates(dict(reversed(pages.items())))
    assert templates({}) == ()

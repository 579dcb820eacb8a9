"""The names of the templates of a site."""

from collections.abc import Mapping, Sequence

import pytest

from sitescan.site.template_names import template_names

ROOT = "https://pears.example"


def named(*groups: Sequence[str], titles: Mapping[str, str] | None = None) -> Sequence[str]:
    """Return the names of templates whose pages have these paths."""
    by_url = {f"{ROOT}{path}": title for path, title in (titles or {}).items()}
    return template_names([[f"{ROOT}{path}" for path in paths] for paths in groups], by_url)


@pytest.mark.parametrize(
    ("paths", "name"),
    [
        (["/shop/item-1", "/shop/item-22"], "/shop/item-N"),
        (["/shop/apples", "/shop/pears", "/shop/"], "/shop/*"),
        (["/shop/list?page=1", "/shop/list?page=2"], "/shop/list?page=*"),
        (["/api/struct.Vec.html", "/api/map/struct.Map.html"], "/api/*/struct.*"),
        (["/api/a/package-use.html", "/api/package-use.html"], "/api/*/package-use.html"),
        (["/api/use/A.html", "/api/deep/use/B.html"], "/api/*/use/*"),
        (["/api/a/", "/api/b/"], "/api/*/"),
        (["/docs/1.2/a", "/docs/1.2/b"], "/docs/1.2/*"),
        (["/docs/1.2/a", "/docs/1.3/a"], "/docs/N.N/a"),
        (["/struct.A.html", "/b/struct.B.html", "/enum.E.html"], "/*/struct.*, /enum.E.html"),
        (["/a/index.html", "/b/index.html", "/c/index.html", "/b/fn.c.html"], "/*/index.html, /b/fn.c.html"),
        (["/404.html"], "/404.html"),
        (["/find?q=pear%20tree"], "/find?q=pear%20tree"),
        (["/week-1/", "/week-2/", "/about/"], "/week-N/, /about/"),
        (["/blog/a", "/blog/b", "/news/a", "/about", "/cart"], "/blog/* and others"),
        (
            ["/use/package-a.html", "/package-a.html", "/x/package-b.html", "/y/package-c.html", "/c", "/d", "/e"],
            "/*/package-* and others",
        ),
    ],
)
def test_addresses(paths: Sequence[str], name: str) -> None:
    """A template is named after what its addresses share; a single page after its own."""
    others = [f"/other/{number}" for number in range(30)]
    assert named(paths, others)[0] == name


def test_folder_of_the_whole_site() -> None:
    """The folder that all pages are in tells nothing about one template."""
    blog, shop = ["/en/blog/a", "/en/blog/b", "/en/about"], ["/en/shop/a", "/en/shop/b", "/en/cart", "/en/terms"]
    assert named(shop, blog) == ("/en/shop/*, /en/cart, /en/terms", "/en/blog/*, /en/about")


def test_all_and_most_pages() -> None:
    """A template that nearly the whole site has is named so if its addresses share nothing."""
    pages = [f"/{name}/index.html" for name in ("about", "cart", "terms", "contact", "press")]
    assert named(pages) == ("all pages",)
    assert named(pages, ["/login"]) == ("most pages", "/login")


def test_titles() -> None:
    """Titles name a template whose addresses share nothing, or tell it from another one with the same addresses."""
    uses = {f"/{name}.html": f"Uses of {name} | The orchard" for name in ("apple", "cherry", "pear", "plum")}
    kinds = {f"/{name}s.html": f"{name} | The orchard" for name in ("apple", "cherry", "pear", "plum", "fig", "nut")}
    assert named([*kinds], [*uses], titles=kinds | uses) == ("most pages", "“Uses of …”")
    folder = {f"/api{path}": title for path, title in (kinds | uses).items()} | {"/": "The orchard"}
    groups = [[f"/api{path}" for path in kinds], [f"/api{path}" for path in uses], ["/"]]
    assert named(*groups, titles=folder) == ("/api/*", "/api/* “Uses of …”", "/")
    same = dict.fromkeys(uses, "Use | The orchard")
    assert named([*kinds], [*uses], titles=kinds | same)[1] == "“Use”"


def test_title_of_the_site() -> None:
    """The name of the site in titles tells nothing, not even if it is the whole title of most pages."""
    pages = {f"/{name}/": "The orchard" for name in ("apple", "cherry", "pear", "plum", "fig", "nut", "quince")}
    pages |= {f"/{name}/": f"{name} | The orchard" for name in ("about", "cart", "terms")}
    assert named([*pages], ["/404.html"], titles=pages) == ("most pages", "/404.html")


def test_same_names_are_numbered() -> None:
    """Templates that nothing distinguishes have different names, in any order of their pages."""
    assert named(["/api/a", "/api/b", "/api/c"], ["/api/d", "/api/e"], ["/"]) == ("/api/*", "/api/* (2)", "/")
    assert named() == ()

"""
A generated site with known faults of the rules about sites, near misses, and traps.

Each kind of fault has pages of its own, whose texts, titles and descriptions differ from all others. A near miss is
what its rule must not report: it differs from the fault by what makes it one.
"""

import random
from calendar import month_name
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import pairwise, permutations, product
from typing import Any

from attrs import define, field

from tests.site import HTML, Answered

_WORDS = (
    "river stone garden copper window harvest signal lantern meadow harbor timber saddle planet ribbon kettle marble "
    "orchard pepper tunnel velvet walnut compass feather glacier island jacket"
).split()
_MENU = {"/": "Home", "/all": "Contents", "/products": "Shop", "/stories": "Stories", "/help": "Help"}
_XML, _PLAIN = (("Content-Type", "application/xml"),), (("Content-Type", "text/plain"),)
_POLICY = ("Referrer-Policy", "same-origin")

#: The pages that one list links to.
_LISTED = 50


def text(words: int, seed: object) -> str:
    """Return a text of its own for each seed."""
    chosen = random.Random(str(seed))
    return " ".join(f"{chosen.choice(_WORDS)}{chosen.randrange(90)}" for _ in range(words)).capitalize() + "."


@define
class Farm:
    """
    A site that grows.

    :ivar origin: its origin.
    :ivar answers: the responses by path.
    :ivar faults: what each rule must report: the targets, the pages, or the groups of pages.
    :ivar near: the number of near misses by rule.
    :ivar listed: the paths in the sitemap.
    :ivar linked: the paths that the lists link to.
    """

    origin: str
    answers: dict[str, Answered] = field(factory=dict)
    faults: dict[str, set[str | frozenset[str]]] = field(factory=lambda: defaultdict(set))
    near: dict[str, int] = field(factory=lambda: defaultdict(int))
    listed: list[str] = field(factory=list)
    linked: list[str] = field(factory=list)

    def url(self, path: str) -> str:
        """Return the URL of a path."""
        return self.origin + path

    def page(  # noqa: PLR0913 - each is a part of a page that some rule reads
        self,
        path: str,
        *,
        title: str = "",
        description: str = "",
        body: str = "",
        canonical: str = "",
        head: str = "",
        links: Iterable[str] = (),
        extra: str = "",
        menu: dict[str, str] | None = _MENU,
        language: str = "en",
        listed: bool = True,
        linked: bool = True,
        policy: bool = True,
    ) -> str:
        """Add a page, by default one that no rule about sites reports, and return its path."""
        title = title or f"About {text(4, path)} {path}"
        description = description or f"What {text(14, f'description {path}')}"
        navigation = "".join(f'<li><a href="{target}">{name}</a>' for target, name in (menu or {}).items())
        navigation = f'<header><nav aria-label="Main"><ul>{navigation}</ul></nav></header>' if menu else ""
        anchors = "".join(f'<li><a href="{link}">On {text(2, link)}</a>' for link in links)
        anchors = f"<ul>{anchors}</ul>" if anchors else ""
        if canonical:
            head += f'<link rel="canonical" href="{self.url(canonical)}">'
        self.answers[path] = Answered(
            f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
            f'<meta name="viewport" content="width=device-width"><meta name="description" content="{description}">'
            f'<link rel="stylesheet" href="/site.css"><link rel="icon" href="/icon.png">{head}</head><body>{navigation}'
            f"<main><h1>{title}</h1><p>{body or text(220, path)}</p>{anchors}{extra}</main></body></html>".encode(),
            200,
            (("Content-Type", HTML), *([_POLICY] if policy else [])),
        )
        if listed:
            self.listed.append(path)
        if linked:
            self.linked.append(path)
        return path

    def redirect(self, path: str, to: str, status: int = 301) -> str:
        """Add a redirect, and return its path."""
        self.answers[path] = Answered(b"", status, (("Location", to),))
        return path

    def fault(self, rule: str, *found: str | Iterable[str]) -> None:
        """Note what a rule must report: targets or pages by their paths, or groups of paths."""
        self.faults[rule].update(
            self.url(one) if isinstance(one, str) else frozenset(map(self.url, one)) for one in found
        )

    def passes(self, rule: str) -> None:
        """Note a near miss of a rule."""
        self.near[rule] += 1


def _duplicates(farm: Farm, n: int) -> None:
    noindex = '<meta name="robots" content="noindex">'
    same = f"Pears of the season in box {n}"
    farm.fault("site/title-duplicate", [farm.page(f"/title-{n}-{one}", title=same) for one in "ab"])
    same = f"Plums of the season in box {n}"
    farm.page(f"/titled-{n}-a", title=same)
    farm.page(f"/titled-{n}-b", title=same, head=noindex, listed=False)
    farm.passes("site/title-duplicate")
    same = f"Box {n} of fresh pears from the orchard, packed by hand and sent to your door on the same day."
    farm.fault("site/description-duplicate", [farm.page(f"/description-{n}-{one}", description=same) for one in "ab"])
    same = f"Box {n} of fresh plums from the orchard, packed by hand and sent to your door on the same day."
    for one in "12":
        farm.page(f"/described-{n}?page={one}", description=same)
    farm.passes("site/description-duplicate")
    same = text(220, f"equal {n}")
    farm.fault("site/content-duplicate", [farm.page(f"/equal-{n}-{one}", body=same) for one in "ab"])
    for one in "ab":
        farm.page(f"/short-{n}-{one}", body=text(20, f"short {n}"))
    farm.passes("site/content-duplicate")
    same = text(400, f"near {n}")
    near = [farm.page(f"/near-{n}-{one}", body=same + one * 9) for one in "xy"]
    farm.fault("site/content-duplicate", near)
    for one in "xy":
        farm.page(f"/half-{n}-{one}", body=text(200, f"half {n}") + text(200, f"half {n} {one}"))
    farm.passes("site/content-duplicate")
    same, title = text(220, f"variant {n}"), f"The variant of number {n}"
    variants = [farm.page(path, body=same, title=title) for path in (f"/variant-{n}", f"/Variant-{n}")]
    farm.fault("site/url-variants", variants)
    for path in (f"/differing-{n}", f"/Differing-{n}"):
        farm.page(path)
    farm.passes("site/url-variants")


def _canonicals(farm: Farm, n: int) -> None:
    noindex = '<meta name="robots" content="noindex">'
    farm.page(f"/canonical-broken-{n}", canonical=f"/canonical-gone-{n}", listed=False)
    farm.fault("seo/canonical-broken", f"/canonical-gone-{n}")
    farm.page(f"/canonical-wall-{n}", canonical=f"/wall-{n}", listed=False)
    farm.passes("seo/canonical-broken")
    last = farm.page(f"/chain-{n}-c")
    middle = farm.page(f"/chain-{n}-b", canonical=last, listed=False)
    farm.page(f"/chain-{n}-a", canonical=middle, listed=False)
    farm.fault("seo/canonical-chained", middle)
    own = farm.page(f"/own-{n}", canonical=f"/own-{n}")
    farm.page(f"/other-{n}", canonical=own, listed=False)
    farm.passes("seo/canonical-chained")
    loop = [f"/canonical-loop-{n}-{one}" for one in "ab"]
    for page, other in (loop, loop[::-1]):
        farm.page(page, canonical=other, listed=False)
    farm.fault("seo/canonical-chained", loop[0])
    farm.page(f"/canonical-moved-{n}", canonical=farm.redirect(f"/canonical-hop-{n}", last), listed=False)
    farm.fault("seo/canonical-redirect", f"/canonical-hop-{n}")
    hidden = farm.page(f"/hidden-{n}", head=noindex, listed=False)
    farm.page(f"/shown-{n}", canonical=hidden, listed=False)
    farm.fault("seo/canonical-noindex", hidden)
    farm.page(f"/hidden-own-{n}", head=noindex, canonical=f"/hidden-own-{n}", listed=False)
    farm.passes("seo/canonical-noindex")
    body = text(220, f"copy {n}")
    title = f"The original of number {n}"
    original = farm.page(f"/original-{n}", canonical=f"/original-{n}", body=body, title=title)
    farm.fault(
        "site/link-to-variant", farm.page(f"/copy-{n}", canonical=original, body=body, title=title, listed=False)
    )
    languages = {one: f"/version-{n}-{one}" for one in ("en", "de", "fr", "it")}
    alternate = '<link rel="alternate" hreflang="{}" href="{}">'.format
    heads = {one: alternate(one, farm.url(path)) for one, path in languages.items()}
    farm.page(languages["en"], head=heads["en"] + heads["de"])
    farm.page(languages["de"], head=heads["de"], language="de")
    farm.fault("seo/hreflang-unreturned", languages["de"])
    for one in ("fr", "it"):
        farm.page(languages[one], head=heads["fr"] + heads["it"], language=one)
    farm.passes("seo/hreflang-unreturned")


def _links(farm: Farm, n: int) -> None:
    to = farm.page(f"/target-{n}", extra=f'<p id="part">{text(9, n)}')
    farm.answers[f"/wall-{n}"] = Answered(b"Forbidden", 403)
    broken = [f"/gone-{n}", f"/wall-{n}"]
    moved = [farm.redirect(f"/moved-{n}", to), farm.redirect(f"/found-{n}", to, 302)]
    chain = farm.redirect(f"/hop-{n}", farm.redirect(f"/hop-{n}-b", to))
    loop = farm.redirect(f"/loop-{n}", farm.redirect(f"/loop-{n}-b", f"/loop-{n}"))
    farm.page(f"/linking-{n}", links=[*broken, *moved, chain, loop, f"{to}#gone", f"{to}#part", f"{to}#top"])
    farm.fault("links/broken", broken[0])
    farm.fault("links/redirect-permanent", moved[0])
    farm.fault("links/redirect-permanent", chain)
    farm.fault("links/redirect-loop", loop)
    farm.fault("links/fragment-missing-elsewhere", f"{to}#gone")
    for rule in (
        "links/broken",
        "links/redirect-permanent",
        "links/redirect-permanent",
        "links/fragment-missing-elsewhere",
    ):
        farm.passes(rule)
    farm.answers[f"/lost-{n}"] = Answered(
        b"<!DOCTYPE html><html lang=en><title>Page not found</title><h1>Page not found</h1><p>We can't find this page."
        b'<p><a href="/">Home</a>',
        200,
        (("Content-Type", HTML), _POLICY),
    )
    farm.page(f"/losing-{n}", links=[f"/lost-{n}"])
    farm.fault("links/soft-404", f"/lost-{n}")
    farm.page(f"/lost-and-found-{n}", title=f"Lost and found, office {n}")
    farm.passes("links/soft-404")
    unfollowed = farm.page(f"/unfollowed-{n}")
    farm.page(f"/unfollowing-{n}", extra=f'<a rel="nofollow" href="{unfollowed}">Box</a>')
    farm.fault("site/link-nofollow-internal", unfollowed)
    farm.page(f"/opening-{n}", extra=f'<a rel="noopener" href="{to}">Box</a>')
    farm.passes("site/link-nofollow-internal")


def _structure(farm: Farm, n: int) -> None:
    farm.fault("site/orphan", farm.page(f"/orphan-{n}", linked=False))
    child = farm.page(f"/child-{n}", linked=False)
    farm.page(f"/parent-{n}", links=[child])
    farm.passes("site/orphan")
    farm.fault("site/dead-end", farm.page(f"/end-{n}", menu=None))
    farm.page(f"/back-{n}", menu=None, links=["/"])
    farm.passes("site/dead-end")
    steps = [f"/walk-{n}/step-{one}" for one in "abcd"]
    for at, step in enumerate(steps):
        farm.page(step, links=steps[at + 1 : at + 2], linked=not at)
    farm.fault("site/deep", steps[-1])
    farm.passes("site/deep")
    farm.fault("site/headers-uneven", farm.page(f"/bare-{n}", policy=False))
    reordered = dict(reversed(_MENU.items()))
    farm.fault("site/nav-order", farm.page(f"/reordered-{n}", menu=reordered))
    farm.page(f"/fewer-{n}", menu={target: name for target, name in _MENU.items() if name != "Stories"})
    farm.passes("site/nav-order")
    farm.fault("site/same-thing-other-name", farm.page(f"/renamed-{n}", menu=_MENU | {"/products": "Boxes"}))
    farm.page(f"/longer-{n}", menu=_MENU | {"/products": "Shop for pears"})
    farm.passes("site/same-thing-other-name")


def _sitemaps(farm: Farm, n: int) -> None:
    noindex = '<meta name="robots" content="noindex">'
    farm.listed += [f"/map-gone-{n}", farm.redirect(f"/map-moved-{n}", "/all"), f"/private/{n}", f"/wall-{n}"]
    farm.fault("seo/sitemap-pages-broken", f"/map-gone-{n}")
    farm.fault("seo/sitemap-pages-duplicate", f"/map-moved-{n}")
    farm.fault("site/sitemap-blocked", f"/private/{n}")
    farm.passes("seo/sitemap-pages-broken")
    farm.fault("seo/sitemap-pages-noindex", farm.page(f"/map-hidden-{n}", head=noindex))
    farm.fault("seo/sitemap-pages-duplicate", farm.page(f"/map-other-{n}", canonical="/all"))
    farm.page(f"/map-own-{n}", canonical=f"/map-own-{n}")
    farm.passes("seo/sitemap-pages-duplicate")
    farm.fault("site/sitemap-incomplete", farm.page(f"/unlisted-{n}", listed=False))
    farm.page(f"/unlisted-hidden-{n}", head=noindex, listed=False)
    farm.passes("site/sitemap-incomplete")


KINDS: tuple[Callable[[Farm, int], None], ...] = (_duplicates, _canonicals, _links, _structure, _sitemaps)

TRAPS = {
    "/cal/": "/cal/N-N has no end",
    "/nested/": "paths that repeat a segment",
    "sid=": "sid changes nothing",
    "/choose?": "/choose has no end",
    "/filter/": "/filter/* has no end",
    "/tree/": "/tree/* has no end",
}
"""A part of the URLs of each trap, and of the sentence that names it."""


def grown(origin: str, pages: int, each: int) -> Farm:
    """
    Return a site.

    :param pages: the least number of its pages, without those of traps.
    :param each: the number of faults of each kind.
    """
    farm = Farm(origin)
    for n in range(each):
        for kind in KINDS:
            kind(farm, n)
    sound = iter(range(pages))
    while sum(answer.status == 200 for answer in farm.answers.values()) + len(_MENU) + len(farm.linked) // 50 < pages:
        farm.page(f"/pear-{next(sound)}")
    lists = [farm.linked[at : at + _LISTED] for at in range(0, len(farm.linked), _LISTED)]
    indexes = [
        farm.page(f"/list-{chr(97 + at // 26)}{chr(97 + at % 26)}", links=links) for at, links in enumerate(lists)
    ]
    traps = ["/cal/2026-11", "/nested/", "/choose", "/filter/", "/tree/"]
    farm.page("/all", links=[*traps, *(f"/all?sid={one}" for one in range(30))])
    for path in ("/products", "/stories", "/help"):
        farm.page(path)
    search = '<form role="search" action="/all"><input name="q" aria-label="Search"><button>Search</button></form>'
    farm.page("/", links=indexes, extra=search)
    _add_traps(farm)
    entries = "".join(f"<url><loc>{farm.url(path)}</loc></url>" for path in farm.listed)
    urlset = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
    farm.answers |= {
        "/robots.txt": Answered(
            f"User-agent: *\nDisallow: /private/\nSitemap: {farm.url('/sitemap.xml')}\n".encode(), 200, _PLAIN
        ),
        "/sitemap.xml": Answered(urlset.encode(), 200, _XML),
        "/site.css": Answered(b"body { color: #222; background: #fff }", 200, (("Content-Type", "text/css"),)),
        "/icon.png": Answered(b"\x89PNG\r\n\x1a\n" + bytes(40), 200, (("Content-Type", "image/png"),)),
    }
    return farm


def _add_traps(farm: Farm) -> None:
    months = [(2026 + (10 + at) // 12, (10 + at) % 12 + 1) for at in range(200)]
    days = " ".join(map(str, range(1, 29)))
    for (year, month), following in pairwise(months):
        title, path = f"{month_name[month]} {year}", "/cal/{}-{:02}".format(*following)
        links, listed = [path], (year, month) == months[0]
        farm.page(f"/cal/{year}-{month:02}", title=title, body=f"{days} No events.", links=links, **_trap(listed))
    for depth in range(30):
        farm.page(f"/nested/{'down/' * depth}", links=["down/"], listed=not depth, linked=False)
    for chosen in (chosen for number in range(5) for chosen in permutations("abcdef", number)):
        more = [f"/choose?{_query((*chosen, one))}" for one in "abcdef" if one not in chosen]
        path = f"/choose?{_query(chosen)}" if chosen else "/choose"
        farm.page(
            path,
            title=f"Choose pears {' '.join(chosen)}",
            body="Sorted by price. 4 EUR 5 EUR",
            links=more,
            **_trap(not chosen),
        )
    for chosen in (chosen for number in range(4) for chosen in permutations(("color", "size", "kind"), number)):
        for values in product("123", repeat=len(chosen)):
            given = [f"{name}-{value}/" for name, value in zip(chosen, values, strict=True)]
            more = [f"{name}-{one}/" for name in ("color", "size", "kind") if name not in chosen for one in "123"]
            title = f"Pears {' '.join(given)}"
            farm.page(f"/filter/{''.join(given)}", title=title, body="4 EUR 5 EUR", links=more, **_trap(not given))
    for depth in range(5):
        for branch in product("abc", repeat=depth):
            path = "".join(f"{one}{at}/" for at, one in enumerate(branch))
            more = [f"{one}{depth}/" for one in "abc"]
            farm.page(f"/tree/{path}", title=f"Branch {path}", body="Choose a branch.", links=more, **_trap(not depth))


def _trap(is_first: bool) -> Any:
    """Return where a page of a trap is named: the first one in the sitemap."""
    return {"listed": is_first, "linked": False}


def _query(names: Iterable[str]) -> str:
    return "&".join(f"{name}=1" for name in names)

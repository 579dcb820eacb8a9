"""What names of modules stand for: https://html.spec.whatwg.org/multipage/webappapis.html#import-maps."""

import json

import pytest

from sitescan.document.scripts.import_map import ImportMap, import_map
from tests.document.pages import document

_URL = "https://example.com/"


def _map(*maps: object) -> ImportMap:
    texts = (data if isinstance(data, str) else json.dumps(data) for data in maps)
    return import_map(document("".join(f'<script type="importmap">{text}</script>' for text in texts)))


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"integrity": []}', "3", "", '{"imports": 3, "scopes": "x"}', "[" * 100_000]
)
def test_invalid_maps(text: str) -> None:
    """A map that is not valid maps nothing."""
    assert _map(text) == ImportMap()


def test_integrity() -> None:
    """The keys of the map are URL references."""
    data = {"integrity": {"/lib/pears.js": "sha384-x", "http://[": "sha384-y", "/a.js": 3}}
    assert _map(data).integrity == {"https://example.com/lib/pears.js": "sha384-x"}


@pytest.mark.parametrize(
    ("specifier", "url"),
    [
        ("pears", "https://example.com/lib/pears.js"),
        ("plums", "https://cdn.example.net/plums.js"),
        ("fruit/pear.js", "https://example.com/f/pear.js"),
        ("fruit/red/apple.js", "https://example.com/r/apple.js"),
        ("./old.js", "https://example.com/new.js"),
        ("https://example.com/old.js", "https://example.com/new.js"),
        ("./other.js", "https://example.com/other.js"),
        ("/old/a.js", "https://example.com/new/a.js"),
        ("unknown", ""),
        ("forbidden", ""),
        ("bare", ""),
        ("no-folder/a.js", ""),
        ("fruit/../../secret.js", ""),
        ("https://[", ""),
        ("data:text/javascript,1", "data:text/javascript,1"),
    ],
)
def test_resolved(specifier: str, url: str) -> None:
    """A name is that of the map; a URL may be mapped too, and a folder doesn't lead out of itself."""
    names = {
        "pears": "/lib/pears.js",
        "plums": "https://cdn.example.net/plums.js",
        "fruit/": "/f/",
        "fruit/red/": "/r/",
        "/old.js": "./new.js",
        "/old/": "/new/",
        "forbidden": None,
        "bare": "pears.js",
        "no-folder/": "/folder",
    }
    assert _map({"imports": names}).url(specifier, _URL) == url


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://example.com/shop/cart/a.js", "https://example.com/3.js"),
        ("https://example.com/shop/a.js", "https://example.com/2.js"),
        ("https://example.com/one.js", "https://example.com/4.js"),
        ("https://example.com/one.js/a.js", "https://example.com/1.js"),
        ("https://example.com/a.js", "https://example.com/1.js"),
    ],
)
def test_scopes(base: str, url: str) -> None:
    """The longest scope of a script has precedence."""
    scopes = {
        "/shop/": {"pears": "/2.js"},
        "/shop/cart/": {"pears": "/3.js"},
        "/one.js": {"pears": "/4.js"},
        "/shop/cart/deep/": {"plums": "/5.js"},
    }
    assert _map({"imports": {"pears": "/1.js"}, "scopes": scopes}).url("pears", base) == url


def test_several_maps() -> None:
    """The first map that has a name counts."""
    maps = _map({"imports": {"pears": "/1.js"}}, {"imports": {"pears": "/2.js", "plums": "/3.js"}})
    assert [maps.url(name, _URL) for name in ("pears", "plums")] == [_URL + "1.js", _URL + "3.js"]


def test_map_in_file() -> None:
    """A map with an address is not loaded."""
    assert (
        import_map(document('<script type="importmap" src="/m.json">{"imports": {"a": "/a.js"}}</script>'))
        == ImportMap()
    )

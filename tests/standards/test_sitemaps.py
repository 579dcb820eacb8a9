"""Parsing of sitemaps: XML, feeds, lists, compressed or truncated files, and other content in their place."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.sitemaps import MOST_LOCATIONS, first_of_index, parse_sitemap

HEAD = b'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
ENTRY = b"<url><loc> https://example.com/pears </loc><lastmod>2026-03-31</lastmod></url>"
LISTED_INDEX = b"<sitemap><loc>https://example.com/pears</loc></sitemap>"
LISTED = ("https://example.com/pears",)


@pytest.mark.parametrize(
    ("body", "kind", "locations"),
    [
        (HEAD + ENTRY + b"</urlset>", "urlset", LISTED),
        (b"\xef\xbb\xbf" + HEAD + ENTRY + b"</urlset>", "urlset", LISTED),
        (HEAD.replace(b"urlset", b"sitemapindex") + LISTED_INDEX + b"</sitemapindex>", "index", LISTED),
        (b"<feed xmlns='http://www.w3.org/2005/Atom'><entry/></feed>", "feed", ()),
        (b"https://example.com/pears\r\n\r\n", "text", LISTED),
        (b"  <!DOCTYPE HTML><p>Pears", "html", ()),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><p>Pears", "html", ()),
        (b"\n", "empty", ()),
        (b"Not found", "other", ()),
        # The location of an image is not that of a page.
        (
            HEAD
            + b"<url><loc>https://example.com/</loc><image><loc>https://example.com/p.jpg</loc></image></url></urlset>",
            "urlset",
            ("https://example.com/",),
        ),
        (gzip.compress(HEAD + ENTRY + b"</urlset>"), "urlset", LISTED),
    ],
)
def test_kinds(body: bytes, kind: str, locations: tuple[str, ...]) -> None:
    """Each kind of sitemap that search engines read is recognized, and so is a page in its place."""
    content = parse_sitemap(body, whole=True)
    assert (content.kind, content.locations, content.fault) == (kind, locations, "")


def test_faults() -> None:
    """A fault is reported with its line, and the end of a truncated file is not a fault."""
    assert parse_sitemap(
        HEAD + b"\n<url><loc>https://e.com/?a=1&b=2</loc></url></urlset>", whole=True
    ).fault.startswith("line 2: ")
    assert parse_sitemap(HEAD + ENTRY, whole=True).fault
    assert parse_sitemap(HEAD + ENTRY, whole=False).fault == ""
    assert parse_sitemap(b"\x1f\x8bxx", whole=True).fault
    packed = gzip.compress(HEAD + ENTRY * 3000)
    cut = parse_sitemap(packed[: len(packed) // 2], whole=False)
    assert (cut.kind, cut.fault) == ("urlset", "")


@pytest.mark.parametrize("root", [b"<urlset>", b"<urlset xmlns='https://www.sitemaps.org/schemas/sitemap/0.9'>"])
def test_namespaces(root: bytes) -> None:
    """A sitemap without the namespace of the protocol has a fault, but its URLs are read."""
    content = parse_sitemap(root + ENTRY + b"</urlset>", whole=True)
    assert content.locations == LISTED
    assert content.fault == 'its urlset element needs xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


@pytest.mark.parametrize(
    ("date", "valid"),
    [
        ("2026", True),
        ("2026-03", True),
        ("2026-03-31", True),
        ("2026-03-31T12:00Z", True),
        (" 2026-03-31T12:00:00.5+01:00 ", True),
        ("2026-03-31T12:00:00+0000", True),
        ("", True),
        ("2026-03-31 12:00:00", False),
        ("31.03.2026", False),
        ("2026-13-01", False),
        ("Tue, 31 Mar 2026 12:00:00 GMT", False),
        ("\u0662\u0660\u0662\u0666", False),
    ],
)
def test_dates(date: str, valid: bool) -> None:
    """The first date that search engines can't read is reported with its line."""
    entries = f"\n<url><loc>https://e.com/</loc><lastmod>{date}</lastmod></url>".encode() + ENTRY
    content = parse_sitemap(HEAD + entries + b"<url><lastmod>soon</lastmod></url></urlset>", whole=True)
    assert content.wrong_date == ("line 2: soon" if valid else f"line 2: {date}")


def test_limits() -> None:
    """The number of locations is limited, and entities are not expanded."""
    many = parse_sitemap(HEAD + ENTRY * (MOST_LOCATIONS + 10) + b"</urlset>", whole=True)
    assert len(many.locations) == MOST_LOCATIONS
    laughs = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>'
    assert parse_sitemap(laughs, whole=True).locations == ()


def test_counts() -> None:
    """All URLs in the part that was read are counted, including those that are not kept."""
    body = HEAD + ENTRY * 60_000 + b"</urlset>"
    content = parse_sitemap(body, whole=True)
    assert (content.counted, content.read) == (60_000, len(body))
    packed = gzip.compress(body)
    content = parse_sitemap(packed, whole=True)
    assert content.read < len(packed)
    assert MOST_LOCATIONS < content.counted < 60_000
    assert parse_sitemap(b"https://example.com/\n" * 7, whole=True).counted == 7


@pytest.mark.parametrize(
    ("body", "first"),
    [
        (HEAD.replace(b"urlset", b"sitemapindex") + LISTED_INDEX + LISTED_INDEX, "https://example.com/pears"),
        (b"<sitemapindex>\n<sitemap>\n<loc> https://e.com/?a=1&amp;b </loc>", "https://e.com/?a=1&b"),
        (b"<sitemapindex><sitemap><loc><![CDATA[https://e.com/]]></loc>", "https://e.com/"),
        (b"<sitemapindex></sitemapindex>", ""),
        (HEAD + ENTRY, ""),
        (b"", ""),
    ],
)
def test_first_sitemap_of_index(body: bytes, first: str) -> None:
    """The first sitemap of an index is found without a parser, and other files have none."""
    assert first_of_index(body) == first


@given(st.binary() | st.text(alphabet="<>/urlsetoc&;\"' =!-[]").map(str.encode), st.booleans())
def test_any_bytes_are_read(body: bytes, whole: bool) -> None:
    """Any bytes are read without an error."""
    assert parse_sitemap(body, whole=whole).kind
    first_of_index(body)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (b"<url><loc> </loc></url>", "a url element names no URL"),
        (b"<url><lastmod>2026-01-01</lastmod></url>", "a url element names no URL"),
        (b"<url><image><loc>https://example.com/p.jpg</loc></image></url>", "a url element names no URL"),
        (
            ENTRY + b'<url><loc>https://a.example/</loc><x:link xmlns:x="http://www.w3.org/TR/xhtml11"/></url>',
            "xmlns",
        ),
    ],
)
def test_faulty_entries(entry: bytes, fault: str) -> None:
    """An entry without a URL, and a link to a version in another language in another namespace, are faults."""
    assert fault in parse_sitemap(HEAD + entry + b"</urlset>", whole=True).fault

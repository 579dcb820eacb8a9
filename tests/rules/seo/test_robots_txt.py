"""Parsing of robots.txt, by RFC 9309."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.model.crawling import Robots
from sitescan.rules.seo import robots_syntax
from sitescan.standards.robots_txt import MAX_BYTES, Pattern, comparable, exact_pattern, parse_robots

DECISIONS = [
    # pattern, path, matches
    ("/fish", "/fish.html", True),
    ("/fish", "/Fish", False),
    ("/fish*", "/fishheads", True),
    ("/fish/", "/fish", False),
    ("/*.php", "/a/b.php?x", True),
    ("/*.php$", "/b.php?x", False),
    ("/*.php$", "/a.php/b.php", True),
    ("/a*a$", "/a", False),
    ("/a$", "/a", True),
    ("/a$b", "/a$b", True),
    ("/a$b", "/a", False),
    ("/price-%24", "/price-$", False),
    ("/price-$x", "/price-$x", True),
    ("/a%2fb", "/a%2Fb", True),
    ("/a%2Fb", "/a/b", False),
    ("/%7Eann", "/~ann", False),
    ("/%7eann", "/%7Eann", True),
    ("/birnbäume", "/birnb%C3%A4ume", True),
    ("*", "/anything", True),
    ("$", "/", False),
    ("**", "/", True),
]


@pytest.mark.parametrize(("pattern", "path", "matches"), DECISIONS)
def test_pattern(pattern: str, path: str, matches: bool) -> None:
    """Wildcards, end anchors and percent-encoding in a pattern match as RFC 9309 defines."""
    assert Pattern.parse(pattern, allow=False, line=1).matches(comparable(path)) is matches


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", True),
        ("User-agent: *\nDisallow: /", False),
        ("Disallow: /", True),
        ("User-agent: *\nDisallow:", True),
        ("User-agent: *\nDisallow: /\nAllow: /", True),
        ("User-agent: *\nDisallow: /shop\nAllow: /sh", False),
        ("User-agent: *\nDisallow: /\n\nUser-agent: pearbot\nAllow: /", True),
        ("User-agent: PearBot/2.1\nDisallow: /\n\nUser-agent: *\nAllow: /", False),
        ("User-agent: PearBotImages\nDisallow: /", True),
        ("User-agent: pearbot\nUser-agent: other\nDisallow: /", False),
        ("User-agent: pearbot\nSitemap: https://example.com/s.xml\nUser-agent: other\nDisallow: /", False),
        ("User-agent: other\nDisallow: /a\nUser-agent: pearbot\nDisallow: /b", True),
        ("User-agent: pearbot\nDisallow: /a\n\nUser-agent: pearbot\nDisallow: /shop", False),
        ("user-agent pearbot\rdisallow /\r", False),
        ("\ufeffUser-agent: pearbot # we\r\nDisallow: /# all", False),
        ("User-agent: *\n" + "# nothing\n" * MAX_BYTES + "Disallow: /", True),
    ],
)
def test_decision(text: str, allowed: bool) -> None:
    """The longest matching pattern in the crawler's own groups decides; in doubt the page may be fetched."""
    assert parse_robots(text).allows("PearBot", "/shop/pears") is allowed


@given(st.text(), st.text())
def test_any_text_is_read(text: str, path: str) -> None:
    """Any text is read as a robots.txt without an error."""
    file = parse_robots(text)
    assert file.allows("PearBot", path) in (True, False)


@given(st.text(alphabet="/a*$b%2", max_size=12), st.text(alphabet="/ab$%2", max_size=12))
def test_matcher_agrees_with_regular_expression(pattern: str, path: str) -> None:
    """The linear matcher agrees with an equivalent regular expression."""
    anchored = pattern.endswith("$")
    pieces = [re.escape(comparable(piece)) for piece in pattern.removesuffix("$").split("*")]
    slow = re.compile(".*".join(pieces) + (r"\Z" if anchored else ""), re.S)
    found = Pattern.parse(pattern, allow=True, line=1).matches(comparable(path))
    assert found is (slow.match(comparable(path)) is not None)


@pytest.mark.cpu
@pytest.mark.parametrize(
    "text",
    [
        "user-agent: *\n" + "disallow: /" + "*a" * 200_000,
        "user-agent: *\n" * 15_000 + "disallow: /a*b\n" * 15_000,
        "".join(f"user-agent: a{number}\n" for number in range(12_000)) + "disallow: /a*b\n" * 15_000,
    ],
)
def test_hostile_files_take_little_time(text: str) -> None:
    """A hostile robots.txt is parsed and evaluated within two seconds of CPU time."""
    began = time.process_time()
    parse_robots(text).allows("a1", "/" + "a" * 2000)
    assert time.process_time() - began < 2


@pytest.mark.parametrize("path", ["/", "/pears", "/pears?kind=nashi"])
def test_suggested_allow_matches_only_page(path: str) -> None:
    """The suggested Allow pattern matches the page and leaves other pages as they are."""
    pattern = Pattern.parse(exact_pattern(path), allow=True, line=1)
    assert pattern.matches(comparable(path))
    assert not pattern.matches("/internal")


@pytest.mark.parametrize(("character", "code"), [("\ufeff", "FEFF"), ("\u200b", "200B")])
def test_invisible_character_is_reported(character: str, code: str) -> None:
    """An invisible character in a directive is reported by its code point."""
    text = f"User-agent: *\nDisallow: /a\n{character}Disallow: /b\n"
    robots = Robots(url="https://example.com/", robots_url="https://example.com/robots.txt", status=200, text=text)
    assert [finding.facts["detail"] for finding in robots_syntax.check(robots)] == [
        f"line 3: an invisible character (U+{code}) is part of the directive's name"
    ]

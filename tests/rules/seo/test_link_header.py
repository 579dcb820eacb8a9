"""Parsing of Link header fields."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.link_header import parse_link_header


def test_links_and_parameters() -> None:
    """Commas and semicolons inside brackets and quotes are not separators."""
    links = parse_link_header(
        '</a,b;c>; rel="Preload next" ; title="x, \\"y\\"; z";as=style, garbage,<d>;rel=canonical'
    )
    assert [(link.target, dict(link.parameters)) for link in links] == [
        ("/a,b;c", {"rel": "Preload next", "title": 'x, "y"; z', "as": "style"}),
        ("d", {"rel": "canonical"}),
    ]
    assert links[0].rel == ("preload", "next")


def test_targets_in_utf8() -> None:
    """Browsers and search engines read the bytes of a target as UTF-8."""
    (link,) = parse_link_header("</birnenb\xc3\xa4ume>; rel=canonical")
    assert link.target == "/birnenb\xe4ume"


@given(st.text(alphabet='<>;,="\\ arel') | st.text())
def test_any_header_value_is_parsed(value: str) -> None:
    """Any header value is parsed without an error."""
    for link in parse_link_header(value):
        assert "<" not in link.target

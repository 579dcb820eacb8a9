"""Parsing of security.txt."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.security_txt import faults, looks_like_security_txt, parse_security_txt, seems_copied

NOW = 1_800_000_000.0


def test_valid_file() -> None:
    """Comments, letter case, repeated contacts and a signature are no faults."""
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n# Contact: no\nContact: mailto:a@example.com\r\n"
        "contact: tel:+1-201-555-0123\nContact: https://example.com/report\nExpires: 2027-12-31T23:00:00.000Z\n"
        "-----BEGIN PGP SIGNATURE-----\nExpires: 1999-01-01T00:00:00Z\n-----END PGP SIGNATURE-----\n"
    )
    assert looks_like_security_txt(text)
    assert not list(faults(text, NOW))
    assert len(parse_security_txt(text).all("contact")) == 3


def test_faults() -> None:
    """Each fault is described in words."""
    assert list(faults("", NOW)) == ["Contact is missing", "Expires is missing"]
    text = "Contact: http://example.com\nExpires: 2020-01-01T00:00:00Z\nExpires: soon"
    assert list(faults(text, NOW)) == [
        "Contact: http://example.com is not an https://, mailto: or tel: address",
        "Expires is repeated",
        "it expired on 2020-01-01",
    ]
    assert "Expires: 2027-13-31T00:00:00Z is not a date such as 2027-12-31T23:00:00Z" in list(
        faults("Contact: mailto:a@b.example\nExpires: 2027-13-31T00:00:00Z", NOW)
    )


def test_canonical() -> None:
    """A file whose Canonical fields name only other URLs seems copied; a file without the field does not."""
    own = "https://a.example/security.txt"
    named = "Canonical: https://b.example/security.txt\nCanonical: https://A.example:443/security.txt\n"
    assert not seems_copied(named, own)
    assert not seems_copied(named, "https://c.example/", own)
    assert not seems_copied("Contact: https://a.example/", own)
    assert seems_copied(named, "https://c.example/security.txt")
    assert seems_copied("Canonical: pears", own)


def test_page_is_not_security_txt() -> None:
    """A page at the address of security.txt is not taken for one."""
    assert not looks_like_security_txt("<!doctype html>\n<p>Contact us")


@given(st.text(max_size=400))
def test_any_text_is_checked(text: str) -> None:
    """Any text is searched for faults without an error."""
    looks_like_security_txt(text)
    list(faults(text, NOW))

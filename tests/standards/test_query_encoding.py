"""Encoding of queries in pages with a legacy encoding, as in browsers."""

import pytest

from sitescan.standards.query_encoding import with_encoded_query


@pytest.mark.parametrize(
    ("reference", "encoding", "encoded"),
    [
        ("/find?q=b\xe4ume#\xe4", "windows-1252", "/find?q=b%E4ume#\xe4"),
        ("/b\xe4ume?q=\u20ac", "windows-1252", "/b\xe4ume?q=%80"),
        ("?q=\u0433\u0440\u0443\u0448\u0430", "windows-1251", "?q=%E3%F0%F3%F8%E0"),
        ("?q=\u68a8", "shift_jis", "?q=%97%9C"),
        ("?q=\u68a8", "windows-1252", "?q=%26%2326792%3B"),
        ("https://a.example/?q=\xe4", "windows-1252", "https://a.example/?q=%E4"),
        ("mailto:ann@example.com?subject=\xe4", "windows-1252", "mailto:ann@example.com?subject=\xe4"),
        ("?q=\xe4", "utf-8", "?q=\xe4"),
        ("?q=\xe4", "utf-16le", "?q=\xe4"),
        ("/\xe4", "windows-1252", "/\xe4"),
        ("#?\xe4", "windows-1252", "#?\xe4"),
    ],
)
def test_queries(reference: str, encoding: str, encoded: str) -> None:
    """Only non-ASCII characters in queries of web URLs are encoded; paths are always UTF-8."""
    assert with_encoded_query(reference, encoding) == encoded

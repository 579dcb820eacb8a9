"""Decoding of pages, as in browsers."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.document import Document
from sitescan.document.parsing.encoding import decode, decode_again, prescan
from sitescan.model.exchange import Exchange, Page

HTML = "text/html"


@pytest.mark.parametrize(
    ("body", "content_type", "text", "encoding", "source"),
    [
        (b"\xef\xbb\xbf\xc3\xa9", "text/html; charset=windows-1252", "é", "utf-8", "bom"),
        (codecs.BOM_UTF16_LE + "é".encode("utf-16-le"), HTML, "é", "utf-16le", "bom"),
        (codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), HTML, "é", "utf-16be", "bom"),
        (b"\xc3\xa9", "text/html; charset=UTF8", "é", "utf-8", "header"),
        (b"\xe9", 'text/html; charset="latin1"', "é", "windows-1252", "header"),
        (b"\xe9", "text/html;charset=iso-8859-1;x=y", "é", "windows-1252", "header"),
        (b"\xc3\xa9", "text/html; charset=nonsense", "Ã©", "windows-1252", "default"),
        (b"<meta charset=utf-8>\xc3\xa9", HTML, "<meta charset=utf-8>é", "utf-8", "meta"),
        (b"\xe9", HTML, "é", "windows-1252", "default"),
        (b"", "", "", "windows-1252", "default"),
        ("日本".encode("shift_jis"), "text/html; charset=Shift_JIS", "日本", "shift_jis", "header"),
        ("привет".encode("koi8-r"), "text/html; charset=koi8-r", "привет", "koi8-r", "header"),
    ],
)
def test_decode(body: bytes, content_type: str, text: str, encoding: str, source: str) -> None:
    """The encoding is that of the byte order mark, else of the header, else of the meta element, else windows-1252."""
    decoded = decode(body, content_type)
    assert (decoded.text, decoded.encoding, decoded.source) == (text, encoding, source)


@pytest.mark.parametrize(
    ("metas", "text"),
    [
        ([{"charset": "utf-8"}], "é"),
        ([{"name": "x"}, {"http-equiv": "Content-Type", "content": "text/html; charset=UTF-8"}], "é"),
        ([{"charset": "koi8-r"}, {"charset": "utf-8"}], "ц╘"),
        ([{"charset": "nönsense"}], None),
        ([], None),
    ],
)
def test_decode_again(metas: list[dict[str, str]], text: str | None) -> None:
    """A declaration in the tree is followed if no encoding was declared before."""
    again = decode_again("é".encode(), metas)
    assert (again.text if again else None) == text
    assert again is None or again.source == "late"


def test_late_declaration_is_followed() -> None:
    """A declaration after the first kilobyte is followed, but not one in a script or a comment."""
    filler = " " * 1024 + "<!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script>"
    html = f"{filler}<title>Birnbäume 梨</title><meta charset=utf-8>".encode()
    exchange = Exchange(requested="https://a.example/", url="https://a.example/", status=200)
    document = Document(Page(exchange=exchange, body=html))
    assert (document.title, document.decoded.source) == ("Birnbäume 梨", "late")


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        (b"<meta charset=utf-8>", "utf-8"),
        (b"<META CHARSET='UTF-8'/>", "utf-8"),
        (b'<meta name=x charset = "utf-8" >', "utf-8"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"),
        (b'<meta content="text/html; charset = koi8-r" http-equiv=content-type>', "koi8-r"),
        (b'<meta content="text/html; charset=koi8-r">', None),
        (b'<meta http-equiv=refresh content="0; charset=koi8-r">', None),
        (b"<!-- <meta charset=koi8-r> --><meta charset=utf-8>", "utf-8"),
        (b"<!--><meta charset=utf-8>", "utf-8"),
        (b"<!-- <meta charset=utf-8>", None),
        (b"<p title='<meta charset=koi8-r>'><meta charset=utf-8>", "utf-8"),
        (b"<?xml encoding=koi8-r ?><meta charset=utf-8>", "utf-8"),
        (b"<metadata charset=koi8-r><meta charset=utf-8>", "utf-8"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=utf-7>", None),
        (b"<meta charset=rot13><meta charset=utf-8>", "utf-8"),
        (b"<meta charset=", None),
        (b"<", None),
    ],
)
def test_prescan(head: bytes, encoding: str | None) -> None:
    """The prescan finds the declarations that the HTML standard defines."""
    assert prescan(head) == encoding


def test_prescan_ends_after_1024_bytes() -> None:
    """A declaration after 1024 bytes is not found by the prescan."""
    late = b" " * 1024 + b"<meta charset=utf-8>\xc3\xa9"
    assert decode(late, HTML).source == "default"


@given(st.binary(max_size=2000), st.text(max_size=40))
def test_arbitrary_bytes(body: bytes, content_type: str) -> None:
    """Any bytes are decoded to the same text each time, without carriage returns."""
    decoded = decode(body, content_type)
    assert "\r" not in decoded.text
    assert decoded == decode(body, content_type)


@pytest.mark.parametrize(
    ("head", "content_type", "text", "source"),
    [
        (b"<?xml version='1.0' encoding='UTF-8'?>\xc3\xa9", HTML, "é", "xml"),
        (b"<?xml version='1.0' encoding='UTF-16'?>\xc3\xa9", HTML, "é", "xml"),
        (b"<?xml version='1.0' encoding='nonsense'?>\xe9", HTML, "é", "default"),
        (b"<?xml version='1.0' encoding='iso-8859-1'?><meta charset=utf-8>\xc3\xa9", HTML, "é", "meta"),
        (b"<meta charset='latin1'/>\xc3\xa9", "application/xhtml+xml", "é", "xml"),
        (b"<?xml version='1.0' encoding='iso-8859-1'?>\xe9", "application/xhtml+xml", "é", "xml"),
        (b"\xe9", "application/xhtml+xml; charset=iso-8859-1", "é", "header"),
    ],
)
def test_xml(head: bytes, content_type: str, text: str, source: str) -> None:
    """A page that is sent as XML is UTF-8 unless it declares otherwise; an XML declaration counts in HTML as well."""
    decoded = decode(head, content_type)
    assert (decoded.text[-1], decoded.source) == (text, source)

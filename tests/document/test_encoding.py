"""From bytes to text, as browsers decode."""

import codecs
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.encoding import decode, prescan

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
    """Byte order mark, then header, then meta, then windows-1252."""
    decoded = decode(body, content_type)
    assert (decoded.text, decoded.encoding, decoded.source) == (text, encoding, source)


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
    """The prescan of the HTML standard."""
    assert prescan(head) == encoding


@pytest.mark.parametrize(
    ("head", "text", "source"),
    [
        (b" " * 1024 + b"<meta charset=utf-8>", "é", "late"),
        (b"<script>" + b"x" * 1024 + b"</script><meta charset=utf-8>", "é", "late"),
        (b"<!--" + b"x" * 1024 + b"<script>--><meta charset=utf-8>", "é", "late"),
        (b"<script>" + b"x" * 1024 + b"'<meta charset=utf-8>'</script>", "Ã©", "default"),
        (b"<body>" + b"x" * 1024 + b"<meta charset=utf-8>", "Ã©", "default"),
        (b"<script>" + b"x" * 1024 + b"<meta charset=utf-8>", "Ã©", "default"),
        (b" " * 70_000 + b"<meta charset=utf-8>", "Ã©", "default"),
        (b"<?xml version='1.0' encoding='UTF-8'?>", "é", "xml"),
        (b"<?xml version='1.0' encoding='UTF-16'?>", "é", "xml"),
        (b"<?xml version='1.0' encoding='nonsense'?>", "Ã©", "default"),
    ],
)
def test_late_declarations(head: bytes, text: str, source: str) -> None:
    """A declaration further down the head makes browsers begin again; one in a text or in the body is none."""
    decoded = decode(head + b"<p>\xc3\xa9", HTML)
    assert (decoded.text[-len(text) :], decoded.source) == (text, source)


def test_xml() -> None:
    """XML is UTF-8 unless it says otherwise, whatever its meta elements say."""
    kind = "application/xhtml+xml"
    assert decode(b"<meta charset='latin1'/>\xc3\xa9", kind).text[-1] == "é"
    assert decode(b"<?xml version='1.0' encoding='iso-8859-1'?>\xe9", kind).text[-1] == "é"
    assert decode(b"\xe9", f"{kind}; charset=iso-8859-1").source == "header"


@pytest.mark.cpu
def test_heads_that_never_end() -> None:
    """Looking far down costs little, whatever stands there."""
    started = time.process_time()
    for piece in (b"<script>", b"<!--", b"<title></titl", b"<script></script>", b"<meta a", b"<?xml encoding="):
        decode(piece * 100_000, HTML)
    assert time.process_time() - started < 2


@given(st.binary(max_size=2000), st.text(max_size=40))
def test_any_bytes(body: bytes, content_type: str) -> None:
    """Whatever comes is text in the end, without carriage returns, and always the same text."""
    decoded = decode(body, content_type)
    assert "\r" not in decoded.text
    assert decoded == decode(body, content_type)

"""Analysis of pages without the network."""

import pickle  # noqa: TID251 - as users of the library do
import subprocess
import sys
from unittest.mock import patch

import pytest

from sitescan.document.css.page_stylesheets import page_styles
from sitescan.document.document import Document, SourceDocument
from sitescan.local.offline import analyse
from sitescan.model.report import Category, Report
from sitescan.rules.catalogue import catalogue
from sitescan.scoring import overall_score
from sitescan.standards.urls import InvalidTarget
from tests.unexamined import sentences

PAGE = b"""<!doctype html><html><head><meta charset=utf-8><title>Pears</title>
<link rel=stylesheet href=/pears.css><script src=/pears.js></script></head>
<body><h1>Pears</h1><img src=/pear.png><p>Pears in the garden.</body></html>"""


def _rules(report: Report) -> set[str]:
    return {issue.rule for result in report.categories for issue in result.issues}


def _unexamined(report: Report, category: Category) -> str:
    return " ".join(sentences(next(result for result in report.categories if result.category is category).unexamined))


def test_reports_are_deterministic() -> None:
    """Equal pages give equal reports, which can be pickled for other processes."""
    report = analyse("https://pears.example/", 200, {"Server": "nginx/1.2.3"}, PAGE, scanned_at=9.0)
    assert report == analyse("https://pears.example/", 200, [("Server", "nginx/1.2.3")], PAGE, scanned_at=9.0)
    assert pickle.loads(pickle.dumps(report)) == report
    assert {"accessibility/image-alt", "accessibility/html-lang-missing"} <= _rules(report)
    assert [result.category for result in report.categories] == list(Category)


def test_network_facts_are_unexamined() -> None:
    """Facts that only the network can give are reported as unexamined, category by category."""
    report = analyse("https://pears.example/", body=PAGE)
    for category in (Category.SEO, Category.PERFORMANCE, Category.SECURITY, Category.LINKS):
        assert "not requested" in _unexamined(report, category) or "No link" in _unexamined(report, category)
    assert "/pears.css" in _unexamined(report, Category.PERFORMANCE)


def test_sound_of_videos_is_unexamined() -> None:
    """Sound is reported as unexamined only for a page that plays a file."""
    silent = analyse("https://pears.example/", body=PAGE)
    playing = analyse("https://pears.example/", body=PAGE + b"<video src=/sea.mp4 autoplay loop></video>")
    assert "Audio and video files were not requested" in _unexamined(playing, Category.ACCESSIBILITY)
    assert "Audio and video" not in _unexamined(silent, Category.ACCESSIBILITY)
    assert not {rule for rule in _rules(playing) if "video" in rule or "audio" in rule}


def test_score_of_unrequested_links_is_excluded() -> None:
    """The score of links that were not requested does not count in the overall score."""
    files = {"https://pears.example/pears.css": b"h1 { color: green }"}
    report = analyse("https://pears.example/", body=PAGE, files=files)
    scores = [result.score for result in report.categories if result.category is not Category.LINKS]
    assert [result.counted for result in report.categories] == [True, True, True, True, False]
    assert report.overall_score == overall_score(scores)


def test_missing_stylesheet_does_not_raise_mean() -> None:
    """Scores that depend on a missing stylesheet do not raise the overall score."""
    report = analyse("https://pears.example/", body=b"<style>@import '/pears.css'</style>" + PAGE)
    assert [result.examined for result in report.categories] == [True, False, False, True, False]
    assert "can't raise the overall score" in _unexamined(report, Category.ACCESSIBILITY)


SHELL = b"""<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title>
<noscript>Enable JavaScript.</noscript><div id=root></div><script type=module src=/pears.js></script>"""


def test_client_rendered_page_is_not_scored() -> None:
    """One SEO issue reports that scripts write the content, and categories that depend on the content do not count."""
    report = analyse("https://pears.example/", body=SHELL)
    by_category = {result.category: result for result in report.categories}
    assert by_category[Category.SEO].issues[0].rule == "seo/content-from-scripts"
    assert not {"seo/content-thin", "seo/h1-missing"} & _rules(report)
    assert all("this scan doesn't run scripts" in _unexamined(report, category) for category in Category)
    left_out = {result.category for result in report.categories if not result.counted}
    assert left_out == {Category.ACCESSIBILITY, Category.PERFORMANCE, Category.LINKS}
    for category in (Category.ACCESSIBILITY, Category.LINKS):
        assert [(issue.rule, issue.share) for issue in by_category[category].issues] == [("general/unexamined", 0)]
        assert by_category[category].score == 100
    assert report.overall_score == overall_score(result.score for result in report.categories if result.counted)


def test_server_rendered_page_is_scored() -> None:
    """A page that was rendered on a server is scored, although scripts take it over later."""
    report = analyse("https://pears.example/", body=SHELL.replace(b"<div id=root>", b"<div id=root><h1>Pears</h1>"))
    assert "seo/content-from-scripts" not in _rules(report)
    assert [result.counted for result in report.categories] == [True, True, True, True, False]


def test_unknown_headers_are_not_missing() -> None:
    """Without headers, no policy, caching or cookie is reported as missing; with an empty header, policies are."""
    without = analyse("https://pears.example/", body=PAGE)
    empty = analyse("https://pears.example/", headers={}, body=PAGE)
    assert "response header" in _unexamined(without, Category.SECURITY)
    assert "response header" not in _unexamined(empty, Category.SECURITY)
    reported = {rule for rule in _rules(without) if rule != "general/unexamined"}
    assert all(catalogue()[rule].reads in (Document, SourceDocument) for rule in reported)
    assert "security/csp-missing" in _rules(empty) - _rules(without)


def test_given_files_are_judged() -> None:
    """Files that are given are judged, such as a stylesheet that hides an image."""
    files = {"https://pears.example/pears.css": b"img { display: none }", "https://pears.example/pears.js": b"1"}
    report = analyse("https://pears.example/", body=PAGE, files=files)
    assert "accessibility/image-alt" not in _rules(report)
    assert "/pears.css" not in _unexamined(report, Category.PERFORMANCE)


@pytest.mark.parametrize(
    "body", [b"", b"\xff\xfe\x00", b"\x00" * 1000, "\ud800".encode("utf-8", "surrogatepass"), PAGE * 50]
)
def test_any_bytes_give_report(body: bytes) -> None:
    """Any bytes give a report: empty, binary, or not UTF-8."""
    assert 0 <= analyse("https://pears.example/", body=body).overall_score <= 100


def test_url_must_be_absolute() -> None:
    """An address that is not an absolute URL is rejected, because relative links could not be resolved."""
    with pytest.raises(InvalidTarget):
        analyse("pears.html", body=PAGE)


def test_reactor_is_not_installed() -> None:
    """The analysis does not install a reactor, so that it can run beside another event loop."""
    program = (
        "import sys, sitescan; sitescan.analyse('https://pears.example/', body=b'<p>');"
        "sys.exit('twisted.internet.reactor' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_compression_requires_known_headers() -> None:
    """Missing compression is reported only if the header of the response is known."""
    body = b"<title>Pears</title>" + b"<p>Pears" * 5000

    def rules(headers: dict[str, str] | None) -> set[str]:
        report = analyse("https://example.com/", headers=headers, body=body)
        return {issue.rule for category in report.categories for issue in category.issues}

    rule = "performance/compression-missing"
    assert rule not in rules(None)
    assert rule not in rules({"Content-Type": "text/html", "Content-Encoding": "gzip"})
    assert rule in rules({"Content-Type": "text/html"})


def test_styles_are_computed_once() -> None:
    """A page without embedded objects has its styles computed once, not again for its document with an empty header."""
    page = b"<!doctype html><title>Pears</title><style>p { color: #777 }</style><p>Pears"
    with patch("sitescan.document.document.page_styles", wraps=page_styles) as computed:
        analyse("https://pears.example/", body=page)
    assert computed.call_count == 1

"""JavaScript libraries, recognized by their address or the comment at their head, and the list of them."""

import json
import runpy
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.security.js_libraries import Weakness, coverage, libraries_in, library_at

_TOOL = Path(__file__).parents[3] / "tools" / "update_js_libraries.py"


def _converted(*source: Any) -> Any:
    """Return the updater's conversion of a source; the updater is no part of the installed package."""
    return runpy.run_path(str(_TOOL))["converted"](*source)


@pytest.mark.parametrize(
    ("url", "name", "version"),
    [
        ("https://example.com/js/jquery-1.12.4.min.js", "jQuery", "1.12.4"),
        ("https://code.jquery.com/jquery-3.5.0-rc.1.js", "jQuery", "3.5.0-rc.1"),
        ("https://code.jquery.com/ui/1.12.1/jquery-ui.min.js", "jQuery UI", "1.12.1"),
        ("https://code.jquery.com/ui/1.12.1/themes/base/pears.js", None, None),
        ("https://code.angularjs.org/1.8.2/angular.min.js", "AngularJS", "1.8.2"),
        ("https://code.angularjs.org/1.8.2/angular-route.min.js", None, None),
        ("https://cdn.datatables.net/1.10.4/js/jquery.dataTables.min.js", "DataTables", "1.10.4"),
        ("https://cdn.ckeditor.com/4.5.1/standard/ckeditor.js", "CKEditor 4", "4.5.1"),
        ("https://cdn.ckeditor.com/ckeditor5/34.0.0/classic/ckeditor.js", None, None),
        ("https://builds.emberjs.com/tags/v1.0.0/ember.min.js", "Ember.js", "1.0.0"),
        ("https://example.com/1.12.1/jquery-ui.min.js", None, None),
        ("https://cdnjs.cloudflare.com/ajax/libs/UAParser.js/0.7.19/ua-parser.min.js", "UAParser.js", "0.7.19"),
        ("https://ajax.googleapis.com/ajax/libs/jqueryui/1.11.4/jquery-ui.min.js", "jQuery UI", "1.11.4"),
        ("https://unpkg.com/lodash@4.17.20/lodash.min.js", "Lodash", "4.17.20"),
        ("https://cdnjs.cloudflare.com/ajax/libs/twitter-bootstrap/4.1.3/js/bootstrap.js", "Bootstrap", "4.1.3"),
        ("https://example.com/wp-includes/js/jquery/jquery.min.js?ver=3.4.1", "jQuery", "3.4.1"),
        ("https://example.com/js/jquery.min.js?ver=3.4.1", None, None),
        ("https://example.com/js/jquery.js", None, None),
        ("https://example.com/js/jquery-cookie-1.4.1.js", None, None),
        ("https://cdn.jsdelivr.net/npm/video.js@7.14.2/dist/video.min.js", "Video.js", "7.14.2"),
        ("https://cdnjs.cloudflare.com/ajax/libs/pdf.js/2.6.347/pdf.min.js", "PDF.js", "2.6.347"),
        ("https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.29.1/moment.min.js", "Moment.js", "2.29.1"),
        ("https://unpkg.com/react@16.4.1/umd/react.production.min.js", "React", "16.4.1"),
        ("https://cdnjs.cloudflare.com/ajax/libs/yui/3.10.0/yui/yui-min.js", "YUI", "3.10.0"),
        ("https://cdn.jsdelivr.net/npm/vue@2.7.16/dist/vue.min.js", "Vue.js", "2.7.16"),
        ("https://cdn.jsdelivr.net/npm/knockout@3.4.2/build/output/knockout-latest.js", "Knockout", "3.4.2"),
        ("https://example.com/js/vue-router-3.1.0.js", None, None),
        ("https://example.com/js/video-1.2.0.js", None, None),
        ("https://example.com/js/chart-1.0.js", None, None),
        ("https://cdn.jsdelivr.net/npm/lodash@4.17.20/debounce.js", None, None),
        ("https://example.com/jquery/1.12.4/plugins/pears.js", None, None),
        ("https://example.com/", None, None),
        ("", None, None),
    ],
)
def test_address(url: str, name: str | None, version: str | None) -> None:
    """The version is found in the addresses of CDNs, of copies and of WordPress."""
    found = library_at(url)
    assert (found and found.name, found and found.version) == (name, version)


@pytest.mark.parametrize(
    ("script", "version"),
    [
        ("/*! jQuery v3.4.1 | (c) JS Foundation */", "3.4.1"),
        ("/*!\n * jQuery JavaScript Library v1.9.1\n */", "1.9.1"),
        ("var a = 1;\n/*! other */ /*! jQuery v2.0.3 */", "2.0.3"),
        ("/* " + "x" * 100 + " needs jQuery v1.2.3 */", None),
        ("/* needs jQuery v1.2.3 */", None),
        ("/* jQuery v1.2.3+ */", None),
        ("/* jQuery v1.2 or later is needed */", None),
        ("/* jQuery v1.2.3 required */", None),
        ("/**\n * @license\n * jQuery v1.2.3 */", "1.2.3"),
        ("// jQuery v1.2.3", None),
        ('"jQuery v1.2.3"', None),
        ("/*", None),
        ("", None),
    ],
)
def test_banner(script: str, version: str | None) -> None:
    """An inline library is recognized by the comment at its head, not by other mentions of it."""
    assert [found.version for found in libraries_in(script)] == ([version] if version else [])


def test_bundle() -> None:
    """Each library in a bundle is recognized, once for each comment."""
    bundle = "/*! jQuery v3.7.1 */ (() => 1)();\n/*! other */\n/*! Bootstrap v4.3.0 (https://getbootstrap.com/) */ 2"
    assert [(found.name, found.version) for found in libraries_in(bundle)] == [
        ("jQuery", "3.7.1"),
        ("Bootstrap", "4.3.0"),
    ]


def test_versions_are_compared_as_numbers() -> None:
    """Versions are compared as numbers, and a release candidate comes before its release."""

    def weak(version: str) -> bool:
        found = library_at(f"https://example.com/jquery-{version}.js")
        assert found is not None
        return bool(found.weaknesses)

    assert [weak(version) for version in ("1.12.4", "3.5.0-rc.1", "3.5.0", "3.10.0")] == [True, True, False, False]


def test_weakness_without_fix() -> None:
    """A library whose weaknesses are not fixed has no version to update to."""
    found = library_at("https://example.com/angular-1.8.3.min.js")
    assert found is not None
    assert found.weaknesses
    assert found.fixed == ""


def test_weakness_ids() -> None:
    """The first id of a weakness is its CVE if it has one, and the advisory is a URL."""
    weak = library_at("https://example.com/jquery-1.12.4.js")
    assert weak is not None
    assert weak.weaknesses[-1].ids[0].startswith("CVE-")
    assert weak.weaknesses[-1].advisory.startswith("https://github.com/advisories/GHSA-")
    assert Weakness(ids=("CVE-1-2",), summary="", fixed="").advisory == "https://www.cve.org/CVERecord?id=CVE-1-2"
    assert Weakness(ids=(), summary="", fixed="").advisory == ""


@given(st.text(max_size=300))
def test_arbitrary_text(text: str) -> None:
    """Any text is searched for libraries without an error."""
    library_at(text)
    list(libraries_in(text))


@pytest.mark.cpu
def test_hostile_scripts_take_linear_time() -> None:
    """A megabyte of unclosed comments is searched within a second of CPU time."""
    started = time.process_time()
    for text in (
        "/*" * 500_000,
        "/*!" + "jQuery v" * 130_000,
        "a" * 1_000_000,
        "https://x.example/" + "a-1." * 250_000,
    ):
        library_at(text)
        list(libraries_in(text))
    assert time.process_time() - started < 1


def test_list_metadata() -> None:
    """The list has a date, a source and at least fifty libraries."""
    known = coverage()
    assert known.libraries >= 50
    assert known.date
    assert known.source


def test_list_is_updated_from_retire_js() -> None:
    """Names and weaknesses entered by hand are kept, and new weaknesses are added with their publications."""
    by_hand = {
        "libraries": {
            "pear.js": {
                "name": "Pear",
                "packages": ["pear"],
                "files": ["pear"],
                "banners": ["Pear v"],
                "fixes": {"1.2.1": "2.0.0", "999.999": ""},
                "vulnerabilities": [
                    {"below": "9", "ids": ["CVE-2001-0001"], "summary": "rots from within"},
                    {"below": "7", "ids": ["CVE-2007-0007"], "summary": "only known here"},
                ],
            },
            "empty": {"name": "Empty", "packages": [], "files": [], "banners": [], "vulnerabilities": []},
        }
    }
    repository = {
        "Pear.js": {
            "vulnerabilities": [
                {"below": "1.2.1", "identifiers": {"CVE": ["CVE-2001-0001"], "summary": "rots"}},
                {"atOrAbove": "1.0.0", "below": "1.2.1", "identifiers": {"CVE": ["CVE-2001-0001"], "summary": "rots"}},
                {"below": "999.999", "cwe": ["CWE-79"], "identifiers": {"CVE": ["CVE-XXXX"], "githubID": "GHSA-y"}},
                {"below": "3.0.0b1", "identifiers": {"summary": "line\nline"}, "info": ["https://example.com/"]},
                {"below": "8", "identifiers": {"summary": "published nowhere"}},
                {"below": "2.999", "cwe": ["CWE-1104"], "identifiers": {}, "info": ["https://example.com/"]},
                {"identifiers": {"summary": "without a version"}},
            ],
            "extractors": {"filename": ["pear\\.core-(§§version§§)(\\.min)?\\.js", "(a|b)-(§§version§§)"]},
        },
        "plum": {
            "npmname": "Plum-js",
            "vulnerabilities": [{"below": "2.0", "identifiers": {"githubID": "GHSA-x", "summary": "a " * 300}}],
            "extractors": {"filename": ["^plum-(§§version§§).js"]},
        },
        "dont check": {"vulnerabilities": []},
        "nextjs": {"vulnerabilities": [{"below": "2.0", "identifiers": {"githubID": "GHSA-z"}}]},
    }
    after = _converted(repository, by_hand, "August 2026")
    assert after["retrieved"] == "August 2026"
    assert after["libraries"] == {
        "pear.js": {
            "name": "Pear",
            "packages": ["pear"],
            "files": ["pear", "pear.core"],
            "banners": ["Pear v"],
            "vulnerabilities": [
                {
                    "at_or_above": "1.0.0",
                    "below": "1.2.1",
                    "ids": ["CVE-2001-0001"],
                    "summary": "rots from within",
                    "fixed": "2.0.0",
                },
                {"below": "999.999", "ids": ["GHSA-y"], "summary": "cross-site scripting (XSS)", "unfixed": True},
                {
                    "below": "3.0.0-beta1",
                    "ids": [],
                    "summary": "line line",
                    "url": "https://example.com/",
                    "fixed": "3.0.0",
                },
                {"below": "7", "ids": ["CVE-2007-0007"], "summary": "only known here"},
            ],
        },
        "plum": {
            "name": "plum",
            "packages": ["plum", "plum-js"],
            "files": ["plum"],
            "banners": [],
            "vulnerabilities": [{"below": "2.0", "ids": ["GHSA-x"], "summary": "see the advisory"}],
        },
    }


def test_suggested_version_has_no_weakness() -> None:
    """The suggested version has no known weakness itself, or is empty if no such version exists."""
    for url, fixed in (
        ("https://example.com/bootstrap-3.4.1.min.js", "4.3.1"),
        ("https://example.com/tinymce/5.10.9/tinymce.min.js", "7.2.0"),
        ("https://example.com/js/jquery.mobile-1.4.5.min.js", ""),
    ):
        found = library_at(url)
        assert found is not None
        assert found.weaknesses
        assert found.fixed == fixed


def test_every_weakness_has_reference() -> None:
    """Each weakness in the list has an id or the URL of its publication."""
    text = files("sitescan.standards").joinpath("data/js_libraries.json").read_text("utf-8")
    data = json.loads(text)
    for library in data["libraries"].values():
        assert library["packages"] or library["files"] or library["banners"]
        for vulnerability in library["vulnerabilities"]:
            assert vulnerability["ids"] or vulnerability["url"].startswith("https://")
            assert vulnerability["summary"]
            assert "999" not in vulnerability.get("fixed", "")

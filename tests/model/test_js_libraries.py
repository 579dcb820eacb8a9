"""Which library a file is: by address, by the comment at its head, by a list that is made anew."""

import runpy
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.model.js_libraries import Weakness, coverage, libraries_in, library_at

_TOOL = Path(__file__).parents[2] / "tools" / "update_js_libraries.py"


def _converted(*source: Any) -> Any:
    """What the updater makes of a source; it is no part of the package that is installed."""
    return runpy.run_path(str(_TOOL))["converted"](*source)


@pytest.mark.parametrize(
    ("url", "name", "version"),
    [
        ("https://example.com/js/jquery-1.12.4.min.js", "jQuery", "1.12.4"),
        ("https://code.jquery.com/jquery-3.5.0-rc.1.js", "jQuery", "3.5.0-rc.1"),
        ("https://code.jquery.com/ui/1.12.1/jquery-ui.min.js", None, None),
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
        ("https://example.com/js/video-1.2.0.js", None, None),
        ("https://example.com/js/chart-1.0.js", None, None),
        ("https://cdn.jsdelivr.net/npm/lodash@4.17.20/debounce.js", None, None),
        ("https://example.com/jquery/1.12.4/plugins/pears.js", None, None),
        ("https://example.com/", None, None),
        ("", None, None),
    ],
)
def test_address(url: str, name: str | None, version: str | None) -> None:
    """CDNs, copies and WordPress name the version each in their way."""
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
    """A library pasted into the page is known by the comment at its head, not by what the page says of it."""
    assert [found.version for found in libraries_in(script)] == ([version] if version else [])


def test_bundle() -> None:
    """Each library that is in a file is known, once for each comment."""
    bundle = "/*! jQuery v3.7.1 */ (() => 1)();\n/*! other */\n/*! Bootstrap v4.3.0 (https://getbootstrap.com/) */ 2"
    assert [(found.name, found.version) for found in libraries_in(bundle)] == [
        ("jQuery", "3.7.1"),
        ("Bootstrap", "4.3.0"),
    ]


def test_versions_are_compared_as_numbers() -> None:
    """1.10 comes after 1.9, and a release candidate before its release."""

    def weak(version: str) -> bool:
        found = library_at(f"https://example.com/jquery-{version}.js")
        assert found is not None
        return bool(found.weaknesses)

    assert [weak(version) for version in ("1.12.4", "3.5.0-rc.1", "3.5.0", "3.10.0")] == [True, True, False, False]


def test_what_is_not_mended_says_so() -> None:
    """Nobody is told to update to a version that does not exist."""
    found = library_at("https://example.com/angular-1.8.3.min.js")
    assert found is not None
    assert found.weaknesses
    assert found.fixed == ""


def test_each_weakness_names_what_was_published() -> None:
    """The address of an advisory; the first name is that of the list of CVE where there is one."""
    weak = library_at("https://example.com/jquery-1.12.4.js")
    assert weak is not None
    assert weak.weaknesses[-1].ids[0].startswith("CVE-")
    assert weak.weaknesses[-1].advisory.startswith("https://github.com/advisories/GHSA-")
    assert Weakness(ids=("CVE-1-2",), summary="", fixed="").advisory == "https://www.cve.org/CVERecord?id=CVE-1-2"
    assert Weakness(ids=(), summary="", fixed="").advisory == ""


@given(st.text(max_size=300))
def test_nothing_breaks_it(text: str) -> None:
    """Whatever a page names or holds is some library or none."""
    library_at(text)
    list(libraries_in(text))


@pytest.mark.cpu
def test_hostile_scripts_take_linear_time() -> None:
    """A megabyte of half-open comments does not hold the examination up."""
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


def test_list_says_what_it_covers() -> None:
    """The date is in the report."""
    known = coverage()
    assert known.libraries >= 20
    assert known.date
    assert known.source


def test_list_is_made_anew_from_retire_js() -> None:
    """What was known by hand stays, weaknesses are replaced, new libraries come."""
    before = {
        "libraries": {
            "pear.js": {
                "name": "Pear",
                "packages": ["pear"],
                "files": ["pear"],
                "banners": ["Pear v"],
                "vulnerabilities": [{"below": "9", "ids": [], "summary": "old"}],
            }
        }
    }
    repository = {
        "Pear.js": {
            "vulnerabilities": [
                {"atOrAbove": "1.0.0", "below": "1.2.0", "identifiers": {"CVE": ["CVE-1-2"], "summary": "rots"}},
                {"identifiers": {"summary": "without a version"}},
            ],
            "extractors": {"filename": ["pear\\.core-(§§version§§)(\\.min)?\\.js", "(a|b)-(§§version§§)"]},
        },
        "plum": {
            "npmname": "plum-js",
            "vulnerabilities": [{"below": "2.0", "identifiers": {"githubID": "GHSA-x"}}],
            "extractors": {"filename": ["^plum-(§§version§§).js"]},
        },
        "dont check": {"vulnerabilities": []},
    }
    after = _converted(repository, before, "2026-08-22")
    assert after["retrieved"] == "2026-08-22"
    assert after["libraries"] == {
        "pear.js": {
            "name": "Pear",
            "packages": ["pear"],
            "files": ["pear", "pear.core"],
            "banners": ["Pear v"],
            "vulnerabilities": [{"at_or_above": "1.0.0", "below": "1.2.0", "ids": ["CVE-1-2"], "summary": "rots"}],
        },
        "plum": {
            "name": "plum",
            "packages": ["plum", "plum-js"],
            "files": ["plum"],
            "banners": [],
            "vulnerabilities": [{"below": "2.0", "ids": ["GHSA-x"], "summary": "see the sources"}],
        },
    }

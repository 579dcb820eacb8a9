"""Files that must never be public are recognized by their content, and only if the operator enables it."""

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.defer import Deferred

from sitescan.configuration.settings import Settings
from sitescan.fetch.exposed_files import find_exposed_files
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.model.site_answers import ExposedFiles
from sitescan.standards.private_files import PRIVATE_FILES, exposes
from tests.egress.wire import Wire
from tests.results import result_now

ORIGIN = "http://a.example"


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire(host_requests=1000)
    yield wire
    wire.end()


def found(wire: Wire, answers: dict[str, dict[str, Any]]) -> ExposedFiles:
    """Return the exposed files of a site that has only the given answers."""
    served = {f"{ORIGIN}{path}": {"status": 404} for path in PRIVATE_FILES} | answers
    looking = find_exposed_files(wire.session, f"{ORIGIN}/pears/", wire.deadline(), ProbeFailures())
    result = Deferred.fromCoroutine(looking)
    for _ in range(20):
        wire.serve(served)
        wire.reactor.advance(0.01)
    return result_now(result)


def test_found(wire: Wire) -> None:
    """Each file is requested once at the root of the site; pages and redirects in its place don't count."""
    answers: dict[str, dict[str, Any]] = {
        f"{ORIGIN}/.git/HEAD": {"body": "ref: refs/heads/main\n"},
        f"{ORIGIN}/.env": {"body": "<!doctype html><title>DB_PASSWORD=pears</title>"},
        f"{ORIGIN}/phpinfo.php": {"status": 301, "location": "/info"},
        f"{ORIGIN}/info": {"body": "<title>phpinfo()</title>"},
    }
    files = found(wire, answers)
    assert [(file.url, file.what) for file in files.found] == [(f"{ORIGIN}/.git/HEAD", "a Git repository")]
    assert files.unanswered == 0
    assert sorted(wire.requests) == sorted(("GET", f"{ORIGIN}{path}") for path in (*PRIVATE_FILES, "/info"))


def test_off_by_default() -> None:
    """The search for exposed files is off by default."""
    assert Settings().exposed_files == "off"


@pytest.mark.parametrize(
    ("path", "text", "exposed"),
    [
        ("/.git/HEAD", "ref: refs/heads/main\n", True),
        ("/.git/HEAD", "4b825dc642cb6eb9a060e54bf8d69288fbee4904\n", True),
        ("/.git/HEAD", "<html>ref: refs/heads/main", False),
        ("/.env", "APP_NAME=Pears\nAPP_KEY=base64:cGVhcnM=\n", True),
        ("/.env", "export DB_PASSWORD='pears'", True),
        ("/.env", "APP_NAME=Pears\nDB_PASSWORD=\n", False),
        ("/.env", "<p>DB_PASSWORD=pears", False),
        ("/.htpasswd", "ann:$apr1$cGVhcnM$cGVhcnNhcmVmcnVpdA/\n", True),
        ("/.htpasswd", "ann:pears\n", False),
        ("/wp-config.php.bak", "<?php\ndefine( 'DB_PASSWORD', 'pears' );", True),
        ("/wp-config.php.bak", "<p>In wp-config.php, write define('DB_PASSWORD', ...)", False),
        ("/phpinfo.php", "<head><title>PHP 8.3.1 - phpinfo()</title>", True),
        ("/phpinfo.php", "<title>How to use phpinfo()</title>", False),
        ("/server-status", "<title>Apache Status</title>", True),
        ("/server-status", "<title>Status</title>", False),
    ],
)
def test_content_is_checked(path: str, text: str, exposed: bool) -> None:
    """A file counts as exposed by its content, not by its name."""
    assert bool(exposes(path, text)) is exposed

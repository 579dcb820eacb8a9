"""The server of editors, in memory: the messages that it sends for those of an editor."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

from sitescan.editors.language_server import FIX_ALL, PageServer, page_server

PAGE = (
    '<!doctype html>\n<html lang="en">\n<title>Pears</title>\n'
    '<p>😀 <b role="buton" tabindex=0>x</b></p><img src=a.png>\n'
)
EVERYWHERE = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
ROLE, ALT = "accessibility/role-invalid", "accessibility/image-alt"


class Editor:
    """
    An editor that talks to a server in the same process.

    :ivar received: the messages of the server.
    """

    def __init__(self, *folders: Path, encodings: tuple[str, ...] = ("utf-16",)) -> None:
        self.received: list[dict[str, Any]] = []
        self.server: PageServer = page_server(lambda: 0.0)
        self.server.protocol.set_writer(self, include_headers=False)
        named = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        general = {"general": {"positionEncodings": encodings}}
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": general, "workspaceFolders": named})

    def write(self, data: bytes) -> None:
        """Receive a message."""
        self.received.append(json.loads(data))

    def close(self) -> None:
        """Do nothing."""

    def tell(self, method: str, params: object) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: object) -> Any:
        """Send a request, and return the result."""
        self._send({"jsonrpc": "2.0", "id": len(self.received), "method": method, "params": params})
        return self.received[-1]["result"]

    def open(self, path: Path, text: str, language: str = "html") -> str:
        """Open a document, and return its URI."""
        uri = path.as_uri()
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def actions(self, uri: str, within: object = EVERYWHERE, only: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        """Return the actions for a range."""
        context = {"diagnostics": [], **({"only": only} if only else {})}
        found: list[dict[str, Any]] = self.ask(
            "textDocument/codeAction", {"textDocument": {"uri": uri}, "range": within, "context": context}
        )
        return found

    def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        """Return the last diagnostics of a document."""
        published = [
            message["params"] for message in self.received if message.get("method", "").endswith("Diagnostics")
        ]
        found: list[dict[str, Any]] = [entry for entry in published if entry["uri"] == uri][-1]["diagnostics"]
        return found

    @property
    def log(self) -> list[str]:
        """The messages in the log of the editor."""
        return [
            message["params"]["message"] for message in self.received if message.get("method") == "window/logMessage"
        ]

    def _send(self, message: object) -> None:
        protocol = self.server.protocol
        protocol.handle_message(json.loads(json.dumps(message), object_hook=protocol.structure_message))


@pytest.mark.parametrize(("encoding", "column"), [("utf-16", 6), ("utf-32", 5), ("utf-8", 8)])
def test_diagnostics(tmp_path: Path, encoding: str, column: int) -> None:
    """A diagnostic has the place in the editor's units, the severity, the rule, and a link to what it is based on."""
    editor = Editor(tmp_path, encodings=(encoding,))
    uri = editor.open(tmp_path / "a.html", PAGE)
    found = {entry["code"]: entry for entry in editor.diagnostics(uri)}
    assert found[ROLE]["range"]["start"] == {"line": 3, "character": column}
    assert found[ROLE]["range"]["end"] == {"line": 3, "character": column + 27}
    assert (found[ROLE]["severity"], found[ALT]["severity"], found["seo/title-length"]["severity"]) == (2, 1, 3)
    assert found[ROLE]["source"] == "sitescan"
    assert found[ROLE]["codeDescription"]["href"].startswith("https://")
    assert found[ROLE]["message"].startswith("ARIA roles are misspelled or don't exist\n<b role=")
    assert found["seo/description-missing"]["range"]["start"] == {"line": 0, "character": 0}
    assert not [code for code in found if code.startswith("general/")]


def test_actions(tmp_path: Path) -> None:
    """Each fix in a range is an action, and all safe ones together are another, for the version that was examined."""
    editor = Editor(tmp_path)
    uri = editor.open(tmp_path / "a.html", PAGE)
    quick = editor.actions(
        uri, {"start": {"line": 3, "character": 8}, "end": {"line": 3, "character": 8}}, ("quickfix",)
    )
    fixed = next(action for action in quick if action["diagnostics"][0]["code"] == ROLE)
    assert fixed["isPreferred"]
    (edited,) = fixed["edit"]["documentChanges"]
    assert edited["textDocument"] == {"uri": uri, "version": 1}
    place = {"line": 3, "character": 18}
    assert edited["edits"] == [{"range": {"start": place, "end": place}, "newText": "t"}]
    assert not any(action["diagnostics"][0]["code"] == ALT for action in quick)
    (every,) = editor.actions(uri, only=("source.fixAll",))
    assert every["kind"] == FIX_ALL
    assert {"range": {"start": place, "end": place}, "newText": "t"} in every["edit"]["documentChanges"][0]["edits"]
    assert {action["kind"] for action in editor.actions(uri)} == {"quickfix", FIX_ALL}
    assert editor.actions(uri, only=("refactor",)) == []


def test_hover(tmp_path: Path) -> None:
    """The text of the rule is shown where it reports something, and nowhere else."""
    editor = Editor(tmp_path)
    uri = editor.open(tmp_path / "a.html", PAGE)
    shown = [
        editor.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": line, "character": 10}})
        for line in (3, 1)
    ]
    assert f"ARIA roles are misspelled or don't exist ({ROLE})" in shown[0]["contents"]["value"]
    assert shown[1] is None


def test_template(tmp_path: Path) -> None:
    """Of a template, only what is certain is said, and its edits are offered."""
    editor = Editor(tmp_path)
    uri = editor.open(tmp_path / "pear.njk", "{% if a %}<p role=buton>x</p>{% endif %}", "nunjucks")
    assert [entry["code"] for entry in editor.diagnostics(uri)] == [ROLE]
    assert [action["kind"] for action in editor.actions(uri)] == ["quickfix", FIX_ALL]


def test_closed_document(tmp_path: Path) -> None:
    """A document that was closed has no diagnostics and no actions."""
    editor = Editor(tmp_path)
    uri = editor.open(tmp_path / "a.html", PAGE)
    assert editor.diagnostics(uri)
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert editor.diagnostics(uri) == []
    assert editor.actions(uri) == []


@pytest.mark.parametrize("noticed", ["textDocument/didSave", "workspace/didChangeWatchedFiles"])
def test_changed_configuration(tmp_path: Path, noticed: str) -> None:
    """A change of the configuration is noticed: if the editor watches it, and with the next file that is saved."""
    editor = Editor(tmp_path)
    uri = editor.open(tmp_path / "a.html", PAGE)
    (tmp_path / "sitescan.toml").write_text(f'[[ignore]]\nrule = "{ROLE}"\nreason = "old"\n')
    change = {"uri": (tmp_path / "sitescan.toml").as_uri(), "type": 2}
    editor.tell(noticed, {"textDocument": {"uri": uri}, "changes": [change]})
    assert ROLE not in {entry["code"] for entry in editor.diagnostics(uri)}


def test_two_folders(tmp_path: Path) -> None:
    """Each document follows the configuration of the innermost open folder around it; one outside, that beside it."""
    inner = tmp_path / "site" / "pears"
    inner.mkdir(parents=True)
    (tmp_path / "site" / "sitescan.toml").write_text(f'[[ignore]]\nrule = "{ROLE}"\nreason = "old"\n')
    editor = Editor(tmp_path / "site", inner)
    for path, reported in (
        (inner / "a.html", True),
        (tmp_path / "site" / "a.html", False),
        (tmp_path / "a.html", True),
    ):
        uri = editor.open(path, PAGE)
        assert (ROLE in {entry["code"] for entry in editor.diagnostics(uri)}) is reported, path


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\0" * 99, "a.html: it is not a text file"),
        ("<p>" * 6_000_000, "a.html: the text is larger than 16,777,216 bytes"),
    ],
)
def test_unusable_document(tmp_path: Path, text: str, reason: str) -> None:
    """A document that can't be examined has no diagnostics, and the log says why."""
    editor = Editor(tmp_path)
    uri = editor.open(tmp_path / "a.html", text)
    assert editor.diagnostics(uri) == []
    assert editor.log[0].startswith(f"sitescan: {reason}")


def test_unsaved_document() -> None:
    """A document that has no file yet is examined."""
    editor = Editor()
    document = {"uri": "untitled:Untitled-1", "languageId": "html", "version": 1, "text": PAGE}
    editor.tell("textDocument/didOpen", {"textDocument": document})
    assert editor.diagnostics("untitled:Untitled-1")


def test_invalid_configuration(tmp_path: Path) -> None:
    """An invalid configuration is a line in the log."""
    (tmp_path / "sitescan.toml").write_text("pears")
    editor = Editor(tmp_path)
    assert editor.diagnostics(editor.open(tmp_path / "a.html", PAGE)) == []
    assert "not a TOML file" in editor.log[0]


def test_internal_error() -> None:
    """An error is a line in the log, and interrupts nobody."""
    editor = Editor()
    editor.server.report_server_error(ValueError("two\nlines"), ValueError)
    assert editor.log == ["sitescan: ValueError: two lines"]

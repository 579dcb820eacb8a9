"""``sitescan lsp``, called by the client of pygls and by Neovim over standard input and output."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.integration.source_programs import run_program
from tests.programs import needs, program

pytestmark = pytest.mark.skipif(find_spec("pygls") is None, reason="the extra lsp is not installed")

PAGE = '<!doctype html>\n<html lang="en">\n<title>Pears</title>\n<p role="buton" tabindex=0>x</p><img src=a.png>\n'

#: The number of keystrokes of a session, those before its memory is measured first, and how much it may then grow.
KEYSTROKES, FIRST, GROWTH = 200, 50, 16 * 1024**2

#: Types text into a page, and prints what the server has sent, and the memory of the server.
_TYPING = """
import asyncio, json, sys
from pathlib import Path
from lsprotocol import types
from pygls.lsp.client import LanguageClient

async def main(folder, page, keystrokes, first):
    client = LanguageClient("test", "1")
    published, arrived = [], asyncio.Event()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def receive(params):
        published.append([params.version, sorted({diagnostic.code for diagnostic in params.diagnostics})])
        arrived.set()

    await client.start_io(sys.executable, "-m", "sitescan", "lsp")
    memory = Path(f"/proc/{client._server.pid}/statm")
    folders = [types.WorkspaceFolder(uri=Path(folder).as_uri(), name="pears")]
    await client.initialize_async(
        types.InitializeParams(capabilities=types.ClientCapabilities(), workspace_folders=folders)
    )
    client.initialized(types.InitializedParams())
    uri = Path(folder, "a.html").as_uri()
    document = types.TextDocumentItem(uri=uri, language_id="html", version=0, text=page)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    sizes = []
    for version in range(1, keystrokes + 1):
        # Every tenth key is followed by a pause, in which the text is examined.
        text = page.replace("x</p>", "x" * version + "</p>")
        change = types.TextDocumentContentChangeWholeDocument(text=text)
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(uri=uri, version=version), [change]
            )
        )
        while version % 10 == 0 and (not published or published[-1][0] != version):
            arrived.clear()
            await arrived.wait()
        if version in (first, keystrokes):
            sizes.append(int(memory.read_text().split()[1]) * 4096)
    fixed = text.replace("buton", "button").replace("a.png", "a.png alt=")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=uri, version=keystrokes + 1),
            [types.TextDocumentContentChangeWholeDocument(text=fixed)],
        )
    )
    while published[-1][0] != keystrokes + 1:
        arrived.clear()
        await arrived.wait()
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    print(json.dumps([published, sizes]))

asyncio.run(main(*json.loads(sys.argv[1])))
"""


def test_typing(tmp_path: Path) -> None:
    """While a person types, diagnostics are never of an older text than those before, and memory doesn't grow."""
    ran = run_program("-c", _TYPING, json.dumps([str(tmp_path), PAGE, KEYSTROKES, FIRST]))
    assert (ran.returncode, ran.stderr) == (0, "")
    published, (before, after) = json.loads(ran.stdout)
    versions = [version for version, _ in published]
    assert versions == sorted(set(versions))
    assert versions[-1] == KEYSTROKES + 1
    assert all("accessibility/role-invalid" in codes for _, codes in published[:-1])
    assert not {"accessibility/role-invalid", "accessibility/image-alt"} & {*published[-1][1]}
    assert after - before < GROWTH


def _message(method: str, params: object, number: int | None = None) -> bytes:
    identity = {} if number is None else {"id": number}
    body = json.dumps({"jsonrpc": "2.0", **identity, "method": method, "params": params}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _open(uri: str, text: str) -> bytes:
    document = {"uri": uri, "languageId": "html", "version": 1, "text": text}
    return _message("textDocument/didOpen", {"textDocument": document})


def _messages(output: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while output:
        head, _, rest = output.partition(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.startswith(b"Content-Length"))
        found.append(json.loads(rest[:length]))
        output = rest[length:]
    return found


def test_bad_input(tmp_path: Path) -> None:
    """Invalid messages, large and binary texts, and files that are gone end nothing: the next page is examined."""
    gone = tmp_path / "gone" / "a.html"
    uris = [(tmp_path / name).as_uri() for name in ("large.html", "binary.html", "last.html")]
    folders = [{"uri": (tmp_path / name).as_uri(), "name": name} for name in ("one", "two")]
    sent = [
        _message(
            "initialize", {"processId": None, "rootUri": None, "capabilities": {}, "workspaceFolders": folders}, 1
        ),
        _message("initialized", {}),
        b'Content-Length: 9\r\n\r\n{"jsonrpc',
        b"Content-Length: 2\r\n\r\n{}",
        b"pears\r\n",
        _message("textDocument/didOpen", {"pears": 1}),
        _message("textDocument/didChange", {"textDocument": {"uri": uris[0], "version": 3}, "contentChanges": []}),
        _open(uris[0], "<p>" * 7_000_000),
        _open(uris[1], "\0\1\2" * 1000),
        _open(gone.as_uri(), PAGE),
        _open(uris[2], PAGE),
        _message("textDocument/codeAction", {"textDocument": {"uri": "file:///unknown"}, "range": None}, 2),
        _message("shutdown", None, 3),
        _message("exit", None),
    ]
    command = [sys.executable, "-m", "sitescan", "lsp", "--stdio"]
    ran = subprocess.run(command, input=b"".join(sent), capture_output=True, check=False, cwd=tmp_path)
    assert ran.returncode == 0
    received = _messages(ran.stdout)
    published = {
        message["params"]["uri"]: message["params"]["diagnostics"]
        for message in received
        if message.get("method") == "textDocument/publishDiagnostics"
    }
    assert [bool(published[uri]) for uri in (*uris, gone.as_uri())] == [False, False, True, True]
    log = [message["params"]["message"] for message in received if message.get("method") == "window/logMessage"]
    assert any("large.html: the text is larger" in line for line in log)
    assert any("binary.html: it is not a text file" in line for line in log)


def test_interrupted_input(tmp_path: Path) -> None:
    """If the editor ends in the middle of a message, the server ends, too."""
    command = [sys.executable, "-m", "sitescan", "lsp"]
    half = b"Content-Length: 99\r\n\r\n{"
    ran = subprocess.run(command, input=half, capture_output=True, check=False, cwd=tmp_path)
    assert ran.returncode == 0


#: Opens a page, applies the fix of the misspelled role, and prints the diagnostics before and after.
_NEOVIM = """
local function codes()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do found[diagnostic.code] = true end
  return found
end
vim.cmd("edit " .. PAGE)
local id = vim.lsp.start_client({ name = "sitescan", cmd = { PYTHON, "-m", "sitescan", "lsp" }, root_dir = FOLDER })
vim.lsp.buf_attach_client(0, id)
assert(vim.wait(120000, function() return codes()[RULE] end), "no diagnostic")
local params = { textDocument = vim.lsp.util.make_text_document_params(), context = { diagnostics = {} } }
params.range = { start = { line = 3, character = 5 }, ["end"] = { line = 3, character = 5 } }
local client = vim.lsp.get_client_by_id(id)
for _, action in ipairs(client.request_sync("textDocument/codeAction", params, 120000, 0).result) do
  if action.kind == "quickfix" and action.diagnostics[1].code == RULE then
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  end
end
assert(vim.wait(120000, function() return not codes()[RULE] end), "still there")
vim.cmd("write")
vim.lsp.stop_client(id)
vim.wait(120000, function() return client.is_stopped() end)
vim.cmd("quitall")
"""


@needs("nvim")
def test_neovim(tmp_path: Path) -> None:
    """Neovim shows the diagnostics of a page, applies a fix, and no longer shows what it has fixed."""
    page = tmp_path / "a.html"
    page.write_text(PAGE)
    values = {"PAGE": page, "PYTHON": sys.executable, "FOLDER": tmp_path, "RULE": "accessibility/role-invalid"}
    script = tmp_path / "test.lua"
    script.write_text("".join(f"local {name} = {json.dumps(str(value))}\n" for name, value in values.items()) + _NEOVIM)
    ran = subprocess.run(
        [program("nvim"), "--clean", "--headless", "-c", f"luafile {script}", "-c", "cquit"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
    )
    assert ran.returncode == 0, ran.stderr
    assert page.read_text() == PAGE.replace("buton", "button")

"""``sitescan mcp``, called by the client of the ``mcp`` package over standard input and output."""

import json
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sitescan.cli.site_results import write_site_files
from tests.integration.source_programs import run_program
from tests.report.test_site_formats import FAULT, site
from tests.running import PATIENT, free_port
from tests.site import page, serving

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="the extra mcp is not installed")

PAGE = '<!doctype html>\n<html lang="en">\n<title>Pears</title>\n<p role="buton" tabindex=0>x</p><img src=a.png>'

#: Makes the given calls, and prints the tools and the answers.
_CLIENT = """
import asyncio, json, sys
from pathlib import Path
from mcp.types import ListRootsResult, Root
from mcp import Client, StdioServerParameters

async def main(folder, roots, options, calls):
    # Only the handshake of earlier protocols lets a server ask for roots.
    mode = "legacy" if roots else "auto"
    async def listed(context):
        return ListRootsResult(roots=[Root(uri=Path(root).as_uri()) for root in roots])
    server = StdioServerParameters(command=sys.executable, args=["-m", "sitescan", "mcp", *options], cwd=folder)
    async with Client(server, list_roots_callback=listed if roots else None, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        answers = []
        for name, arguments in calls:
            answer = await client.call_tool(name, arguments)
            answers.append([answer.is_error, [part.text for part in answer.content]])
    print(json.dumps([tools, answers]))

asyncio.run(main(*json.loads(sys.argv[1])))
"""


def _call(
    folder: Path, options: list[str], *calls: tuple[str, dict[str, Any]], roots: Sequence[Path] = ()
) -> tuple[list[str], list[tuple[bool, list[str]]]]:
    ran = run_program("-c", _CLIENT, json.dumps([str(folder), [*map(str, roots)], options, calls]))
    assert (ran.returncode, ran.stderr) == (0, "")
    tools, answers = json.loads(ran.stdout)
    return tools, [(wrong, texts) for wrong, texts in answers]


def test_tools(tmp_path: Path) -> None:
    """The tools scan a page, explain a rule and return fixes as a diff, and no file is changed."""
    file = tmp_path / "a.html"
    file.write_text(PAGE)
    with serving({"/": page(PAGE)}) as site:
        tools, answers = _call(
            tmp_path,
            ["--allow-private", *PATIENT],
            ("scan", {"target": f"{site.origin}/"}),
            ("scan", {"target": str(file), "select": ["accessibility/role-invalid"]}),
            ("explain_rule", {"rule": "accessibility/role-invalid"}),
            ("fix_diff", {"path": str(file)}),
        )
    assert tools == ["scan", "explain_rule", "fix_diff", "site_summary", "site_issue"]
    assert not any(wrong for wrong, _ in answers)
    remote, local, explained, fixed = (texts for _, texts in answers)
    found = json.loads(remote[0])
    assert found["url"] == f"{site.origin}/"
    assert "links" in found["scores"]
    assert "security/csp-missing" in [issue["rule"] for issue in found["issues"]]
    (issue,) = json.loads(local[0])["issues"]
    assert issue["occurrences"][0]["fix"]["edits"] == [{"start": "4:13", "end": "4:13", "replacement": "t"}]
    assert explained[0].startswith("ARIA roles are misspelled or don't exist (accessibility/role-invalid)")
    assert '\n+<p role="button" tabindex=0>' in fixed[0]
    assert "Left: " in fixed[1]
    assert file.read_text() == PAGE


def test_site(tmp_path: Path) -> None:
    """The report of a site in a folder is summarized, and asked for a rule; a long answer says what it leaves out."""
    write_site_files(site(), tmp_path)
    (tmp_path / "large").mkdir()
    write_site_files(replace(site(), faults=(replace(FAULT, summary="pear " * 1000),) * 9), tmp_path / "large")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("site_summary", {"folder": str(tmp_path)}),
        ("site_issue", {"folder": str(tmp_path), "about": FAULT.rule}),
        ("site_issue", {"folder": str(tmp_path / "large"), "about": FAULT.rule}),
        ("site_issue", {"folder": str(tmp_path), "about": "pears"}),
        ("site_summary", {"folder": "/"}),
    ]
    _, ((_, (summary,)), (_, (about,)), (_, (large,)), (unknown, _), (outside, (reason,))) = _call(tmp_path, [], *calls)
    assert (json.loads(summary)["target"], json.loads(summary)["overallScore"]) == ("https://pears.example", 87)
    fault = json.loads(about)["faults"][0]
    assert (fault["title"], fault["where"]) == (
        "Links have no accessible name",
        "in the header of 30 pages: one change fixes all",
    )
    assert fault["pageContent"]["said"] == FAULT.summary
    assert json.loads(large)["leftOut"] > 0
    assert unknown
    assert outside
    assert "outside of the folders" in reason


def test_invalid_calls(tmp_path: Path) -> None:
    """A mistake is answered with an error of one line, and the server goes on."""
    (tmp_path / "latin.html").write_bytes(PAGE.replace("Pears", "\xe4").encode("latin-1"))
    calls: list[tuple[tuple[str, dict[str, Any]], str]] = [
        (("scan", {"target": f"{tmp_path}/b.html"}), "b.html: No such file or directory"),
        (("scan", {"target": str(tmp_path)}), "Is a directory; give a page in it"),
        (("scan", {"target": "pears.example"}), "for the site, write https://pears.example"),
        (("scan", {"target": "-"}), "-: No such file or directory"),
        (("scan", {"target": f"http://127.0.0.1:{free_port()}/"}), "--allow-private lets you allow"),
        (("scan", {"target": "https://pears.example/", "select": ["pears"]}), "unknown rule 'pears'"),
        (("explain_rule", {"rule": "title-missing"}), "did you mean seo/title-missing"),
        (("fix_diff", {"path": f"{tmp_path}/b.html"}), "b.html: No such file or directory"),
        (("fix_diff", {"path": f"{tmp_path}/latin.html"}), "not in UTF-8"),
        (("fix_diff", {"path": f"{tmp_path}/latin.html", "base": "pears"}), "base: "),
    ]
    _, answers = _call(tmp_path, [], *(call for call, _ in calls))
    for (wrong, texts), (call, message) in zip(answers, calls, strict=True):
        assert wrong, call
        (text,) = texts
        assert message in text
        assert "\n" not in text


@pytest.mark.parametrize("has_roots", [False, True])
def test_files_outside_of_the_roots(tmp_path: Path, has_roots: bool) -> None:
    """The server reads files of the client's roots, or of its folder, and nothing else, also through links."""
    inside, outside = tmp_path / "in side", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a.html").write_text(PAGE)
    (inside / "link.html").symlink_to(outside / "a.html")
    (inside / "folder").symlink_to(outside)
    os.mkfifo(inside / "fifo.html")
    forbidden = [str(outside / "a.html"), str(outside / "none.html"), f"{inside}/../outside/a.html"]
    forbidden += [str(inside / "link.html"), str(inside / "folder/a.html"), "/dev/zero", "/dev/stdin"]
    calls = [call for path in forbidden for call in (("scan", {"target": path}), ("fix_diff", {"path": path}))]
    last = [("scan", {"target": str(inside / "fifo.html")}), ("scan", {"target": str(inside / "a.html")})]
    _, answers = _call(outside if has_roots else inside, [], *calls, *last, roots=[inside] if has_roots else [])
    *refused, (_, fifo), (wrong, _) = answers
    assert all(wrong and "outside of the folders" in texts[0] for wrong, texts in refused)
    assert "it is not a regular file" in fifo[0]
    assert not wrong

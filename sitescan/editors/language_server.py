"""
The server of the Language Server Protocol: diagnostics, fixes and texts of rules for the pages in an editor.

https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
"""

import asyncio
import gc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from attrs import frozen
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from sitescan import __version__
from sitescan.cli.configuration import CONFIGURATIONS
from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.rule_explanation import explanation
from sitescan.cli.targets import TargetFailed
from sitescan.document.edits.page_patch import independent
from sitescan.editors.open_page import OpenPage
from sitescan.model.fix import Fix
from sitescan.model.outline import Place
from sitescan.model.report import Issue
from sitescan.report.visible_text import one_line
from sitescan.report.wording import message, shown_issues
from sitescan.rules.catalogue import catalogue

#: The time in seconds without a change after which a text is examined.
PAUSE = 0.2

FIX_ALL = "source.fixAll.sitescan"
"""The kind of the action that applies all safe fixes."""


@frozen
class _Marked:
    """A diagnostic with the issue that it shows, and its fix if there is one."""

    diagnostic: types.Diagnostic
    issue: Issue
    fix: Fix | None


@frozen
class _Examined:
    """What was found in a version of a document, and its lines; a document that isn't open has no version."""

    version: int | None
    lines: Sequence[str] = ()
    marked: Sequence[_Marked] = ()


class PageServer(LanguageServer):
    """
    A server for the pages and templates that are open in an editor.

    Each answer is about the version of a document that the editor has. A document that can't be examined has no
    diagnostics, and a message in the editor's log says why.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        # pygls applies changes of ranges to lines that it counts otherwise than editors do.
        super().__init__("sitescan", __version__, types.TextDocumentSyncKind.Full)
        self._now = now
        self._found: dict[str, _Examined] = {}

    def report_server_error(self, error: Exception, source: object) -> None:
        """Log an invalid message or an internal error, instead of interrupting the user."""
        self._log(f"{type(error).__name__}: {error}")

    def publish(self, uri: str) -> None:
        """Send the diagnostics of a document; none if it isn't open."""
        found = self._examined(uri)
        diagnostics = [marked.diagnostic for marked in found.marked]
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics, version=found.version)
        )
        # The objects of a page refer to each other, and there are a hundred thousand. Nobody waits now.
        gc.collect()

    def publish_all(self) -> None:
        """Examine all open documents again, because what they depend on has changed."""
        self._found.clear()
        for uri in tuple(self.workspace.text_documents):
            self.publish(uri)

    def actions(self, uri: str, within: types.Range, only: Sequence[str]) -> Iterator[types.CodeAction]:
        """
        Yield an action for each fix in a range of a document, and one for all safe fixes of the document.

        :param only: the kinds of actions that are wanted; empty for all.
        """
        found = self._examined(uri)
        fixed = [(marked, marked.fix) for marked in found.marked if marked.fix is not None]
        for marked, fix in fixed if _is_wanted(types.CodeActionKind.QuickFix.value, only) else ():
            if _overlap(marked.diagnostic.range, within):
                yield types.CodeAction(
                    title=marked.issue.recommendation,
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[marked.diagnostic],
                    is_preferred=fix.safe,
                    edit=self._workspace_edit(uri, found, [fix]),
                )
        safe = [fix for _, fix in independent((marked.issue.rule, fix) for marked, fix in fixed if fix.safe)]
        if safe and _is_wanted(FIX_ALL, only):
            edit = self._workspace_edit(uri, found, safe)
            yield types.CodeAction(title="Apply all safe fixes of sitescan", kind=FIX_ALL, edit=edit)

    def hover(self, uri: str, at: types.Position) -> types.Hover | None:
        """Return the texts of the rules that report something at a position."""
        here = types.Range(at, at)
        marked = [marked for marked in self._examined(uri).marked if _overlap(marked.diagnostic.range, here)]
        rules = dict.fromkeys(entry.issue.rule for entry in marked)
        text = "\n\n".join(map(explanation, rules))
        return types.Hover(types.MarkupContent(types.MarkupKind.PlainText, text)) if rules else None

    def _examined(self, uri: str) -> _Examined:
        document = self.workspace.text_documents.get(uri)
        if document is None:
            self._found.pop(uri, None)
            return _Examined(None)
        found = self._found.get(uri)
        if found is None or found.version != document.version:
            path = Path(to_fs_path(uri) or "/untitled")
            page = OpenPage(path, self._folder(path), document.language_id or "", document.source)
            found = self._found[uri] = _Examined(document.version, page.lines, tuple(self._marked(page)))
        return found

    def _folder(self, path: Path) -> Path:
        """Return the innermost folder that is open in the editor and contains a file, or else that of the file."""
        folders = (Path(to_fs_path(uri) or "") for uri in self.workspace.folders)
        within = [folder for folder in folders if path.is_relative_to(folder)]
        return max(within, key=lambda folder: len(folder.parts), default=path.parent)

    def _marked(self, page: OpenPage) -> Iterator[_Marked]:
        if not page.is_examined:
            return
        try:
            report = page.report(self._now())
        except (TargetFailed, UsageProblem) as problem:
            self._log(f"{page.path.name}: {problem}")
            return
        found = [issue for result in report.categories for issue in shown_issues(result)]
        for issue, occurrence in ((each, place) for each in found for place in each.occurrences):
            diagnostic = types.Diagnostic(
                range=self._range(page, occurrence.place),
                message=message(issue, occurrence),
                severity=types.DiagnosticSeverity(issue.severity.rank + 1),
                code=issue.rule,
                code_description=types.CodeDescription(catalogue()[issue.rule].sources[0]),
                source="sitescan",
            )
            yield _Marked(diagnostic, issue, occurrence.fix)

    def _workspace_edit(self, uri: str, found: _Examined, fixes: Sequence[Fix]) -> types.WorkspaceEdit:
        """Return the edits of fixes, which apply to the examined version alone."""
        edits = []
        for edit in (edit for fix in fixes for edit in fix.edits):
            start, end = (self._position(found.lines, at.line, at.column) for at in (edit.start, edit.end))
            edits.append(types.TextEdit(types.Range(start, end), edit.replacement))
        document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=found.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, edits)])

    def _range(self, page: OpenPage, place: Place | None) -> types.Range:
        """Return the range of a start tag; the first line if the whole page is at fault."""
        shown = place if place is not None and place.line else Place(line=1, column=1)
        start = self._position(page.lines, shown.line, shown.column)
        return types.Range(start, self._position(page.lines, shown.line, page.end_of(shown)))

    def _position(self, lines: Sequence[str], line: int, column: int) -> types.Position:
        """Return a position, whose line and column count from 1, in the units of the editor."""
        return self.workspace.position_codec.position_to_client_units(lines, types.Position(line - 1, column - 1))

    def _log(self, text: str) -> None:
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, f"sitescan: {one_line(text)}"))


def _is_wanted(kind: str, only: Sequence[str]) -> bool:
    """Return whether a kind of actions is among those that are wanted, or below one of them."""
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


def _overlap(one: types.Range, other: types.Range) -> bool:
    """Return whether two ranges have a position in common."""
    return one.start <= other.end and other.start <= one.end


def page_server(now: Callable[[], float]) -> PageServer:
    """
    Return a server with its features.

    :param now: returns the time in seconds since the epoch.
    """
    server = PageServer(now)
    _add_documents(server)
    _add_folders(server)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL]))
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
        return list(server.actions(params.text_document.uri, params.range, only))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        return server.hover(params.text_document.uri, params.position)

    return server


def _add_documents(server: PageServer) -> None:
    """Let a server follow the documents that are open."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        await asyncio.sleep(PAUSE)
        document = server.workspace.text_documents.get(params.text_document.uri)
        if document is not None and document.version == params.text_document.version:
            server.publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(_: types.DidSaveTextDocumentParams) -> None:
        # Other pages may refer to the saved one.
        server.publish_all()


def _add_folders(server: PageServer) -> None:
    """Let a server follow the configuration files of the open folders."""

    @server.feature(types.INITIALIZED)
    async def watch(_: types.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace is not None else None
        if watched is not None and watched.dynamic_registration:
            watchers = [types.FileSystemWatcher(f"**/{name}") for name in CONFIGURATIONS]
            registration = types.Registration(
                id="configuration",
                method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers),
            )
            await server.client_register_capability_async(types.RegistrationParams([registration]))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def configured(_: types.DidChangeWatchedFilesParams) -> None:
        server.publish_all()

"""A page or a template as an editor has it, saved or not, and the report on it."""

import argparse
import re
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from attrs import evolve, frozen

from sitescan.cli.configuration import Configuration, configuration
from sitescan.cli.gates import counted_issues
from sitescan.cli.local_pages import LocalPage
from sitescan.cli.targets import analysed, page_text, server_of, within_cpu_time
from sitescan.document.fragment_elements import is_whole_page
from sitescan.document.parsing.encoding import encode
from sitescan.document.parsing.start_tag import read_start_tag
from sitescan.document.template_marks import TemplateMarks
from sitescan.local.offline import analyse_fragment
from sitescan.model.outline import Place
from sitescan.model.report import Report
from sitescan.standards.lazy_pattern import lazy_pattern

#: The ids and suffixes by which editors know pages, and files of which pages are made.
_PAGES = frozenset("html htm xhtml".split())
_TEMPLATES = frozenset(
    "astro blade cshtml django-html edge ejs erb eruby gohtml handlebars hbs heex htmldjango j2 jinja "
    "jinja-html jinja2 jsp leaf liquid mustache njk nunjucks php phtml svelte tmpl tpl twig vue volt".split()
)

_LINE_BREAK = lazy_pattern(r"\r\n?|\n")
#: The tags around the HTML of a component of Vue, whose content would be inert.
_VUE_TEMPLATE = lazy_pattern(r"^<template[ \t]*>|^</template[ \t]*>", re.MULTILINE)


@frozen(slots=False)
class OpenPage:
    """
    The content of a document in an editor.

    :ivar path: its file, which may not exist.
    :ivar folder: the folder around it that is open in the editor.
    :ivar language: the id of its language.
    :ivar text: its text.
    """

    path: Path
    folder: Path
    language: str
    text: str

    @property
    def is_examined(self) -> bool:
        """Whether it is a page or a template, by its language or by its name, and not empty."""
        return bool(self.text.strip()) and not self._kinds.isdisjoint(_PAGES | _TEMPLATES)

    @property
    def is_fragment(self) -> bool:
        """Whether it may be a part of a page, as is everything that a program or another file completes."""
        is_template = not self._kinds.isdisjoint(_TEMPLATES) or bool(TemplateMarks(self.text))
        return is_template or not is_whole_page(self.text)

    @property
    def _kinds(self) -> frozenset[str]:
        return frozenset({self.language, self.path.suffix.lower().removeprefix(".")})

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Its lines without their ends."""
        return tuple(_LINE_BREAK.split(self.text))

    def end_of(self, place: Place) -> int:
        """Return the column, from 1, after a start tag, or after its line if it goes on or there is none."""
        line = self.lines[place.line - 1]
        tag = read_start_tag(line, place.column - 1)
        return (tag.end if tag is not None else len(line)) + 1

    def report(self, now: float) -> Report:
        """
        Return the report on it, without the issues that the configuration of the open folder leaves out.

        :param now: the time, in seconds since the epoch.
        :raises TargetFailed: if it is no text or too large, or examining it takes too long.
        :raises UsageProblem: if the configuration is invalid.
        """
        configured = configuration(argparse.Namespace(config=None, targets=[self._name]), self.folder)
        report = evolve(self._analysed(configured, now), url=self._name)
        return counted_issues(report, configured, None, datetime.fromtimestamp(now, UTC).date())

    def _analysed(self, configured: Configuration, now: float) -> Report:
        settings = configured.settings
        body = page_text(self._body, settings.page_bytes, "the text")
        page = self._site(configured)
        _, address = page.addresses(configured.base)
        if not self.is_fragment:
            return analysed(body, address, server_of(page, configured.base, settings), settings, now)
        with within_cpu_time(settings):
            return analyse_fragment(body, address, scanned_at=now, parser=settings.parser)

    @property
    def _name(self) -> str:
        """Its path in the open folder, as ``sitescan scan`` in that folder names it."""
        return self.path.relative_to(self.folder).as_posix()

    def _site(self, configured: Configuration) -> LocalPage:
        """Return the page in the folder of its site: the open folder if that has an address, or an index page."""
        if configured.base:
            return LocalPage(self.path, self.folder, listed=True)
        within = [folder for folder in self.path.parents if folder.is_relative_to(self.folder)]
        site = next((folder for folder in reversed(within) if (folder / "index.html").is_file()), None)
        return LocalPage(self.path, site or self.path.parent, listed=site is not None)

    @property
    def _body(self) -> bytes:
        """Its bytes, with a character for each one of the text."""
        text = self.text
        if "vue" in self._kinds:
            text = _VUE_TEMPLATE.sub(lambda tag: tag[0].replace("template", "div     "), text)
        return encode(text)

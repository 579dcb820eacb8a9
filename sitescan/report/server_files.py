"""Files for web servers and for hosts of static sites, with the settings that the issues of a report ask for."""

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from sitescan.model.report import Issue, Report
from sitescan.report.visible_text import one_line
from sitescan.rules.catalogue import catalogue
from sitescan.rules.server_configuration import ServerSetting
from sitescan.standards.lazy_pattern import lazy_pattern

_WIDTH = 100
#: The characters that mean the same within the quotation marks of every server.
_PLAIN = lazy_pattern(r"[A-Za-z0-9 !#%&'()*+,\-./:;=?@_~]*")
_NONCE = "'nonce-"

_REPEATED = "Remove what sends the same headers today, because headers that are sent twice can be invalid."
_FOR_NGINX = (
    "Include this file in the server block, and in each location that has its own add_header lines, because such a "
    "location inherits none."
)
_FOR_APACHE = (
    "Include this file in the virtual host, or add its lines to .htaccess. It needs the modules headers, filter and "
    "deflate."
)
_FOR_CADDY = "Import this file in the block of the site."
_FOR_NETLIFY = "Add this to netlify.toml at the top of the repository."


@frozen(kw_only=True)
class _Needed:
    """
    A setting that a page needs.

    :ivar reasons: the rules that ask for it, with their recommendations.
    """

    setting: ServerSetting
    reasons: Sequence[str]

    @property
    def problem(self) -> str:
        """The reason why no file can contain it; empty if a file can."""
        if _NONCE in self.setting.value:
            return "It has to be a new one in every response, so your application must send it:"
        if not _PLAIN.fullmatch(self.setting.value):
            return "It contains characters that have a meaning in some configurations, so it isn't set here:"
        return ""

    def comment(self) -> Iterator[str]:
        """Yield paragraphs that say why it is needed, what to check, and why it isn't set."""
        yield from self.reasons
        yield from filter(None, self.setting.advice.split("\n"))
        if self.problem:
            yield self.problem
            yield f"{self.setting.header}: {self.setting.value}"


@frozen
class ServerFile:
    """
    A file for a server.

    :ivar remarks: what has to be said about it where the file can't hold comments.
    """

    text: str
    remarks: Sequence[str] = ()


def server_file(report: Report, server: str, selected: Callable[[str], bool]) -> ServerFile:
    """
    Return the file with the settings that a page needs.

    :param server: one of :data:`SERVERS`.
    :param selected: returns whether the issues of a rule count.
    """
    return SERVERS[server](one_line(report.url), _needed(report, selected))


def _needed(report: Report, selected: Callable[[str], bool]) -> Sequence[_Needed]:
    """Return each setting once, in the order of the report."""
    found: dict[ServerSetting, dict[str, None]] = {}
    for issue in (issue for result in report.categories for issue in result.issues):
        setting = catalogue()[issue.rule].setting
        if setting is not None and selected(issue.rule) and not _is_in_page(issue):
            filled = setting.filled({**issue.occurrences[0].facts, "count": issue.count})
            found.setdefault(filled, {})[f"{issue.rule}: {issue.recommendation}"] = None
    return [_Needed(setting=setting, reasons=tuple(reasons)) for setting, reasons in found.items()]


def _is_in_page(issue: Issue) -> bool:
    """Return whether the markup of the page has to be changed, and not a header."""
    return all("fixed_markup" in occurrence.facts for occurrence in issue.occurrences)


def _nginx(url: str, needed: Sequence[_Needed]) -> ServerFile:
    return _configuration(url, _FOR_NGINX, needed, [need.setting.nginx for need in needed])


def _apache(url: str, needed: Sequence[_Needed]) -> ServerFile:
    return _configuration(url, _FOR_APACHE, needed, [need.setting.apache for need in needed])


def _caddy(url: str, needed: Sequence[_Needed]) -> ServerFile:
    return _configuration(url, _FOR_CADDY, needed, [need.setting.caddy for need in needed])


def _configuration(url: str, usage: str, needed: Sequence[_Needed], lines: Sequence[str]) -> ServerFile:
    made = [*_comment((_headline(url, needed), usage, _REPEATED))]
    for need, own in zip(needed, lines, strict=True):
        made += ["", *_comment(need.comment()), *(() if need.problem else _indented(own))]
    return ServerFile("\n".join(made) + "\n")


def _indented(lines: str) -> Iterator[str]:
    depth = 0
    for line in lines.split("\n"):
        depth -= line.startswith("}")
        yield "    " * depth + line
        depth += line.endswith("{")


def _netlify(url: str, needed: Sequence[_Needed]) -> ServerFile:
    made = [*_comment((_headline(url, needed), _FOR_NETLIFY, _REPEATED))]
    for need in needed:
        setting = need.setting
        made += ["", *_comment((*need.comment(), *(() if setting.header else ("Netlify does this automatically.",))))]
        if setting.header and not need.problem:
            for path in [f"/*.{extension}" for extension in setting.extensions] or ["/*"]:
                made += ["[[headers]]", f'  for = "{path}"', "  [headers.values]"]
                made += [f'    {setting.header} = "{setting.value}"']
    return ServerFile("\n".join(made) + "\n")


def _vercel(url: str, needed: Sequence[_Needed]) -> ServerFile:
    headers, remarks = [], [_headline(url, needed)]
    for need in needed:
        setting = need.setting
        remarks += [*need.comment(), *(() if setting.header else ("Vercel does this automatically.",))]
        if setting.header and not need.problem:
            names = "|".join(setting.extensions)
            source = rf"/(.*)\.({names})" if names else "/(.*)"
            headers.append({"source": source, "headers": [{"key": setting.header, "value": setting.value}]})
    return ServerFile(json.dumps({"headers": headers}, indent=2) + "\n", remarks)


def _headline(url: str, needed: Sequence[_Needed]) -> str:
    if not needed:
        return f"No issue of {url} asks for a setting of the server."
    return f"The settings that {url} needs, by its report. The ids of rules say why."


def _comment(paragraphs: Sequence[str] | Iterator[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield from textwrap.wrap(
            one_line(paragraph),
            _WIDTH,
            initial_indent="# ",
            subsequent_indent="# ",
            break_long_words=False,
            break_on_hyphens=False,
        )


#: The function that writes the file of each server.
SERVERS: Mapping[str, Callable[[str, Sequence[_Needed]], ServerFile]] = {
    "nginx": _nginx,
    "apache": _apache,
    "caddy": _caddy,
    "netlify": _netlify,
    "vercel": _vercel,
}

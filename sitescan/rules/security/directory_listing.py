"""The page is the list of files that a server makes of a folder without a page."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.tree import attr, text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Titles of Apache, nginx and lighttpd, of Python's and Java's servers, and of IIS.
_TITLES = re.compile(
    r"(?:Index of|Directory listing for|Directory Listing For|Directory:) /.{0,500}|.{1,200} - /.{0,300}"
)
_SORTING = re.compile(r"\?C=[NMSD](?:;|&)O=[AD]")
_PARENTS = frozenset({"Parent Directory", "../", "[To Parent Directory]", "Up To [/]"})


def check(document: Document) -> Iterator[Finding]:
    """Report a page with the title and the first link of such a list."""
    if not _TITLES.fullmatch(document.title):
        return
    python = document.title.startswith("Directory listing for /") and len(document.all("ul")) == 1
    links = document.all("a")[:20]
    for link in links:
        if text(link) in _PARENTS or _SORTING.fullmatch(attr(link, "href", "")) or python:
            yield Finding(link, files=len(document.all("a")))
            return


RULE = Rule(
    id="security/directory-listing",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Server lists the files of a folder",
    description=(
        "The page is a list of {files:# link|# links} to the files of a folder, made by the server. Visitors and "
        "search engines find files that no page links to: backups, drafts, logs, configuration."
    ),
    recommendation="Switch off directory listings, unless the folder is a public archive.",
    how_to_fix=(
        "nginx: autoindex off;\n"
        "Apache:\n"
        " <Directory /srv/www>\n"
        " Options -Indexes\n"
        " </Directory>\n"
        "Caddy: file_server\n"
        "In Caddy, omit the word browse. Or put an index.html into the folder."
    ),
    sources=(
        "https://cwe.mitre.org/data/definitions/548.html",
        "https://nginx.org/en/docs/http/ngx_http_autoindex_module.html",
        "https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html",
    ),
    examples=(
        Bad(
            '<title>Index of /backup/</title><h1>Index of /backup/</h1><pre><a href="../">../</a> <a href="a.sql">a</a>'
        ),
        Bad(
            "<title>Index of /files</title><h1>Index of /files</h1><table><tr><th>"
            '<a href="?C=N;O=D">Name</a></th></tr><tr><td><a href="/">Parent Directory</a></td></tr></table>'
        ),
        Bad(
            '<title>Directory listing for /</title><h1>Directory listing for /</h1><ul><li><a href="a">a</a></li></ul>'
        ),
        Bad('<title>pears - /files/</title><h1>pears - /files/</h1><pre><a href="/">[To Parent Directory]</a></pre>'),
        Good('<title>Index of /pears</title><h1>Index of /pears</h1><p><a href="/plums">Plums</a>'),
        Good('<title>Pears - /r/pears</title><a href="/">Home</a>'),
        Good('<title>Pears</title><a href="../">../</a>'),
    ),
)

"""The source names addresses inside the owner's network."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.security.comments import comments
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.local_hosts import is_local

#: What loads, sends or declares. A link is something to click: a manual may lead to the reader's own machine,
#: and for the rest the links have a rule.
_ATTRIBUTES = {
    "audio": ("src",),
    "base": ("href",),
    "button": ("formaction",),
    "embed": ("src",),
    "form": ("action",),
    "frame": ("src",),
    "iframe": ("src",),
    "img": ("src",),
    "input": ("src", "formaction"),
    "link": ("href",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src",),
    "track": ("src",),
    "video": ("src", "poster"),
}
_ABSOLUTE = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)

_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_END = r"(?![0-9A-Za-z_]|[.-][0-9A-Za-z])"
_PRIVATE = (
    rf"(?:10\.{_BYTE}\.{_BYTE}\.{_BYTE}|192\.168\.{_BYTE}\.{_BYTE}|172\.(?:1[6-9]|2[0-9]|3[01])\.{_BYTE}\.{_BYTE})"
)

#: In a comment, four numbers alone may be a version: they count in a URL, with a port, or behind what calls for a host.
_IN_COMMENT = re.compile(
    rf"https?://(?:localhost|127\.0\.0\.1|{_PRIVATE}){_END}"
    rf"|(?<![0-9A-Za-z_.-])(?:192\.168\.{_BYTE}\.{_BYTE}{_END}|{_PRIVATE}:[0-9]{{2,5}}{_END})"
    rf"|\b(?:(?:server|host|node|backend|upstream|ip|address)[ \t]?[:=]|served by)[ \t]?{_PRIVATE}{_END}",
    re.IGNORECASE,
)
#: In the source of every page that names such an address.
_MARK = re.compile(rb"localhost|\.(?:local|test|internal|lan)|1(?:0|27|72|92)\.|\[(?:f[cde]|::1)")
_SAVED = "saved from url="
_MOST = 20


def check(document: Document) -> Iterator[Finding]:
    """Report private addresses in what the page loads and in its comments, unless the page itself is at such a one."""
    if _MARK.search(document.ascii_source) is not None and not is_local(document.url):
        yield from islice(chain(_in_attributes(document), _in_comments(document)), _MOST)


def _in_attributes(document: Document) -> Iterator[Finding]:
    for tag in document.all(*_ATTRIBUTES, "meta"):
        for value in _addresses(tag):
            if _ABSOLUTE.match(value) and is_local(document.resolve(value) or ""):
                yield Finding(tag)
                break


def _addresses(tag: Tag) -> Iterator[str]:
    name = attr(tag, "property", attr(tag, "name", "")).strip().lower() if tag.name == "meta" else ""
    if name.startswith(("og:", "twitter:")):
        yield attr(tag, "content", "")
    for attribute in _ATTRIBUTES.get(tag.name, ()):
        yield attr(tag, attribute, "")


def _in_comments(document: Document) -> Iterator[Finding]:
    for tag, comment in comments(document):
        match = _IN_COMMENT.search(comment) if _SAVED not in comment else None
        if match is not None:
            yield Finding(tag, detail=f"comment: {match.group()}")


RULE = Rule(
    id="security/internal-address",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Internal addresses in the source",
    description=(
        "The page's source contains {count:an address|# addresses} that can be reached only from one computer or "
        "private network. Files that the page loads from there fail for every visitor. In comments, such addresses "
        "tell attackers how the network is built."
    ),
    recommendation="Replace internal addresses with public ones, and remove them from comments.",
    how_to_fix=(
        "Set the site's public base URL (https://example.com) in the configuration that the page is built with, or "
        'write addresses without a host: <img src="/pear.jpg" alt="A pear">\n'
        "Remove comments that name servers when you build the page. Comments of the template language ({{# ... #}}, "
        "<%-- ... --%>) never reach visitors."
    ),
    sources=(
        "https://cwe.mitre.org/data/definitions/615.html",
        "https://www.rfc-editor.org/rfc/rfc1918",
        "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/05-Review_Web_Page_Content_for_Information_Leakage",
    ),
    examples=(
        Bad('<script src="http://localhost:35729/livereload.js"></script>'),
        Bad('<img src="//192.168.1.10/pear.jpg" alt="A pear">'),
        Bad('<meta property="og:image" content="http://127.0.0.1:3000/pear.png">'),
        Bad('<link rel="canonical" href="http://shop.internal/pears">'),
        Bad('<form action="https://[fd00::7]/order"></form>'),
        Bad("<body><!-- served by 10.20.0.7 --></body>"),
        Bad("<p>Pears</p></body></html><!-- cache: 172.16.4.2:8080 -->"),
        Bad('<body><!-- <img src="http://10.0.0.7/pear.jpg"> --></body>'),
        Bad("<body><!-- Server: 10.20.0.7 --></body>"),
        Bad("<body><!-- 192.168.4.2 --></body>"),
        Good('<a href="http://localhost:8000/">Open it on your machine</a><p>http://192.168.1.1/</p>'),
        Good(
            "<body><!-- Pears 10.2.0.4 --><!-- updated from 10.0.0.1; WebLogic Server 10.3.6.0; 172.16.0.1 --></body>"
        ),
        Good("<body><!-- 192.168.4.256 1192.168.4.2 192.168.4.2.1 v192.168.4.2 --></body>"),
        Good("<!-- saved from url=(0016)http://localhost --><p>Pears"),
        Good('<script src="https://localhost.example.com/a.js"></script><!-- https://localhost.example.com/ -->'),
        Good('<img src="https://8.8.8.8/pear.jpg" alt="A pear"><img src="/192.168.1.10/pear.jpg" alt="A pear">'),
        Good('<img src="/pear.jpg" alt="A pear"><!-- 192.168.4.2 -->', url="http://192.168.4.2/"),
        Good('<script>fetch("http://localhost:5000/agent")</script><pre>http://10.0.0.1/</pre>'),
    ),
)

import re
from itertools import chain, islice

from bs4.element import NavigableString, PageElement, Tag

from sitescan.document.security.comments import comments
from sitescan.document.security.debug_pages import debug_page
from sitescan.document.security.leaked_errors import leaked_errors
from sitescan.document.tree import ancestors
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, lazy_pattern, shorten

#: PHP's html_errors: <b>Warning</b>:  fopen(...): Failed to open stream in <b>/var/www/a.php</b> on line <b>3</b>
_PHP = frozenset(
    {
        *("Deprecated", "Fatal error", "Notice", "Parse error", "Recoverable fatal error", "Strict Standards"),
        "Warning",
    }
)
_PARTS = 12
_FAILED = 400

#: The toolbars of Django, Flask, Symfony, Yii and Laravel.
_IDS = frozenset({"djDebug", "flDebug", "yii-debug-toolbar"})
_CLASSES = frozenset({"sf-toolbar", "sf-toolbarreset", "xdebug-error"})
_SCRIPT = "/_debugbar/assets"

_PATH = lazy_pattern(
    r"(?<![\w./~:-])(?:"
    r"/(?:var/www|srv/(?:www|http)|opt/lampp|usr/(?:local|share)/nginx|home/[a-z][\w-]{0,31}/(?:public_html|www|htdocs))/"
    r"|[A-Z]:\\(?:inetpub|xampp|wamp64|wamp|Users)\\"
    r")[^\s<>\"'|]{0,200}",
    re.IGNORECASE | re.ASCII,
)
#: A part of the source of every page with a PHP message.
_MESSAGE = b"on line "
#: Parts of the source of pages with a toolbar without a known id; each such page contains one.
_TOOLS = (b"sf-toolbar", b"xdebug-error", _SCRIPT.encode())
#: Parts of comments with a path on the server, in lower case; each such comment contains one.
_FOLDERS = ("/var/www/", "/srv/", "/opt/lampp", "/nginx/", "/home/", ":\\")
_MOST = 20


def check(document: Document) -> Findings:
    """Report debug pages, messages of databases and programs, toolbars of debuggers, and comments with paths."""
    shown = debug_page(document)
    if shown:
        yield Finding(document.body, detail=shown)
    elif document.exchange.status < _FAILED:
        for tag, message in leaked_errors(document):
            yield Finding(tag, detail=shorten(" ".join(message.split())))
    yield from islice(chain(_messages(document), _tools(document), _in_comments(document)), _MOST)


def _messages(document: Document) -> Findings:
    for tag in document.all("b") if _MESSAGE in document.ascii_source else ():
        name = _text(tag)
        if name in _PHP:
            place = _place(tag)
            if place and not any(parent.name in ("pre", "code") for parent in ancestors(tag)):
                yield Finding(tag, detail=f"{name} in {shorten(place)}")


def _place(tag: Tag) -> str:
    """Return the file named after the kind in a PHP message, or an empty string if it is no such message."""
    parts = list(islice(tag.next_siblings, _PARTS))
    if not parts or not _text(parts[0]).startswith(":"):
        return ""
    for before, file, between, line in zip(parts, parts[1:], parts[2:], parts[3:], strict=False):
        if _text(before).endswith(" in ") and _text(between) == " on line " and _text(line).isdecimal():
            return _text(file)
    return ""


def _text(node: PageElement) -> str:
    """Return the text of a text node, or of an element that contains only a text node."""
    if isinstance(node, Tag):
        return _text(node.contents[0]) if len(node.contents) == 1 and not isinstance(node.contents[0], Tag) else ""
    return str(node) if isinstance(node, NavigableString) else ""


def _tools(document: Document) -> Findings:
    source = document.ascii_source
    if _IDS.isdisjoint(document.by_id) and not any(mark in source for mark in _TOOLS):
        return
    for tag in document.having("id", "class", "src"):
        if (
            attr(tag, "id") in _IDS
            or not _CLASSES.isdisjoint(attr(tag, "class", "").split())
            or (tag.name == "script" and _SCRIPT in attr(tag, "src", ""))
        ):
            yield Finding(tag)


def _in_comments(document: Document) -> Findings:
    for tag, comment in comments(document):
        lower = comment.lower()
        match = _PATH.search(comment) if any(folder in lower for folder in _FOLDERS) else None
        if match is not None:
            yield Finding(tag, detail=f"comment: {shorten(match.group())}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Error messages or debugging tools are public",
    passed="Page is free of error messages and debugging tools",
    description=(
        "The page shows {count:# message or tool|# messages or tools} meant only for its developers. Error messages, "
        "debugging tools and file paths tell attackers how the site is built and where it may be vulnerable."
    ),
    recommendation="Write errors to a log instead of the page, and turn debugging off on the public server.",
    how_to_fix=(
        "In PHP: display_errors = Off and log_errors = On in php.ini. In WordPress: "
        "define('WP_DEBUG_DISPLAY', false);\n"
        "In Django: DEBUG = False. In Laravel: APP_DEBUG=false. In Symfony: APP_ENV=prod. In Flask and Yii, don't "
        "deploy the debugging extension.\n"
        "Then fix the cause of the message. Remove paths from comments: comments of the template language ({{# ... "
        "#}}, <%-- ... --%>) never reach visitors."
    ),
    sources=(
        "https://cwe.mitre.org/data/definitions/209.html",
        "https://cwe.mitre.org/data/definitions/615.html",
        "https://www.php.net/manual/en/errorfunc.configuration.php#ini.display-errors",
        "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/08-Testing_for_Error_Handling/01-Testing_For_Improper_Error_Handling",
    ),
    examples=(
        Bad(
            "<br />\n<b>Warning</b>:  fopen(a.txt): Failed to open stream in <b>/var/www/html/a.php</b> on line "
            "<b>12</b><br />\n<p>Pears"
        ),
        Bad(
            "<b>Fatal error</b>:  Uncaught Exception: no pears in C:\\a.php:3\nStack trace:\n#0 {main}\n  thrown in "
            "<b>C:\\a.php</b> on line <b>3</b><br />"
        ),
        Bad('<table class="xdebug-error xe-notice"><tr><th>Notice: Undefined variable</th></tr></table>'),
        Bad('<p>Pears</p><div id="djDebug" class="" hidden></div>'),
        Bad('<script src="/_debugbar/assets/javascript?v=1679"></script>'),
        Bad("<body><!-- template: /var/www/shop/templates/pear.html --></body>"),
        Bad("<p>Pears</p></body></html><!-- C:\\inetpub\\wwwroot\\pear.aspx -->"),
        Bad("<title>TypeError // Werkzeug Debugger</title><h1>TypeError</h1>", status=500),
        Bad("<pre>Traceback (most recent call last):\n  File 'a.py', line 3</pre>", status=500),
        Bad("<pre>java.lang.IllegalStateException\n\tat net.pears.Tree.grow(Tree.java:12)</pre>", status=500),
        Bad("<pre>Error: no pears<br> at grow (/srv/app/tree.js:12:5)</pre>", status=404),
        Bad("<title>Whoops! There was an error.</title><h1>ErrorException</h1>", status=500),
        Bad("<h1>Server Error in '/' Application.</h1><title>Runtime Error</title>", status=500),
        Bad(
            "<h1>Pears</h1>You have an error in your SQL syntax; check the manual that corresponds to your MariaDB "
            "server version for the right syntax to use near 'pears' at line 1<p>All pears"
        ),
        Bad("<p>Pears</p><div>SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.pears'</div>"),
        Bad('<h1>Pears</h1>ERROR:  syntax error at or near "pears" LINE 1: SELECT'),
        Bad("<h1>Pears</h1><font>ORA-00933: command not properly ended</font>"),
        Bad("<h1>Pears</h1><font>Unclosed quotation mark after the character string 'pears'.</font>"),
        Bad("<h1>Pears</h1>sqlite3.OperationalError: no such table: pears"),
        Bad("<h1>Pears</h1>\nWarning: Undefined variable $pears in /srv/shop/pears.php on line 3\n"),
        Bad('<p>Traceback (most recent call last):\n  File "/srv/pears.py", line 3, in grow\n    ripen()</p>'),
        Bad("<p>net.pears.Ripe\n at net.pears.Tree.grow(Tree.java:12)\n at net.pears.Main.main(Main.java:3)</p>"),
        Bad("<p>Ripe: pears at Pears.Tree.Grow(Int32 days) in C:\\pears\\Tree.cs:line 12</p>"),
        Bad("<p>Error: no pears\n at grow (/srv/pears/tree.js:12:5)</p>"),
        Good(
            "<pre>You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version"
        ),
        Good("<title>MySQL: syntax errors</title><p>SQLSTATE[42000]: Syntax error or access violation"),
        Bad("<h1>Pears</h1>System.Data.SqlClient.SqlException: Invalid column name 'pears'."),
        Bad("<h1>Pears</h1>ActiveRecord::StatementInvalid: no such table: pears<p>Ripe"),
        Bad("<h1>Pears</h1>panic: no pears\n\ngoroutine 1 [running]:\nmain.main()"),
        Bad("<h1>Pears</h1>Liquid error (sections/pears line 3): Could not find asset snippets/pear.liquid"),
        Bad("<h1>Pears</h1>Query failed: MySQL server has gone away<p>Any queries?<footer>We use WordPress and PHP"),
        Good("<p>Exceptions in Node:</p><p> at grow (/srv/pears/tree.js:12:5)</p>"),
        Good("<h2>Our database</h2><p>MySQL server has gone away</p>"),
        Good("<h1>Pears</h1><p>Yesterday the whole shop said: MySQL server has gone away</p>"),
        Good("<p>Pears</p><p>In Oregon, ORA-12345 is a plum.</p>"),
        Good("<p>How to read a trace: <pre>Traceback (most recent call last):</pre>"),
        Good("<title>Not found</title><p>There are no pears at this address.", status=404),
        Good("<b>Notice</b>: <b>Pears</b> <i>in <u>Paris</u></i><p><b>Warning</b>, and no more"),
        Good("<p><b>Warning</b>: pears in <b>Paris</b> ripen early.</p><p>/var/www/html/a.php</p>"),
        Good("<pre><b>Warning</b>: x in <b>/var/www/a.php</b> on line <b>12</b></pre>"),
        Good("<body><!-- https://example.com/home/anna/www/ and /home/page --><!-- /srv/ --></body>"),
        Good("<!-- saved from C:\\pears.html --><p>Pears"),
    ),
)

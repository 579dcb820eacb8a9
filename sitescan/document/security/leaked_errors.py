"""Error messages of databases and programs in the text of a page that was answered with success."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from bs4.element import PageElement, Tag

from sitescan.document.document import Document
from sitescan.document.tree import NOT_TEXT, TextNode, after, ancestors
from sitescan.standards.lazy_pattern import lazy_pattern

#: Messages of MySQL, PostgreSQL, Oracle, SQL Server, SQLite and MongoDB, and of the programs that ask them.
_DATABASE = (
    r"You have an error in your SQL syntax; check the manual that corresponds to your \w{3,20} server version",
    r"Unknown column '[^'\n]{1,100}' in '(?:field list|where clause|order clause|on clause|group statement)'",
    r"Access denied for user '[^'\n]{0,100}'@'[^'\n]{1,100}' \(using password: (?:YES|NO)\)",
    r"MySQL server has gone away",
    r"SQLSTATE\[[0-9A-Z]{5}\](?:: | \[[0-9]{1,5}\] )[A-Z]",
    r"pg_(?:query|execute|connect|exec)\(\): ",
    r'ERROR: {1,2}(?:syntax error at or near "|(?:column|relation) "?[\w.]{1,100}"? does not exist)',
    r"ORA-[0-9]{5}: [a-zA-Z\"]",
    r"Unclosed quotation mark (?:after|before) the character string '",
    r"\[Microsoft\]\[[\w ]{1,40}\](?:\[SQL Server\])?[A-Z]",
    r"Microsoft OLE DB Provider for (?:SQL Server|ODBC Drivers) error '[0-9a-f]{8}'",
    r"SQLite3::(?:query|querySingle|prepare|exec)\(\): ",
    r"sqlite3\.(?:Operational|Integrity|Database|Programming)Error: ",
    r'SQLITE_ERROR: (?:no such (?:table|column)|near ")',
    r"E11000 duplicate key error collection: ",
)
#: Messages and frames of PHP, Python, Ruby, Java, .NET, Go, Node.js and template engines.
_PROGRAM = (
    r"(?:Warning|Notice|Deprecated|Fatal error|Parse error): {1,2}[^\n]{1,300}? in (?:/|[A-Z]:\\)\S{1,200} on line ",
    r"Uncaught \w{0,40}(?:Error|Exception): [^\n]{1,300}? in (?:/|[A-Z]:\\)[^\s:]{1,200}:[0-9]",
    r'Traceback \(most recent call last\):\s{1,8}File "[^"\n]{1,200}", line [0-9]{1,6}, in ',
    r"\b(?:django|jinja2|psycopg2?|sqlalchemy)\.[\w.]{1,80}(?:Error|Exception|UndefinedTable|UndefinedColumn): ",
    r"\b(?:ActionView|ActiveRecord|Mysql2|PG|SQLite3)::[\w:]{1,60}: ",
    r"/[^\s:]{1,200}\.rb:[0-9]{1,6}:in [`']",
    r"\bjavax?\.[\w.]{1,80}(?:Error|Exception): ",
    r"\bat [\w$.<>]{3,200}\([\w$]{1,100}\.java:[0-9]{1,6}\)\s{1,8}at [\w$.<>]{3,200}\(",
    r"\b(?:System|Microsoft)\.[\w.]{1,80}Exception(?: \(0x[0-9A-F]{8}\))?: ",
    r"Object reference not set to an instance of an object\.",
    r"\bat [\w.`<>\[\],+]{3,200}\([^()\n]{0,200}\) in [A-Z]:\\[^:\n]{1,200}:line [0-9]{1,6}",
    r"\bgoroutine [0-9]{1,9} \[running\]:",
    r"\bat [\w$.<> \[\]]{1,100} ?\((?:file://)?/[^()\s:]{1,200}\.[cm]?[jt]s:[0-9]{1,6}:[0-9]{1,6}\)",
    r"\bLiquid (?:syntax )?error(?: \([^()\n]{1,100}\))?: [A-Z]",
    r"\bTwig\\Error\\\w{1,40}",
)
MESSAGES = tuple(map(lazy_pattern, (*_DATABASE, *_PROGRAM)))
"""Messages with a form that nothing else has."""
#: Parts of texts in lower case; each text with a message contains one, or a file with a line. Long parts are found
#: faster.
_MARKS = (
    *("error in your sql syntax; check the manual that", "unknown column '", "access denied for user '", "sqlstate["),
    *("mysql server has gone away", "pg_", "error: ", "ora-", "unclosed quotation mark ", "[microsoft]["),
    *("microsoft ole db provider for ", "sqlite", "duplicate key error collection: ", " on line "),
    *("traceback (most recent call last):", "exception: ", "exception (0x", "activerecord::", "actionview::"),
    *("mysql2::", "pg::", "object reference not set to an instance", ":line ", "goroutine ", "liquid error ("),
    *("psycopg", "twig\\error"),
)
_FILE_WITH_LINE = lazy_pattern(r"\.(?:rb|java|[cm]?[jt]s):[0-9]")
#: Elements that show what a program says rather than say it.
_QUOTING = frozenset("a blockquote cite code kbd option pre q samp textarea tt xmp".split())
#: Words of pages about programs, which may quote messages anywhere: one of them in the title or a heading, or several
#: in the text. Other pages name their software in the footer, if at all.
_SUBJECT = lazy_pattern(
    r"\b(?:\w{0,12}sql\w{0,12}|mariadb|oracle|postgres|php|python|java|javascript|node|exceptions?|tracebacks?"
    r"|stack ?traces?|databases?|debug\w{0,8}|quer(?:y|ies)|programming|developers?|hosting|wordpress|drupal|django"
    r"|laravel|symfony|error messages?)\b|\.NET\b",
    re.IGNORECASE,
)
_SUBJECT_OF = frozenset({"h1", "h2", "h3", "title"})
_MENTIONS = 2
#: The maximum number of words before a message in its line, such as “Query failed:”. Sentences that quote have more.
_MOST_BEFORE = 3
_MOST = 20


def leaked_errors(document: Document) -> list[tuple[Tag, str]]:
    """Return the messages in the text of a page, each with its element; none if the page may be about messages."""
    # Scripts contain words such as "error: " on every other page, texts rarely do.
    shown = f"{document.shown_text} ".lower()
    marks = {*(mark for mark in _MARKS if mark in shown), *_FILE_WITH_LINE.findall(shown)}
    if document.body is None or not marks:
        return []
    found: list[tuple[Tag, str]] = []
    other_texts: list[tuple[TextNode, bool]] = []
    for node, quoted in _texts(document.body):
        message = None if quoted else _message(node, marks)
        if message is None or node.parent is None:
            other_texts.append((node, quoted))
        elif len(found) < _MOST:
            found.append((node.parent, message))
    return found if found and not _is_about_programs(document, other_texts) else []


def _is_about_programs(document: Document, other_texts: Iterable[tuple[TextNode, bool]]) -> bool:
    """Return whether the title, a heading or several words of the other texts say that a page is about programs."""
    if _SUBJECT.search(document.title):
        return True
    mentions = 0
    for node, quoted in other_texts:
        count = sum(1 for _ in islice(_SUBJECT.finditer(node), _MENTIONS))
        around = [tag.name for tag in ancestors(node)] if count else []
        if not count or "footer" in around:
            continue
        mentions += count
        if mentions >= _MENTIONS or quoted or not _SUBJECT_OF.isdisjoint(around):
            return True
    return False


def first_match(patterns: Iterable[re.Pattern[str]], text: str) -> re.Match[str] | None:
    """Return the match that begins first, of those that begin together that of the first pattern."""
    matches = (pattern.search(text) for pattern in patterns)
    return min((match for match in matches if match is not None), key=lambda match: match.start(), default=None)


def _message(text: str, marks: Iterable[str]) -> str | None:
    lowered = text.lower()
    match = first_match(MESSAGES, text) if any(mark in lowered for mark in marks) else None
    if match is None:
        return None
    before = text[: match.start()].rpartition("\n")[2]
    return match[0] if len(before.split()) <= _MOST_BEFORE else None


def _texts(body: Tag) -> Iterator[tuple[TextNode, bool]]:
    """Iterate over the texts of a page, and whether each is a quotation."""
    node: PageElement | None = body
    quoted, end, last = False, None, after(body)
    while node is not None and node is not last:
        if quoted and node is end:
            quoted = False
        if type(node) is TextNode:
            yield node, quoted
        elif isinstance(node, Tag):
            if node.name in NOT_TEXT:
                node = after(node)
                continue
            if node.name in _QUOTING and not quoted:
                quoted, end = True, after(node)
        node = node.next_element

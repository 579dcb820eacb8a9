"""Fixes: the issue disappears, no other issue appears, no score falls, and nothing else changes."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup
from bs4.element import PageElement, Tag
from hypothesis import example, given
from hypothesis import strategies as st

from sitescan.document.change import ElementChange
from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.document.document import Document, SourceDocument
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.edits.page_patch import byte_edits, independent
from sitescan.document.parsing.parse import parse
from sitescan.fixing import FixedPage, fix_page, fixes, occurrences
from sitescan.local.offline import analyse_file
from sitescan.model.exchange import Exchange, Page
from sitescan.model.fix import Fix
from sitescan.model.report import Report
from sitescan.rules.catalogue import catalogue, rules_reading
from sitescan.rules.rule import Evidence, Example, Rule
from sitescan.standards.http_headers import Headers
from sitescan.standards.unified_diff import EditedLines

URL = "https://pears.example/"
RULES = [rule for rule in catalogue().values() if issubclass(rule.reads, Document)]
PARTS = (
    '<img src="a.png">',
    "<img src=b.png width=1 height=1>",
    '<p role="buton" tabindex=3>x</p>',
    '<a href=" /pears\n">Pears</a>',
    "<a href=//plums.example/ target=_blank rel='nofollow'>Plums</a>",
    "<h4>Deep</h4>",
    "<h2></h2>",
    "<h3 class=x><br></h3>",
    "<div aria-lable=Pears aria-checked=TRUE role=checkbox>ö</div>",
    "<label>&nbsp;<input aria-checked=true type=checkbox></label>",
    "<input name=mail autocomplete=xx>",
    "<select name=s><option>1</select>",
    "<b><p>misnested</b></p>",
    "<table><caption>A</caption><tr><td scope=x>1<td>2</table>",
    "<title>Second</title>",
    "<p lang=en_US>Pears</p>",
    "<meta name=viewport content='width=device-width, user-scalable=no'>",
    "<script src=//plums.example/a.js></script>",
    "<img src=http://plums.example/a.png alt=Plums>",
    "<svg role=img><title></title></svg>",
    "</div>",
    "x</nobr>",
    "3 <5 &copy 1",
)
TAGS = "a b br button col colgroup div em form h1 h2 label li nobr option p section select span table td tr ul".split()


@lru_cache(maxsize=16)
def examine(body: bytes) -> Report:
    """Return the report on a page that was read from a file. The tests compare the same few pages again and again."""
    return analyse_file(URL, body, None, scanned_at=0.0, parser="turbohtml", fixes=1000)


def safely_fixed(body: bytes) -> FixedPage:
    """Return the page with all its safe fixes."""
    return fix_page(body, examine, lambda _, fix: fix.safe)


def changes(rule: Rule[Evidence], document: Document) -> Iterator[ElementChange]:
    """Yield every change that a rule offers for a page."""
    for finding in rule.check(document):
        change = finding.change
        if isinstance(change, ElementChange):
            yield change


def all_changes(document: Document) -> Iterator[tuple[Rule[Evidence], int, ElementChange]]:
    """Yield every change that the rules offer for a page, with its rule and its number among those of the rule."""
    for rule in rules_reading(Document, SourceDocument):
        for number, change in enumerate(changes(rule, document)):
            yield rule, number, change


def _document(body: bytes) -> Document:
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    return Document(Page(exchange=Exchange(requested=URL, url=URL, status=200, headers=headers), body=body))


def _pages(rule: Rule[Evidence]) -> Iterator[bytes]:
    """Yield the pages of the bad examples of a rule, whose trees are those of their sources: without shadow trees."""
    bad = (example for example in rule.examples if example.bad and not example.body)
    return (_whole(example) for example in bad if "shadowrootmode" not in example.html)


def _whole(example: Example) -> bytes:
    """Return the page of an example; a fragment becomes the content of a page."""
    if "<html" in example.html or "<head" in example.html or "<body" in example.html:
        return example.html.encode()
    start = '<!doctype html><html lang="en"><head><title>Pears and plums from our garden</title></head>'
    return f"{start}<body><main>{example.html}</main></body></html>".encode()


@pytest.mark.proof
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_tree_and_source_changes_agree(rule: Rule[Evidence]) -> None:
    """A change of the tree and the same change of the source give the same page, for every bad example."""
    for body in _pages(rule):
        document = _document(body)
        edits = PageEdits(document)
        for offering, number, change in all_changes(document):
            fix = edits.fix(change)
            if fix is not None:
                # A second tree, which is changed.
                again = _document(body)
                same = list(changes(offering, again))[number]
                edited = EditedLines(body).edited(byte_edits(fix)).body
                assert _tree(parse(edited.decode()).soup) == _tree(_changed(again.soup, same)), (change, edited)
                _assert_nothing_else_changes(body, edited, fix)


def _changed(soup: BeautifulSoup, change: ElementChange) -> BeautifulSoup:
    tag = change.tag
    assert tag is not None
    if change.before == "<main>":
        return _wrapped(soup, tag, tag if change.also is None else change.also.tag)
    for name, value in change.attributes.items():
        if value is None:
            tag.attrs.pop(name, None)
        else:
            tag.attrs[name] = value
    if change.name:
        tag.name = change.name
    if change.content is not None and change.replaces_content:
        tag.clear()
        tag.append(_fragment(change.content))
    for node in reversed(_nodes(change.first) if change.first else []):
        tag.insert(0, node)
    if change.after:
        label = soup.new_tag("label")
        tag.wrap(label)
        label.insert(0, _fragment(change.before.removeprefix("<label>")))
    elif change.before:
        tag.insert_before(_fragment(change.before))
    if change.removed:
        tag.decompose()
    return soup if change.also is None else _changed(soup, change.also)


def _wrapped(soup: BeautifulSoup, first: Tag, last: Tag | None) -> BeautifulSoup:
    """Put the siblings from the first to the last into a main element."""
    main = soup.new_tag("main")
    inside: list[PageElement] = [first]
    while inside[-1] is not last:
        assert inside[-1].next_sibling is not None
        inside.append(inside[-1].next_sibling)
    first.insert_before(main)
    for node in inside:
        main.append(node.extract())
    return soup


def _fragment(markup: str) -> PageElement:
    return _nodes(markup)[0]


def _nodes(markup: str) -> list[PageElement]:
    body = parse(f"<!doctype html><body>{markup}").soup.body
    assert body is not None
    return list(body.contents)


def _tree(soup: BeautifulSoup) -> list[object]:
    found: list[object] = []
    for node in soup.descendants:
        depth = sum(1 for _ in node.parents)
        if isinstance(node, Tag):
            found.append((depth, node.name, dict(node.attrs)))
        elif found and isinstance(found[-1], list) and found[-1][0] == depth:
            # Adjacent texts are joined.
            found[-1][1] += str(node)
        else:
            found.append([depth, str(node)])
    return found


def _assert_nothing_else_changes(body: bytes, edited: bytes, fix: Fix) -> None:
    at, kept = 0, b""
    for edit in fix.edits:
        kept += body[at : edit.start.offset] + edit.replacement.encode(fix.encoding)
        at = edit.end.offset
    assert kept + body[at:] == edited


def _assert_laws(body: bytes) -> FixedPage:
    """Check the guarantees for the safe fixes of a page, and return the fixed page."""
    before, page = examine(body), safely_fixed(body)
    safe = {rule for rule, fix in fixes(before) if fix.safe}
    after = page.lines.body
    was, now = occurrences(before), occurrences(page.report)
    assert not now - was
    assert all(new.score >= old.score for old, new in zip(before.categories, page.report.categories, strict=True))
    assert page.fixed == was - now
    left = {rule for rule, fix in fixes(page.report) if fix.safe}
    assert left <= page.refused
    assert all(now[rule] < was[rule] for rule in safe - page.refused)
    assert safely_fixed(after).lines.body == after
    if not safe:
        assert after == body
    return page


@pytest.mark.proof
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_guarantees_hold_for_examples(rule: Rule[Evidence]) -> None:
    """The guarantees hold for the safe fixes of every bad example of every rule."""
    for body in _pages(rule):
        _assert_laws(body)


@given(parts=st.lists(st.sampled_from(PARTS), max_size=12), head=st.booleans(), end=st.sampled_from(["\n", "\r\n", ""]))
def test_guarantees_hold_for_generated_pages(parts: list[str], head: bool, end: str) -> None:
    """The guarantees hold for pages in which many rules report neighboring and nested elements."""
    start = '<!doctype html><html lang="en"><head><title>Pears</title></head><body>' if head else "<title>Pears</title>"
    page = _assert_laws(end.join((start, *parts)).encode())
    assert not page.refused


@example(parts=["<a>", "<b>", "<a>", "<select>", "<b>", "<button>", "</b>"], end="")
@example(parts=["<form>", "<li>", "<em>", "</form>", "</li>", "<nobr>"], end="")
@example(parts=["<table>", "<colgroup>", "</col>", "<col>", "</table>"], end="")
@given(
    parts=st.lists(
        st.builds("{}{}{}".format, st.sampled_from(["<", "</", "x<"]), st.sampled_from(TAGS), st.just(">")), max_size=14
    ),
    end=st.sampled_from(["", "</body></html>", "</body></html></div><!-- end -->", "</html><p></nobr>"]),
)
def test_ignored_end_tags(parts: list[str], end: str) -> None:
    """The safe edit of a stray end tag leaves the tree as it is, whatever is around it."""
    html = "<!doctype html><html lang=en><title>Pears</title>" + "".join(parts) + end
    document = _document(html.encode())
    errors = parse_errors(document)
    for error in errors.of(Kind.END_TAG_STRAY):
        change = errors.end_tag_change(error)
        if change is not None and change.safe:
            rest = html[change.at :].removeprefix(change.written)
            assert _tree(parse(html[: change.at] + change.markup + rest).soup) == _tree(document.soup)


@pytest.mark.parametrize(
    ("written", "escaped"),
    [
        ("3 <5", "3 &lt;5"),
        ("&copy 2026", "&copy; 2026"),
        ("Pears &pears; apples", "Pears &amp;pears; apples"),
        ("<a href='/?a=1&pears;'>a</a>", "<a href='/?a=1&amp;pears;'>a</a>"),
        ("&copyright", "&copy;right"),
        ("</5>", "</5>"),
        ("&#128;", "&#128;"),
        ("Pears</br>", "Pears<br>"),
        ("<div>Pears</div></div >", "<div>Pears</div>"),
        ("Pears</p>", "Pears</p>"),
    ],
)
def test_source_follows_browser_parsing(written: str, escaped: str) -> None:
    """They are written as browsers read them; what they don't ignore is left for a person."""
    page = "<!doctype html><html lang=en><head><title>Pears</title></head><body>{}</body></html>"
    body = page.format(written).encode()
    fixed = fix_page(body, examine, lambda rule, fix: fix.safe and rule.startswith("seo/")).lines.body
    assert escaped.encode() in fixed
    assert _tree(parse(escaped).soup) == _tree(parse(written).soup)


def test_harmful_fixes_are_reverted() -> None:
    """A fix that causes another issue is taken back and named, and the fixes of the other rules are applied."""
    body = b'<!doctype html><div role="navigaton">x</div><a href=/ tabindex=5>y</a><img src=a.png width=1 height=1>'
    bad: Callable[[bytes], Report] = examine

    def worse(now: bytes) -> Report:
        # The fix of the role is followed by a second image without an alt text, which is a new issue.
        return bad(now + b"<img src=c.png>" * (b'role="navigation"' in now))

    page = fix_page(body, worse, lambda _, fix: not fix.unfinished)
    assert page.refused == {"accessibility/role-invalid"}
    assert b'role="navigaton"' in page.lines.body
    assert b"tabindex=0" in page.lines.body
    assert b'alt=""' in page.lines.body


def test_preview_tags_stay() -> None:
    """The tags for previews are kept on a page without a description, which another issue is about."""
    body = b"<!doctype html><html lang=en><head><title>Small pear trees</title></head><body><h1>Pears</h1></body>"
    page = fix_page(body, examine, lambda rule, _: rule == "seo/open-graph-incomplete")
    assert not page.refused
    assert b"og:title" in page.lines.body


def test_nested_fixes_take_several_rounds() -> None:
    """The outermost fix of nested elements is applied in a round; elements can be inserted at the same place."""
    found = list(fixes(examine(b"<!doctype html><html lang=en><head></head><h4><img src=a.png role=buton></h4>")))
    kept = independent(found)
    spans = sorted((fix.start, fix.end) for _, fix in kept)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert len(kept) < len(found)
    assert {"seo/charset-missing", "seo/viewport"} <= {rule for rule, _ in kept}


def test_late_declaration_is_moved() -> None:
    """A late declaration is moved to the start of the head, unless that is late as well, or the page has two."""
    late, script = b"<meta charset='UTF-8'>", b"<script>/* " + b"x" * 1100 + b" */</script>"
    page = b"<!doctype html><html lang=en><head>%b%b<title>P\xc3\xa4r</title></head>" % (script, late)
    moved = safely_fixed(page).lines.body
    assert late not in moved
    assert b'<meta charset="UTF-8">' in moved.partition(b"<script>")[0]
    for other in (page.replace(b"<head>", b"<!--%b--><head>" % script), page.replace(late, late * 2)):
        assert "seo/charset-missing" in occurrences(examine(other))
        assert late in safely_fixed(other).lines.body


def test_empty_description() -> None:
    """An empty description gets the text of the preview, or on request a placeholder, which is an issue again."""
    head = b"<!doctype html><html lang=en><head>%b<meta name=description content></head>"
    shared = b"How to plant, water and prune pear trees in a small garden."
    page = safely_fixed(head % b"<meta property=og:description content='%b'>" % shared)
    assert b'name=description content="%b"' % shared in page.lines.body
    assert b"content=>" not in page.lines.body
    assert b"<meta name=description content>" in safely_fixed(head % b"").lines.body
    page = fix_page(head % b"", examine, lambda rule, _: rule == "seo/description-missing")
    assert b'content="(what this page is about)"' in page.lines.body
    assert "seo/description-length" in occurrences(page.report)


def test_placeholders_are_issues_until_replaced() -> None:
    """A placeholder in a fix is an issue until a person fills it in."""
    page = fix_page(b"<!doctype html><html lang=en><main><img src=a.png>", examine, lambda *_: True)
    assert b'alt="(what it shows)"' in page.lines.body
    assert occurrences(page.report)["accessibility/suggestion-unfinished"] == 1
    assert not page.refused


@pytest.mark.parametrize("title", [b"", b"<title></title>"])
def test_missing_title(title: bytes) -> None:
    """Two rules suggest the same edit, which is made once; a person has to name the site."""
    body = b"<!doctype html><html lang=en><head>%b</head><main><h1>Pears</h1>" % title
    page = fix_page(body, examine, lambda rule, _: "title" in rule)
    assert page.lines.body.count(b"<title>Pears - (site name)</title>") == page.lines.body.count(b"<title>") == 1
    assert {"seo/title-missing", "accessibility/document-title"} <= page.fixed.keys()
    assert "accessibility/suggestion-unfinished" in occurrences(page.report)

"""What frameworks and template languages write into elements: rules can't tell whether it is present or missing."""

from time import process_time

import pytest

from sitescan.document.data_bindings import CONTENT
from sitescan.local.offline import analyse
from sitescan.model.report import Report
from tests.document.pages import document, marked
from tests.unexamined import sentences

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pears of the garden</title>
<meta name="description" content="Pears, which grow on trees in many gardens of the country.">{head}</head>
<body><main><h1>Pears</h1><p>Words</p>{body}</main></body></html>"""

_ATTRIBUTES = (
    ':alt="x"',
    ':alt.camel="x"',
    'v-bind:alt="x"',
    'x-bind:alt="x"',
    'v-bind="x"',
    ':[name]="x"',
    '[alt]="x"',
    '[attr.alt]="x"',
    'bind-alt="x"',
    'bind-attr.alt="x"',
    'ng-attr-alt="{{x}}"',
    'data-ng-attr-alt="{{x}}"',
    'alt.bind="x"',
    'alt.one-way="x"',
    '.alt="${x}"',
    'alt$="[[x]]"',
    "data-bind=\"css: {a: b}, attr: {title: t, 'alt': x}\"",
    'data-bind="attr: x"',
    'data-attr-alt="$x"',
    'data-attr:alt="$x"',
    'data-attr="{alt: $x}"',
    "{alt}",
    "{...image}",
    "bind:alt={x}",
    "prop:alt={x}",
    'th:alt="${x}"',
    'data-th-alt="${x}"',
    'th:attr="alt=${x}"',
    'tal:attributes="alt x"',
    'data-l10n-id="x"',
    'data-i18n="[alt]pears.alt"',
    'data-i18n-alt="x"',
    'alt="{{ x }}"',
    'alt="<%= x %>"',
)
_CONTENTS = (
    'x-text="x"',
    'x-html="x"',
    'v-text="x"',
    'v-html="x"',
    'v-t="x"',
    'ng-bind="x"',
    'data-ng-bind-html="x"',
    '[textContent]="x"',
    '[innerHTML]="x"',
    ':innerHTML="x"',
    '.textContent="${x}"',
    'textcontent.bind="x"',
    'data-bind="visible: v, text: x"',
    "data-bind=\"template: {name: 't'}\"",
    'data-text="$x"',
    "set:html={x}",
    "bind:innerHTML={x}",
    "dangerouslySetInnerHTML={{__html: x}}",
    'th:text="#{x}"',
    'tal:content="x"',
    'data-l10n-id="x"',
    'data-i18n="pears.text"',
    'hx-get="/pears" hx-trigger="load"',
)


def _report(body: str = "", head: str = "", page: str = _PAGE) -> Report:
    html = page.replace("{head}", head).replace("{body}", body)
    headers = {"Content-Type": "text/html; charset=utf-8"}
    return analyse("https://pears.example/", headers=headers, body=html.encode())


def _rules(report: Report) -> set[str]:
    return {issue.rule for category in report.categories for issue in category.issues}


def _added(body: str = "", head: str = "") -> set[str]:
    """Return the rules that have an issue because of this markup."""
    return _rules(_report(body, head)) - _rules(_report())


@pytest.mark.parametrize("written", _ATTRIBUTES)
def test_attribute(written: str) -> None:
    """An image whose alt text a framework writes has none that is missing."""
    assert not _added(f'<img src="a.png" width="9" height="9" {written}>')


@pytest.mark.parametrize("written", _CONTENTS)
def test_content(written: str) -> None:
    """A link, a button and a heading whose text a framework writes aren't empty, nor is a button around one."""
    inner = f'<button type="button"><span {written}></span></button>'
    assert not _added(f'<a href="/a" {written}></a><button type="button" {written}></button><h2 {written}></h2>{inner}')


@pytest.mark.parametrize(
    "written",
    [
        '@click="open()"',
        ':class="c"',
        ':key="k"',
        ':width="9"',
        'v-if="x"',
        '[class.on]="x"',
        'data-bind="click: f, visible: v"',
        'data-bind="foreach: attrs"',
        "data-bind=\"css: 'attr', click: f\"",
        'data-attr="{title2: x}"',
        'data-i18n-text="x"',
        'hx-get="/a" hx-trigger="click"',
    ],
)
def test_no_name(written: str) -> None:
    """An image of which a framework writes other things has no alt text."""
    assert {"accessibility/image-alt", "seo/image-alt"} <= _added(f'<img src="a.png" width="9" height="9" {written}>')


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ('<button type="button" x-text="x"></button><button type="button"></button>', "accessibility/button-name"),
        ('<a :href="u"></a>', "accessibility/link-name"),
        ('<iframe :src="u"></iframe>', "accessibility/iframe-title"),
        ('<input name="a" v-model="x">', "accessibility/field-label"),
    ],
)
def test_near_miss(body: str, rule: str) -> None:
    """An element beside it, or of which a framework writes something else, is judged."""
    assert rule in _added(body)


@pytest.mark.parametrize(
    "body",
    [
        '<button type="button"><template x-if="a">Open</template></button>',
        '<label :for="i">Name</label><input :id="i" name="a">',
        '<label for="a" :for="b">Name</label><input id="b" name="a">',
        '<label for="b" x-text="l"></label><input id="b" name="a">',
        '<fieldset><legend x-text="l"></legend><label>Name <input name="a"></label></fieldset>',
        '<input :type="t" name="a">',
        '<input type="button" :value="x">',
        '<input name="a" autocomplete="x" :autocomplete="x" aria-label="Name">',
        '<section aria-labelledby="t"><h2 :id="t">Plums</h2><p>Words</p></section>',
        '<nav :aria-label="a"><a href="/a">Plums</a></nav><p>Fruit</p><nav :aria-label="b"><a href="/b">Figs</a></nav>',
        '<a href="/p" :aria-label="l">Read more</a>',
        '<a href="#" :href="u">Plums</a>',
        '<a href="javascript:void(0)" [href]="u">Plums</a>',
        '<a target="_blank" :href="u">Plums</a>',
        '<div role="button" :tabindex="t">Open</div>',
        '<div role="tablist" aria-label="Fruit"><div role="tab" tabindex="-1" :tabindex="t">Plums</div></div>',
        '<div role="switch" tabindex="0" :aria-checked="x">Plums</div>',
        '<div :role="r" tabindex="0">Plums</div>',
        '<img src="a.png" alt="Plums" :width="w" :height="h">',
        '<img src="a.png" alt="Plums" width="9" height="9" srcset="a.png 9w" :sizes="s">',
        '<iframe src="/a" :title="t"></iframe>',
        '<button type="button" popovertarget="x">Open</button><div popover :id="i">Words</div>',
    ],
)
def test_other_values(body: str) -> None:
    """References, roles, sizes and URLs that a framework writes aren't missing either."""
    assert not _added(body)


@pytest.mark.parametrize(
    "head",
    [
        '<link rel="canonical" :href="u">',
        '<meta name="robots" :content="r">',
        '<link rel="alternate" hreflang="de" :href="u">',
    ],
)
def test_head(head: str) -> None:
    """Links and metadata of the page that a framework writes aren't wrong."""
    assert not _added(head=head)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<title>Pears of the garden</title>", '<title ng-bind="t"></title>'),
        ('lang="en"', ':lang="l"'),
        ('lang="en"', 'lang="{{ l }}"'),
        ('lang="en"', 'data-bind="attr: {lang: l}"'),
        ('content="Pears, which grow on trees in many gardens of the country."', 'content="{{ d }}"'),
        ('content="Pears, which grow on trees in many gardens of the country."', ':content="d"'),
        ("<h1>Pears</h1>", '<h1 v-text="t"></h1>'),
    ],
)
def test_facts_of_the_page(old: str, new: str) -> None:
    """A title, a language, a description and a first heading that a framework writes aren't missing."""
    assert old in _PAGE
    assert _rules(_report(page=_PAGE.replace(old, new))) <= _rules(_report())


def test_said_once() -> None:
    """The report says once that something could not be checked, and names no check as passed that it hid."""
    report = _report('<img src="a.png" width="9" height="9" :alt="x"><p x-text="x"></p>')
    said = [text for category in report.categories for text in sentences(category.unexamined) if "framework" in text]
    passed = {rule for category in report.categories for rule in category.passed}
    assert len(said) == 1
    assert "2 elements" in said[0]
    assert "accessibility/image-alt" not in passed
    assert "accessibility/image-alt" in {rule for category in _report().categories for rule in category.inapplicable}


def test_written_by_objects() -> None:
    """An object that the framework spreads over an element writes any attribute, but not its content."""
    page = document('<p id="x" v-bind="attributes"></p>')
    bindings = page.bindings
    assert bindings.writes(marked(page), "alt")
    assert not bindings.writes(marked(page), CONTENT)


@pytest.mark.parametrize("value", ["{" * 50_000 + "}" * 50_000, "a," * 50_000, "attr:{a:" * 10_000, "'" * 100_000])
def test_long_values(value: str) -> None:
    """The time for a list of bindings grows with its length alone."""
    started = process_time()
    bool(document(f'<p data-bind="{value}" data-attr="{value}">').bindings)
    assert process_time() - started < 5

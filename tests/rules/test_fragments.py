"""Rules on fragments: parts of pages, such as templates, components and what scripts insert."""

import pytest

from sitescan.cli.local_pages import HERE
from sitescan.document.document import Document
from sitescan.local.offline import analyse_fragment
from sitescan.model.report import Report
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from sitescan.rules.rule import Evidence, Rule
from sitescan.scoring import BEST
from tests.rules.evidence import evidence

LOCAL = [rule for rule in catalogue().values() if rule.scope != "page"]


def analysed(source: str) -> Report:
    """Return the report on a fragment."""
    return analyse_fragment(source.encode(), HERE, scanned_at=0.0)


def found(source: str) -> dict[str, int]:
    """Return the number of occurrences by rule in a fragment, without the notice that it is one."""
    results = analysed(source).categories
    return {issue.rule: issue.count for result in results for issue in result.issues if "general/" not in issue.rule}


def _in_fragment(rule: Rule[Evidence], source: str) -> bool:
    return rule.id in found(source)


@pytest.mark.parametrize("rule", LOCAL, ids=lambda rule: rule.id)
def test_rule_of_a_fragment(rule: Rule[Evidence]) -> None:
    """A rule about elements or tags reports one of its bad examples, taken as a fragment, and no good one."""
    bad, good = ([example.html for example in rule.examples if example.bad is bad] for bad in (True, False))
    assert any(_in_fragment(rule, html) for html in bad)
    assert not [html for html in good if _in_fragment(rule, html)]


@pytest.mark.parametrize("rule", LOCAL, ids=lambda rule: rule.id)
def test_rule_reads_a_document(rule: Rule[Evidence]) -> None:
    """A rule about elements or tags reads the document, because a fragment has no other evidence."""
    example = next(example for example in rule.examples if example.bad)
    page = evidence(rule, example)
    assert isinstance(page, Document)
    assert judge(rule, page) is not None


#: Small parts of templates in which something seems to be missing: it is outside, or a program writes it.
PARTIALS = [
    # Templates of pages, and parts of their heads.
    "{% extends 'base.html' %}{% block content %}<p>Pears</p>{% endblock %}",
    '<meta name="robots" content="index"><link rel="icon" href="/pear.svg">',
    '<header class="top"><nav><a href="/">Pears</a></nav></header>',
    "<footer><p>&copy; 2026 Pears</p></footer>",
    "---\nlayout: page\n---\n<h3>Ripe</h3><p>{{ content }}</p>",
    "<h4>Ripe pears</h4><p>They smell.</p>",
    # Parts of lists, tables, forms and widgets.
    "<li><a href='/pears'>Pears</a></li><li>Figs</li>",
    "{% for pear in pears %}<tr><td>{{ pear.name }}</td></tr>{% endfor %}",
    "<td>Pears</td><td>3</td>",
    "<dt>Pears</dt><dd>Fruit</dd>",
    '<input id="name" type="text">',
    '<input type="checkbox" name="ripe"> <span>Ripe</span>',
    '<select name="sort"><option>Name</option></select>',
    '<label for="name">Name</label>',
    '<div role="tab" tabindex="0">Pears</div>',
    '<div role="option">Pears</div>',
    '<button type="submit">Send</button>',
    '<p style="color: #777">Pears</p>',
    '<a href="#top">To the top</a>',
    # Names that are elsewhere, or that a script writes.
    '<button aria-labelledby="title"></button>',
    '<img src="pear.jpg" aria-labelledby="caption">',
    '<h3 id="result"></h3><a id="next" href="/next"></a>',
    '<h4 class="title"></h4><a class="share" href="/share"></a><button class="next"></button>',
    '<img class="photo"><iframe class="preview"></iframe>',
    # Jinja, Twig, Liquid, Nunjucks.
    '<img src="{{ pear.url }}" {{ attributes }}>',
    '<img src="a.png" {% if pear.alt %}alt="{{ pear.alt }}"{% endif %}>',
    "<button>{{ label }}</button><h2>{% block heading %}{% endblock %}</h2>",
    "<a href='/pears'>{% include 'icon.html' %}</a>",
    "<iframe src='{{ url }}' {{ title_attribute|safe }}></iframe>",
    "{% comment %}<img src='a.png'>{% endcomment %}",
    '<html {{ language_attributes }}><body class="x">{{ content }}</body></html>',
    # Blade, ERB, PHP.
    "<img src='a.png' @if($alt) alt='{{ $alt }}' @endif>",
    "<button @class(['big' => $big])></button>",
    "<h2><%= @pear.name %></h2><a href='/pears'><%= image_tag 'pear' %></a>",
    "<h2><?php the_title(); ?></h2><button><?= $label ?></button>",
    "<img src='a.png' <?php echo $attributes ?>>",
    "<?php if ($ripe) { echo '<img src=\"a.png\">'; }",
    # Handlebars, Vue, Svelte, Angular, Alpine, Thymeleaf, components.
    "<button>{{> icon}}</button><a href='/x'>{{#if ripe}}{{name}}{{/if}}</a>",
    '<img :src="pear.url" :alt="pear.name"><img v-bind="pear">',
    '<button><slot></slot></button><a href="/x"><slot name="label" /></a>',
    '<button><Icon name="pear" /></button><h2><FormattedMessage id="pears" /></h2>',
    '<Button></Button><Img src="a.png" /><x-button></x-button>',
    "<img {...props}><img src={pear.url} {alt}><div role={role} tabindex={index}>x</div>",
    '<img src="a.png" [alt]="pear.name"><h3>[[${pear.name}]]</h3>',
    '<h2 x-text="title"></h2><button><span v-text="label"></span></button>',
]


@pytest.mark.parametrize("source", PARTIALS)
def test_nothing_is_missing_in_a_partial(source: str) -> None:
    """Nobody says that a partial lacks what is outside of it, or what a program writes."""
    assert found(source) == {}


@pytest.mark.parametrize(
    ("source", "rules"),
    [
        ('{% if ripe %}<p role="buton" tabindex="0">{{ pear }}</p>{% endif %}', {"accessibility/role-invalid"}),
        ('{{ pear }}<img src="pear.jpg">', {"accessibility/image-alt"}),
        ("<li><button type=button><i class=icon></i></button></li>", {"accessibility/button-name"}),
        ("<div @click=\"pick('pear')\" role=buton>x</div>", {"accessibility/role-invalid"}),
        ("<?php include 'top.php'; ?>\n<tt>Pears</tt>", {"seo/element-obsolete"}),
        ("<html>\n<body>{{ content }}</body></html>", {"accessibility/html-lang-missing"}),
    ],
)
def test_certain_faults(source: str, rules: set[str]) -> None:
    """What is wrong with an element, wherever it is used, is reported."""
    assert found(source).keys() == rules


def test_report_of_a_fragment() -> None:
    """The report says that it is about a part of a page; no rule has passed, and the scores are upper bounds."""
    report = analysed("<img src=a.png>")
    assert all("This is a part of a page." in result.unexamined[0].sentence for result in report.categories)
    assert not any(result.passed for result in report.categories)
    assert all(result.partly for result in report.categories if result.score < BEST)
    assert report.overall_score < BEST


def test_edits_of_a_fragment() -> None:
    """Certain edits are offered, and are left out if they are not wanted."""
    source = b"<p role=buton tabindex=0>x</p>"
    for kept, certain in ((9, True), (0, False)):
        report = analyse_fragment(source, HERE, scanned_at=0.0, fixes=kept)
        (issue,) = (issue for result in report.categories for issue in result.issues if "role-" in issue.rule)
        assert (issue.occurrences[0].fix is not None) is certain

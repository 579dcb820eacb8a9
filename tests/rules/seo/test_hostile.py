"""SEO rules on hostile pages and text files, which they judge without errors and quickly."""

import json
import time

import pytest

from sitescan.document.document import Document, SourceDocument
from sitescan.document.structured_data.items import items
from sitescan.model.crawling import Robots
from sitescan.model.exchange import Exchange
from sitescan.model.report import Category
from sitescan.model.site_answers import LlmsTxt
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import judge
from sitescan.rules.rule import Good
from tests.rules.evidence import page

_LD = '<script type="application/ld+json">'
_END = "</script>"


def json_ld(content: str) -> str:
    """Return a page with one JSON-LD block."""
    return f"<!DOCTYPE html><title>P</title>{_LD}{content}{_END}"


def nested(depth: int) -> str:
    """Return JSON objects nested inside one another."""
    return '{"@type":"Product","isRelatedTo":' * depth + "{}" + "}" * depth


PRODUCT = {"@context": "https://schema.org", "@type": "Product", "name": "Pear", "offers": {"price": "x", "colour": 1}}

PAGES = {
    "5 MB of items": json_ld(json.dumps([PRODUCT] * 40_000)),
    "5 MB of text": json_ld('{"@type":"Article","datePublished":"' + "1" * 4_900_000 + '"}'),
    "5 MB that ends too early": json_ld("[" + '{"@type":"Article"},' * 240_000),
    "5 MB of unknown names": json_ld("{" + ",".join(f'"n{number}":{number}' for number in range(250_000)) + "}"),
    "900 levels": json_ld(nested(900)),
    "1,000 levels": json_ld(nested(1000)),
    "100,000 levels": json_ld(nested(100_000)),
    "lists, 900 levels": json_ld('{"@type":"Thing","name":' + "[" * 900 + "]" * 900 + "}"),
    "lone surrogates": json_ld('{"@type":"\\ud800","\\udfff":"\\ud800","@id":"\\ud800"}'),
    "no numbers": json_ld('{"@type":"Offer","price":NaN}'),
    "huge numbers": json_ld('{"@type":"Rating","ratingValue":1e999,"bestRating":' + "9" * 4000 + "}"),
    "odd types": json_ld(
        '[{"@type":{"a":1},"@id":[1],"@context":{"@vocab":7},"@graph":5},{"@type":[[],null,3]},5,null]'
    ),
    "10,000 blocks": "<title>P</title>" + f'{_LD}{{"@type":"Product",}}{_END}' * 10_000,
    "10,000 meta tags": '<meta name="robots" content="noindx, unavailable_after: 1 Jan 1999"><meta property="og:image">'
    * 10_000,
    "one directive of 1 MB": f'<meta name="robots" content="{"noindx, " * 120_000}">',
    "20,000 nested scopes": '<div itemscope itemtype="https://schema.org/Product" itemprop="isRelatedTo">' * 20_000,
    "itemrefs in a circle": '<div id="a" itemscope itemref="a a a" itemprop="name"><p id="b" itemref="a" itemscope>'
    * 5000,
    "20,000 nested properties": "<div itemscope>" + '<p itemprop="name">a' * 20_000,
    "20,000 nested languages": '<div lang="de">' * 500 + '<a href="/x">hier</a>' * 20_000,
    "50,000 alternates": '<link rel="alternate" hreflang="de" href="https://example.com/">' * 50_000,
}


@pytest.mark.cpu
@pytest.mark.parametrize("name", PAGES)
def test_pages(name: str) -> None:
    """All SEO rules on pages together judge a hostile page within seconds of CPU time."""
    document = Document(page(Good(PAGES[name])))
    began = time.process_time()
    for rule in rules_reading(Document, SourceDocument, Exchange):
        if Category.SEO in rule.categories:
            judge(rule, document if issubclass(rule.reads, Document) else document.exchange)
    assert time.process_time() - began < 5


FILES = {
    "10 MB": "User-agent: *\nDisallow: /a*b$\n" * 320_000,
    "binary": bytes(range(256)).decode("latin-1") * 2000,
    "HTML": "<!doctype html><p>Disallow: /" * 1000,
    "lines": "\n" * 500_000,
    "colons": ":\n" * 250_000,
    "sitemaps": "sitemap:" * 60_000,
    "surrogates": "User-agent: \ud800\nDisallow: /\udfff",
    "mistyped": "".join(f"disalow{number}: /\n" for number in range(50_000)),
    "brackets": "[" * 250_000 + "](" * 250_000,
}


@pytest.mark.cpu
@pytest.mark.parametrize("name", FILES)
def test_files(name: str) -> None:
    """All rules on the site's text files together judge a hostile file within seconds of CPU time."""
    url = "https://example.com/robots.txt"
    robots = Robots(url="https://example.com/" + "a" * 2000, robots_url=url, status=200, text=FILES[name])
    llms = LlmsTxt(url="https://example.com/llms.txt", status=200, text=FILES[name][:262_144])
    began = time.process_time()
    for rule in rules_reading(Robots, LlmsTxt):
        judge(rule, robots if rule.reads is Robots else llms)
    assert time.process_time() - began < 3


@pytest.mark.parametrize("header", ["noindéx", "\xff\xfe", "a" * 60_000, ",,,:::;;;", "googlebot:" * 5000, "\ud800"])
def test_oversized_and_encoded_headers(header: str) -> None:
    """Header values that are oversized or in odd encodings are read or ignored."""
    document = Document(page(Good("<p>", headers=(f"X-Robots-Tag: {header}", f"Link: <{header}>; rel={header}"))))
    for rule in rules_reading(Document, SourceDocument):
        if Category.SEO in rule.categories:
            judge(rule, document)


def test_items_are_bounded() -> None:
    """The number of items that are read is limited."""
    document = Document(page(Good(PAGES["5 MB of items"])))
    assert len(items(document)) <= 5_000

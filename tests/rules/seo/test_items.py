"""Items from JSON-LD, microdata and RDFa, and the findings about them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.document import Document
from sitescan.document.structured_data.items import Item, items, local, unread_items
from sitescan.document.structured_data.requirements import lacking, unused
from sitescan.document.structured_data.rich_result_types import CAROUSEL, FEATURES, REVIEWED
from sitescan.document.structured_data.rich_results import RETIRED, retired
from sitescan.document.structured_data.schema_values import invalid_values
from sitescan.document.structured_data.special_requirements import advised
from sitescan.document.structured_data.vocabulary import is_a, vocabulary
from sitescan.rules.rule import Good
from tests.rules.evidence import page
from tests.unexamined import sentences


def read(html: str) -> list[Item]:
    """Return the items of a page."""
    return list(items(Document(page(Good(html)))))


def ld(content: str) -> list[Item]:
    """Return the items of a JSON-LD block in the vocabulary of Schema.org."""
    return read(f'<script type="application/ld+json">{{"@context": "https://schema.org", {content}}}</script>')


@pytest.mark.parametrize(
    ("context", "ours"),
    [
        ('"https://schema.org"', True),
        ('"http://www.schema.org/"', True),
        ('["https://schema.org", {"ex": "https://example.com/"}]', True),
        ('{"@vocab": "https://schema.org/"}', True),
        ('{"@vocab": "https://example.com/"}', False),
        ('"https://www.w3.org/ns/activitystreams"', False),
        ('["https://schema.org", "https://www.w3.org/2018/credentials/v1"]', False),
        (json.dumps({f"term{number}": "https://example.com/" for number in range(500)}), False),
        ("null", True),
    ],
)
def test_contexts(context: str, ours: bool) -> None:
    """Only items in the vocabulary of Schema.org are judged."""
    (item,) = read(f'<script type="application/ld+json">{{"@context": {context}, "@type": "Product"}}</script>')
    assert item.ours is ours


def test_context_defines_terms() -> None:
    """The context defines the meaning of names: renamed keywords, prefixes, terms of the page, and unmapped terms."""
    context = {
        "kind": "@type",
        "s": "http://schema.org/",
        "title": {"@id": "s:name"},
        "price": "https://example.com/#price",
        "note": None,
    }
    block = {
        "@context": ["https://schema.org", context],
        "id": "#a",
        "kind": "s:Product",
        "title": "Pear tree",
        "s:image": "/pear.jpg",
        "price": "ripe",
        "note": "",
        "offers": {"@context": {"price": "s:price"}, "type": "Offer", "price": "1.00"},
    }
    product, offer = read(f'<script type="application/ld+json">{json.dumps(block)}</script>')
    assert (product.types, product.id, offer.types) == (("Product",), "#a", ("Offer",))
    assert product.properties == {
        "name": ["Pear tree"],
        "image": ["/pear.jpg"],
        "https://example.com/#price": ["ripe"],
        "_:note": [""],
        "offers": [offer],
    }
    assert offer.properties == {"price": ["1.00"]}


def test_graph_and_references() -> None:
    """A reference is resolved to the item that it names, anywhere in the graph."""
    found = ld('"@graph": [{"@type": "Product", "offers": {"@id": "#o"}}, {"@id": "#o", "@type": "Offer", "price": 1}]')
    assert [item.types for item in found] == [("Product",), ("Offer",), ("Offer",)]
    assert found[0].properties["offers"][0].properties == {"price": [1]}


def test_descriptions_of_one_id_are_merged() -> None:
    """Descriptions of one ``@id`` in several places form one item, and a reference may repeat the type."""
    found = ld(
        '"@graph": [{"@type": "Product", "@id": "#p", "name": "Pear tree"}, {"@type": "Product", "@id": '
        '"https://example.com/#p", "offers": {"@type": "Offer", "price": 1}}, {"@type": "WebPage", "mainEntity": '
        '{"@type": "Product", "@id": "#p"}}]'
    )
    assert [reason for item in found for reason, _ in lacking(item)] == []
    assert found[-1].properties["name"] == ["Pear tree"]


def test_values() -> None:
    """Lists, wrapped values and prefixed names are resolved to plain values."""
    (item,) = ld(
        '"@type": ["schema:Person", "https://schema.org/Patient"], "name": [{"@value": "Ann"}, {"@list": ["B"]}]'
    )
    assert item.types == ("Person", "Patient")
    assert item.properties == {"name": ["Ann", "B"]}
    assert local("HTTP://schema.org/name") == "name"


def test_unread_items_are_reported() -> None:
    """Blocks that nest too deeply and items beyond the limit are reported as unchecked."""

    def left(html: str) -> list[str]:
        return sentences(unread_items(Document(page(Good(html)))))

    deep = '<script type="application/ld+json">' + "[" * 1000 + "]" * 1000 + "</script>"
    many = '<script type="application/ld+json">[' + "{}," * 5000 + "{}]</script>"
    assert left('<script type="application/ld+json">[{}, {}]</script><p itemscope>') == []
    assert left(deep) == ["1 JSON-LD block nests too deeply to be checked."]
    assert left(deep * 2) == ["2 JSON-LD blocks nest too deeply to be checked."]
    assert left(many) == ["Only the first 5,000 items of the structured data were checked."]
    assert left("<p itemscope></p>" * 5001) == left(many)
    assert left("<p itemscope></p>" * 5000) == []


def test_microdata() -> None:
    """Microdata values come from the attribute that holds them, and an itemref is followed."""
    html = (
        '<p id="d">On <time itemprop="datePublished" datetime="2026-03-31">Tuesday</time></p>'
        '<div itemscope itemtype="https://schema.org/Article" itemid="#a" itemref="d"><h2 itemprop="name headline">'
        'A <b>b</b></h2><img itemprop="image" src="a.png"><meta itemprop="wordCount" content="12">'
        '<div itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop="name">Ann</i></div></div>'
    )
    article, person = read(html)
    assert article.id == "#a"
    assert article.properties == {
        "name": ["A b"],
        "headline": ["A b"],
        "image": ["a.png"],
        "wordCount": ["12"],
        "author": [person],
        "datePublished": ["2026-03-31"],
    }
    assert person.path == "Article > author: Person"


def test_rdfa() -> None:
    """RDFa Lite is read where it uses the vocabulary; Open Graph is not part of it."""
    html = (
        '<div vocab="https://schema.org/" typeof="Product"><meta property="og:title" content="P">'
        '<b property="name">Pear</b><a property="url" href="/p">P</a><p property="brand" typeof="Brand"><i '
        'property="name">B</i></div><p typeof="foaf:Person" property="foaf:name">Ann</p>'
    )
    product, brand, person = read(html)
    assert product.properties == {"name": ["Pear"], "url": ["/p"], "brand": [brand]}
    assert (brand.types, person.ours) == (("Brand",), False)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            '"@type": "JobPosting", "title": "a", "description": "b", "datePosted": "2026", "hiringOrganization": "c"',
            "no jobLocation",
        ),
        (
            '"@type": "JobPosting", "title": "a", "description": "b", "jobLocationType": "TELECOMMUTE"',
            "no applicantLocationRequirements, which a job without jobLocation needs",
        ),
        (
            '"@type": "Recipe", "name": "a", "image": "b", "nutrition": {"calories": "9"}',
            "no recipeYield, which nutrition.calories needs",
        ),
        ('"@type": "Event", "name": "a", "startDate": "2026", "location": {"@type": "Place"}', "no location.address"),
        ('"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "a"}', "the question a has no answerCount"),
        ('"@type": "QAPage", "mainEntity": [{"@type": "Question"}]', "a question has no name"),
        (
            '"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "a", "answerCount": 2}',
            "the question a has no acceptedAnswer or suggestedAnswer",
        ),
        (
            (
                '"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "a", "answerCount": 1, '
                '"acceptedAnswer": {"@type": "Answer"}}'
            ),
            "the question a has an answer without text",
        ),
        ('"@type": "Quiz", "hasPart": {"@type": "Question", "text": "a"}', "a question has no acceptedAnswer"),
        (
            '"@type": "JobPosting", "jobLocation": {"@type": "Place", "address": {"addressLocality": "Berlin"}}',
            "no jobLocation.address.addressCountry",
        ),
        ('"@type": "ItemList", "itemListElement": {"@type": "ListItem", "item": {"@type": "Movie"}}', "no image"),
        (
            '"@type": "ItemList", "itemListElement": {"@type": "ListItem", "item": {"@type": "Movie"}}',
            "a carousel needs two items",
        ),
        (
            (
                '"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": {"@type": "Movie"}}, '
                '{"@type": "ListItem", "position": 2, "item": {"@type": "Recipe", "url": "/b"}}]'
            ),
            "items of different types: Movie, Recipe",
        ),
        (
            '"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": {"@type": "Movie"}}]',
            "item 1 has no position",
        ),
        ('"@type": "Article", "aggregateRating": {"@type": "AggregateRating"}', "no ratingValue"),
        (
            '"@type": "Article", "aggregateRating": {"@type": "AggregateRating"}',
            "Google shows no reviews or ratings for Article",
        ),
        ('"@type": "Review", "itemReviewed": {"@type": "Place"}', "Google shows no reviews or ratings for Place"),
        ('"@type": "Review", "author": "' + "a" * 100 + '"', "the author is longer than 100 characters"),
        (
            (
                '"@type": "Organization", "hasMerchantReturnPolicy": {"@type": "MerchantReturnPolicy", '
                '"applicableCountry": "CH", "returnPolicyCategory": "https://schema.org/MerchantReturnFiniteReturnWindow"}'
            ),
            "no merchantReturnDays, which MerchantReturnFiniteReturnWindow needs",
        ),
        (
            '"@type": "Offer", "hasMerchantReturnPolicy": {"@type": "MerchantReturnPolicy", "refundType": "a"}',
            "no applicableCountry",
        ),
        (
            (
                '"@type": "Offer", "shippingDetails": {"@type": "OfferShippingDetails", "shippingRate": '
                '{"@type": "MonetaryAmount", "value": 3}}'
            ),
            "no deliveryTime or hasShippingService",
        ),
        (
            (
                '"@type": "Offer", "shippingDetails": {"@type": "OfferShippingDetails", "shippingRate": '
                '{"@type": "MonetaryAmount", "value": 3}}'
            ),
            "no currency",
        ),
        ('"@type": "VacationRental", "image": ["a", "b"]', "fewer than 8 images"),
        (
            (
                '"@type": "Article", "hasPart": {"@type": "WebPageElement", "isAccessibleForFree": false, '
                '"cssSelector": "#wall"}'
            ),
            "cssSelector #wall is not a class selector",
        ),
        ('"@type": "ImageObject", "license": "a"', "no contentUrl or url"),
        (
            '"@type": "DiscussionForumPosting", "comment": {"@type": "Comment", "author": "a", "text": "b"}',
            "no datePublished",
        ),
        ('"@type": "MathSolver", "url": "a"', "no usageInfo"),
        ('"@type": "EmployerAggregateRating", "ratingValue": 4, "ratingCount": 9', "no itemReviewed"),
        (
            '"@type": "AggregateRating", "ratingValue": 7, "ratingCount": 1, "itemReviewed": {"name": "a"}',
            "ratingValue 7 is not between 0 and 5",
        ),
        (
            '"@type": "AggregateRating", "ratingValue": 4, "ratingCount": 1, "itemReviewed": {"@type": "Book"}',
            "no itemReviewed.name",
        ),
        ('"@type": "MusicEvent", "name": "a", "startDate": "2026"', "no location"),
    ],
)
def test_unmet_requirements(content: str, expected: str) -> None:
    """Google's requirements beyond the presence of a property are reported if they are not met."""
    assert expected in [reason for item in ld(content) for reason, _ in lacking(item)]


@pytest.mark.parametrize(
    "content",
    [
        '"@type": "Event", "name": "a", "startDate": "2026", "location": "Berlin"',
        '"@type": "Event", "name": "a", "startDate": "2026", "location": {"@id": "https://example.com/#place"}',
        '"@type": "AggregateRating", "ratingValue": "80%", "ratingCount": 1, "itemReviewed": "a"',
        '"@type": "AggregateRating", "ratingValue": "8,5", "bestRating": 10, "ratingCount": 1, "itemReviewed": "a"',
        '"@type": "HowTo", "step": {"@type": "HowToStep"}',
        '"@type": "Car", "name": "a"',
        '"@type": "FAQPage", "mainEntity": [{"@type": "Question"}]',
        '"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": {"@type": "Product"}}]',
        '"@type": "ItemList", "itemListElement": ["a", "b"]',
        '"@type": "BlogPosting", "text": "a"',
        '"@type": "DiscussionForumPosting", "author": {"name": "a"}, "datePublished": "2026", "url": "https://a.example/"',
        '"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "a", "answerCount": 0}',
        '"@type": "Offer", "hasMerchantReturnPolicy": {"@id": "https://example.com/returns#policy"}',
        '"@type": "Offer", "shippingDetails": {"@type": "OfferShippingDetails", "hasShippingService": {"@id": "#a"}}',
        '"@type": "NGO", "hasMerchantReturnPolicy": {"@type": "MerchantReturnPolicy", "merchantReturnLink": "/"}',
        '"@type": ["Page", "Own"], "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4, "ratingCount": 2}',
        '"@type": "WebPage", "speakable": {"@type": "SpeakableSpecification", "xPath": ["/html/head/title"]}',
        '"@type": "ImageObject", "url": "a"',
        '"@type": "BroadcastEvent", "startDate": "2026-03-31T09:00:00Z"',
        (
            '"@type": "Review", "itemReviewed": {"@type": "Role", "itemReviewed": {"@type": "Book", "name": "a"}}, '
            '"author": {"@type": "Role", "author": {"name": "Ann"}}, "reviewRating": {"ratingValue": 4}'
        ),
        '"@type": ["Nonsense", "Nothing"], "name": "a"',
        '"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": {"name": "a"}}]',
    ],
)
def test_valid_items(content: str) -> None:
    """An item that is valid, or that Google does not use, is not reported."""
    assert [reason for item in ld(content) for reason in lacking(item)] == []


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ('"@type": "HowTo"', "HowTo"),
        ('"@type": "Article", "about": {"@type": "HowTo"}', None),
        ('"@type": "Question", "eduQuestionType": "Checkbox"', "Question"),
        ('"@type": "Question", "eduQuestionType": "Flashcard"', None),
        ('"@type": "Course", "hasCourseInstance": {"@type": "CourseInstance"}', "CourseInstance"),
        ('"@type": "Motorcycle"', "Motorcycle"),
        ('"@type": ["Motorcycle", "Product"]', None),
        ('"@type": "Book", "potentialAction": {"@type": "ReadAction"}', None),
        ('"@context": "https://example.com/", "@type": "HowTo"', None),
    ],
)
def test_retired(content: str, kind: str | None) -> None:
    """Only types that Google used to show are reported as retired, with their source."""
    found = [
        (item_type, story.source.startswith("https://developers.google.com/"))
        for item in ld(content)
        for item_type, story in retired(item)
    ]
    assert found == ([(kind, True)] if kind else [])


def test_missing_item_is_reported_once() -> None:
    """A missing item is reported once, without its missing properties."""
    item, *_ = ld('"@type": "SocialMediaPosting", "datePublished": "2026-03-31", "text": "a"')
    assert [reason for reason, _ in lacking(item)] == ["no author"]
    item, *_ = ld('"@type": "SocialMediaPosting", "datePublished": "2026-03-31", "text": "a", "author": {}')
    assert [reason for reason, _ in lacking(item)] == ["no author.name"]


@pytest.mark.parametrize(
    ("author", "other_words"),
    [
        ("Ann", False),
        ("By Ann", True),
        ("posted by Ann", True),
        ("Ann, editor", True),
        ("Ann, Bob", False),
        ("Byron", False),
        ("Ann, Jr.", False),
        ("Ruiz, del Mar", False),
    ],
)
def test_authors(author: str, other_words: bool) -> None:
    """An author name with further words is reported, as a text and as a property."""
    for value in (f'"{author}"', f'{{"@type": "Person", "name": "{author}"}}'):
        item, *_ = ld(f'"@type": "Article", "author": {value}')
        assert any(author in advice for advice in advised(item)) is other_words


def test_breadcrumbs_without_url_are_advice() -> None:
    """A breadcrumb step without an address causes only advice."""
    step = '{"@type": "ListItem", "position": 1, "name": "a"}'
    item, *_ = ld(f'"@type": "BreadcrumbList", "itemListElement": [{step}, {step}]')
    assert list(advised(item)) == ["item in every step but the last"]
    item, *_ = ld(f'"@type": "BreadcrumbList", "itemListElement": [{step}]')
    assert list(advised(item)) == ["a second step"]


@pytest.mark.parametrize(
    ("value", "odd"),
    [
        ('"datePublished": "2026-03-31T09:00:00.123+02:00"', False),
        ('"datePublished": "20260331"', False),
        ('"datePublished": "2026-03-31 09:00"', False),
        ('"datePublished": "31.03.2026"', True),
        ('"startTime": "09:00"', False),
        ('"startTime": "nine"', True),
        ('"cookTime": "PT1H"', False),
        ('"cookTime": "P"', True),
        ('"priceCurrency": "eur"', True),
        ('"availability": "https://schema.org/instock"', True),
        ('"availability": {"@id": "x"}', False),
        ('"url": "/a b"', True),
        ('"numberOfPages": "12"', False),
        ('"numberOfPages": "twelve"', True),
        ('"unknown": "x"', False),
    ],
)
def test_unusual_values(value: str, odd: bool) -> None:
    """A value is invalid only if it cannot be read in any valid way."""
    (item, *_) = ld(f'"@type": "Thing", {value}')
    assert bool(list(invalid_values(item))) is odd


def test_table_is_complete() -> None:
    """Every name that the requirements use is in the vocabulary, and so is every parent type."""
    table = vocabulary()
    for feature in FEATURES:
        for requirement in (*feature.required, *feature.recommended):
            names = {name for path in requirement.split("|") for name in path.split(".")}
            assert all(map(table.known, names)), requirement
        assert all(map(table.known, feature.marks))
        assert {*feature.types, *feature.but, *feature.inside} <= table.types.keys()
    assert {story.type for story in RETIRED} | {*REVIEWED, *CAROUSEL} <= table.types.keys()
    assert all(parent in table.types for parents in table.types.values() for parent in parents)
    assert is_a("Restaurant", "LocalBusiness")
    assert is_a("HowToStep", "ItemList")
    assert not is_a("Nonsense", "Thing")
    assert table.has(("Restaurant",), "servesCuisine")
    assert not table.has(("Person",), "servesCuisine")


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(
                    ["@type", "@id", "@graph", "@context", "@value", "@list", "name", "offers", "itemListElement"]
                ),
                inner,
            )
        ),
    )
)
def test_any_json_is_read(data: object) -> None:
    """Items from any JSON are read and judged without an error."""
    import json  # noqa: PLC0415 - only here

    html = f'<script type="application/ld+json">{json.dumps(data).replace("<", "")}</script>'
    for item in read(html):
        list(lacking(item))
        unused(item)
        list(advised(item))
        list(invalid_values(item))

"""What the places of one fault have in common."""

import pytest

from sitescan.report.fault_key import fault_key, masked, masked_fact, same_anywhere

RULE = "accessibility/image-alt"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            ("main > ul > li:nth-of-type(3) > img", '<img src="/a.png">'),
            ("main > ul > li > img", '<img src="b/7.png">'),
        ),
        (("#pear-1 > img", '<img class="thumb-1" src=a>'), ("#apple_2 > img", '<img class="thumb-22" src="b">')),
        (("body > a", "<a href='/a' title='Pear'>Pear 1</a>"), ("body > a", "<a href='/b' title='Nut'>Nuts</a>")),
        (("", "https://pears.example/a.css: 12 rules"), ("", "https://pears.example/b.css: 7 rules")),
        # Long markup is cut, also inside of a value.
        (("body > a", '<a href="/a/very/long…'), ("body > a", '<a href="/another…')),
    ],
)
def test_same_key(first: tuple[str, str], second: tuple[str, str]) -> None:
    """Ids, numbers of elements, URLs and texts belong to a page, and not to the fault."""
    assert fault_key(RULE, *first) == fault_key(RULE, *second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("main > img", "<img src=a>"), ("footer > img", "<img src=a>")),
        (("main > h1", "<h1>"), ("main > h2", "<h2>")),
        (("main > img", "<img src=a>"), ("main > img", "<img src=a width=1>")),
        (("main > img", "<img class=logo src=a>"), ("main > img", "<img class=photo src=a>")),
    ],
)
def test_other_key(first: tuple[str, str], second: tuple[str, str]) -> None:
    """Another place, another element, other attributes and other classes make another fault."""
    assert fault_key(RULE, *first) != fault_key(RULE, *second)


def test_masked() -> None:
    """Values that content sets, numbers in the others, and texts are masked; names of attributes are not."""
    assert masked('<a href="/a" class="n-12" Title=x>Text</a>') == '<a href=* class="n-*" title=*>*</a>'
    assert masked("12 rules of //pears.example/a.css") == "* rules of *"


def test_colors_are_one_fault() -> None:
    """Places with the same colors are one fault, because a stylesheet sets them."""
    first = fault_key(RULE, "main > p > a", "<a href=/>", "4.26:1, #527bbd on #ffffff")
    assert first == fault_key(RULE, "footer > p", "<p>", "4.26:1, #527bbd on #ffffff")
    assert first.by_colors
    assert first != fault_key(RULE, "main > p > a", "<a href=/>", "4.1:1, #527bbe on #ffffff")
    assert not fault_key(RULE, "main > p > a", "<a href=/>", "no text").by_colors


def test_numbers_of_a_fault_remain() -> None:
    """What is said of a place keeps its numbers: titles of 70 and of 90 characters are two faults."""
    assert masked_fact("70 characters") == "70 characters"
    assert masked_fact(70) == "70"
    assert masked_fact('<link rel="canonical" href="https://pears.example/1">') == '<link rel="canonical" href=*>'


def test_folders_of_pages_do_not_matter() -> None:
    """A relative URL to the same file begins differently in each folder."""
    assert same_anywhere('<script src="../../a.js">') == same_anywhere('<script src="./a.js">') == '<script src="a.js">'
    assert same_anywhere("<img src=../a.png alt=..>") == "<img src=a.png alt=..>"

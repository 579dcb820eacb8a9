"""Style and grammar of every rule's texts, with different numbers and facts."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from attrs import evolve

from sitescan.model.report import Fact, Issue, Occurrence
from sitescan.model.site import Site
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.rules.rule import Evidence, Rule
from sitescan.rules.texts import fill
from tests.rules.evidence import evidence

_HERE = Path(__file__).parent
each_rule = pytest.mark.parametrize("rule", catalogue().values(), ids=lambda rule: rule.id)

#: The maximum number of words in a sentence.
_LONGEST_SENTENCE = 30
#: The WCAG criterion at the end of a sentence, whose words are not counted.
_CRITERION = re.compile(r"\s\([^()]*WCAG.*\)\.?$")
_COUNTS = (1, 2, 1000)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9<“(])|\n")
#: Lines to paste: server configuration, markup and commands.
_CODE = re.compile(r" |(?:nginx|Apache|Caddy|IIS)\b[^:]*:|[<{@$./#]|[A-Za-z-]+: \S+$")

_SINGULAR = frozenset("is isn't was wasn't has hasn't does doesn't".split())
_PLURAL = frozenset("are aren't were weren't have haven't do don't".split())
_IT = frozenset("it itself".split())
_THEY = frozenset("they them themselves".split())
#: Words that may follow a form that ends with its noun, because they do not change with the number.
_UNCHANGED = re.compile(
    r"(?:of|in|on|to|from|by|with|without|for|at|and|or|but|as|per|inside|outside|before|after|between|among|above|below|"
    r"under|over|across|more|longer|larger|smaller|can|can't|may|might|must|should|will|won't|would|could|never|not|only|"
    r"already|that (?:can|can't|may|must|should|"
    r"the|this|no|anyone|only|neither|each|you|browsers|search|Google|current)|"
    r"[a-z]+(?:ed|ing)|set|sent|meant|hidden|written|cut|made|found|kept|shown|"
    r"wide|high|long|apart|ago|too|each|[^a-z ].*)(?: \S+)?"
)
_PAIRS = re.compile(r"(?:is are|was were|has have|does do|isn't aren't|wasn't weren't|doesn't don't|hasn't haven't)")


def _words() -> Iterator[tuple[re.Pattern[str], str]]:
    for line in (_HERE / "words_to_replace.txt").read_text().splitlines():
        if not line.startswith("#"):
            word, _, instead = line.partition(" -> ")
            yield re.compile(rf"(?<![\w-])(?:{word})(?![\w-])"), instead


WORDS = list(_words())


@cache
def _found(rule_id: str) -> tuple[Issue, ...]:
    """Return the issues of a rule's examples, with each number that its texts depend on."""
    rule = catalogue()[rule_id]
    found: list[Issue] = []
    for example in rule.examples:
        judgement = judge(rule, evidence(rule, example)) if example.bad else None
        if judgement is None:
            continue
        for number in _COUNTS:
            chosen = {name: number for name, _ in _forms(rule) if name != "count"}
            kept = tuple(_with(occurrence, chosen) for occurrence in judgement.occurrences[:number])
            found += issues([evolve(judgement, count=number, occurrences=kept)])
    assert found
    return (*found, *(_said_of_site(rule, found[0])))


def _said_of_site(rule: Rule[Any], issue: Issue) -> Iterator[Issue]:
    """Yield an issue with the texts about a whole site, if the rule judges one, for each of their numbers."""
    if rule.of_site is None:
        return
    for example in rule.of_site.examples:
        assert isinstance(example.evidence, Site)
        for finding in rule.of_site.check(example.evidence):
            for number in _COUNTS:
                facts = {**finding.facts, "pages": number}
                said = fill(rule.of_site.description, facts)
                yield evolve(
                    issue,
                    description=said,
                    summary=said,
                    how_to_fix=fill(rule.of_site.how_to_fix, facts),
                    occurrences=(),
                )


def _with(occurrence: Occurrence, chosen: dict[str, int]) -> Occurrence:
    facts: dict[str, Fact] = {**occurrence.facts, **{name: n for name, n in chosen.items() if name in occurrence.facts}}
    return evolve(occurrence, facts=facts)


def _templates(rule: Rule[Any]) -> tuple[str, ...]:
    of_site = rule.site_wide
    return (rule.description, rule.how_to_fix, *((of_site.description, of_site.how_to_fix) if of_site else ()))


def _forms(rule: Rule[Evidence]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a rule's texts that depend on a number: their names and forms."""
    for text in _templates(rule):
        for _, name, form, _ in Formatter().parse(text):
            if name and form and "|" in form:
                yield name, form


def _prose(issue: Issue) -> Iterator[str]:
    """Yield the sentences of an issue, without quotations of the page and code to paste."""
    how_to_fix = re.sub(r"\AThe (?:first )?one on this page, fixed: .*\n", "", issue.how_to_fix)
    for text in (issue.title, issue.summary, issue.recommendation, how_to_fix):
        yield from (sentence for sentence in _SENTENCE.split(text) if not _CODE.match(sentence))


def test_titles_are_unique() -> None:
    """Titles are unique, because clients use them as keys."""
    titles = [rule.title for rule in catalogue().values()]
    assert sorted(titles) == sorted(set(titles))


@each_rule
def test_punctuation(rule: Rule[Evidence]) -> None:
    """No number is missing, no punctuation mark is doubled, and text to paste has straight quotes."""
    for issue in _found(rule.id):
        text = f"{issue.summary}\n{issue.recommendation}\n{issue.how_to_fix}"
        assert not re.search(r"(?<![\w\"'(/&=])# ", issue.summary), issue.summary
        assert not re.search(
            r"[a-z)]\.\.(?![./\w])|,\s*(?:[,;](?![\w/*])|\.(?![\w.]))|;\s*[,;](?!\w)|[?!:]\.(?!\w)| [,;.](?:\s|$)", text
        ), text
        assert not re.search("[“”‘’„]", issue.how_to_fix), issue.how_to_fix
        assert not re.search(r"[^.]\.\.$|[^.…]\.;", issue.description), issue.description


@each_rule
def test_sentences_are_short(rule: Rule[Evidence]) -> None:
    """No sentence has more than thirty words."""
    for issue in _found(rule.id):
        for sentence in _prose(issue):
            assert len(_CRITERION.sub("", sentence).split()) <= _LONGEST_SENTENCE, sentence


@each_rule
def test_words(rule: Rule[Evidence]) -> None:
    """Texts contain no word that has a plainer replacement."""
    for issue in _found(rule.id):
        details = (str(occurrence.facts.get("detail", "")) for occurrence in issue.occurrences)
        for text in (*_prose(issue), *details):
            for word, instead in WORDS:
                assert not word.search(text), f"{text}: {instead}"


@each_rule
def test_forms_agree(rule: Rule[Evidence]) -> None:
    """Each ``{count:one|many}`` agrees with its number, and no word after it needs to change with the number."""
    for _, form in _forms(rule):
        one, many = (set(re.findall(r"[a-z']+", _main_clause(part))) for part in form.split("|")[-2:])
        assert not one & (_PLURAL | _THEY), form
        assert not many & (_SINGULAR | _IT), form
    for text in _templates(rule):
        for form, rest in re.findall(r"\{\w+:([^{}]*\|[^{}]*)\} (\S+(?: \S+)?)", text):
            assert _holds_verb(form) or _UNCHANGED.fullmatch(rest), f"{form} ... {rest}"


@each_rule
def test_verbs_and_pronouns_agree(rule: Rule[Evidence]) -> None:
    """A verb agrees with the number that begins its sentence, and so does a pronoun that begins the next sentence."""
    for issue in _found(rule.id):
        wrong: frozenset[str] = frozenset()
        for sentence in _SENTENCE.split(issue.summary):
            words = re.findall(r"[a-z']+", _main_clause(sentence))
            if words and not sentence.startswith("It costs no points"):
                assert words[0] not in wrong, sentence
            number = re.match(r"([0-9,]+) [a-z]", sentence)
            wrong = (_PLURAL | _THEY if number[1] == "1" else _SINGULAR | _IT) if number else frozenset()
            verbs = [word for word in words if word in _SINGULAR | _PLURAL]
            assert not verbs or not number or verbs[0] not in wrong, sentence


def _main_clause(text: str) -> str:
    """Return a sentence up to its first subordinate clause, whose verb agrees with another word, without code."""
    text = re.sub(r"\S*[=<>\"“”]\S*", "", text.lower())
    return re.split(r"[,;:(]|\b(?:that|which|who|whose|where|what|if|when|although|because|than|so)\b", text)[0]


def _holds_verb(form: str) -> bool:
    """Return whether the forms differ in a verb or a pronoun, and not only in their nouns."""
    one, many = (re.findall(r"[\w'-]+", part.lower()) for part in form.split("|")[-2:])
    if len(one) != len(many):
        return True
    pairs = [pair for pair in zip(one, many, strict=True) if pair[0] != pair[1]]
    return any(
        _PAIRS.fullmatch(" ".join(pair)) or pair[0] in (*_IT, "its") or pair[0] in (f"{pair[1]}s", f"{pair[1]}es")
        for pair in pairs
    )


@each_rule
def test_no_single_word_lines(rule: Rule[Evidence]) -> None:
    """A text over several source lines has no line with a single word."""
    module = import_module(f"sitescan.rules.{rule.id.replace('/', '.').replace('-', '_')}")
    source = inspect.getsource(module)
    texts = (
        keyword.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.keyword) and node.arg in ("description", "recommendation", "how_to_fix")
        for keyword in (node,)
    )
    for text in texts:
        lines = (ast.get_source_segment(source, text) or "").splitlines()
        short = [line for line in lines if re.fullmatch(r"""\s*f?["'][^\s"']+(?<!\\n)["']""", line)]
        assert not short, short

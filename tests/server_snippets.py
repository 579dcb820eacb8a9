"""Snippets of server configuration in the texts of the catalogue."""

import re
from collections.abc import Iterator

from attrs import frozen

from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from tests.rules.evidence import evidence

#: ``nginx: directive;``, ``Apache, in the virtual host: ...`` or a server alone, with its lines indented below it.
_LABEL = re.compile(r"(nginx|Apache|Caddy)(?:, [^:\n]+)?:(?: (.+))?")


@frozen
class Snippet:
    """
    Lines for the configuration of one server.

    :ivar rule: the id of the rule that shows them.
    """

    rule: str
    server: str
    text: str


def snippets() -> Iterator[Snippet]:
    """Yield each snippet of each rule, filled in with the facts of the rule's first bad example."""
    for rule in catalogue().values():
        example = next(example for example in rule.examples if example.bad)
        judgement = judge(rule, evidence(rule, example))
        assert judgement is not None
        (issue,) = issues([judgement])
        for server, text in snippets_in(issue.how_to_fix):
            yield Snippet(rule.id, server, text)


def snippets_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the server and the configuration of each snippet in a text."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        match = _LABEL.fullmatch(line)
        if match is None:
            continue
        if match[2] is not None:
            yield match[1], match[2]
            continue
        below = []
        for following in lines[number + 1 :]:
            if not following.startswith(" "):
                break
            below.append(following.strip())
        yield match[1], "\n".join(below)

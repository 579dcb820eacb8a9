"""The contexts of JSON-LD, which say what the names in a block mean."""

import re
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from sitescan.standards.lazy_pattern import lazy_pattern

_SCHEMA_ORG = lazy_pattern(r"https?://(?:www\.)?schema\.org(?:/docs/jsonldcontext\.jsonld?|/)?#?", re.IGNORECASE)
#: The keywords that Schema.org's context renames: https://schema.org/docs/jsonldcontext.jsonld
_ALIASES = {"id": "@id", "type": "@type"}
#: The maximum number of terms that a context may define before its block is not judged.
_MOST_TERMS = 200


@frozen(kw_only=True)
class Context:
    """
    An active context.

    https://www.w3.org/TR/json-ld11/#the-context

    :ivar ours: whether names belong to Schema.org's vocabulary unless ``terms`` says otherwise.
    :ivar terms: the meanings of the names that are defined in the page.
    """

    ours: bool = True
    terms: Mapping[str, str] = field(factory=lambda: _ALIASES)

    def extended(self, written: Any) -> "Context":
        """Return the context of an object whose ``@context`` is ``written``."""
        parts = written if isinstance(written, list) else [written]
        terms = dict(self.terms)
        for part in parts:
            if isinstance(part, dict) and len(terms) + len(part) <= _MOST_TERMS:
                terms |= {name: _meaning(name, term) for name, term in part.items() if not name.startswith("@")}
            elif isinstance(part, dict):
                return Context(ours=False)
        named = [part.get("@vocab") if isinstance(part, dict) else part for part in parts]
        vocabularies = [name.strip() for name in named if isinstance(name, str)]
        # The terms of a context that is not in the page are unknown, unless it is Schema.org's.
        ours = all(_SCHEMA_ORG.fullmatch(name) for name in vocabularies) if vocabularies else self.ours
        return Context(ours=ours, terms=terms)

    def expanded(self, name: str) -> str:
        """
        Return a name with its term or prefix replaced.

        https://www.w3.org/TR/json-ld11/#compact-iris
        """
        name = self.terms.get(name, name)
        prefix, colon, rest = name.partition(":")
        return self.terms[prefix] + rest if colon and prefix in self.terms and not rest.startswith("//") else name


def _meaning(name: str, term: Any) -> str:
    if term is None:
        # The name means nothing, so it belongs to no vocabulary.
        return f"_:{name}"
    meaning = term.get("@id", name) if isinstance(term, dict) else term
    return meaning if isinstance(meaning, str) else name

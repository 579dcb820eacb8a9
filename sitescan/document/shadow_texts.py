"""
The text of shadow trees that contain nothing else: rendered in place of the host's children, in the host's style.

https://dom.spec.whatwg.org/#shadow-trees.
A script is evaluated only if every statement attaches a shadow tree to an element with an id or writes text into
such a tree: then its effect is certain.
"""

import re
from collections.abc import Mapping

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.parsing.flat_tree import may_be_host
from sitescan.document.scripts.script_elements import inline_scripts, script_type
from sitescan.document.tree import ancestors, own_text
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

_LONGEST = 4000
_NAME = r"[A-Za-z_$][\w$]*"
_STRING = r"(?:'[^'\\\n]*'|\"[^\"\\\n]*\"|`[^`\\$]*`)"
_ELEMENT = rf"document\.(?:getElementById|(?P<selector>querySelector))\(\s*(?P<asked>{_STRING})\s*\)"
_ATTACHED = r"\s*\.attachShadow\(\s*\{\s*mode\s*:\s*(?:'open'|'closed'|\"open\"|\"closed\")\s*(?:,\s*)?\}\s*\)"
#: One statement: a variable for an element or for the shadow root attached to it, or the text of a shadow root.
_STATEMENT = lazy_pattern(
    rf"\s*(?:(?:const|let|var)\s+(?P<name>{_NAME})\s*=\s*)?"
    rf"(?:{_ELEMENT}|(?P<of>{_NAME}))(?P<attached>{_ATTACHED})?"
    rf"(?:\s*\.(?:textContent|(?P<markup>innerHTML))\s*=\s*(?P<text>{_STRING}))?[ \t]*(?:;|\n|\Z)\s*"
)
_MARKUP, _ID = lazy_pattern("[<&]"), lazy_pattern(r"#[A-Za-z_][\w-]*")
#: Elements in which scripts do not run.
_IDLE = frozenset({"noscript", "template"})


@view
def shadow_texts(document: Document) -> Mapping[int, str]:
    """
    Return the text of each shadow tree by the ``id()`` of its host; empty if the tree contains more than text.

    The tree of a rendered document contains them.
    """
    found: dict[int, str] = {}
    if document.is_rendered:
        return found
    for script in inline_scripts(document):
        if script_type(script) == "classic":
            for host_id, attached in _attached(document, script).items():
                found.setdefault(host_id, attached)
    return found


def _attached(document: Document, script: Tag) -> dict[int, str]:
    """Return the texts of the shadow trees that a script attaches; empty if the script does anything else."""
    source = own_text(script)
    texts: dict[int, str] = {}
    hosts: dict[str, Tag] = {}
    roots: dict[str, Tag] = {}
    at = 0
    if (
        "attachShadow" not in source
        or len(source) > _LONGEST
        or any(ancestor.name in _IDLE for ancestor in ancestors(script))
    ):
        return {}
    while at < len(source):
        found = _STATEMENT.match(source, at)
        if found is None or found["name"] in (*hosts, *roots):
            return {}
        at = advanced(at, found.end())
        host = hosts.get(found["of"]) if found["of"] else _found_by(document, script, found)
        root = host if found["attached"] else roots.get(found["of"] or "")
        if found["attached"] and host is not None and may_be_host(host) and id(host) not in texts:
            texts[id(host)] = ""
        elif found["attached"] or (root is None and (host is None or found["text"])):
            return {}
        if root is not None and found["text"]:
            text = found["text"][1:-1]
            texts[id(root)] = "" if found["markup"] and _MARKUP.search(text) else text
        elif found["name"] and root is not None:
            roots[found["name"]] = root
        elif found["name"] and host is not None:
            hosts[found["name"]] = host
    return texts


def _found_by(document: Document, script: Tag, found: re.Match[str]) -> Tag | None:
    """Return the element that a script looks up by id, or ``None`` if there is none before the script."""
    identifier = found["asked"][1:-1]
    if found["selector"]:
        identifier = identifier[1:] if _ID.fullmatch(identifier) else ""
    tag = next(iter(document.by_id.get(identifier, ())), None) if identifier else None
    return tag if tag is not None and document.order[id(tag)] < document.order[id(script)] else None

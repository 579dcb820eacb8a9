"""
The text of shadow trees that hold nothing else: shown in place of what their host holds, in the host's style.

https://dom.spec.whatwg.org/#shadow-trees.
Such a script is understood where it does nothing but attach shadow trees to elements with an id and write texts into
them, one statement after the other: then there is no doubt about what it leaves behind.
"""

import re
from collections.abc import Mapping

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.script_elements import inline_scripts, script_type
from sitescan.document.tree import TextNode, ancestors, own_text
from sitescan.document.views import view
from sitescan.standards.progress import advanced

_LONGEST = 4000
_NAME = r"[A-Za-z_$][\w$]*"
_STRING = r"(?:'[^'\\\n]*'|\"[^\"\\\n]*\"|`[^`\\$]*`)"
_ELEMENT = rf"document\.(?:getElementById|(?P<selector>querySelector))\(\s*(?P<asked>{_STRING})\s*\)"
_ATTACHED = r"\s*\.attachShadow\(\s*\{\s*mode\s*:\s*(?:'open'|'closed'|\"open\"|\"closed\")\s*(?:,\s*)?\}\s*\)"
#: One statement: a name for an element or for the shadow tree attached to one, or a text for a shadow tree.
_STATEMENT = re.compile(
    rf"\s*(?:(?:const|let|var)\s+(?P<name>{_NAME})\s*=\s*)?"
    rf"(?:{_ELEMENT}|(?P<of>{_NAME}))(?P<attached>{_ATTACHED})?"
    rf"(?:\s*\.(?:textContent|(?P<markup>innerHTML))\s*=\s*(?P<text>{_STRING}))?[ \t]*(?:;|\n|\Z)\s*"
)
_MARKUP, _ID = re.compile("[<&]"), re.compile(r"#[A-Za-z_][\w-]*")
#: Scripts in these do not run.
_IDLE = frozenset({"noscript", "template"})
_HOSTS = frozenset("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split())


@view
def shadow_texts(document: Document) -> Mapping[int, str]:
    """By the ``id()`` of each element with a shadow tree, what is shown of that; empty where it is not text alone."""
    found: dict[int, str] = {}
    for template in document.all("template"):
        host = template.parent
        if "shadowrootmode" in template.attrs and host is not None and _may_be_host(host):
            alone = all(type(node) is TextNode for node in template.contents)
            found.setdefault(id(host), own_text(template) if alone else "")
    for script in inline_scripts(document):
        if script_type(script) == "classic":
            found = _attached(document, script) | found
    return found


def _may_be_host(tag: Tag) -> bool:
    """Whether an element can have a shadow tree, https://dom.spec.whatwg.org/#valid-shadow-host-name."""
    return tag.name in _HOSTS or "-" in tag.name


def _attached(document: Document, script: Tag) -> dict[int, str]:
    """The texts that a script puts in the shadow trees that it attaches; none where it does anything else."""
    source = own_text(script)
    texts: dict[int, str] = {}
    hosts: dict[str, Tag] = {}
    roots: dict[str, Tag] = {}
    at = 0
    if "attachShadow" not in source or len(source) > _LONGEST or any(one.name in _IDLE for one in ancestors(script)):
        return {}
    while at < len(source):
        found = _STATEMENT.match(source, at)
        if found is None or found["name"] in (*hosts, *roots):
            return {}
        at = advanced(at, found.end())
        host = hosts.get(found["of"]) if found["of"] else _found_by(document, script, found)
        root = host if found["attached"] else roots.get(found["of"] or "")
        if found["attached"] and host is not None and _may_be_host(host) and id(host) not in texts:
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
    """The element of an id that a script asks for; ``None`` where it comes later or is none."""
    asked = found["asked"][1:-1]
    if found["selector"]:
        asked = asked[1:] if _ID.fullmatch(asked) else ""
    tag = next(iter(document.by_id.get(asked, ())), None) if asked else None
    return tag if tag is not None and document.order[id(tag)] < document.order[id(script)] else None

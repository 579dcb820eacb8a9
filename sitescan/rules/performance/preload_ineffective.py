from collections.abc import Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.change import removed
from sitescan.document.css.stylesheet_text import has_all_css
from sitescan.document.links.hyperlinks import has_handler
from sitescan.document.links.script_effects import parts_may_come
from sitescan.document.loading.web_fonts import unused_sources, unwanted_fonts
from sitescan.document.scripts.script_elements import script_type
from sitescan.document.security.page_loads import loading_elements
from sitescan.rules.authoring import (
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    safe,
)

#: https://html.spec.whatwg.org/multipage/links.html#translate-a-preload-destination
_DESTINATIONS = frozenset({"fetch", "font", "image", "script", "style", "track"})
_NOUNS = {"font": "font", "image": "image", "script": "script", "style": "stylesheet", "track": "track"}
#: The elements that load a file of a destination, and the attribute that names it.
_LOADED: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {"image": (("img",), "src"), "script": (("script",), "src"), "style": (("link",), "href")}
)


def check(document: Document) -> Findings:
    """Report preloads that browsers ignore, and those that they don't use: for another request, or for none."""
    preloads, modules = document.rel("preload"), document.rel("modulepreload")
    loading = _loading(document) if preloads or modules else {}
    for tag in modules:
        scripts = loading.get(document.resolve(attr(tag, "href", "")) or "", {}).get("script", [])
        if scripts and not any(map(_is_module, scripts)):
            detail = "<script> downloads the file again, because it isn't a module"
            yield Finding(tag, detail=detail, change=_like(tag, "script", scripts[0]))
    for tag in preloads:
        kind = attr(tag, "as", "").strip().lower()
        url = document.resolve(attr(tag, "href", "")) or ""
        if not attr(tag, "href", "").strip() and "imagesrcset" not in tag.attrs:
            yield Finding(tag, detail="href is missing")
        elif kind not in _DESTINATIONS:
            yield Finding(tag, detail="browsers ignore it without a valid as attribute")
        elif "imagesrcset" not in tag.attrs and (unused := _without_user(document, tag, kind, url)):
            yield Finding(tag, detail=unused, change=removed(tag))
        elif kind == "font" and _mode(tag) != "anonymous":
            fixed = safe(changed(tag, crossorigin=""))
            yield Finding(tag, detail="the font is downloaded twice without crossorigin", change=fixed)
        elif attr(tag, "href", "").strip() and "imagesrcset" not in tag.attrs:
            yield from _of_file(tag, kind, loading.get(url, {}))


def _of_file(tag: Tag, kind: str, users: Mapping[str, list[Tag]]) -> Findings:
    """Iterate over why nothing uses a preload, by the elements that load its file as each destination."""
    if users and kind not in users:
        other, (user, *_) = next(iter(users.items()))
        detail = f'<{user.name}> downloads the file again, because as isn\'t "{other}"'
        yield Finding(tag, detail=detail, change=_like(tag, other, user))
    elif users and all(_mode(user) != _mode(tag) for user in users[kind]):
        yield _unused(tag, kind, users[kind][0])
    elif kind == "fetch" and not _mode(tag):
        # Without it, only a fetch() that may not read the answer would use the preload.
        yield Finding(
            tag, detail="scripts fetch the file again without crossorigin", change=changed(tag, crossorigin="")
        )


def _without_user(document: Document, tag: Tag, kind: str, url: str) -> str:
    """Return why the page needs no preloaded file; an empty string if it needs it, or a script may."""
    if kind == "font" and url in unused_sources(document):
        return "browsers load another source of the font, in a newer format"
    if has_handler(tag) or kind == "fetch" or parts_may_come(document) or not has_all_css(document):
        return ""
    if kind == "font" and url in unwanted_fonts(document):
        return "no text of the page is displayed in this font"
    users = loading_elements(document).get(url.partition("#")[0], frozenset())
    if len(users) > (id(tag) in users):
        return ""
    return f"nothing on the page loads this {_NOUNS[kind]}"


def _loading(document: Document) -> Mapping[str, Mapping[str, list[Tag]]]:
    """Return the elements that load a file, by its URL and what they load it as."""
    found: dict[str, dict[str, list[Tag]]] = {}
    for kind, (names, attribute) in _LOADED.items():
        for tag in document.rel("stylesheet") if kind == "style" else document.all(*names):
            reference = attr(tag, attribute, "")
            runs = kind != "script" or (script_type(tag) and "nomodule" not in tag.attrs)
            if reference.strip() and runs and not document.in_noscript(tag):
                found.setdefault(document.resolve(reference) or "", {}).setdefault(kind, []).append(tag)
    return found


def _mode(tag: Tag) -> str:
    """
    Return the mode and credentials of a request. A preload is used only by a request with the same ones.

    https://html.spec.whatwg.org/multipage/links.html#consume-a-preloaded-resource
    """
    written = attr(tag, "crossorigin")
    if written is not None:
        return "use-credentials" if written.strip().lower() == "use-credentials" else "anonymous"
    return "anonymous" if _is_module(tag) else ""


def _unused(tag: Tag, kind: str, user: Tag) -> Finding:
    if _is_module(user):
        detail = "the module is downloaded twice; preload it by modulepreload"
    else:
        detail = f"the file is downloaded twice, because crossorigin is not the same on <{user.name}>"
    return Finding(tag, detail=detail, change=_like(tag, kind, user))


def _like(tag: Tag, kind: str, user: Tag) -> ElementChange:
    """Return the markup of a preload that an element uses."""
    if _is_module(user):
        return changed(tag, rel="modulepreload", **{"as": None})
    return changed(tag, rel="preload", crossorigin=attr(user, "crossorigin"), **{"as": kind})


def _is_module(tag: Tag) -> bool:
    return tag.name == "script" and script_type(tag) == "module"


_FONTS = (
    "<style>@font-face{font-family:P;src:url(/a.woff2) format('woff2'),url(/a.woff) format('woff')}"
    "@font-face{font-family:P;font-weight:900;src:url(/c.woff2)}body{font-family:P}</style>"
)

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Preload hints have no effect",
    passed="Preload hints have an effect",
    applies=lambda document: document.rel("preload"),
    description=(
        "{count:# preload hint doesn't|# preload hints don't} work. Browsers ignore a preload without a valid as "
        "attribute, and download a file twice if the preload and what loads the file differ in as or crossorigin. A "
        "file that nothing on the page loads delays those that it needs."
    ),
    recommendation="Preload only what the page loads, with a valid as attribute and the same crossorigin.",
    how_to_fix='<link rel="preload" href="/pear.woff2" as="font" type="font/woff2" crossorigin>',
    sources=(
        "https://html.spec.whatwg.org/multipage/links.html#link-type-preload",
        "https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel/preload",
    ),
    covers=("lighthouse:uses-rel-preload",),
    examples=(
        Bad('<link rel="preload" href="/a.css">'),
        Bad('<link rel="preload" href="/a.css" as="stylesheet">'),
        Bad('<link rel="preload" href="/a.woff2" as="font">'),
        Bad('<link rel="preload" href="/a.json" as="fetch">'),
        Good('<link rel="preload" href="/a.json" as="fetch" crossorigin="use-credentials">'),
        Bad('<link rel="preload" as="image">'),
        Bad('<link rel="preload" href="/a.mp4" as="video">'),
        Bad('<link rel="preload" href="/a.css" as="style" crossorigin><link rel="stylesheet" href="/a.css">'),
        Bad('<link rel="preload" href="/a.js" as="script"><script type="module" src="/a.js"></script>'),
        Bad('<link rel="preload" href="/a.js" as="script"><script src="/a.js" crossorigin></script>'),
        Bad('<link rel="preload" href="/a.png" as="image" crossorigin><img src="/a.png" alt="Pear">'),
        Bad('<link rel="preload" href="/a.woff2" as="font" crossorigin="use-credentials">'),
        Bad('<link rel="preload" href="/a.js" as="fetch"><script src="/a.js"></script>'),
        Bad('<link rel="preload" href="/a.css" as="script"><link rel="stylesheet" href="/a.css">'),
        Good('<link rel="preload" href="/a.js" as="script"><script src="/a.js"></script><img src="/a.js" alt="">'),
        Good('<link rel="preload" href="/a.json" as="fetch" crossorigin><img src="/a.png" alt="">'),
        Good('<link rel="preload" href="/a.css" as="style" crossorigin><link rel="stylesheet" href="/b.css">'),
        Bad('<link rel="preload" href="/a.png" as="image"><img src="/b.png" alt="">'),
        Bad('<link rel="preload" href="/a.css" as="style"><p>Pears</p>'),
        Good('<link rel="preload" href="/a.css" as="style" onload="this.rel=\'stylesheet\'">'),
        Good('<link rel="preload" href="/a.png" as="image"><script src="/a.js"></script>'),
        Good('<link rel="preload" href="/a.png" as="image"><p style="background: url(/a.png)">Pears</p>'),
        Good('<link rel="preload" href="/a.png" as="image"><video poster="/a.png"></video>'),
        Bad(f'<link rel="preload" href="/a.woff" as="font" crossorigin>{_FONTS}<script src="/a.js"></script>'),
        Bad(f'<link rel="preload" href="/c.woff2" as="font" crossorigin>{_FONTS}<p>Pears</p>'),
        Good(f'<link rel="preload" href="/c.woff2" as="font" crossorigin>{_FONTS}<h1>Pears</h1>'),
        Good(f'<link rel="preload" href="/c.woff2" as="font" crossorigin>{_FONTS}<p>Pears</p><input value="Pears">'),
        Good(f'<link rel="preload" href="/a.woff2" as="font" crossorigin>{_FONTS}<p>Pears</p>'),
        Good('<link rel="preload" href="/a.js" as="script" crossorigin><script type="module" src="/a.js"></script>'),
        Good('<link rel="preload" href="/a.js" as="script" crossorigin><script src="/a.js" crossorigin=""></script>'),
        Good(
            '<link rel="preload" href="/a.png" as="image"><img src="/a.png" alt="">'
            '<img src="/a.png" alt="" crossorigin>'
        ),
        Good('<link rel="preload" href="/a.css" as="STYLE"><link rel="stylesheet" href="/a.css">'),
        Bad('<link rel="preload" href="/a.woff2" as="font" crossorigin>'),
        Good('<link rel="preload" href="/a.woff2" as="font" crossorigin><script src="/a.js"></script>'),
        Good('<link rel="preload" as="image" imagesrcset="/a.jpg 1x, /b.jpg 2x">'),
        Bad('<link rel="modulepreload" href="/a.js"><script src="/a.js"></script>'),
        Bad('<link rel="modulepreload" href="/a.js"><script src="/a.js" crossorigin defer></script>'),
        Good('<link rel="modulepreload" href="/a.js">'),
        Good('<link rel="modulepreload" href="/a.js"><script type="module" src="/a.js"></script>'),
        Good('<link rel="modulepreload" href="/a.js"><script type="module">import "/a.js"</script>'),
        Good('<link rel="modulepreload" href="/a.js"><script nomodule src="/a.js"></script>'),
    ),
)

from collections.abc import Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type
from sitescan.document.element_markup import start_tag
from sitescan.document.links.script_effects import parts_may_come
from sitescan.document.template_marks import names_mark
from sitescan.document.tree import is_custom
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, attr, shorten

#: https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command
_POPOVER_COMMANDS = frozenset({"hide-popover", "show-popover", "toggle-popover"})
_DIALOG_COMMANDS = frozenset({"close", "request-close", "show-modal"})
#: Commands of https://open-ui.org/components/future-invokers.explainer/, which some browsers know.
_COMING_COMMANDS = frozenset(
    "copy exit-fullscreen open pause play play-pause request-fullscreen reset share show-picker step-down step-up "
    "toggle toggle-fullscreen toggle-muted".split()
)
#: https://html.spec.whatwg.org/multipage/popover.html#the-popover-target-attributes
_BUTTON_TYPES = frozenset({"button", "image", "reset", "submit"})
_FIELDS = frozenset("button fieldset input object output select textarea".split())
#: The attributes that name the id of another element, the elements that have them, and what happens without a target.
_REFERENCES: Mapping[str, tuple[frozenset[str], str]] = MappingProxyType(
    {
        "commandfor": (frozenset({"button"}), "no element has this id, so nothing happens"),
        "form": (_FIELDS, "no form has this id, so it belongs to no form"),
        "interestfor": (frozenset({"a", "area", "button"}), "no element has this id, so nothing happens"),
        "list": (frozenset({"input"}), "no datalist has this id, so it suggests nothing"),
        "popovertarget": (frozenset({"button", "input"}), "no popover has this id, so nothing happens"),
    }
)
#: References that only buttons and links follow, so that they do nothing on another element.
_INVOKING = ("commandfor", "interestfor", "popovertarget")
#: Attributes that do nothing without another one.
_COMPANIONS = {"command": "commandfor", "popovertargetaction": "popovertarget"}


def check(document: Document) -> Findings:
    """Report references without a target of the required kind, unless scripts may add it."""
    tags = document.having(*_REFERENCES, *_COMPANIONS, "usemap")
    if not tags or parts_may_come(document):
        return
    maps = {attr(tag, "name", "") for tag in document.all("map")}
    for tag in tags:
        if document.in_noscript(tag) or (tag.namespace != HTML and "interestfor" not in tag.attrs):
            continue
        if fault := _command_fault(document, tag) or _invoker_fault(tag):
            yield Finding(tag, detail=fault)
        for name, (elements, effect) in _REFERENCES.items():
            target = attr(tag, name, "")
            if tag.name in elements and target and not names_mark(target) and not _leads(document, tag, name, target):
                yield Finding(tag, detail=f'{name}="{shorten(target)}": {effect}')
        used = attr(tag, "usemap", "").strip()
        if tag.name == "img" and used.startswith("#") and used[1:] and used[1:] not in maps and not names_mark(used):
            yield Finding(tag, detail=f"usemap={shorten(used)}: no map has this name, so no part leads anywhere")


def _command_fault(document: Document, tag: Tag) -> str:
    """Return why a button gives its target no command; an empty string if it does, or has none."""
    command = attr(tag, "command", "").strip()
    target = next(iter(document.ids_of(tag).get(attr(tag, "commandfor", ""), ())), None)
    if tag.name != "button" or target is None or command.startswith("--"):
        return ""
    named = f'command="{shorten(command)}"'
    if command.lower() in _POPOVER_COMMANDS:
        return "" if "popover" in target.attrs else f"{named}: the target is no popover, so nothing happens"
    if command.lower() in _DIALOG_COMMANDS:
        return "" if target.name == "dialog" else f"{named}: the target is no dialog, so nothing happens"
    return "" if command.lower() in _COMING_COMMANDS else f"{named}: browsers know no such command"


def _invoker_fault(tag: Tag) -> str:
    """Return why an element opens, closes or changes nothing by its attributes; an empty string if it may."""
    if is_custom(tag):
        return ""
    for name in filter(tag.attrs.__contains__, _INVOKING):
        if tag.name not in _REFERENCES[name][0] or (tag.name == "input" and input_type(tag) not in _BUTTON_TYPES):
            return f"{name} on {start_tag(tag.name)}: browsers ignore it here, so nothing happens"
    for name, needed in _COMPANIONS.items():
        if tag.name in ("button", "input") and name in tag.attrs and needed not in tag.attrs:
            return f"{name} without {needed}, so nothing happens"
    return ""


def _leads(document: Document, tag: Tag, name: str, target: str) -> bool:
    """Return whether the id that an attribute names is that of an element that it can refer to."""
    found = next(iter(document.ids_of(tag).get(target, ())), None)
    if found is None or name in ("commandfor", "interestfor"):
        return found is not None
    if name == "popovertarget":
        return "popover" in found.attrs
    return bool(found.name == ("datalist" if name == "list" else "form"))


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.WARNING,
    title="Controls refer to elements that don't exist",
    passed="Controls refer to existing elements",
    subjects=("[usemap]", *(f"[{name}]" for name in (*_REFERENCES, *_COMPANIONS))),
    needs=lambda document: not parts_may_come(document),
    description=(
        "{count:# control or image names|# controls or images name} an element that isn't on the page, or that can't "
        "do what is asked of it. Visitors press a button without effect, or don't get the suggestions and links that "
        "you prepared."
    ),
    recommendation="Give the target the id that the control names, or correct the attribute.",
    how_to_fix=(
        'The value is the id of the other element: <form id="order">...</form> <button form="order">Order</button>. '
        'The target of list is a datalist, that of popovertarget an element with the attribute popover, and usemap="#'
        'plan" refers to <map name="plan">.'
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fae-form",
        "https://html.spec.whatwg.org/multipage/popover.html#the-popover-target-attributes",
        "https://html.spec.whatwg.org/multipage/image-maps.html#processing-model",
    ),
    examples=(
        Bad('<form id="order"></form><button form="orders">Order</button>'),
        Bad('<a href="/pears" interestfor="tip">Pears</a>'),
        Bad('<svg><a href="/pears" interestfor="tip"><text>Pears</text></a></svg>'),
        Bad('<img usemap="#m" src="m.png" alt=""><map name="m"><area href="/" alt="Home" interestfor="tip"></map>'),
        Good('<a href="/pears" interestfor="tip">Pears</a><p id="tip" popover="hint">Green</p>'),
        Bad('<button commandfor="a" command="toggle-dialog">Open</button><dialog id="a">Pears</dialog>'),
        Bad('<button commandfor="a" command="show-modal">Open</button><div id="a" popover>Pears</div>'),
        Bad('<button commandfor="a" command="show-popover">Open</button><dialog id="a">Pears</dialog>'),
        Bad('<button commandfor="a">Open</button><dialog id="a">Pears</dialog>'),
        Good('<button commandfor="a" command="Show-Modal">Open</button><dialog id="a">Pears</dialog>'),
        Good('<button commandfor="a" command="toggle-popover">Open</button><div id="a" popover>Pears</div>'),
        Good('<button commandfor="a" command="--turn">Turn</button><p id="a">Pears</p>'),
        Good('<button commandfor="a" command="toggle">Open</button><details id="a"><summary>A</summary></details>'),
        Bad('<div id="order"></div><input form="order" aria-label="Name">'),
        Bad('<ul id="kinds"><li>Pear</ul><input list="kinds" aria-label="Kind">'),
        Bad('<button commandfor="terms" command="show-modal">Terms</button>'),
        Bad('<button popovertarget="terms">Terms</button><div id="terms">Sweet</div>'),
        Bad('<img src="plan.png" alt="Plan" usemap="#plan"><map id="plan"></map>'),
        Bad('<a href="/terms" commandfor="a" command="show-modal">Terms</a><dialog id="a">Sweet</dialog>'),
        Bad('<input type="button" value="Terms" commandfor="a" command="show-modal"><dialog id="a">Sweet</dialog>'),
        Bad('<div popovertarget="a">Terms</div><p id="a" popover>Sweet</p>'),
        Bad('<input popovertarget="a" aria-label="Terms"><p id="a" popover>Sweet</p>'),
        Bad('<span interestfor="a">Terms</span><p id="a" popover="hint">Sweet</p>'),
        Bad('<button command="show-modal">Terms</button><dialog>Sweet</dialog>'),
        Bad('<button popovertargetaction="show">Terms</button><p popover>Sweet</p>'),
        Good('<input type="button" value="Terms" popovertarget="a"><p id="a" popover>Sweet</p>'),
        Good('<pear-button commandfor="a" command="show-modal">Terms</pear-button><dialog id="a">Sweet</dialog>'),
        Good('<form id="order"></form><button form="order">Order</button><button form="">Order</button>'),
        Good('<datalist id="kinds"><option>Pear</datalist><input list="kinds" aria-label="Kind">'),
        Good('<dialog id="terms">Sweet</dialog><button commandfor="terms" command="show-modal">Terms</button>'),
        Good('<button popovertarget="terms">Terms</button><div id="terms" popover>Sweet</div>'),
        Good('<img src="plan.png" alt="Plan" usemap="#plan"><map name="plan"></map>'),
        Good('<button form="orders">Order</button><script src="/forms.js"></script>'),
        Good('<pear-list list="kinds"></pear-list><label form="order">Name <input></label>'),
    ),
)

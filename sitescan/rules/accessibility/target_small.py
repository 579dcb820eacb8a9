from sitescan.document.accessibility.small_targets import PointerTarget, small_targets
from sitescan.document.contrast.scripted_stylesheets import adds_stylesheets
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report small targets with another one close to them, as measured or as the styles certainly place them."""
    if adds_stylesheets(document):
        return
    for target, other in small_targets(document):
        if document.is_rendered:
            detail = f"{_size(target)}, next to <{other.element.name}> ({_size(other)})"
        else:
            detail = f"its line is at most {abs(target.center[1] - other.center[1]):.0f} px from that of another link"
        yield Finding(target.element, detail=detail)


def _size(target: PointerTarget) -> str:
    width, height = target.size
    return f"{width:.0f} by {height:.0f} px"


_BUTTONS = '<button id="a">Older</button><button id="b">Newer</button>'
_COLUMN = '<ul><li><a href="/pears">Pears</a></li><li><a href="/plums">Plums</a></li></ul>'

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Targets are too small and too close to each other",
    passed="Targets are large enough or far enough apart",
    needs=lambda document: document.painted,
    description=(
        "{count:# button or link is|# buttons or links are} smaller than 24 by 24 px and so close to another one that "
        "people who tremble, or use a phone, hit the wrong one (WCAG 2.2, 2.5.8 Target Size (Minimum), level AA). This "
        "is measured by a browser with screens of 1280 by 800 and 412 by 823 px; without one, only columns of links "
        "are judged."
    ),
    recommendation="Make each target at least 24 by 24 px, or leave as much room around its center.",
    how_to_fix="For example: .pager a {{ display: inline-block; min-width: 24px; min-height: 24px; }}",
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum",
        "https://developer.chrome.com/docs/lighthouse/accessibility/target-size",
    ),
    covers=("axe:target-size", "lighthouse:target-size"),
    examples=(
        Bad(_BUTTONS, boxes=(("a", (0, 0, 16, 16)), ("b", (18, 0, 16, 16)))),
        Bad(_BUTTONS, boxes=(("a", (0, 0, 16, 16)), ("b", (18, 0, 90, 40)))),
        Bad(_BUTTONS, boxes=(("a", (0, 0, 90, 16)), ("b", (0, 16, 90, 16)))),
        Bad(_BUTTONS, boxes=(("a", (0, 0, 90, 21)), ("b", (0, 22, 90, 21)))),
        Good(_BUTTONS, boxes=(("a", (0, 0, 24, 24)), ("b", (24, 0, 24, 24)))),
        Good(_BUTTONS, boxes=(("a", (0, 0, 16, 16)), ("b", (28, 0, 16, 16)))),
        Good(_BUTTONS, boxes=(("a", (0, 0, 1, 1)), ("b", (0, 0, 90, 40)))),
        Bad(
            '<input type="submit" value="+" id="a"><button id="b">Newer</button>',
            boxes=(("a", (0, 0, 16, 16)), ("b", (18, 0, 90, 40))),
        ),
        Bad(
            '<button id="a"><a id="b" href="/pears">Pears</a></button>',
            boxes=(("a", (0, 0, 600, 40)), ("b", (10, 10, 50, 19))),
        ),
        Good(
            '<button id="a" tabindex="-1"><b id="b" role="button" tabindex="0">Menu</b></button>',
            boxes=(("a", (0, 0, 35, 800)), ("b", (7, 700, 22, 80))),
        ),
        Good(
            '<button id="a" aria-hidden="true">+</button><button id="b">Newer</button>',
            boxes=(("a", (0, 0, 16, 16)), ("b", (18, 0, 90, 40))),
        ),
        Good(
            '<a id="a" href="/"><span id="b" role="button" tabindex="0">Pears</span></a>',
            boxes=(("a", (0, 0, 16, 16)), ("b", (0, 0, 16, 16))),
        ),
        Good(
            '<input type="checkbox" id="a" aria-label="A"><input type="checkbox" id="b" aria-label="B">',
            boxes=(("a", (0, 0, 13, 13)), ("b", (15, 0, 13, 13))),
        ),
        Bad(
            '<input type="checkbox" id="a" aria-label="A"><input type="radio" id="b" aria-label="B">',
            boxes=(("a", (0, 0, 20, 20)), ("b", (22, 0, 20, 20))),
        ),
        Good(
            '<label><input type="checkbox" id="a">A</label><label><input type="radio" id="b">B</label>',
            boxes=(("a", (0, 0, 20, 20)), ("b", (22, 0, 20, 20))),
        ),
        Bad(
            '<details><summary id="a">A</summary></details><details><summary id="b">B</summary></details>',
            boxes=(("a", (0, 0, 90, 18)), ("b", (0, 18, 90, 18))),
        ),
        Good(
            '<details><summary id="a">A</summary></details><details><summary id="b">B</summary></details>',
            boxes=(("a", (0, 0, 90, 30)), ("b", (0, 30, 90, 30))),
        ),
        Good(
            '<input id="a" aria-label="A"><input type="range" id="b" aria-label="B">',
            boxes=(("a", (0, 0, 90, 20)), ("b", (92, 0, 90, 4))),
        ),
        Good(
            f'{_BUTTONS}<link rel="stylesheet" href="/missing.css">',
            boxes=(("a", (0, 0, 16, 16)), ("b", (18, 0, 16, 16))),
        ),
        Good(_BUTTONS),
        Bad(_COLUMN),
        Bad(f"<style>li {{ font: 14px/20px sans-serif }}</style>{_COLUMN}"),
        Good(f"<style>li {{ line-height: 24px }}</style>{_COLUMN}"),
        Good(f"<style>li {{ font-family: Poppins }}</style>{_COLUMN}"),
        Good(f"<script>document.write('<link rel=stylesheet href=/css/fruit.css>')</script>{_COLUMN}"),
    ),
)

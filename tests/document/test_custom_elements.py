"""Custom elements in the source: only browsers know their roles, and the content of empty ones."""

import pytest

from sitescan.local.offline import analyse
from tests.document.pages import document
from tests.unexamined import sentences

_SCRIPT = "<script src=/elements.js></script>"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (f"<my-icon></my-icon>{_SCRIPT}", ["my-icon"]),
        (f"<my-a> <my-b><img alt=Pear></my-b><style>p{{}}</style></my-a>{_SCRIPT}", ["my-a", "my-b"]),
        (f"<my-a><p>Words</p><my-b></my-b></my-a>{_SCRIPT}", ["my-b"]),
        (f"<my-a><template shadowrootmode=open><p></p></template></my-a>{_SCRIPT}", []),
        (f"<svg><font-face /></svg><i></i>{_SCRIPT}", []),
        ("<my-icon></my-icon>", []),
    ],
)
def test_unknown_content(body: str, names: list[str]) -> None:
    """Scripts may write the content of custom elements without text or shadow tree."""
    assert [tag.name for tag in document(f"<!doctype html>{body}").scripted] == names


@pytest.mark.parametrize(
    ("body", "unknown"),
    [
        (f"<my-item>Pear</my-item>{_SCRIPT}", True),
        (f"<my-item role=listitem>Pear</my-item>{_SCRIPT}", False),
        (f"<div>Pear</div>{_SCRIPT}", False),
        ("<my-item>Pear</my-item>", False),
    ],
)
def test_unknown_roles(body: str, *, unknown: bool) -> None:
    """Scripts may give a role to custom elements without one."""
    page = document(f"<!doctype html>{body}")
    (element,) = page.all("div", "my-item")
    assert page.accessible.role_is_unknown(element) is unknown


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<button><my-icon></my-icon></button>", ["Custom elements may name 1 element: <button> (line 1)"]),
        ("<a href=/><my-icon></my-icon></a>" * 2, ["Custom elements may name 2 elements, such as <a href=/> (line 1)"]),
        ("<button><my-icon></my-icon>Save</button><p><my-icon></my-icon></p>", []),
    ],
)
def test_names_that_were_not_checked(body: str, expected: list[str]) -> None:
    """The report says how many elements lack a name only if no custom element has it."""
    html = f"<!doctype html><html lang=en><title>Pears of the garden</title><main><h1>Pears</h1>{body}</main>{_SCRIPT}"
    report = analyse("https://pears.example/", body=html.encode())
    said = [text for category in report.categories for text in sentences(category.unexamined) if "Custom" in text]
    assert [text.partition(". These names were not checked")[0] for text in said] == expected

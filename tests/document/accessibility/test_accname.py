"""
Accessible names by the steps of https://www.w3.org/TR/accname-1.2/#computation-steps.

The element in question has the id ``x``.
"""

import pytest

from tests.document.pages import document, marked

STEPS = {
    # 2A: hidden content counts where it is referred to, and nowhere else.
    "hidden": [
        ("<button id=x>A<span hidden>B</span></button>", "A"),
        ("<button id=x>A<span style='display: none'>B</span></button>", "A"),
        ("<button id=x>A<span style='visibility: hidden'>B</span></button>", "A"),
        ("<button id=x>A<span aria-hidden=true>B</span></button>", "A"),
        ("<button id=x>A<span style='visibility: hidden'>B<i style='visibility: visible'>C</i></span></button>", "AC"),
        ("<button id=x aria-labelledby=b>A</button><p id=b hidden>B</p>", "B"),
        ("<button id=x aria-labelledby=b>A</button><p id=b style='display: none'>B<b hidden>C</b></p>", "BC"),
        ("<button id=x aria-labelledby=b>A</button><p id=b aria-hidden=true>B</p>", "B"),
        ("<button id=x aria-labelledby=b>A</button><p id=b>B<b hidden>C</b></p>", "B"),
        ("<button id=x aria-labelledby=b>A</button><div hidden><p id=b>B</p></div>", "B"),
        ("<button id=x aria-label=' '>A</button>", "A"),
    ],
    # 2B: aria-labelledby.
    "references": [
        ("<button id=x aria-labelledby='a b'></button><i id=a>A</i><i id=b>B</i>", "A B"),
        ("<button id=x aria-labelledby='b a'></button><i id=a>A</i><i id=b>B</i>", "B A"),
        ("<button id=x aria-labelledby='a a'></button><i id=a>A</i>", "A"),
        ("<button id=x aria-labelledby='nothing a'></button><i id=a>A</i>", "A"),
        ("<button id=x aria-labelledby='nothing' aria-label=L>C</button>", "L"),
        ("<button id=x aria-labelledby='x a' aria-label=L>C</button><i id=a>A</i>", "L A"),
        ("<button id=x aria-labelledby='x a'>C</button><i id=a>A</i>", "C A"),
        ("<button id=x aria-labelledby=a></button><i id=a aria-labelledby=b>A</i><i id=b>B</i>", "A"),
        ("<button id=x aria-labelledby=a></button><i id=a aria-label=L>A</i>", "L"),
        ("<button id=x aria-labelledby=a></button><i id=a>A</i><i id=a>B</i>", "A"),
        ("<button id=x aria-labelledby=a></button><img id=a src=a.png alt=I>", "I"),
        ("<button id=x aria-labelledby=a></button><i id=a title=T></i>", "T"),
        ("<button id=x aria-labelledby=a>C</button><i id=a></i>", "C"),
        ("<a id=x href=/ aria-labelledby='x h'>More</a><h2 id=h>Pears</h2>", "More Pears"),
    ],
    # 2C: a control within the label of another one contributes its value.
    "embedded controls": [
        ("<label for=x>A <input value=5> B</label><input type=checkbox id=x>", "A 5 B"),
        ("<label for=x>A <textarea>5</textarea> B</label><input type=checkbox id=x>", "A 5 B"),
        ("<label for=x>A <span role=textbox>5</span> B</label><input type=checkbox id=x>", "A 5 B"),
        ("<label for=x>A <select><option>1<option selected>2</select> B</label><input type=checkbox id=x>", "A 2 B"),
        ("<label for=x>A <select><option>1<option>2</select> B</label><input type=checkbox id=x>", "A 1 B"),
        ("<label for=x>A <select><option label=L>1</select> B</label><input type=checkbox id=x>", "A L B"),
        ("<label for=x><select multiple><option selected>1<option selected>2</select></label><input id=x>", "1 2"),
        ("<label for=x><i role=listbox><b>1</b><b aria-selected=true>2</b></i></label><input id=x>", "2"),
        ("<label for=x>A <input type=range value=5> B</label><input type=checkbox id=x>", "A 5 B"),
        ("<label for=x>A <input type=number value=5> B</label><input type=checkbox id=x>", "A 5 B"),
        ("<label for=x>A <i role=slider aria-valuenow=5></i> B</label><input type=checkbox id=x>", "A 5 B"),
        ("<label for=x><i role=slider aria-valuenow=5 aria-valuetext=five></i></label><input id=x>", "five"),
        ("<label>A <input id=x value=5> B</label>", "A B"),
    ],
    # 2D: aria-label.
    "labels": [
        ("<button id=x aria-label=L title=T>C</button>", "L"),
        ("<button id=x aria-label='  L   M '>C</button>", "L M"),
        ("<button id=x aria-label='' title=T></button>", "T"),
        ("<a id=x href=/><span aria-label=L>C</span> D</a>", "L D"),
        ("<img id=x src=a.png alt=A aria-label=L>", "L"),
    ],
    # 2F: content, including content that styles generate before and after it.
    "content": [
        ("<button id=x>A<b>B</b></button>", "AB"),
        ("<button id=x>A <b>B</b></button>", "A B"),
        ("<button id=x>A<div>B</div>C</button>", "A B C"),
        ("<button id=x><span style='display: block'>A</span>B</button>", "A B"),
        ("<button id=x>A<br>B</button>", "A B"),
        ("<button id=x><img src=a.png alt=A> B</button>", "A B"),
        ("<button id=x><img src=a.png alt='' title=T> B</button>", "B"),
        ("<button id=x><span role=img aria-label=A></span> B</button>", "A B"),
        ("<button id=x><table><tr><td>A<td>B</table></button>", "A B"),
        ("<style>#x::before { content: 'A ' } #x::after { content: ' C' }</style><button id=x>B</button>", "A B C"),
        ("<style>b::before { content: 'A' }</style><button id=x><b>B</b></button>", "AB"),
        ("<style>#x::before { content: url(a.png) / 'A ' }</style><button id=x>B</button>", "A B"),
        ("<style>#x::before { content: '*' / '' }</style><button id=x>B</button>", "B"),
        ("<style>#x::before { content: attr(data-a) }</style><button id=x data-a=A>B</button>", "AB"),
        ("<style>#x::before { content: 'A'; display: none }</style><button id=x>B</button>", "B"),
        ("<button id=x aria-owns=b>A</button><p id=b>B</p>", "A B"),
        ("<div id=x role=link>A</div>", "A"),
        ("<div id=x role=dialog>A</div>", ""),
        ("<div id=x role=navigation>A</div>", ""),
        ("<div id=x role=listitem>A</div>", ""),
        *(
            (f"<div id=x role={role}>A</div>", "A")
            for role in (
                "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio "
                "option radio row rowheader switch tab tooltip treeitem"
            ).split()
        ),
    ],
    "what is inert": [
        ("<button id=x>A<template><p title=T>B</p></template>C</button>", "AC"),
        ("<button id=x><svg><template><text>B</text></template></svg>C</button>", "C"),
        ("<button id=x><svg><pear><text>B</text></pear></svg>C</button>", "C"),
        ("<button id=x>A<div hidden>B</div>C</button>", "AC"),
        ("<button id=x aria-labelledby=t>C</button><i id=t hidden>A<template><p>B</p></template></i>", "A"),
    ],
    # 2G and 2H: texts, and elements within.
    "texts": [
        ("<button id=x>\n A \t\n B </button>", "A B"),
        ("<button id=x>A<!-- B --></button>", "A"),
        ("<button id=x>A<script>B</script><style>C</style></button>", "A"),
        ("<button id=x>A&nbsp;B</button>", "A B"),
    ],
    # 2I: the tooltip, if nothing else names the element.
    "tooltips": [
        ("<button id=x title=T></button>", "T"),
        ("<button id=x title=T>C</button>", "C"),
        ("<a id=x href=/><i title=T></i></a>", "T"),
        ("<a id=x href=/><i title=T>C</i></a>", "C"),
        ("<div id=x role=textbox title=T>C</div>", "T"),
    ],
}


@pytest.mark.parametrize(
    ("html", "name"),
    [pytest.param(*case, id=f"{step} {at}") for step, cases in STEPS.items() for at, case in enumerate(cases)],
)
def test_name(html: str, name: str) -> None:
    """The element has the name that the step of the computation gives."""
    page = document(html)
    assert page.accessible.name(marked(page)) == name

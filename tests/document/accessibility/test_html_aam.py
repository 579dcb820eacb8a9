"""
Roles and names that HTML gives its elements, as https://www.w3.org/TR/html-aam-1.0/ maps them.

Where no role of WAI-ARIA corresponds, the role is empty. The element in question has the id ``x``.
"""

import pytest

from tests.document.pages import document, marked

#: Elements whose role is always the same: start tags that need nothing around them.
ROLES = {
    "article": "article",
    "blockquote": "blockquote",
    "button": "button",
    "code": "code",
    "definition": "dd",
    "deletion": "del s",
    "dialog": "dialog",
    "emphasis": "em",
    "figure": "figure",
    "generic": "b bdi bdo data div i pre q samp small span u",
    "group": "address details fieldset hgroup",
    "heading": "h1 h2 h3 h4 h5 h6",
    "insertion": "ins",
    "list": "menu ol ul",
    "listbox": "datalist",
    "main": "main",
    "math": "math",
    "meter": "meter",
    "navigation": "nav",
    "paragraph": "p",
    "progressbar": "progress",
    "search": "search",
    "separator": "hr",
    "status": "output",
    "strong": "strong",
    "subscript": "sub",
    "superscript": "sup",
    "table": "table",
    "term": "dfn dt",
    "textbox": "textarea",
    "time": "time",
    "": "abbr audio br canvas cite dl embed figcaption iframe kbd label legend map noscript object picture rp rt ruby "
    "slot summary template var video",
}

#: Elements whose role depends on their attributes, their place or their name.
CONDITIONAL = [
    # links
    ("<a id=x href=/>Pears</a>", "link"),
    ("<a id=x>Pears</a>", "generic"),
    ("<img usemap=#m><map name=m><area id=x href=/ alt=Pears></map>", "link"),
    ("<img usemap=#m><map name=m><area id=x alt=Pears></map>", "generic"),
    # sections of the page
    ("<header id=x>Pears</header>", "banner"),
    ("<div><header id=x>Pears</header></div>", "banner"),
    ("<article><header id=x>Pears</header></article>", "generic"),
    ("<aside><header id=x>Pears</header></aside>", "generic"),
    ("<main><div><header id=x>Pears</header></div></main>", "generic"),
    ("<nav><header id=x>Pears</header></nav>", "generic"),
    ("<section><header id=x>Pears</header></section>", "generic"),
    ("<div role=region aria-label=A><header id=x>Pears</header></div>", "generic"),
    ("<footer id=x>Pears</footer>", "contentinfo"),
    ("<article><footer id=x>Pears</footer></article>", "generic"),
    ("<main><footer id=x>Pears</footer></main>", "generic"),
    ("<aside id=x>Pears</aside>", "complementary"),
    ("<main><aside id=x>Pears</aside></main>", "complementary"),
    ("<section><aside id=x>Pears</aside></section>", "generic"),
    ("<section><aside id=x aria-label=A>Pears</aside></section>", "complementary"),
    ("<article><aside id=x title=A>Pears</aside></article>", "complementary"),
    ("<section id=x>Pears</section>", "generic"),
    ("<section id=x aria-label=A>Pears</section>", "region"),
    ("<section id=x title=A>Pears</section>", "region"),
    ("<section id=x aria-labelledby=h><h2 id=h>Pears</h2></section>", "region"),
    ("<section id=x aria-label=' '>Pears</section>", "generic"),
    ("<section id=x aria-labelledby=nothing>Pears</section>", "generic"),
    ("<form id=x>Pears</form>", "generic"),
    ("<form id=x aria-label=A>Pears</form>", "form"),
    # images
    ("<img id=x src=a.png>", "img"),
    ("<img id=x src=a.png alt=Pears>", "img"),
    ("<img id=x src=a.png alt>", "none"),
    ("<img id=x src=a.png alt=''>", "none"),
    ("<img id=x src=a.png alt='' aria-label=Pears>", "img"),
    ("<img id=x src=a.png alt='' tabindex=0>", "img"),
    ("<svg id=x></svg>", "graphics-document"),
    ("<svg><a id=x href=/></a></svg>", "link"),
    ("<svg><a id=x xlink:href=/></a></svg>", "link"),
    ("<svg><image id=x href=a.png /></svg>", "img"),
    ("<svg><rect id=x /></svg>", ""),
    # inputs
    ("<input id=x>", "textbox"),
    ("<input id=x type=text>", "textbox"),
    ("<input id=x type=email>", "textbox"),
    ("<input id=x type=tel>", "textbox"),
    ("<input id=x type=url>", "textbox"),
    ("<input id=x type=search>", "searchbox"),
    ("<input id=x type=TEXT list=l><datalist id=l></datalist>", "combobox"),
    ("<input id=x type=email list=l><datalist id=l></datalist>", "combobox"),
    ("<input id=x type=search list=l><datalist id=l></datalist>", "combobox"),
    ("<input id=x type=tel list=l><datalist id=l></datalist>", "combobox"),
    ("<input id=x type=url list=l><datalist id=l></datalist>", "combobox"),
    ("<input id=x type=number>", "spinbutton"),
    ("<input id=x type=range>", "slider"),
    ("<input id=x type=checkbox>", "checkbox"),
    ("<input id=x type=radio>", "radio"),
    ("<input id=x type=button>", "button"),
    ("<input id=x type=submit>", "button"),
    ("<input id=x type=reset>", "button"),
    ("<input id=x type=image>", "button"),
    ("<input id=x type=color>", ""),
    ("<input id=x type=date>", ""),
    ("<input id=x type=datetime-local>", ""),
    ("<input id=x type=file>", ""),
    ("<input id=x type=hidden>", ""),
    ("<input id=x type=month>", ""),
    ("<input id=x type=password>", ""),
    ("<input id=x type=time>", ""),
    ("<input id=x type=week>", ""),
    ("<input id=x type=nonsense>", "textbox"),
    # lists of choices
    ("<select id=x></select>", "combobox"),
    ("<select id=x size=1></select>", "combobox"),
    ("<select id=x size=2></select>", "listbox"),
    ("<select id=x multiple></select>", "listbox"),
    ("<select id=x size=nonsense></select>", "combobox"),
    ("<select><option id=x>A</select>", "option"),
    ("<select><optgroup id=x label=A></select>", "group"),
    # lists
    ("<ul><li id=x>A</ul>", "listitem"),
    ("<ol><li id=x>A</ol>", "listitem"),
    ("<menu><li id=x>A</menu>", "listitem"),
    ("<div role=list><li id=x>A</div>", "listitem"),
    ("<div><li id=x>A</div>", "generic"),
    ("<ul role=none><li id=x>A</ul>", "generic"),
    # tables
    ("<table><caption id=x>A</caption><tr><td>1</table>", "caption"),
    ("<table><colgroup id=x><col></colgroup><tr><td>1</table>", ""),
    ("<table><thead id=x><tr><td>1</table>", "rowgroup"),
    ("<table><tbody id=x><tr><td>1</table>", "rowgroup"),
    ("<table><tfoot id=x><tr><td>1</table>", "rowgroup"),
    ("<table><tr id=x><td>1</table>", "row"),
    ("<table><tr><td id=x>1</table>", "cell"),
    ("<table role=grid><tr><td id=x>1</table>", "gridcell"),
    ("<table role=treegrid><tr><td id=x>1</table>", "gridcell"),
    ("<table role=none><tr id=x><td>1</table>", "generic"),
    ("<table role=presentation><tr><td id=x>1</table>", "generic"),
    ("<table><tr><th id=x>A<th>B<tr><td>1<td>2</table>", "columnheader"),
    ("<table><tr><th>A<th>B<tr><th id=x>1<td>2</table>", "rowheader"),
    ("<table><tr><th id=x scope=col>A<td>1</table>", "columnheader"),
    ("<table><tr><th id=x scope=colgroup>A<td>1</table>", "columnheader"),
    ("<table><tr><th id=x scope=row>A<th>B</table>", "rowheader"),
    ("<table><tr><th id=x scope=rowgroup>A<th>B</table>", "rowheader"),
    # roles that authors give
    ("<div id=x role=button>A</div>", "button"),
    ("<div id=x role='BUTTON'>A</div>", "button"),
    ("<div id=x role='nonsense link button'>A</div>", "link"),
    ("<div id=x role='nonsense'>A</div>", "generic"),
    ("<h1 id=x role=''>A</h1>", "heading"),
    ("<h1 id=x role=none>A</h1>", "none"),
    ("<h1 id=x role=presentation>A</h1>", "none"),
    ("<h1 id=x role=none aria-label=A>A</h1>", "heading"),
    ("<h1 id=x role=none tabindex=0>A</h1>", "heading"),
    ("<h1 id=x role=none aria-hidden=false>A</h1>", "none"),
    ("<button id=x role=none>A</button>", "button"),
    ("<div id=x role=image aria-label=A></div>", "img"),
]

NAMES = [
    # https://www.w3.org/TR/html-aam-1.0/#input-type-text-input-type-password-...-accessible-name-computation
    *(
        (f"<label for=x>L</label><input id=x type={kind} title=T placeholder=P value=V>", "L")
        for kind in "text password search tel email url number".split()
    ),
    *((f"<input id=x type={kind} title=T placeholder=P>", "T") for kind in "text password search number".split()),
    *((f"<input id=x type={kind} placeholder=P>", "P") for kind in "text password search tel email url number".split()),
    ("<input id=x type=date placeholder=P>", ""),
    ("<label for=x>L</label><input id=x type=color>", "L"),
    ("<label for=x>L</label><input id=x type=file>", "L"),
    ("<label for=x>L</label><textarea id=x title=T placeholder=P>V</textarea>", "L"),
    ("<textarea id=x title=T placeholder=P>V</textarea>", "T"),
    ("<textarea id=x placeholder=P>V</textarea>", "P"),
    ("<label for=x>A</label> <label for=x>B</label><input id=x>", "A B"),
    ("<label>L <input id=x></label>", "L"),
    ("<label for=other>L <input id=x></label>", ""),
    ("<label for=x></label><input id=x title=T>", "T"),
    ("<label for=x><img src=a.png alt=L></label><input id=x>", "L"),
    ("<label for=x>L</label><input id=x aria-label=A>", "A"),
    ("<label for=x>First</label><input id=x><input id=x>", "First"),
    # https://www.w3.org/TR/html-aam-1.0/#input-type-button-input-type-submit-and-input-type-reset-...
    ("<label for=x>L</label><input id=x type=button value=V title=T>", "L"),
    ("<input id=x type=button value=V title=T>", "V"),
    ("<input id=x type=submit value=V title=T>", "V"),
    ("<input id=x type=reset value=V title=T>", "V"),
    ("<input id=x type=button title=T>", "T"),
    ("<input id=x type=button>", ""),
    ("<input id=x type=submit>", "Submit"),
    ("<input id=x type=reset>", "Reset"),
    # https://www.w3.org/TR/html-aam-1.0/#input-type-image-accessible-name-computation
    ("<label for=x>L</label><input id=x type=image alt=A>", "L"),
    ("<input id=x type=image alt=A title=T>", "A"),
    ("<input id=x type=image title=T>", "T"),
    # https://www.w3.org/TR/html-aam-1.0/#button-element-accessible-name-computation
    ("<label for=x>L</label><button id=x title=T>C</button>", "L"),
    ("<button id=x title=T>C</button>", "C"),
    ("<button id=x title=T></button>", "T"),
    # https://www.w3.org/TR/html-aam-1.0/#fieldset-element-accessible-name-computation
    ("<fieldset id=x title=T><legend>L</legend></fieldset>", "L"),
    ("<fieldset id=x title=T></fieldset>", "T"),
    ("<fieldset id=x><legend>A</legend><legend>B</legend></fieldset>", "A"),
    ("<fieldset id=x><div><legend>A</legend></div></fieldset>", ""),
    # other form elements
    ("<label for=x>L</label><output id=x title=T>C</output>", "L"),
    ("<output id=x title=T>C</output>", "T"),
    ("<output id=x>C</output>", ""),
    ("<label for=x>L</label><select id=x title=T><option>O</select>", "L"),
    ("<select id=x title=T><option>O</select>", "T"),
    ("<select id=x><option>O</select>", ""),
    ("<label for=x>L</label><meter id=x value=1>C</meter>", "L"),
    ("<label for=x>L</label><progress id=x>C</progress>", "L"),
    ("<progress id=x title=T>C</progress>", "T"),
    ("<select><option id=x>O</select>", "O"),
    ("<select><option id=x label=L>O</select>", "L"),
    ("<select><option id=x label=''>O</select>", "O"),
    ("<select><optgroup id=x label=G><option>O</select>", "G"),
    ("<select><optgroup id=x title=T><option>O</select>", "T"),
    # https://www.w3.org/TR/html-aam-1.0/#summary-element-accessible-name-computation
    ("<details><summary id=x title=T>C</summary></details>", "C"),
    ("<details><summary id=x title=T></summary></details>", "T"),
    # https://www.w3.org/TR/html-aam-1.0/#figure-element-accessible-name-computation
    ("<figure id=x title=T>A<figcaption>C</figcaption></figure>", "C"),
    ("<figure id=x title=T>A</figure>", "T"),
    ("<figure id=x>A</figure>", ""),
    # https://www.w3.org/TR/html-aam-1.0/#img-element-accessible-name-computation
    ("<img id=x src=a.png alt=A title=T>", "A"),
    ("<img id=x src=a.png title=T>", "T"),
    ("<img id=x src=a.png>", ""),
    ("<img id=x src=a.png alt=A aria-label=L>", "L"),
    # https://www.w3.org/TR/html-aam-1.0/#table-element-accessible-name-computation
    ("<table id=x title=T><caption>C</caption><tr><td>1</table>", "C"),
    ("<table id=x title=T><tr><td>1</table>", "T"),
    ("<table id=x summary=S><tr><td>1</table>", ""),
    ("<table><tr><td id=x title=T>C</table>", "C"),
    ("<table><tr><th id=x abbr=A>C</table>", "C"),
    ("<table><tr id=x title=T><td>1<td>2</table>", "1 2"),
    # https://www.w3.org/TR/html-aam-1.0/#a-element-accessible-name-computation and area
    ("<a id=x href=/ title=T>C</a>", "C"),
    ("<a id=x href=/ title=T></a>", "T"),
    ("<img usemap=#m><map name=m><area id=x href=/ alt=A title=T></map>", "A"),
    ("<img usemap=#m><map name=m><area id=x href=/ title=T></map>", "T"),
    # https://www.w3.org/TR/html-aam-1.0/#iframe-element-accessible-name-computation and the like
    ("<iframe id=x title=T></iframe>", "T"),
    ("<iframe id=x name=N></iframe>", ""),
    ("<object id=x title=T data=a.png></object>", "T"),
    ("<video id=x title=T></video>", "T"),
    ("<audio id=x title=T controls></audio>", "T"),
    # headings and sections
    ("<h1 id=x title=T>C</h1>", "C"),
    ("<h1 id=x title=T></h1>", "T"),
    ("<section id=x title=T>C</section>", "T"),
    ("<nav id=x title=T>C</nav>", "T"),
    ("<nav id=x>C</nav>", ""),
    ("<p id=x>C</p>", ""),
    ("<ul><li id=x>C</ul>", ""),
    # https://www.w3.org/TR/svg-aam-1.0/#mapping_additional_nd
    ("<svg id=x><title>T</title></svg>", "T"),
    ("<svg id=x aria-label=A><title>T</title></svg>", "A"),
    ("<svg id=x><g><title>T</title></g></svg>", ""),
    ("<svg><a id=x href=/><title>T</title><text>C</text></a></svg>", "T"),
    ("<svg><a id=x href=/><text>C</text></a></svg>", "C"),
    ("<svg><a id=x href=/ xlink:title=T></a></svg>", "T"),
]


@pytest.mark.parametrize(("role", "name"), [(role, name) for role, names in ROLES.items() for name in names.split()])
def test_role_of_an_element(role: str, name: str) -> None:
    """An element with an unconditional role has the role that the mapping gives it."""
    page = document(f"<{name} id=x></{name}>")
    assert page.accessible.role(marked(page)) == role


@pytest.mark.parametrize(("html", "role"), CONDITIONAL)
def test_conditional_role(html: str, role: str) -> None:
    """An element has the conditional role that the mapping gives it."""
    page = document(html)
    assert page.accessible.role(marked(page)) == role


@pytest.mark.parametrize(("html", "name"), NAMES)
def test_native_name(html: str, name: str) -> None:
    """The name of an element comes from the first of the sources that the mapping lists for it."""
    page = document(html)
    assert page.accessible.name(marked(page)) == name

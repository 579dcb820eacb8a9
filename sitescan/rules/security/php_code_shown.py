from itertools import chain

from bs4.element import Comment, PageElement, ProcessingInstruction, Tag

from sitescan.document.tree import within
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument

#: The beginnings of PHP code.
_TAGS = ("<?php", "<?=")
_TAGS_IN_BYTES = tuple(tag.encode() for tag in _TAGS)
#: The beginnings of its content: a processing instruction, or a comment, depending on the parser.
_OPENED = ("?php", "?=", "php ", "php\n")
_CODE = ("code", "pre", "textarea")


def check(document: SourceDocument) -> Findings:
    """Report elements with PHP code in their content or attributes, except where a page shows code."""
    if not any(tag in document.ascii_source for tag in _TAGS_IN_BYTES):
        return
    for tag in chain((document.soup,), document.elements):
        has_php = any(map(_is_php, tag.contents)) or _has_php(tag)
        if has_php and tag.name not in _CODE and not within(tag, *_CODE):
            yield Finding(tag if tag.parent is not None else document.html)


def _is_php(node: PageElement) -> bool:
    return isinstance(node, (Comment, ProcessingInstruction)) and node.lower().startswith(_OPENED)


def _has_php(tag: Tag) -> bool:
    """Return whether an element has PHP code in an attribute, or is a title with PHP code."""
    values = [value for value in tag.attrs.values() if isinstance(value, str)]
    if tag.name == "title":
        values.append(tag.get_text())
    return any(code in value.lower() for value in values for code in _TAGS)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="PHP code is sent to visitors",
    passed="PHP code stays on the server",
    description=(
        "{count:# element contains|# elements contain} PHP code that the server sent instead of running it. Visitors "
        "miss what the code would add, and anyone can read it in the source of the page, including passwords."
    ),
    recommendation="Let the server run the code, or remove it from the page.",
    how_to_fix=(
        "If the page needs the code, save it as a .php file on a server with PHP enabled. Otherwise, delete everything "
        "from <?php to ?>, and from <?= to ?>. If the code contains a password or a key, change it."
    ),
    sources=(
        "https://www.php.net/manual/en/language.basic-syntax.phptags.php",
        "https://cwe.mitre.org/data/definitions/540.html",
    ),
    examples=(
        Bad("<h1>Pears</h1><?php include 'pears.php' ?>"),
        Bad("<?php session_start(); ?><!doctype html><title>Pears</title>"),
        Bad("<title><?= $title ?></title>"),
        Bad("<p><?= $pears ?></p>"),
        Bad('<a href="<?php echo $url ?>">Pears</a>'),
        Good('<?xml version="1.0"?><p>Pears</p>'),
        Good("<p>Write &lt;?php echo 'pears' ?&gt;</p>"),
        Good("<pre><?php echo 'pears' ?></pre>"),
        Good("<script>const code = '<?php echo 1 ?>'</script>"),
    ),
)

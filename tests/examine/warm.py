"""
What a warm child still loads, printed: a program of its own, since what is loaded once is there for all tests.

Every example of every rule is judged, with both builders and in every encoding.
"""

import sys

from webencodings.labels import LABELS

from sitescan.document.document import Document
from sitescan.document.links.linked_page_reader import read
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.tree import give_up_shortcuts
from sitescan.examine.child import judge_page
from sitescan.examine.warm_up import warm_up
from sitescan.model.exchange import Exchange, Page
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from tests.rules.evidence import evidence

_URL = "https://example.com/"
_loaded: set[str] = set()


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("open", "import", "os.listdir", "ctypes.dlopen", "subprocess.Popen"):
        _loaded.add(f"{event} {arguments[0]}")


def main() -> None:
    """Warm up, then examine, and print what was loaded meanwhile."""
    examples = [(rule, evidence(rule, one)) for rule in catalogue().values() for one in rule.examples]
    give_up_shortcuts()
    warm_up()
    sys.addaudithook(_audit)
    for rule, made in examples:
        judge(rule, made)
    for encoding in set(LABELS.values()):
        page = f'<meta charset="{encoding}"><title>P\u00e9</title><p>\u68a8'.encode(errors="replace")
        for builder in ("turbohtml", "html5lib"):
            exchange = Exchange(requested=_URL, url=_URL, status=200)
            document = Document(Page(exchange=exchange, body=page + bytes(range(128, 256))), builder=builder)
            outline(document, links=9, resources=9)
            read(document, ("a",))
            list(judge_page(document))
    sys.stdout.write("\n".join(sorted(_loaded)))


if __name__ == "__main__":
    main()

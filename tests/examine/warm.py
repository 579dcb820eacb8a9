"""
Prints the files and modules that a warm child process still loads while it examines pages.

Every example of every rule is judged, and a page in every encoding with the builder that the argument names. This is a
program of its own, since a module that one test has loaded is loaded for all tests.
"""

import sys

from webencodings.labels import LABELS

from sitescan.document.document import Document
from sitescan.document.links.linked_page_reader import read
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.tree import give_up_shortcuts
from sitescan.examine.messages import JudgeLoadJob
from sitescan.examine.page_judgement import judge_page
from sitescan.examine.warm_up import warm_up
from sitescan.examine.worker import Worker
from sitescan.model.answers import Answer
from sitescan.model.exchange import Exchange, Page
from sitescan.model.outline import Resource
from sitescan.model.page_load import Candidate, LoadedFile, Loading, PageLoad
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.performance.improvements import rules_with_gains
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from tests.examine.loads import load_job
from tests.rules.evidence import evidence

_URL = "https://example.com/"
_loaded: set[str] = set()


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("open", "import", "os.listdir", "ctypes.dlopen", "subprocess.Popen"):
        _loaded.add(f"{event} {arguments[0]}")


def main() -> None:
    """Warm up, examine pages, and print the files and modules that were loaded meanwhile."""
    kinds = ("script", "stylesheet", "image", "font")
    files = [
        LoadedFile(url=_URL + kind + loading.value, kind=kind, loading=loading) for kind in kinds for loading in Loading
    ]
    load = PageLoad(files=tuple(files), candidates=(Candidate(url=files[-1].url, area=9.0), Candidate(area=8.0)))
    resources = ResourceAnswers(
        exchange=Exchange(requested=_URL, url=_URL, status=200),
        resources=tuple(Resource(url=file.url, kind=file.kind) for file in files),
        answers={file.url: Answer(url=file.url, status=200, size=9) for file in files},
    )
    job = JudgeLoadJob(resources=resources, protocols=None, load=load, icon="", found=tuple(rules_with_gains()))
    examples = [(rule, evidence(rule, example)) for rule in catalogue().values() for example in rule.examples]
    give_up_shortcuts()
    builder = sys.argv[1]
    warm_up(builder)
    sys.addaudithook(_audit)
    for rule, made in examples:
        judge(rule, made)
    for work in (job, load_job()):
        list(Worker().answers(work, b""))
    for encoding in set(LABELS.values()):
        page = f'<meta charset="{encoding}"><title>P\u00e9</title><p>\u68a8'.encode(errors="replace")
        exchange = Exchange(requested=_URL, url=_URL, status=200)
        document = Document(Page(exchange=exchange, body=page + bytes(range(128, 256))), builder=builder)
        outline(document, links=9, resources=9, renders=True)
        read(document, ("a",))
        list(judge_page(document))
    sys.stdout.write("\n".join(sorted(_loaded)))


if __name__ == "__main__":
    main()

"""Judge a page by the static rules of each category. This module runs without Twisted."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from attrs import evolve

from sitescan.document.accessibility.embedded_objects import embedded_objects
from sitescan.document.accessibility.media_elements import media_elements
from sitescan.document.document import Document, page_evidence
from sitescan.document.links.links_named_alike import links_named_alike
from sitescan.document.links.references import sheet_references
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.document.loading.resource_inventory import sheet_resources, text_files
from sitescan.document.site_facts.page_facts_reader import page_facts
from sitescan.examine.category_rules import Failures, judged_by_rules
from sitescan.examine.messages import Answer, CategoryJudged
from sitescan.examine.unexamined_parts import unexamined_parts, without_unseen_content
from sitescan.model.evidence import UnexaminedPart, check_failed
from sitescan.model.file_facts import TextFile
from sitescan.model.outline import Reference, Resource
from sitescan.model.page_load import Loading, PageLoad
from sitescan.model.report import Category, Judged
from sitescan.rules.rule import Evidence

#: The maximum number of rules of a category that may fail. If more fail, the cause is probably something that they
#: share, and the category gets no score, because it wasn't examined.
_MOST_FAILED = 3


def judge_page(document: Document, *, facts: bool = False) -> Iterator[Answer]:
    """
    Yield the judgement of each category by the static rules, and then the checks that failed.

    :param facts: whether to read the facts by which the page is compared with the others of its site.
    """
    failures = Failures()
    styled: tuple[str, ...] = ()
    for category in Category:
        references = sheet_references(document) if category is Category.LINKS else ()
        loaded = sheet_resources(document) if category is Category.PERFORMANCE else ()
        file_texts = text_files(document) if category is Category.PERFORMANCE else {}
        evidence = page_evidence(document)
        wants_facts = facts and category is Category.SEO
        found = failures.guard("the page's facts", page_facts, document) if wants_facts else None
        before = len(failures.names)
        load = failures.guard("the page's load", page_load, document) if category is Category.PERFORMANCE else None
        questions = Judged()
        if category is Category.ACCESSIBILITY:
            questions = failures.guard("the page's media, objects and links", _questions, document) or questions
        styled = styled or _styled(load, loaded)
        failed = [check_failed(f"{name.capitalize()} could not be checked") for name in failures.names[before:]]
        unread = chain(failed, unexamined_parts(document, category))
        for answer in judged_category(category, evidence, failures, unread, references, loaded, file_texts):
            judged = evolve(
                without_unseen_content(answer.judged, document),
                page_facts=found,
                load=load,
                media=questions.media,
                objects=questions.objects,
                links=questions.links,
                styled=styled,
            )
            yield CategoryJudged(category=category, judged=judged)
    if document.styles.problem is not None:
        failures.add("the page's styles", document.styles.problem)
    yield from failures.answers()


def _styled(load: PageLoad | None, loaded: Iterable[Resource]) -> tuple[str, ...]:
    """Return the URLs that styles certainly load: files of visible elements, and imported stylesheets."""
    used = [file.url for file in load.files if file.loading is Loading.STYLED] if load is not None else []
    return tuple(dict.fromkeys((*used, *(resource.url for resource in loaded if resource.certain))))


def _questions(document: Document) -> Judged:
    """Return the elements whose judgement depends on answers of the network."""
    return Judged(media=media_elements(document), objects=embedded_objects(document), links=links_named_alike(document))


def judged_category(
    category: Category,
    evidence: Mapping[type, Evidence],
    failures: Failures,
    unread: Iterable[UnexaminedPart] = (),
    references: tuple[Reference, ...] = (),
    resources: tuple[Resource, ...] = (),
    file_texts: Mapping[str, TextFile] | None = None,
) -> Iterator[CategoryJudged]:
    """
    Yield the judgement of a category by its static rules, unless so many failed that it was not examined.

    :param unread: the parts of the page that weren't examined, read after the rules have run.
    """
    found = judged_by_rules(category, evidence, failures)
    if len(found.unexamined) > _MOST_FAILED:
        return
    judged = evolve(
        found,
        unexamined=(*found.unexamined, *unread),
        references=references,
        resources=resources,
        texts=file_texts or {},
    )
    yield CategoryJudged(category=category, judged=judged)

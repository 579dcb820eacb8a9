"""The resources of a page and the answers to the requests for them."""

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from sitescan.model.answers import Answer, Verdict
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.exchange import Exchange
from sitescan.model.file_facts import Picture, TextFile
from sitescan.model.outline import Resource


@frozen(kw_only=True)
class ResourceAnswers(PlacedEvidence):
    """
    The page's resources and what a HEAD request for each said.

    :ivar exchange: the page's own exchange.
    :ivar resources: the resources in document order.
    :ivar answers: by URL; a resource that is not in it was not probed. Sizes are those of the body as
        sent, where they are known.
    :ivar left_out: resources past the limit.
    :ivar pictures: what the first bytes of images say, by URL.
    :ivar texts: what scripts and stylesheets hold that were read, by URL.
    """

    exchange: Exchange
    resources: tuple[Resource, ...] = ()
    answers: Mapping[str, Answer] = field(factory=dict)
    left_out: int = 0
    pictures: Mapping[str, Picture] = field(factory=dict)
    texts: Mapping[str, TextFile] = field(factory=dict)

    def answered(self, *kinds: str) -> list[tuple[Resource, Answer]]:
        """The resources (of these kinds, or all) that answered with 2xx, each URL once."""
        return [
            (resource, answer)
            for resource, answer in self._probed(*kinds)
            if answer.status is not None and 200 <= answer.status < 300
        ]

    def judged(self, verdict: Verdict, *kinds: str) -> list[tuple[Resource, Answer]]:
        """The resources (of these kinds, or all) with this verdict, each URL once."""
        return [(resource, answer) for resource, answer in self._probed(*kinds) if answer.verdict is verdict]

    def read(self, kind: str) -> list[tuple[Resource, TextFile]]:
        """The resources of a kind whose text was read, each URL once."""
        return [(one, self.texts[one.url]) for one, _ in self._probed(kind) if one.url in self.texts]

    def seen(self) -> list[tuple[Resource, Answer, Picture]]:
        """The images whose first bytes were read, each URL once."""
        images = self.answered("image")
        return [(one, answer, self.pictures[one.url]) for one, answer in images if one.url in self.pictures]

    def _probed(self, *kinds: str) -> Iterator[tuple[Resource, Answer]]:
        first: dict[str, Resource] = {}
        for resource in self.resources:
            if not kinds or resource.kind in kinds:
                first.setdefault(resource.url, resource)
        for url, resource in first.items():
            answer = self.answers.get(url)
            if answer is not None:
                yield resource, answer

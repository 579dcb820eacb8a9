"""The resources of a page and the answers to the requests for them."""

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from sitescan.model.answers import Answer, Verdict
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.exchange import Exchange
from sitescan.model.file_facts import Picture, TextFile
from sitescan.model.outline import Resource

#: The verdicts that say whether a file loads.
_KNOWN = frozenset({Verdict.OK, Verdict.BROKEN})


@frozen(kw_only=True)
class ResourceAnswers(PlacedEvidence):
    """
    The resources of a page and the answers to the requests for them.

    :ivar exchange: the exchange of the page itself.
    :ivar resources: the resources in document order.
    :ivar answers: the answers by URL; resources without an answer were not requested. Sizes are those of the encoded
        body, if known.
    :ivar left_out: the number of resources beyond the limit.
    :ivar pictures: the facts read from the first bytes of images, by URL.
    :ivar texts: the facts about scripts and stylesheets that were read, by URL.
    :ivar rendered: whether the resources are those that a browser has loaded, with those that scripts request.
    """

    exchange: Exchange
    resources: tuple[Resource, ...] = ()
    answers: Mapping[str, Answer] = field(factory=dict)
    left_out: int = 0
    pictures: Mapping[str, Picture] = field(factory=dict)
    texts: Mapping[str, TextFile] = field(factory=dict)
    rendered: bool = False

    @property
    def complete(self) -> bool:
        """Whether it is known of every file that browsers load whether it loads."""
        answers = (self.answers.get(resource.url) for resource in self.resources if resource.certain)
        return not self.left_out and all(answer is not None and answer.verdict in _KNOWN for answer in answers)

    def names(self, *kinds: str) -> bool:
        """Return whether the page names a resource of one of these kinds."""
        return any(resource.kind in kinds for resource in self.resources)

    def sized(self, *kinds: str) -> bool:
        """Return whether the size of every resource of these kinds that browsers load is known."""
        return all(
            answer.size is not None or answer.verdict is Verdict.BROKEN
            for resource, answer in self._probed(*kinds)
            if resource.certain
        )

    def read(self, *kinds: str) -> bool:
        """Return whether the text of every resource of these kinds that browsers load was read."""
        return all(
            resource.url in self.texts or answer.verdict is Verdict.BROKEN
            for resource, answer in self._probed(*kinds)
            if resource.certain
        )

    @property
    def pictured(self) -> bool:
        """Whether the first bytes of every image that browsers load were read."""
        return all(
            resource.url in self.pictures or answer.verdict is Verdict.BROKEN
            for resource, answer in self._probed("image")
            if resource.certain
        )

    def answered(self, *kinds: str) -> list[tuple[Resource, Answer]]:
        """Return the first resource of each URL whose status is 2xx; of these kinds, or of all if none is given."""
        return [
            (resource, answer)
            for resource, answer in self._probed(*kinds)
            if answer.status is not None and 200 <= answer.status < 300
        ]

    def with_verdict(self, verdict: Verdict, *kinds: str) -> list[tuple[Resource, Answer]]:
        """Return the first resource of each URL with this verdict; of these kinds, or of all if none is given."""
        return [(resource, answer) for resource, answer in self._probed(*kinds) if answer.verdict is verdict]

    def with_texts(self, kind: str) -> list[tuple[Resource, TextFile]]:
        """Return the first resource of each URL of a kind whose text was read."""
        return [
            (resource, self.texts[resource.url]) for resource, _ in self._probed(kind) if resource.url in self.texts
        ]

    def with_pictures(self) -> list[tuple[Resource, Answer, Picture]]:
        """Return the first resource of each image whose first bytes were read."""
        images = self.answered("image")
        return [
            (resource, answer, self.pictures[resource.url])
            for resource, answer in images
            if resource.url in self.pictures
        ]

    def _probed(self, *kinds: str) -> Iterator[tuple[Resource, Answer]]:
        first: dict[str, Resource] = {}
        for resource in self.resources:
            if not kinds or resource.kind in kinds:
                first.setdefault(resource.url, resource)
        for url, resource in first.items():
            answer = self.answers.get(url)
            if answer is not None:
                yield resource, answer

"""The rules of a stylesheet as text, each with the files that it loads."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen

from sitescan.standards.css.declared_files import (
    CssLoad,
    Declared,
    declared,
    font_sources,
    image_loads,
    leads_to_file,
)
from sitescan.standards.css.import_rule import ImportRule


@define(eq=False, slots=True)
class StyleBlock:
    """
    A style rule: its prelude and the body of its block.

    :ivar plain: whether the block contains neither nested rules nor at-rules.
    """

    prelude: str
    body: str
    plain: bool

    @property
    def loads(self) -> tuple[CssLoad, ...]:
        """The images that the rule may load."""
        return image_loads(self.body)


@frozen(slots=False, eq=False)
class Keyframes:
    """The keyframes of an animation."""

    name: str
    body: str

    @property
    def loads(self) -> tuple[CssLoad, ...]:
        """The images that the animation may load."""
        return image_loads(self.body)


@frozen(slots=False, eq=False)
class FontFace:
    """A font face, https://drafts.csswg.org/css-fonts-4/#font-face-rule."""

    body: str

    @cached_property
    def _declared(self) -> Sequence[Declared]:
        return tuple(declared(self.body))

    @property
    def _sources(self) -> Sequence[Declared]:
        return [declaration for declaration in self._declared if declaration.name == "src"]

    @cached_property
    def descriptors(self) -> Mapping[str, str]:
        """The value of each descriptor that is declared."""
        return {declaration.name: declaration.value.strip() for declaration in self._declared}

    @cached_property
    def loads(self) -> tuple[CssLoad, ...]:
        """All files of the face, of which browsers load at most one."""
        return tuple(CssLoad(reference, "font") for source in self._sources for reference in source.references)

    @cached_property
    def file(self) -> str:
        """
        The reference of the file that browsers load; empty if the face is in the stylesheet itself.

        The last ``src`` counts, and in it the first file of a supported format. A file of another format, which is
        meant for older browsers, is requested only if there is no supported one.

        https://drafts.csswg.org/css-fonts-4/#src-desc
        """
        others = []
        for source_list in reversed(self._sources):
            sources = font_sources(source_list.value)
            supported = next((source.reference for source in sources if source.supported), None)
            if supported is not None:
                return supported if leads_to_file(supported) else ""
            others = [source.reference for source in sources]
        return next(filter(leads_to_file, others), "")

    @property
    def may_be_installed(self) -> bool:
        """Whether the face may be a font that is installed on the device."""
        return any("local(" in source.value.lower() for source in self._sources)


@define(eq=False, slots=True)
class AtRule:
    """
    Any other at-rule.

    :ivar keyword: the name of the at-rule, in lower case.
    :ivar body: the text of its block, for at-rules that don't contain rules.
    :ivar has_block: whether a block follows the prelude.
    :ivar items: the rules in the block, for at-rules that contain rules.
    :ivar cut: whether the rules are nested too deep and were not read.
    """

    keyword: str
    prelude: str
    body: str = ""
    has_block: bool = False
    items: "list[Item]" = field(factory=list)
    cut: bool = False

    @property
    def loads(self) -> tuple[CssLoad, ...]:
        """Nothing; the rules in it have their own files, and the URL of an ``@namespace`` is a name."""
        return ()


@define(eq=False, slots=True)
class Broken:
    """A rule without a block, which is ignored except for its position."""

    @property
    def loads(self) -> tuple[CssLoad, ...]:
        """Nothing."""
        return ()


Item = ImportRule | FontFace | Keyframes | StyleBlock | AtRule | Broken


def all_items(items: Iterable[Item]) -> Iterator[Item]:
    """Yield rules in order, each followed by the rules in it."""
    for item in items:
        yield item
        if isinstance(item, AtRule):
            yield from all_items(item.items)

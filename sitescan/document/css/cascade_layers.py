"""Cascade layers in the order in which a page's stylesheets name them, https://www.w3.org/TR/css-cascade-5/#layering."""

from collections.abc import Sequence

from attrs import define, field


@define
class CascadeLayer:
    """
    A layer and those inside it, in the order in which they are first named.

    :ivar path: its place among its siblings, and before that those of the layers that it is in.
    """

    path: tuple[float, ...] = ()
    _inner: dict[str, "CascadeLayer"] = field(factory=dict, init=False)
    _unnamed: int = field(default=0, init=False)

    def named(self, names: Sequence[str]) -> "CascadeLayer":
        """The layer in it that a path of names leads to."""
        layer = self
        for name in names:
            layer = layer._inner.setdefault(name, CascadeLayer((*layer.path, float(len(layer._inner)))))
        return layer

    def unnamed(self) -> "CascadeLayer":
        """Another layer in it, which nothing else can be added to."""
        self._unnamed += 1
        return self.named([f" {self._unnamed}"])

"""Cascade layers, https://www.w3.org/TR/css-cascade-5/#layering."""

from collections.abc import Sequence

from attrs import define, field


@define
class CascadeLayer:
    """
    A layer with its nested layers, in the order in which they are first named.

    :ivar path: the position of the layer among its siblings, after the path of the layer around it.
    """

    path: tuple[float, ...] = ()
    _inner: dict[str, "CascadeLayer"] = field(factory=dict, init=False)
    _unnamed: int = field(default=0, init=False)

    def named(self, names: Sequence[str]) -> "CascadeLayer":
        """Return the nested layer with a path of names; create it if needed."""
        layer = self
        for name in names:
            layer = layer._inner.setdefault(name, CascadeLayer((*layer.path, float(len(layer._inner)))))
        return layer

    def unnamed(self) -> "CascadeLayer":
        """Create an anonymous nested layer and return it."""
        self._unnamed += 1
        return self.named([f" {self._unnamed}"])

"""The colors behind the content of an element, https://www.w3.org/TR/compositing-1/#simplealphacompositing."""

from attrs import field, frozen
from bs4.element import Tag

from sitescan.document.css.colors import WHITE, Color

_Vector = tuple[float, float, float]


@frozen
class Backdrop:
    """
    The color behind the content of an element, and what becomes of a color that is painted there.

    A premultiplied color ``x`` of opacity ``a`` is displayed as ``scale * x + a * per_alpha + base``.

    :ivar is_known: whether the colors behind the content are known.
    :ivar is_unobstructed: whether nothing is painted over the content, and nothing filters, blends or hides it.
    :ivar overlay: the element that may be painted over or behind the content, if that is why one of these is in doubt.
    """

    scale: float
    per_alpha: _Vector
    base: _Vector
    is_known: bool
    is_unobstructed: bool
    overlay: Tag | None = field(default=None, eq=False)

    def displayed(self, color: Color) -> Color:
        """Return how a color is displayed that is painted on the backdrop."""
        alpha, scale = color.alpha, self.scale
        (per_red, per_green, per_blue), (red, green, blue) = self.per_alpha, self.base
        return Color(
            min(1.0, max(0.0, scale * color.red * alpha + alpha * per_red + red)),
            min(1.0, max(0.0, scale * color.green * alpha + alpha * per_green + green)),
            min(1.0, max(0.0, scale * color.blue * alpha + alpha * per_blue + blue)),
        )

    @property
    def background(self) -> Color:
        """The color of the backdrop itself."""
        return self.displayed(Color(0, 0, 0, 0))

    def with_background(
        self, background: Color, opacity: float, *, is_known: bool, is_unobstructed: bool
    ) -> "Backdrop":
        """
        Return the backdrop inside of an element that is painted on this one.

        :param background: the background color of the element.
        :param opacity: the opacity of the element.
        """
        premultiplied = [part * background.alpha for part in (background.red, background.green, background.blue)]
        base: list[float] = []
        per_alpha: list[float] = []
        for part, outer_alpha, outer_base in zip(premultiplied, self.per_alpha, self.base, strict=True):
            painted = opacity * (self.scale * part + background.alpha * outer_alpha)
            base.append(painted + outer_base)
            per_alpha.append(opacity * outer_alpha - painted)
        overlay = None if is_known and is_unobstructed else self.overlay
        return Backdrop(self.scale * opacity, _vector(per_alpha), _vector(base), is_known, is_unobstructed, overlay)


def _vector(parts: list[float]) -> _Vector:
    return (parts[0], parts[1], parts[2])


def opaque(color: Color) -> Backdrop:
    """Return the backdrop of one color."""
    red, green, blue = color.red, color.green, color.blue
    return Backdrop(1.0, (-red, -green, -blue), (red, green, blue), is_known=True, is_unobstructed=True)


#: The canvas of a page, and of a page that offers dark colors only.
CANVAS, DARK_CANVAS = opaque(WHITE), opaque(Color(18 / 255, 18 / 255, 18 / 255))

"""What becomes of a color that is painted on a page, https://www.w3.org/TR/compositing-1/#simplealphacompositing."""

from attrs import frozen

from sitescan.document.css.colors import WHITE, Color

_Vector = tuple[float, float, float]


@frozen
class Backdrop:
    """
    What becomes of a color that is painted upon an element.

    A premultiplied color ``x`` of opacity ``a`` ends on the screen as ``scale * x + a * per_alpha + base``.

    :ivar sure: whether the colors behind can be told.
    :ivar plain: whether nothing around the element filters, blends or hides what it shows.
    """

    scale: float
    per_alpha: _Vector
    base: _Vector
    sure: bool
    plain: bool

    def seen(self, color: Color) -> Color:
        """The color on the screen."""
        alpha, scale = color.alpha, self.scale
        (per_red, per_green, per_blue), (red, green, blue) = self.per_alpha, self.base
        return Color(
            min(1.0, max(0.0, scale * color.red * alpha + alpha * per_red + red)),
            min(1.0, max(0.0, scale * color.green * alpha + alpha * per_green + green)),
            min(1.0, max(0.0, scale * color.blue * alpha + alpha * per_blue + blue)),
        )

    @property
    def background(self) -> Color:
        """The color behind."""
        return self.seen(Color(0, 0, 0, 0))


def _canvas(color: Color) -> Backdrop:
    base = (color.red, color.green, color.blue)
    return Backdrop(1.0, (-base[0], -base[1], -base[2]), base, sure=True, plain=True)


#: The window of a page that says nothing of its colors, and of one that offers dark ones alone.
CANVAS, DARK_CANVAS = _canvas(WHITE), _canvas(Color(18 / 255, 18 / 255, 18 / 255))


def upon(around: Backdrop, background: Color, opacity: float, *, sure: bool, plain: bool) -> Backdrop:
    """What a color goes through inside an element: over its background, faded with it, and on as its parent's does."""
    premultiplied = [part * background.alpha for part in (background.red, background.green, background.blue)]
    scale = around.scale * opacity
    base: list[float] = []
    per_alpha: list[float] = []
    for part, outer_alpha, outer_base in zip(premultiplied, around.per_alpha, around.base, strict=True):
        alone = opacity * (around.scale * part + background.alpha * outer_alpha)
        base.append(alone + outer_base)
        per_alpha.append(opacity * outer_alpha - alone)
    return Backdrop(scale, _vector(per_alpha), _vector(base), sure=sure, plain=plain)


def _vector(parts: list[float]) -> _Vector:
    return (parts[0], parts[1], parts[2])

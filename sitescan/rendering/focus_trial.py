"""Tries whether visitors see which element of a page has the keyboard focus."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from attrs import define, field

from sitescan.model.rendered import FocusTried
from sitescan.rendering.devtools_results import DescribedNode, Evaluated, EvaluatedNode, IsolatedWorld
from sitescan.rendering.page_scripts import page_script

#: The number of elements whose styles are compared, and the number of those that are tried.
_MOST_LOOKED_AT, _MOST_TRIED = 100, 5

#: The size of all pictures together after which no other element is tried. One of a photo takes 2 MB.
_MOST_BYTES = 12 * 1024**2

_Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]

_TAB = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}


@define(eq=False)
class FocusTrial:
    """
    Gives elements the focus, and compares pictures of the window with and without it.

    The scripts of the page run, as they do for visitors. So it is the last that is done with a page.

    :ivar call: calls a method of the browser in the session of the page, and decodes its result as a type.
    :ivar picture: lets the page run for a while, and returns a picture without loss.
    :ivar page_frame: the id of the frame that contains the page.
    """

    call: Callable[..., Awaitable[Any]]
    picture: Callable[[], Awaitable[bytes]]
    page_frame: str
    _world: int = field(default=0, init=False)
    _size: int = field(default=0, init=False)

    async def tried(self) -> FocusTried:
        """Return the elements whose focus changes nothing in the window, of a limited number."""
        await self.call("Emulation.setFocusEmulationEnabled", dict[str, Any], enabled=True)
        # Many pages mark the focus only of visitors who have pressed a key.
        for kind in ("rawKeyDown", "keyUp"):
            await self.call("Input.dispatchKeyEvent", dict[str, Any], type=kind, **_TAB)
        self._world = (await self.call("Page.createIsolatedWorld", IsolatedWorld, frameId=self.page_frame)).id
        outcome = await self._evaluate("find_unmarked", LOOKED_AT=_MOST_LOOKED_AT, TRIED=_MOST_TRIED)
        found, untried = msgspec.json.decode(outcome, type=tuple[_Count, _Count])
        unmarked: list[int] = []
        for index in range(min(found, _MOST_TRIED)):
            if self._size > _MOST_BYTES:
                untried += 1
            elif await self._is_unmarked(index):
                unmarked.append(await self._node(index))
        return FocusTried(unmarked=tuple(unmarked), untried=untried)

    async def _is_unmarked(self, index: int) -> bool:
        """Return whether an element looks the same with the focus, without it, and with it again."""
        await self._evaluate("show_element", INDEX=index)
        pictures = set()
        for script in ("focus_element", "blur_element", "focus_element"):
            outcome = await self._evaluate(script, INDEX=index)
            picture = await self.picture()
            self._size += len(picture)
            pictures.add(picture)
            if outcome == "false" or len(pictures) > 1:
                return False
        return b"" not in pictures

    async def _node(self, index: int) -> int:
        """Return the number of an element in the layout."""
        expression = f"self.unmarked[{index}]"
        node = await self.call("Runtime.evaluate", EvaluatedNode, expression=expression, contextId=self._world)
        described = await self.call("DOM.describeNode", DescribedNode, objectId=node.result.id)
        number: int = described.node.id
        return number

    async def _evaluate(self, script: str, **numbers: int) -> str:
        """Return the result of a script in which these numbers replace their names."""
        expression = page_script(script)
        for name, number in numbers.items():
            expression = expression.replace(name, str(number))
        evaluated = await self.call("Runtime.evaluate", Evaluated, expression=expression, contextId=self._world)
        value: str = evaluated.result.value
        return value

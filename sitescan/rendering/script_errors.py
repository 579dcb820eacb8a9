"""The errors that the scripts of a page have left in the console of the browser."""

import math
from collections.abc import Iterator
from typing import Any

import msgspec
from attrs import define, field

from sitescan.model.rendered import ScriptError
from sitescan.standards.urls import MAX_URL_LENGTH

#: The maximum number of errors that are kept, and of characters of each.
_MOST, _LONGEST = 50, 300

#: The class of exceptions that say what the browser refuses or doesn't have, which other browsers may allow.
_OF_BROWSER = "DOMException"


class _World(msgspec.Struct, rename="camel"):
    frame_id: str = ""
    is_default: bool = False


class _Context(msgspec.Struct, rename="camel"):
    id: int
    aux_data: _World


class _ContextCreated(msgspec.Struct):
    context: _Context


class _Value(msgspec.Struct, rename="camel"):
    """
    A value of JavaScript.

    https://chromedevtools.github.io/devtools-protocol/tot/Runtime/#type-RemoteObject
    """

    class_name: str = ""
    description: str = ""
    value: Any = None

    @property
    def text(self) -> str:
        """The value of a string, the message of an error without its stack, and the class of other objects."""
        text = self.value if isinstance(self.value, str) else self.description
        return text.partition("\n    at ")[0]


class _Frame(msgspec.Struct, rename="camel"):
    url: str = ""
    line_number: int = 0


class _Stack(msgspec.Struct, rename="camel"):
    call_frames: list[_Frame] = []


class _Exception(msgspec.Struct, rename="camel"):
    exception_id: int
    line_number: int
    text: str = ""
    url: str = ""
    exception: _Value | None = None
    execution_context_id: int = 0

    @property
    def is_of_code(self) -> bool:
        """
        Whether the script itself is invalid, whatever it would have got from the network.

        Errors of other parsers have a stack or come from a promise.
        """
        value = self.exception or _Value()
        is_syntax = value.class_name == "SyntaxError" and "\n" not in value.description
        return is_syntax and self.text == "Uncaught" and "module" not in value.description


class _Thrown(msgspec.Struct):
    """The parameters of ``Runtime.exceptionThrown``: an exception, or a rejected promise, that no code handles."""

    timestamp: float
    details: _Exception = msgspec.field(name="exceptionDetails")


class _Revoked(msgspec.Struct, rename="camel"):
    """The parameters of ``Runtime.exceptionRevoked``: a rejected promise was handled later."""

    exception_id: int


class _Called(msgspec.Struct, rename="camel"):
    """The parameters of ``Runtime.consoleAPICalled``."""

    type: str
    args: list[_Value]
    timestamp: float
    execution_context_id: int
    stack_trace: _Stack = msgspec.field(default_factory=_Stack)


@define(eq=False)
class ScriptErrors:
    """
    Collects the errors of the scripts of a page, without those of its frames.

    The browser keeps up to 1000 messages, and sends them when ``Runtime.enable`` is called after the page has loaded.
    So a page that writes very many doesn't flood the pipe with them.

    :ivar page_frame: the id of the frame that contains the page.
    """

    page_frame: str
    _context: int = field(default=0, init=False)
    _errors: dict[object, tuple[float, ScriptError]] = field(factory=dict, init=False)

    def event(self, method: str, parameters: Any) -> None:
        """
        Process an event of the ``Runtime`` domain. The contexts of the page come first.

        :raises msgspec.ValidationError: if it is invalid.
        """
        if method == "Runtime.executionContextCreated":
            context = msgspec.convert(parameters, _ContextCreated).context
            if context.aux_data.is_default and context.aux_data.frame_id == self.page_frame:
                self._context = context.id
        elif method == "Runtime.exceptionThrown":
            thrown = msgspec.convert(parameters, _Thrown)
            details = thrown.details
            if details.exception is not None and details.execution_context_id == self._context:
                place = _Frame(details.url, details.line_number)
                time = -math.inf if details.is_of_code else thrown.timestamp
                self._add(details.exception_id, time, [details.exception], place)
        elif method == "Runtime.exceptionRevoked":
            self._errors.pop(msgspec.convert(parameters, _Revoked).exception_id, None)
        elif method == "Runtime.consoleAPICalled":
            called = msgspec.convert(parameters, _Called)
            if called.type == "error" and called.execution_context_id == self._context:
                place = next(iter(called.stack_trace.call_frames), _Frame())
                self._add(object(), called.timestamp, called.args, place)

    def before(self, seconds: float) -> tuple[ScriptError, ...]:
        """Return the different errors that were certainly reported before a time, in seconds since the epoch."""
        return tuple(dict.fromkeys(self._before(seconds)))

    def _before(self, seconds: float) -> Iterator[ScriptError]:
        for milliseconds, error in self._errors.values():
            if milliseconds <= seconds * 1000 - 1:
                yield error

    def _add(self, key: object, milliseconds: float, values: list[_Value], place: _Frame) -> None:
        if len(self._errors) < _MOST and not any(value.class_name == _OF_BROWSER for value in values):
            text = " ".join(value.text for value in values if value.text)[:_LONGEST]
            url = place.url.partition("#")[0][:MAX_URL_LENGTH]
            self._errors[key] = milliseconds, ScriptError(text=text, url=url, line=max(0, place.line_number) + 1)

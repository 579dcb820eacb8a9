"""The DevTools protocol over the pipes of a browser process, which is not trusted."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from twisted.internet import error
from twisted.internet.defer import Deferred, fail
from twisted.internet.protocol import ProcessProtocol
from twisted.python.failure import Failure

from sitescan.rendering.browser_command import INFO
from sitescan.rendering.rendering_errors import BROKEN, TOO_HEAVY, NotRendered
from sitescan.standards.lazy_pattern import lazy_pattern

#: The file descriptors of the pipes in the browser process.
_TO_BROWSER, _FROM_BROWSER = 3, 4

#: The maximum number and total size of the messages for one page. The largest one is a whole document.
_MOST_MESSAGES, _MOST_BYTES = 20_000, 64 * 1024**2

#: The number of bytes of the standard error stream that are kept.
_KEPT_ERRORS = 2000

#: An escaped backslash or a surrogate pair in a JSON string, or else a lone surrogate.
_SURROGATES = lazy_pattern(
    rb"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)

Listener = Callable[[str, Any], None]
"""Receives the method and the parameters of an event. It raises :exc:`msgspec.ValidationError` for invalid ones."""


class _TooMuch(Exception):
    """The browser has sent more than one page may have it send."""


class _Invalid(Exception):
    """The browser has sent a message that answers no call."""


class _Message(msgspec.Struct):
    """A message of the browser: the result of a call, or an event."""

    id: int = 0
    method: str = ""
    params: dict[str, Any] = {}
    result: msgspec.Raw = msgspec.Raw(b"{}")
    error: dict[str, Any] | None = None
    session: str = msgspec.field(default="", name="sessionId")


class _Sandbox(msgspec.Struct):
    """What bubblewrap says of a sandbox (its option ``--info-fd``)."""

    first_process: int = msgspec.field(name="child-pid")


class DevToolsPipe(ProcessProtocol):
    """
    The protocol of one browser process: JSON messages, each ended by a NUL.

    A browser that sends invalid messages or too many of them is killed. The process that is started is bubblewrap,
    which starts another one in the sandbox. If it is killed before that one has asked to end with it, the browser would
    stay: so both are killed, as soon as it has said which process that is.

    https://chromedevtools.github.io/devtools-protocol/

    :ivar alive: whether the browser can be called.
    :ivar reason: why it can't be called any more.
    :ivar ended: fires when the process has ended.
    :ivar messages: the number of messages in both directions so far.
    :ivar errors: the end of what the browser has written to its standard error stream.
    """

    transport: Any

    def __init__(self) -> None:
        self.alive = True
        self.ended: Deferred[None] = Deferred()
        self.messages = 0
        self.errors = ""
        self.reason = BROKEN
        self._calls: dict[int, Deferred[Any]] = {}
        self._last = 0
        self._expected: Deferred[None] | None = None
        self._listeners: dict[str, Listener] = {}
        self._pieces: list[bytes] = []
        self._decoder = msgspec.json.Decoder(_Message)
        self._has_started = False
        self._info = b""
        self._first_process: int | None = None
        self.renew_limits()

    def renew_limits(self) -> None:
        """Allow the browser the messages for one page."""
        self._messages_left, self._bytes_left = _MOST_MESSAGES, _MOST_BYTES

    def call(self, method: str, session: str = "", **params: Any) -> Deferred[Any]:
        """
        Call a method of the browser.

        :param session: the DevTools session of a target, or empty for the browser itself.
        :return: a Deferred of the result, JSON that is not decoded yet. It fails with :exc:`NotRendered` if the browser
            reports an error or ends.
        """
        if not self.alive:
            return fail(NotRendered(BROKEN))
        self.messages += 1
        self._last += 1
        call = self._calls[self._last] = Deferred()
        message = {"id": self._last, "method": method, "params": params, **({"sessionId": session} if session else {})}
        # Bytes become base64. The end is written separately, because a message may have several megabytes.
        self.transport.writeToChild(_TO_BROWSER, msgspec.json.encode(message))
        self.transport.writeToChild(_TO_BROWSER, b"\0")
        return call

    def listen(self, session: str, listener: Listener) -> None:
        """Pass the events of a session to a listener."""
        self._listeners[session] = listener

    def expect(self) -> Deferred[None]:
        """
        Return a Deferred that the caller fires after an event.

        It fails with :exc:`NotRendered` if the browser ends before. There is one at a time.
        """
        if not self.alive:
            return fail(NotRendered(BROKEN))
        self._expected = Deferred()
        return self._expected

    def forget_listeners(self) -> None:
        """Ignore all further events."""
        self._listeners.clear()

    def kill(self, reason: str = BROKEN) -> None:
        """
        Kill the browser with all its processes, and ignore further data from it.

        :param reason: what the calls without a result fail with.
        """
        if self.alive:
            self.alive = False
            self.reason = reason
            self.forget_listeners()
            self._pieces.clear()
            self._kill_sandbox()
            self._fail_calls()

    def childDataReceived(self, childFD: int, data: bytes) -> None:  # noqa: N802, N803 - ProcessProtocol
        """Process the messages of the browser, and keep the end of its error messages."""
        if childFD == INFO:
            self._sandbox_started(data)
            return
        if childFD != _FROM_BROWSER:
            self.errors = (self.errors + data.decode("utf-8", "replace"))[-_KEPT_ERRORS:]
            return
        if not self.alive:
            return
        try:
            self._received(data)
        except _TooMuch:
            self.kill(TOO_HEAVY)
        except (_Invalid, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            self.kill()

    def _sandbox_started(self, data: bytes) -> None:
        """Keep a descriptor of the first process of the sandbox: its number may be that of another one later."""
        self._info += data
        if not self._info.rstrip().endswith(b"}"):
            return
        self._has_started = True
        with suppress(msgspec.DecodeError, OSError):
            self._first_process = os.pidfd_open(msgspec.json.decode(self._info, type=_Sandbox).first_process)
        if not self.alive:
            self._kill_sandbox()

    def _kill_sandbox(self) -> None:
        if not self._has_started:
            return
        with suppress(error.ProcessExitedAlready):
            self.transport.signalProcess("KILL")
        if self._first_process is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first_process, signal.SIGKILL)

    def processExited(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """Kill what is left in the sandbox, which closes the pipes; if it never started, it may hold them for good."""
        self._kill_sandbox()
        was_killed = getattr(reason.value, "signal", None) is not None
        if was_killed and not self._has_started:
            # A process that ends by itself still has its last words in a pipe.
            for descriptor in (0, 1, 2, _TO_BROWSER, _FROM_BROWSER, INFO):
                self.transport.closeChildFD(descriptor)

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """Fail the calls that have no result, and the expected event."""
        if self._first_process is not None:
            os.close(self._first_process)
            self._first_process = None
        self.alive = False
        self._fail_calls()
        self.ended.callback(None)

    def _received(self, data: bytes) -> None:
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            raise _TooMuch
        *ends, rest = data.split(b"\0")
        for end in ends:
            message = b"".join((*self._pieces, end))
            self._pieces.clear()
            self._message_received(self._decoder.decode(_well_formed(message)))
            if not self.alive:
                return
        self._pieces.append(rest)

    def _message_received(self, message: _Message) -> None:
        self.messages += 1
        self._messages_left -= 1
        if self._messages_left < 0:
            raise _TooMuch
        if not message.id:
            if (listener := self._listeners.get(message.session)) is not None:
                listener(message.method, message.params)
            return
        call = self._calls.pop(message.id, None)
        if call is None:
            raise _Invalid
        if message.error is None:
            call.callback(message.result)
        else:
            call.errback(NotRendered(BROKEN))

    def _fail_calls(self) -> None:
        calls, self._calls = self._calls, {}
        for call in calls.values():
            call.errback(NotRendered(self.reason))
        expected, self._expected = self._expected, None
        if expected is not None and not expected.called:
            expected.errback(NotRendered(self.reason))


def _well_formed(message: bytes) -> bytes:
    """
    Return a message whose strings have U+FFFD for each lone surrogate, as browsers show it.

    Scripts cut strings within characters, and the browser escapes whatever isn't ASCII. A lone surrogate has no form in
    UTF-8, so that no decoder takes it: https://infra.spec.whatwg.org/#javascript-string-convert
    """
    if b"\\ud" not in message and b"\\uD" not in message:
        return message
    return _SURROGATES.sub(lambda found: found[1] or b"\\ufffd", message)

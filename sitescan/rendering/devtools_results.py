"""The results and events of DevTools that the rendering of a page reads."""

import msgspec


class TargetInfo(msgspec.Struct, rename="camel"):
    """A page, frame, worker or window of the browser."""

    target_id: str
    type: str


class Attached(msgspec.Struct, rename="camel"):
    """The parameters of ``Target.attachedToTarget``."""

    session_id: str
    target_info: TargetInfo


class Crashed(msgspec.Struct):
    """The parameters of ``Target.targetCrashed``: how the process of a target has ended."""

    status: str


class Loaded(msgspec.Struct):
    """The parameters of ``Network.loadingFinished`` and ``Network.loadingFailed``."""

    id: str = msgspec.field(name="requestId")


class CreatedContext(msgspec.Struct):
    """The result of ``Target.createBrowserContext``."""

    id: str = msgspec.field(name="browserContextId")


class CreatedTarget(msgspec.Struct):
    """The result of ``Target.createTarget``."""

    id: str = msgspec.field(name="targetId")


class TargetSession(msgspec.Struct):
    """The result of ``Target.attachToTarget``."""

    id: str = msgspec.field(name="sessionId")


class DomNode(msgspec.Struct):
    """A node of a document."""

    id: int = msgspec.field(name="nodeId")


class DomDocument(msgspec.Struct):
    """The result of ``DOM.getDocument``."""

    root: DomNode


class VirtualTime(msgspec.Struct):
    """
    The result of ``Emulation.setVirtualTimePolicy``.

    :ivar base: the time of the browser's clock at which virtual time began, in milliseconds.
    """

    base: float = msgspec.field(name="virtualTimeTicksBase")


class IsolatedWorld(msgspec.Struct):
    """The result of ``Page.createIsolatedWorld``."""

    id: int = msgspec.field(name="executionContextId")


class TextValue(msgspec.Struct):
    """A string of JavaScript."""

    value: str


class Evaluated(msgspec.Struct):
    """The result of ``Runtime.evaluate``. An exception has no value of this type."""

    result: TextValue


class NodeObject(msgspec.Struct):
    """An object of JavaScript that is a node."""

    id: str = msgspec.field(name="objectId")


class EvaluatedNode(msgspec.Struct):
    """The result of ``Runtime.evaluate`` for a node."""

    result: NodeObject


class NumberedNode(msgspec.Struct):
    """A node with its number in the layout."""

    id: int = msgspec.field(name="backendNodeId")


class DescribedNode(msgspec.Struct):
    """The result of ``DOM.describeNode``."""

    node: NumberedNode


class OuterHtml(msgspec.Struct):
    """The result of ``DOM.getOuterHTML``."""

    html: str = msgspec.field(name="outerHTML")


class ContentSize(msgspec.Struct):
    """The size of a page's content."""

    width: float


class LayoutMetrics(msgspec.Struct, rename="camel"):
    """The result of ``Page.getLayoutMetrics``."""

    css_content_size: ContentSize


class Drawn(msgspec.Struct):
    """The result of ``HeadlessExperimental.beginFrame``."""

    screenshot: bytes = msgspec.field(default=b"", name="screenshotData")


class Navigated(msgspec.Struct):
    """The result of ``Page.navigate``."""

    error: str = msgspec.field(default="", name="errorText")

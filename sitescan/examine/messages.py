"""What the parent asks of a child and what the child answers; JSON, checked against these types."""

from msgspec import Struct

from sitescan.model.answers import LlmsTxt, Robots
from sitescan.model.exchange import Exchange, Source
from sitescan.model.outline import Outline
from sitescan.model.reading import Reading
from sitescan.model.report import Category, Judged

#: The longest answer that the parent takes, bytes of JSON.
LONGEST_ANSWER = 4 * 1024 * 1024


class SourceHead(Struct, frozen=True, kw_only=True):
    """A stylesheet or script without its body, which follows in the blob, ``size`` bytes long."""

    source: Source
    size: int


class OutlineJob(Struct, frozen=True, kw_only=True, tag="outline"):
    """Parse the page in the blob and say what it refers to."""

    exchange: Exchange
    parser: str
    links: int
    resources: int


class JudgeJob(Struct, frozen=True, kw_only=True, tag="judge"):
    """Run the static rules on the page in the blob (``page`` bytes, then the stylesheets, then the scripts)."""

    exchange: Exchange
    parser: str
    page: int
    sheets: tuple[SourceHead, ...]
    scripts: tuple[SourceHead, ...]


class SiteJob(Struct, frozen=True, kw_only=True, tag="site"):
    """Run the rules on the site's text files, which take longer to read than a reactor may stand still."""

    robots: Robots
    llms: LlmsTxt


class ReadJob(Struct, frozen=True, kw_only=True, tag="read"):
    """Read the page in the blob, which a link leads to, and look for the parts that fragments name."""

    exchange: Exchange
    parser: str
    fragments: tuple[str, ...]


class Ready(Struct, frozen=True, kw_only=True, tag="ready"):
    """
    The child has started, or has ended a job, and waits for the next one.

    ``spent`` says that it should not get one: a page has made it so large that it would stay so.
    """

    spent: bool = False


class Outlined(Struct, frozen=True, kw_only=True, tag="outlined"):
    """The answer to an :class:`OutlineJob`."""

    outline: Outline


class HasRead(Struct, frozen=True, kw_only=True, tag="has-read"):
    """The answer to a :class:`ReadJob`."""

    reading: Reading


class CategoryJudged(Struct, frozen=True, kw_only=True, tag="judged"):
    """What the static rules of one category found; one of these for each category."""

    category: Category
    judged: Judged


class Failed(Struct, frozen=True, kw_only=True, tag="failed"):
    """The job could not be done; ``reason`` is for the log, ``heavy`` says that the page is to blame."""

    reason: str
    heavy: bool = False


class RuleFailure(Struct, frozen=True, kw_only=True, tag="rule-failed"):
    """A rule threw; ``trace`` is for the log."""

    rule: str
    trace: str


Job = OutlineJob | JudgeJob | SiteJob | ReadJob
Answer = Ready | Outlined | HasRead | CategoryJudged | Failed | RuleFailure

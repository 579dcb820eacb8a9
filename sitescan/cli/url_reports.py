"""Reports on URLs for commands that have no reactor yet."""

from collections.abc import Callable, Mapping, Sequence

from sitescan.cli.configuration import Configuration
from sitescan.cli.targets import TargetFailed
from sitescan.examine.command_fork_server import forked_server
from sitescan.model.report import Report


def url_reports(
    urls: Sequence[str], configured: Configuration, done: Callable[[], None] = lambda: None
) -> Mapping[str, Report | TargetFailed]:
    """
    Return the report on each URL, or the reason why there is none.

    :param done: a function that is called after each scan.
    :raises KeyboardInterrupt: if the user presses Ctrl-C.
    """
    # Forked first: its children must have no reactor, nor anything that only the command needs.
    fork_server = forked_server(configured.settings)
    from sitescan.cli.remote import Interrupted, remote_reports  # noqa: PLC0415

    try:
        return remote_reports(urls, configured, fork_server, done)
    except Interrupted:
        raise KeyboardInterrupt from None

"""The interface of the reactor."""

from twisted.internet.selectreactor import SelectReactor
from zope.interface import implementedBy

from sitescan.concurrency.reactor import IReactor


def test_reactors_have_what_is_needed() -> None:
    """A reactor of Twisted has every interface that the package needs of one."""
    assert not [needed for needed in IReactor.__bases__ if not implementedBy(SelectReactor).isOrExtends(needed)]

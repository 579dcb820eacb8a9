"""The names that this machine knows without DNS."""

import os
from pathlib import Path

from sitescan.egress.hosts_file import HostsFile


def test_it_is_read_again_only_when_it_has_changed(tmp_path: Path) -> None:
    """A lookup doesn't read a long file; an edited file counts at once, and a removed one knows no names."""
    path = tmp_path / "hosts"
    path.write_text("192.0.2.1 pear.example Pear # fig.example\nnone pear.example\n2001:db8::1 pear.example\n")
    os.utime(path, (1, 1))
    hosts = HostsFile(path)
    assert hosts.addresses("PEAR.example") == ["192.0.2.1", "2001:db8::1"]
    assert hosts.addresses("fig.example") == ()
    path.write_text("192.0.2.2 pear.example\n")
    os.utime(path, (1, 1))
    assert hosts.addresses("pear") == ["192.0.2.1"]
    os.utime(path, (2, 2))
    assert hosts.addresses("pear.example") == ["192.0.2.2"]
    path.unlink()
    assert hosts.addresses("pear.example") == ()

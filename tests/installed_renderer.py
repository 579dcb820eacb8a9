"""Whether the programs that render pages are installed."""

import shutil

import pytest

#: Skips a test without the programs.
NEEDS_RENDERER = pytest.mark.skipif(
    shutil.which("bwrap") is None or shutil.which("chromium-headless-shell") is None,
    reason="bubblewrap or chromium-headless-shell is not installed",
)

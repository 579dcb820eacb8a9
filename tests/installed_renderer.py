"""The programs that render pages."""

import shutil

import pytest

#: Skips a test if a program is not installed.
NEEDS_RENDERER = pytest.mark.skipif(
    shutil.which("bwrap") is None or shutil.which("chromium-headless-shell") is None,
    reason="bubblewrap or chromium-headless-shell is not installed",
)

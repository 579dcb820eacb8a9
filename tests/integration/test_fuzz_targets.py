"""Every target of the fuzzer takes its seeds, and the fuzzer itself runs if it is installed."""

from importlib.util import find_spec

import pytest

from tests.integration.source_programs import output_of

pytestmark = pytest.mark.integration

_SEEDS = """
from fuzz.linear import LINEAR
from fuzz.targets import TARGETS
count = 0
for target, seeds in {**TARGETS, **LINEAR}.items():
    assert seeds, target
    for seed in (*seeds, b"", *(seed[: len(seed) // 2] for seed in seeds)):
        target(seed)
        count += 1
print(count)
"""


def test_seeds() -> None:
    """No target fails on its seeds, whole or cut in half."""
    assert int(output_of("-c", _SEEDS)) > 50


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed; tox -e fuzz has it")
def test_fuzzer() -> None:
    """A target is run for a second, and its inputs are counted."""
    output = output_of("fuzz/run.py", "--seconds", "1", "robots")
    assert "robots: Done" in output
    assert "nothing failed" in output

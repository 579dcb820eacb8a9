"""The workflows of the repository, which run what README.rst promises."""

from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]


def _workflow(name: str) -> Any:
    return yaml.safe_load((ROOT / ".github/workflows" / name).read_text(encoding="utf-8"))


def test_supported_platforms_are_tested() -> None:
    """``.ci/run`` runs README.rst's commands, as printed there, on each release of Debian that it names."""
    job = _workflow("tests.yml")["jobs"]["debian"]
    assert any(step.get("run") == "bash .ci/run ${{ matrix.part }}" for step in job["steps"])
    parts = " ".join(job["strategy"]["matrix"]["part"])
    assert f'parts=" ${{*:-{parts}}} "' in (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert parts.startswith("bookworm trixie ")
    assert "--privileged" in job["container"]["options"]
    bare = run_path(str(ROOT / ".ci/bare_system.py"))
    assert bare["promised"]() == ["bookworm", "trixie"]
    assert bare["packages"]() == ["python3", "python3-venv", "git"]
    service, tests = bare["commands"]()
    assert service.endswith("/bin/twist sitescan")
    assert tests.endswith("/bin/tox")


@pytest.mark.parametrize(
    ("name", "jobs"),
    [
        ("tests.yml", set()),
        ("fuzz.yml", set()),
        ("publish.yml", {"package", "image"}),
        ("constraints.yml", {"renew"}),
    ],
)
def test_jobs_have_minimal_permissions(name: str, jobs: set[str]) -> None:
    """Only jobs that publish may write to the repository, so that a compromised step of a test can't."""
    workflow = _workflow(name)
    assert workflow["permissions"] == {"contents": "read"}
    writing = {job for job, steps in workflow["jobs"].items() if "write" in str(steps.get("permissions", ""))}
    assert writing == jobs


def test_image_is_built_for_both_architectures() -> None:
    """The container image is built for AMD64 and ARM64."""
    steps = _workflow("publish.yml")["jobs"]["image"]["steps"]
    (build,) = [step["with"] for step in steps if str(step.get("uses", "")).startswith("docker/build-push-action")]
    assert build["platforms"] == "linux/amd64,linux/arm64"
    assert (ROOT / build["file"]).is_file()

"""The programs that build sites, known by the files that they need, and how a CI job runs them."""

import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from sitescan.cli.targets import is_url

_PIP = "python -m pip install --quiet"

#: The names of the scripts that build a site, of which VitePress and others write the second.
_BUILDS = ("build", "docs:build")

#: What a target has that isn't the path of one file or folder.
_NO_PATH = frozenset("*?[\n\r")


@frozen(kw_only=True)
class Generator:
    """
    A program that builds a site.

    :ivar files: the files that show that a folder is for it; any of them is enough.
    :ivar packages: the Debian packages that it needs beside Python.
    :ivar commands: the commands that build the site.
    """

    name: str
    files: Sequence[str]
    packages: Sequence[str] = ()
    commands: Sequence[str]


#: The generators, those first whose files others may have, too.
_GENERATORS = (
    Generator(
        name="Hugo",
        files=("hugo.toml", "hugo.yaml", "hugo.json", "config/_default/hugo.toml"),
        packages=("hugo",),
        commands=("hugo",),
    ),
    Generator(name="MkDocs", files=("mkdocs.yml",), commands=(f"{_PIP} mkdocs", "mkdocs build")),
    Generator(
        name="Pelican", files=("pelicanconf.py",), commands=(f"{_PIP} 'pelican[markdown]'", "pelican content -o output")
    ),
    Generator(
        name="Sphinx", files=("docs/conf.py",), commands=(f"{_PIP} sphinx", "python -m sphinx docs docs/_build/html")
    ),
    Generator(
        name="mdBook", files=("book.toml",), packages=("cargo",), commands=("cargo install mdbook", "mdbook build")
    ),
)


def build_script(folder: Path, targets: Sequence[str], root: str) -> Sequence[str]:
    """
    Return the lines of a shell script that builds the site in a folder; none if nothing has to be built.

    The last one ends the job if a target isn't there after that.

    :param targets: the URLs, files and folders that are scanned.
    :param root: the command before one that needs the rights of root; empty if the job has them.
    """
    local = [target for target in targets if not is_url(target) and target != "-" and not _NO_PATH & {*target}]
    generator = next((one for one in (*_GENERATORS, _jekyll(folder), *_node(folder)) if _is_for(one, folder)), None)
    if not local or (generator is None and all((folder / target).exists() for target in local)):
        return ()
    return (*(_unknown() if generator is None else _known(generator, folder, root)), *map(_check, local))


def _is_for(generator: Generator, folder: Path) -> bool:
    return any((folder / name).is_file() for name in generator.files)


def _jekyll(folder: Path) -> Generator:
    """Return the build of Jekyll, whose version and plugins a project may name in a Gemfile."""
    packages: Sequence[str] = ("jekyll",)
    commands: Sequence[str] = ("jekyll build",)
    if (folder / "Gemfile").is_file():
        packages = ("bundler", "ruby-dev", "build-essential")
        commands = ("bundle install", "bundle exec jekyll build")
    return Generator(name="Jekyll", files=("_config.yml",), packages=packages, commands=commands)


def _node(folder: Path) -> Iterator[Generator]:
    """Yield the build of a project for Node.js that has one: Astro, Docusaurus, Eleventy, VitePress and others."""
    try:
        scripts = json.loads((folder / "package.json").read_text("utf-8"))["scripts"]
        builds = [name for name in _BUILDS if name in scripts]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return
    if builds:
        install = "npm ci" if (folder / "package-lock.json").is_file() else "npm install"
        commands = (install, f"npm run {builds[0]}")
        yield Generator(name="Node.js", files=("package.json",), packages=("npm",), commands=commands)


def _known(generator: Generator, folder: Path, root: str) -> Iterator[str]:
    yield f"# {generator.name} builds the site."
    if generator.packages:
        yield f"{root}apt-get update -q && {root}apt-get install -qy {' '.join(generator.packages)}"
    if (folder / "requirements.txt").is_file():
        yield f"{_PIP} -r requirements.txt"
    yield from generator.commands


def _unknown() -> Iterator[str]:
    yield "# Write here the command that builds the site, such as: npm ci && npm run build"


def _check(target: str) -> str:
    """Return the line that ends a job without a target."""
    said = shlex.quote(f"{target} isn't there: this job has to build it before it is scanned")
    return f"test -e {shlex.quote(target)} || {{ echo {said} >&2; exit 1; }}"

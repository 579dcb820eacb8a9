"""The documentation as Sphinx builds it, which the service serves from its folder at ``/docs/``."""

from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path
from typing import Self

from attrs import frozen

from sitescan.standards.csp_sources import hash_source
from sitescan.web.page_responses import HTML


@frozen(kw_only=True)
class BuiltDocs:
    """
    The files of the documentation. Only those that exist when the service starts are served.

    :ivar files: the files by their paths below ``/docs/``.
    :ivar policy: the content security policy of the pages, which allows the scripts in them by their hashes.
    """

    files: Mapping[str, Path]
    policy: str

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        """Return the documentation in a folder that ``sphinx-build -b html`` has written."""
        files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        pages = [path for path in files.values() if path.suffix == ".html"]
        hashes = sorted({hash_source(script) for page in pages for script in _scripts(page.read_bytes())})
        sources = " ".join(("'self'", *hashes))
        policy = (
            f"default-src 'none'; script-src {sources}; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; "
            "frame-ancestors 'none'"
        )
        return cls(files=files, policy=policy)

    def file(self, path: str) -> tuple[bytes, str] | None:
        """Return the content and the media type of a file; ``None`` if there is none."""
        found = self.files.get(path or "index.html")
        if found is None:
            return None
        media_type = guess_type(found.name)[0] or "application/octet-stream"
        if media_type == "text/html":
            media_type = HTML
        elif media_type.startswith("text/"):
            media_type += "; charset=utf-8"
        return found.read_bytes(), media_type


def _scripts(page: bytes) -> list[bytes]:
    """Return the scripts in a page, which themes of Sphinx have."""
    return [part.partition(b"</script>")[0] for part in page.split(b"<script>")[1:]]

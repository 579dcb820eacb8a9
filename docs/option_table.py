"""The directive ``option-table``: every option of ``twist sitescan``, from the settings themselves."""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sitescan import settings

_UNITS = ("GiB", 1024**3), ("MiB", 1024**2), ("KiB", 1024)


class OptionTable(SphinxDirective):
    """A table with a row for each option: its name, its default, what it is."""

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: 27 23 50", ""]
        for cells in rows():
            lines += [f"   {'*' if cell is cells[0] else ' '} - {cell}" for cell in cells]
        return self.parse_text_to_nodes("\n".join(lines))


def rows() -> list[tuple[str, str, str]]:
    """The heading and a row for each option, in reStructuredText."""
    made = [("Option", "Default", "What it is")]
    for name, parse, text, repeat, default in settings.options():
        more = " Can be repeated." if repeat else ""
        made.append((f"``--{name.replace('_', '-')}``", _shown(default, parse is settings.size), text + more))
    return made


def _shown(default: object, is_size: bool) -> str:
    if default in ("", ()):
        return "none"
    if isinstance(default, tuple):
        return ", ".join(f"``{one}``" for one in default)
    if isinstance(default, int) and is_size:
        unit, many = next((unit, default // one) for unit, one in _UNITS if default % one == 0)
        return f"``{many}{unit}``"
    return f"``{default:g}``" if isinstance(default, float) else f"``{default}``"

"""The texts of rules where there is no page to fill them in."""

from string import Formatter


def generic(template: str) -> str:
    """
    A rule's text with its fields named in brackets; of a plural, the form for many.

    >>> generic("{count:# image has|# images have} no {what}.")
    '[count] images have no [what].'
    """
    made = []
    for literal, name, spec, _ in Formatter().parse(template):
        made.append(literal)
        if name is not None:
            many = spec.rsplit("|", 1)[1] if spec and "|" in spec else "#"
            made.append(many.replace("#", f"[{name}]"))
    return "".join(made)

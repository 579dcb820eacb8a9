"""The texts of rules without the facts of a page."""

from string import Formatter


def generic(template: str) -> str:
    """
    Return the text of a rule with the names of its fields in brackets and with the plural form of each choice.

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

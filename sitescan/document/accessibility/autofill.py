"""The values of ``autocomplete`` that HTML defines."""

#: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-field
_FIELDS = frozenset(
    (
        "additional-name address-level1 address-level2 address-level3 address-level4 address-line1 address-line2 "
        "address-line3 bday bday-day bday-month bday-year cc-additional-name cc-csc cc-exp cc-exp-month cc-exp-year "
        "cc-family-name cc-given-name cc-name cc-number cc-type country country-name current-password family-name "
        "given-name honorific-prefix honorific-suffix language name new-password nickname one-time-code organization "
        "organization-title photo postal-code sex street-address transaction-amount transaction-currency url username"
    ).split()
)
_REACHING = frozenset(
    "email impp tel tel-area-code tel-country-code tel-extension tel-local tel-local-prefix tel-local-suffix "
    "tel-national".split()
)
#: Words that authors write to turn autofill off or on.
_SWITCHES = frozenset({"disabled", "enabled", "false", "none", "null", "true", "undefined", "xoff", "xon"})
_KINDS = frozenset({"fax", "home", "mobile", "pager", "work"})


def valid(value: str) -> bool:
    """Return whether a value of ``autocomplete`` is valid; ``on``, ``off`` and an empty value are."""
    words = value.lower().split()
    if words in ([], ["on"], ["off"], ["webauthn"]):
        return True
    if words[-1] == "webauthn":
        words.pop()
    field = words.pop() if words else ""
    if field in _REACHING:
        if words and words[-1] in _KINDS:
            words.pop()
    elif field not in _FIELDS:
        return False
    if words and words[-1] in ("billing", "shipping"):
        words.pop()
    return not words or (len(words) == 1 and words[0].startswith("section-"))


def switches(value: str) -> bool:
    """Return whether a value only turns autofill off or on, in words that HTML doesn't define."""
    return value.strip().lower() in _SWITCHES

"""security.txt files, parsed as RFC 9116 defines."""

import re
import time
from collections.abc import Iterator, Mapping
from datetime import datetime

from attrs import frozen

from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, serialized_target

#: Fields that must not be repeated.
_ONCE = frozenset({"expires", "preferred-languages"})

_FIELD = lazy_pattern(r"([!-9;-~]{1,100}):[ \t]*(.*)")
_DATE = lazy_pattern(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)")
_CONTACT = lazy_pattern(r"(?:mailto:[^\s@]+@[^\s@]+|https://\S+|tel:[+\d(][\d\s().-]+)", re.IGNORECASE)
_ARMOR = "-----BEGIN PGP SIGNED MESSAGE-----"
#: The lines around the signature of a cleartext message, https://www.rfc-editor.org/rfc/rfc9580#section-7.1.
_SIGNATURE = ("-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----")


@frozen
class Fields:
    """
    The fields of a security.txt.

    :ivar values: the values of each field in order, by lower-case name.
    """

    values: Mapping[str, tuple[str, ...]]

    def all(self, name: str) -> tuple[str, ...]:
        """Return the values of a field."""
        return self.values.get(name, ())


def parse_security_txt(text: str) -> Fields:
    """
    Return the fields of a security.txt, ignoring comments, blank lines and a signature.

    https://www.rfc-editor.org/rfc/rfc9116#section-4
    """
    found: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        if line.startswith("-----BEGIN PGP SIGNATURE"):
            break
        match = _FIELD.match(line.strip()) if not line.startswith("#") else None
        if match is not None:
            name = match.group(1).lower()
            found[name] = (*found.get(name, ()), match.group(2).strip())
    return Fields(found)


def looks_like_security_txt(text: str) -> bool:
    """Return whether a text is meant as a security.txt: many sites answer every URL with a page."""
    fields = parse_security_txt(text)
    return bool(fields.all("contact") or fields.all("expires")) or text.startswith(_ARMOR)


def faults(text: str, now: float) -> Iterator[str]:
    """
    Iterate over descriptions of what makes a security.txt invalid.

    :param text: the file.
    :param now: the current time, in seconds since the epoch.
    """
    fields = parse_security_txt(text)
    if not _is_well_signed(text):
        yield "its signature is not one block, from BEGIN PGP SIGNATURE to END PGP SIGNATURE"
    contacts = fields.all("contact")
    if not contacts:
        yield "Contact is missing"
    unusable = (contact for contact in contacts if not _CONTACT.fullmatch(contact))
    yield from (f"Contact: {contact} is not an https://, mailto: or tel: address" for contact in unusable)
    if not fields.all("expires"):
        yield "Expires is missing"
    for name in sorted(_ONCE):
        if len(fields.all(name)) > 1:
            yield f"{name.title()} is repeated"
    for value in fields.all("expires")[:1]:
        moment = _moment(value)
        if moment is None:
            yield f"Expires: {value} is not a date such as 2027-12-31T23:00:00Z"
        elif now and moment < now:
            yield f"it expired on {value[:10]}"


def _is_well_signed(text: str) -> bool:
    """Return whether a text has one signature, or none and doesn't claim to be signed."""
    lines = [line.rstrip() for line in text.splitlines()]
    return lines[:1] != [_ARMOR] or all(lines.count(line) == 1 for line in (_ARMOR, *_SIGNATURE))


def seems_copied(text: str, *urls: str) -> bool:
    """
    Return whether a security.txt names other URLs than these as its own, so that readers shouldn't trust it.

    https://www.rfc-editor.org/rfc/rfc9116#section-2.5.2
    """
    canonical = parse_security_txt(text).all("canonical")
    return bool(canonical) and not any(_serialized(value) in urls for value in canonical)


def usual_expiry(now: float) -> str:
    """Return an ``Expires`` value within the recommended maximum of one year: midnight in 300 days."""
    return time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(now + 300 * 86_400))


def _serialized(value: str) -> str:
    try:
        return serialized_target(value).url
    except InvalidTarget:
        return ""


def _moment(value: str) -> float | None:
    if not _DATE.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value.upper()).timestamp()
    except ValueError:
        return None

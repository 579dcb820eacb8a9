"""The ``Content-Encoding`` header field (RFC 9110, section 8.4)."""

#: The codings that exist, with their old names
#: (https://www.iana.org/assignments/http-parameters/http-parameters.xhtml#content-coding).
CODINGS = frozenset(
    {
        *("aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "identity", "pack200-gzip"),
        *("x-compress", "x-gzip", "zstd"),
    }
)


def content_codings(value: str) -> list[str]:
    """
    Return the codings of a field in lower case, in the order in which they were applied.

    https://www.rfc-editor.org/rfc/rfc9110#section-8.4
    """
    return [coding for part in value.split(",") if (coding := part.strip().lower())]

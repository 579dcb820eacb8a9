"""Large images in formats that newer ones beat."""

from collections.abc import Iterator

from sitescan.model.answers import ResourceAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import loading
from sitescan.rules.rule import Bad, Finding, Good, Rule

_LEGACY = {"image/jpeg": "JPEG", "image/jpg": "JPEG", "image/png": "PNG", "image/gif": "GIF", "image/bmp": "BMP"}
_LARGE = 100_000

#: Bytes that AVIF needs for a pixel of a photograph, by Lighthouse's estimate, and a saving worth the work.
_BYTES_FOR_PIXEL = 1 / 6
_LEAST_SAVING = 25_000


def check(answers: ResourceAnswers) -> Iterator[Finding]:
    """Report images of more than 100 KB by the type that they were sent as, not by their name."""
    for resource, answer in answers.answered("image"):
        kind = _LEGACY.get(answer.headers.get("content-type").partition(";")[0].strip().lower())
        if not kind or answer.size is None or answer.size <= _LARGE or not resource.certain:
            continue
        picture = answers.pictures.get(resource.url)
        if picture is None or not picture.pixels:
            yield Finding(resource, detail=f"{kind}, {answer.size:,} bytes")
        elif (saving := answer.size - round(picture.pixels * _BYTES_FOR_PIXEL)) >= _LEAST_SAVING:
            own = f"{kind} of {picture.width} × {picture.height}, {answer.size:,} bytes"
            yield Finding(resource, detail=f"{own}; AVIF saves about {saving:,}")


RULE = Rule(
    id="performance/legacy-images",
    reads=ResourceAnswers,
    check=check,
    severity=Severity.INFO,
    title="Images use older formats",
    description=(
        "{count:# image|# images} of more than 100 KB {count:is|are} sent as JPEG, PNG or GIF. WebP and AVIF "
        "need a third to a half fewer bytes for the same quality, and every current browser supports them."
    ),
    recommendation="Provide large images as AVIF or WebP.",
    how_to_fix=(
        '<picture><source type="image/avif" srcset="pear.avif"><img src="pear.jpg" width="800" height="600" '
        'alt="A pear"></picture>\n'
        "Convert images with avifenc -q 60 pear.jpg pear.avif or cwebp -q 80 pear.jpg -o pear.webp, and long "
        "GIFs to video with ffmpeg -i pear.gif -movflags +faststart -pix_fmt yuv420p pear.mp4"
    ),
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/Media/Guides/Formats/Image_types",
        "https://developer.chrome.com/docs/lighthouse/performance/uses-webp-images",
    ),
    covers=("lighthouse:modern-image-formats",),
    examples=(
        Bad(evidence=loading("image", "a", ("Content-Type", "image/jpeg"), size=150_000)),
        Bad(evidence=loading("image", "a.gif", ("Content-Type", "IMAGE/GIF; x=y"), size=150_000)),
        Good(evidence=loading("image", "a.jpg", ("Content-Type", "image/webp"), size=150_000)),
        Good(evidence=loading("image", "a.png", ("Content-Type", "image/png"), size=50_000)),
        Good(evidence=loading("image", "a.png", ("Content-Type", "image/png"))),
    ),
)

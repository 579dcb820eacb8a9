from sitescan.charging import WEIGHT
from sitescan.model.outline import Resource
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.image_savings import LARGE, STEPS, converted_saving, legacy_format, scaled_saving


def check(answers: ResourceAnswers) -> Findings:
    """
    Report images of more than 100 KB in older formats, by their media type, not by their name.

    The share grows with the savings of images that are reported neither as very large nor as oversized.
    """
    found: list[tuple[Resource, str]] = []
    saved = 0
    for resource, answer in answers.answered("image"):
        kind, picture = legacy_format(answer), answers.pictures.get(resource.url)
        saving = converted_saving(answer, picture)
        if not kind or saving == 0 or answer.size is None or not resource.certain:
            continue
        dimensions = f" of {picture.width} × {picture.height}" if picture is not None else ""
        found.append((resource, f"{kind}{dimensions}, {answer.size:,} bytes"))
        if saving and answer.size <= LARGE and not scaled_saving(resource, answer, picture):
            saved += saving
    for resource, detail in found:
        yield Finding(resource, detail=detail).of_magnitude(saved)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    scale=STEPS,
    charged_by=WEIGHT,
    title="Images use older formats",
    passed="Large images use modern formats",
    applies=lambda answers: answers.names("image"),
    needs=lambda answers: answers.sized("image"),
    description=(
        "{count:# image|# images} of more than 100 KB {count:is|are} sent as JPEG, PNG or GIF. AVIF usually needs at "
        "least a third fewer bytes, and WebP a quarter. Every current browser supports both."
    ),
    recommendation="Provide large images as AVIF or WebP.",
    how_to_fix=(
        '<picture><source type="image/avif" srcset="pear.avif"><img src="pear.jpg" width="800" height="600" '
        'alt="A pear"></picture>\n'
        "Convert images with avifenc --min 20 --max 40 pear.jpg pear.avif or cwebp -q 80 pear.jpg -o pear.webp. "
        "Convert long GIFs to video with ffmpeg -i pear.gif -movflags +faststart -pix_fmt yuv420p pear.mp4"
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

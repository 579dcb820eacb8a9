from sitescan.charging import WEIGHT
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.image_savings import LARGE, LARGE_STEPS, converted_saving, scaled_saving


def check(answers: ResourceAnswers) -> Findings:
    """Report images that are large by their response; the share grows with the bytes that they could save."""
    large = [
        (resource, answer, answer.size)
        for resource, answer in answers.answered("image")
        if answer.size is not None and answer.size > LARGE and resource.certain
    ]
    pictures = answers.pictures
    saved = sum(
        max(
            scaled_saving(resource, answer, pictures.get(resource.url)),
            converted_saving(answer, pictures.get(resource.url)) or 0,
        )
        for resource, answer, _ in large
    )
    for resource, _, size in large:
        yield Finding(resource, detail=f"{size:,} bytes").of_magnitude(saved)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    scale=LARGE_STEPS,
    charged_by=WEIGHT,
    title="Images have large file sizes",
    passed="Images have reasonable file sizes",
    applies=lambda answers: answers.names("image"),
    needs=lambda answers: answers.sized("image"),
    description=(
        "{count:# image is|# images are} larger than 500 KB. On a typical phone connection, one such image takes "
        "more than two seconds and delays everything that loads at the same time."
    ),
    recommendation="Resize images to the size at which they are displayed, and save them as AVIF or WebP.",
    how_to_fix=(
        "Resize and convert: cwebp -q 80 -resize 1600 0 pear.jpg -o pear.webp, or avifenc --min 20 --max 40 "
        "pear.jpg pear.avif\n"
        'Then provide several sizes: <img src="pear-800.webp" srcset="pear-400.webp 400w, pear-800.webp 800w" '
        'sizes="(max-width: 600px) 100vw, 800px" width="800" height="600" alt="A pear">\n'
        "A background has several sizes by media queries: @media (max-width: 700px) {{ .hero {{ background-image: "
        "url(pear-800.webp) }} }}"
    ),
    sources=(
        "https://web.dev/learn/images",
        "https://developer.mozilla.org/en-US/docs/Web/HTML/Guides/Responsive_images",
    ),
    covers=("lighthouse:uses-optimized-images",),
    examples=(
        Bad(evidence=loading("image", "a.jpg", size=800_000)),
        Good(evidence=loading("image", "a.jpg", size=300_000)),
        Good(evidence=loading("image", "a.jpg")),
        Good(evidence=loading("media", "a.mp4", size=8_000_000)),
    ),
)

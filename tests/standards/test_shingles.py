"""The sample of the phrases of a text."""

from sitescan.standards.shingles import SAMPLED, shingles, shingles_of

WORDS = [f"pear{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(600)]


def test_sample() -> None:
    """About one phrase of eight is kept, and the same ones of any text that has them."""
    whole, part = shingles_of(shingles(WORDS)), shingles_of(shingles(WORDS[100:400]))
    assert 0.5 < len(part) * SAMPLED / 300 < 2
    assert part <= whole


def test_numbers_are_equal() -> None:
    """Texts that differ in numbers alone have the same phrases, and those of other words have none in common."""
    dates = [[*WORDS[:40], f"{number}.12.2026", *WORDS[40:200]] for number in (1, 24)]
    assert shingles(dates[0]) == shingles(dates[1]) != b""
    assert not shingles_of(shingles(WORDS)) & shingles_of(shingles([f"plum{word}" for word in WORDS]))


def test_short_and_long_texts() -> None:
    """A text of few words has no phrase, and of a long one, a bounded number is kept."""
    assert shingles(WORDS[:3]) == b""
    assert len(shingles_of(shingles([f"pear{'ab'[number % 2]}{word}" for number in range(9) for word in WORDS]))) <= 128

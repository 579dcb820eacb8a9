"""Contradictions between the declared language of a text and its words."""

import pytest

from sitescan.document.language.detection import contradicted, detect_language
from sitescan.document.language.function_words import NAMES, WORDS, closely_related

#: One or two plain sentences in each language.
TEXTS = {
    "af": "Die pere in die tuin is ryp en ons sal dit op die mark verkoop, maar nie vir almal wat kom nie.",
    "ca": "Les peres del jardí són madures a la tardor i les venem als que vénen, però no és per a tots els dies.",
    "cs": "Hrušky na zahradě jsou zralé až na podzim a prodáváme je těm, kteří k nám přijdou, ale ne každý den.",
    "da": "Pærerne i haven er modne om efteråret, og vi sælger dem til alle, der kommer forbi, men ikke om søndagen.",
    "de": "Die Birnen aus dem Garten sind im Herbst reif, und wir geben sie am Sonntag an alle, die zu uns kommen.",
    "en": "The pears of this garden are ripe in the autumn, and we sell them to all who come by on a Sunday.",
    "es": "Las peras del jardín están maduras en otoño y las vendemos a los que vienen, pero no todos los días.",
    "et": "Pirnid on aias küpsed sügisel ja me müüme neid ka neile, kes tulevad, aga mitte siis, kui see ei ole hea.",
    "fi": "Päärynät ovat kypsiä syksyllä ja myymme niitä kaikille, jotka tulevat, mutta ei kun se on kiinni.",
    "fr": "Les poires du jardin sont mûres à l'automne et nous les vendons à ceux qui passent, mais pas le dimanche.",
    "hr": "Kruške su u vrtu zrele u jesen i prodajemo ih svima koji dođu, ali ne za vikend jer se tada ne radi.",
    "hu": "A körte a kertben ősszel érik meg, és azt el is adjuk mindenkinek, aki eljön, de vasárnap nem kell jönni.",
    "id": "Buah pir di kebun ini akan masak pada musim gugur dan kami menjualnya untuk yang datang, tidak hari ini.",
    "it": "Le pere del giardino sono mature in autunno e le vendiamo a chi passa, ma non la domenica e non per posta.",
    "lt": "Kriaušės yra prinokusios rudenį ir mes jas parduodame, bet ne tai, ko jau nebėra, o kas dar buvo palikta.",
    "nb": "Pærene i hagen er modne om høsten, og vi selger dem til alle som kommer, men ikke på søndager.",
    "nl": "De peren in de tuin zijn rijp in de herfst en wij verkopen ze aan wie langs komt, maar niet op zondag.",
    "pl": "Gruszki w ogrodzie są dojrzałe na jesieni i sprzedajemy je tym, którzy do nas przyjdą, ale nie w niedzielę.",
    "pt": "As peras do jardim estão maduras no outono e nós as vendemos a quem passa, mas não ao domingo.",
    "ro": "Perele din grădină sunt coapte la toamnă și le vindem celor care trec pe la noi, dar nu și de sărbători.",
    "sv": "Päronen i trädgården är mogna på hösten och vi säljer dem till alla som kommer, men inte på söndagar.",
    "tr": "Bahçedeki armutlar sonbaharda olgunlaşır ve gelen herkes için bir kasa var, ama bu o kadar çok değil.",
    "vi": "Những quả lê của vườn này đã chín và chúng tôi bán cho người đến, nhưng không bán cho các cửa hàng.",
}
OTHER_LETTERS = {
    "ru": "Груши в саду созревают осенью, и мы продаём их всем, кто приходит.",
    "el": "Τα αχλάδια στον κήπο ωριμάζουν το φθινόπωρο.",
    "he": "האגסים בגינה מבשילים בסתיו ואנחנו מוכרים אותם לכולם.",
    "ar": "ينضج الكمثرى في الحديقة في الخريف ونبيعه لكل من يأتي.",
    "ja": "庭の梨は秋に熟します。日曜日にはどなたにもお分けします。",
    "zh": "花园里的梨在秋天成熟，我们星期天卖给所有来的人，欢迎大家光临。",
    "ko": "정원의 배는 가을에 익고, 우리는 오는 모든 사람에게 팝니다.",
    "th": "ลูกแพร์ในสวนสุกในฤดูใบไม้ร่วงและเราขายให้ทุกคนที่มา",
    "hi": "बगीचे के नाशपाती शरद ऋतु में पकते हैं और हम उन्हें बेचते हैं।",
}
LOREM = (
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore "
    "magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo."
)
FILMS = (
    "The Return of the King. A Walk in the Woods. The Sound of the Sea. To the Lighthouse. The Catcher in the Rye. "
    "The Heart of the Matter. The Wind in the Willows. A Room with a View. The Moon and the Sun."
)


@pytest.mark.parametrize("language", TEXTS)
def test_declared_language_is_accepted(language: str) -> None:
    """A text in its declared language, or in a close relative of it, is not contradicted."""
    assert contradicted(language, TEXTS[language]) is None
    assert contradicted(f"{language}-XX", TEXTS[language]) is None
    for other in WORDS:
        if closely_related(language, other):
            assert contradicted(other, TEXTS[language]) is None


@pytest.mark.parametrize("language", sorted(set(TEXTS) - {"en", "de"}))
def test_contradicting_language_is_detected(language: str) -> None:
    """A text that contradicts German or English is found to be in its own language."""
    for declared in ("de", "en"):
        found = contradicted(declared, TEXTS[language])
        assert found is None or language in found.codes, declared


def test_detection_by_one_sentence() -> None:
    """At least 80 % of the languages are detected by one sentence."""
    found = [
        language
        for language, sentence in TEXTS.items()
        if (detected := detect_language(sentence)) and language in detected.codes
    ]
    assert len(found) >= 0.8 * len(TEXTS), sorted(set(TEXTS) - set(found))


@pytest.mark.parametrize("language", OTHER_LETTERS)
def test_foreign_letters(language: str) -> None:
    """A text in letters that the declared language is not written in is contradicted."""
    text = OTHER_LETTERS[language]
    assert contradicted(language, text) is None
    assert contradicted("en", text) is not None
    assert contradicted("fr-CA", text) is not None
    assert contradicted(language, TEXTS["en"]) is not None


@pytest.mark.parametrize(
    ("declared", "text"),
    [
        ("sr", OTHER_LETTERS["ru"]),
        ("kk", OTHER_LETTERS["ru"]),
        ("en-Cyrl", OTHER_LETTERS["ru"]),
        ("zh-Latn-CN", TEXTS["en"]),
        ("tlh", TEXTS["en"]),
        ("", TEXTS["en"]),
        ("de", "Windows Server 2022, Adobe Photoshop Elements, Google Pixel Watch, Apple Music, Final Cut Pro"),
        ("de", "The Lord of the Rings"),
        ("en", "San José de la Sierra, Los Reyes del Valle, El Salto de la Plata, Las Peñas, Villa del Mar y la Costa"),
        ("en", "Jan van der Berg, Piet de Vries, Het Dorp, De Molen, Anna van den Heuvel, De Haven van het Noorden"),
        ("de", FILMS),
        ("en", LOREM),
        ("en", "Die Zeit, Der Spiegel, La Stampa, Le Monde"),
        ("fr", "Paul put dire comment on tape"),
        ("en", "Paul put dire comment on tape"),
        ("de", TEXTS["en"] + TEXTS["de"]),
        ("ja", "JavaScript TypeScript React Vue Angular Svelte GraphQL Docker Kubernetes"),
        ("ko", "大韓民國憲法 大韓民國憲法 大韓民國憲法 大韓民國"),
        ("en", "Привет, world! This is the way to say it in the language of the country."),
        ("ru", "Москва"),
    ],
)
def test_uncertain_texts(declared: str, text: str) -> None:
    """Names, quotations, mixed texts, languages with two scripts and unknown languages are not contradicted."""
    assert contradicted(declared, text) is None


def test_every_language_has_a_name() -> None:
    """Every detectable language has a name and at least twenty words."""
    assert set(NAMES) == set(WORDS)
    assert all(len(words) >= 20 for words in WORDS.values())

"""Language tags, and their validity for browsers."""

import re

#: The two-letter codes of ISO 639-1, which are the two-letter subtags of the IANA registry.
#: https://www.iana.org/assignments/language-subtag-registry
ISO_639_1 = frozenset(
    (
        "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee "
        "el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io "
        "is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk "
        "ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc "
        "sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve "
        "vi vo wa wo xh yi yo za zh zu"
    ).split()
)

#: Three-letter codes (ISO 639-2, both variants) of languages with a two-letter code: they are not in the registry,
#: since BCP 47 uses the shortest code. https://www.rfc-editor.org/rfc/rfc5646#section-2.2.1
_HAVE_SHORTER = frozenset(
    (
        "aar abk afr aka alb amh ara arg arm asm ava ave aym aze bak bam baq bel ben bih bis bod bos bre bul bur cat "
        "ces cha che chi chu chv cor cos cre cym cze dan deu div dut dzo ell eng epo est eus ewe fao fas fij fin fra "
        "fre fry ful geo ger gla gle glg glv gre grn guj hat hau heb her hin hmo hrv hun hye ibo ice ido iii iku ile "
        "ina ind ipk isl ita jav jpn kal kan kas kat kau kaz khm kik kin kir kom kon kor kua kur lao lat lav lim lin "
        "lit ltz lub lug mac mah mal mao mar may mkd mlg mlt mon mri msa mya nau nav nbl nde ndo nep nld nno nob nor "
        "nya oci oji ori orm oss pan per pli pol por pus que roh ron rum run rus sag san sin slk slo slv sme smo sna "
        "snd som sot spa sqi srd srp ssw sun swa swe tah tam tat tel tgk tgl tha tib tir ton tsn tso tuk tur twi uig "
        "ukr urd uzb ven vie vol wel wln wol xho yid yor zha zho zul"
    ).split()
)


def primary(tag: str) -> str:
    """Return the primary language subtag in lower case."""
    return tag.strip().partition("-")[0].lower()


def known(tag: str) -> bool:
    """
    Return whether the primary subtag of a language tag may be a language.

    Two-letter subtags are looked up. Of the three-letter ones, of which the registry has some 8,000 and gets more
    each year, only those are rejected that BCP 47 replaces by two letters. Subtags of four to eight letters are
    reserved: none is registered. Assistive technology finds the language by the primary subtag alone.

    https://www.rfc-editor.org/rfc/rfc5646#section-2.2.1 https://www.w3.org/WAI/standards-guidelines/act/rules/bf051a/
    """
    subtag = primary(tag)
    if re.fullmatch(r"[a-z]{2}", subtag):
        return subtag in ISO_639_1
    return re.fullmatch(r"[a-z]{3}", subtag) is not None and subtag not in _HAVE_SHORTER

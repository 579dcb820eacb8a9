"""Codes of languages and regions, for reading hreflang."""

import re

# ISO 639-1, https://www.loc.gov/standards/iso639-2/php/code_list.php
_LANGUAGES = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el
en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it
iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo
mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh
si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh
yi yo za zh zu
"""

# ISO 3166-1 alpha-2, https://www.iso.org/iso-3166-country-codes.html, and Kosovo's XK, which is in use.
_REGIONS = """
ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz
ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo
fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je
jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo
mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw
py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm
tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws xk ye yt za zm zw
"""

LANGUAGES = frozenset(_LANGUAGES.split())
REGIONS = frozenset(_REGIONS.split())

_CODE = re.compile(r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?")


def hreflang_fault(code: str) -> str:
    """
    What is wrong with a language code, in words; empty where nothing is.

    A language, then perhaps a script, then perhaps a region; or ``x-default``. Languages of three
    letters are not looked up.

    https://developers.google.com/search/docs/specialty/international/localized-versions#language-codes
    """
    if code != code.strip():
        return f'"{code}" has white space around it'
    lower = code.lower()
    if lower == "x-default":
        return ""
    if "_" in lower:
        return f'"{code}" has an underscore where a hyphen belongs'
    match = _CODE.fullmatch(lower)
    if match is None:
        return f'"{code}" is not a language code'
    language, _, region = match.groups()
    if len(language) == 2 and language not in LANGUAGES:
        return f'"{language}" is not a language'
    if region and region.isalpha() and region not in REGIONS:
        return f'"{region.upper()}" is not a region' + ("; the United Kingdom is GB" if region == "uk" else "")
    return ""

"""Language and region codes in ``hreflang`` and in URLs."""

import re

from sitescan.standards.language_tags import ISO_639_1
from sitescan.standards.lazy_pattern import lazy_pattern

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

REGIONS = frozenset(_REGIONS.split())

# ISO 639-2, https://www.loc.gov/standards/iso639-2/php/code_list.php: living languages without a two-letter
# code, which Google supports although its documentation mentions only ISO 639-1.
_LONGER = """
ace ach ada ady afh ain ale alt anp arn arp arw ast awa bal ban bas bej bem bho bik bin bla bra bua bug byn cad
car ceb chk chm chn cho chp chr chy cnr crh csb dak dar del den dgr din doi dsb dua dyu efi eka ewo fan fat fil
fon frr frs fur gaa gay gba gil gon gor grb gsw gwi hai haw hil hmn hsb hup iba ilo inh jbo jpr jrb kaa kab kac
kam kbd kha kmb kok kos kpe krc krl kru kum kut lad lah lam lez lol loz lua lun luo lus mad mag mai mak man mas
mdf mdr men mic min mnc mni moh mos mus mwl mwr myv nap nds new nia niu nog nqo nso nym nyn nyo nzi osa pag pam
pap pau pon raj rap rar rom rup sad sah sas sat scn sco sel shn sid sma smj smn sms snk srn srr suk sus syr tem
ter tet tig tiv tkl tlh tli tmh tog tpi tsi tum tvl tyv udm umb vai vot wal war was xal yao yap zap zbl zen zgh
zun zza
"""

#: Three-letter codes of languages that have a two-letter code.
_SHORTER = """
aar:aa abk:ab afr:af aka:ak alb:sq amh:am ara:ar arg:an arm:hy asm:as ava:av ave:ae aym:ay aze:az bak:ba bam:bm
baq:eu bel:be ben:bn bih:bh bis:bi bod:bo bos:bs bre:br bul:bg bur:my cat:ca ces:cs cha:ch che:ce chi:zh chu:cu
chv:cv cor:kw cos:co cre:cr cym:cy cze:cs dan:da deu:de div:dv dut:nl dzo:dz ell:el eng:en epo:eo est:et eus:eu
ewe:ee fao:fo fas:fa fij:fj fin:fi fra:fr fre:fr fry:fy ful:ff geo:ka ger:de gla:gd gle:ga glg:gl glv:gv gre:el
grn:gn guj:gu hat:ht hau:ha heb:he her:hz hin:hi hmo:ho hrv:hr hun:hu hye:hy ibo:ig ice:is ido:io iii:ii iku:iu
ile:ie ina:ia ind:id ipk:ik isl:is ita:it jav:jv jpn:ja kal:kl kan:kn kas:ks kat:ka kau:kr kaz:kk khm:km kik:ki
kin:rw kir:ky kom:kv kon:kg kor:ko kua:kj kur:ku lao:lo lat:la lav:lv lim:li lin:ln lit:lt ltz:lb lub:lu lug:lg
mac:mk mah:mh mal:ml mao:mi mar:mr may:ms mkd:mk mlg:mg mlt:mt mon:mn mri:mi msa:ms mya:my nau:na nav:nv nbl:nr
nde:nd ndo:ng nep:ne nld:nl nno:nn nob:nb nor:no nya:ny oci:oc oji:oj ori:or orm:om oss:os pan:pa per:fa pli:pi
pol:pl por:pt pus:ps que:qu roh:rm ron:ro rum:ro run:rn rus:ru sag:sg san:sa sin:si slk:sk slo:sk slv:sl sme:se
smo:sm sna:sn snd:sd som:so sot:st spa:es sqi:sq srd:sc srp:sr ssw:ss sun:su swa:sw swe:sv tah:ty tam:ta tat:tt
tel:te tgk:tg tgl:tl tha:th tib:bo tir:ti ton:to tsn:tn tso:ts tuk:tk tur:tr twi:tw uig:ug ukr:uk urd:ur uzb:uz
ven:ve vie:vi vol:vo wel:cy wln:wa wol:wo xho:xh yid:yi yor:yo zha:za zho:zh zul:zu
"""

LONGER = frozenset(_LONGER.split())
SHORTER = dict(pair.split(":") for pair in _SHORTER.split())
_CODE = lazy_pattern(r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?")


def is_locale(text: str) -> bool:
    """Return whether a part of a URL is a language, a region or both: ``en``, ``us``, ``de-at``, ``pt_br``."""
    parts = re.split("[-_]", text.lower())
    if len(parts) == 1:
        return parts[0] in ISO_639_1 or parts[0] in REGIONS or parts[0] == "uk"
    return len(parts) == 2 and any(
        language in ISO_639_1 and region in REGIONS for language, region in (parts, reversed(parts))
    )


def hreflang_fault(code: str) -> str:
    """
    Return a description of what is wrong with a language code, or an empty string.

    Valid are ``x-default`` and a language, in two letters if it has such a code, optionally followed by a script and
    a region.

    https://developers.google.com/search/docs/specialty/international/localized-versions#language-codes
    """
    if code != code.strip():
        return f'"{code}" has spaces around it'
    lower = code.lower()
    if lower == "x-default":
        return ""
    if "_" in lower:
        return f'"{code}" has an underscore instead of a hyphen'
    match = _CODE.fullmatch(lower)
    if match is None:
        return f'"{code}" is not a language code'
    language, _, region = match.groups()
    if language in SHORTER:
        return f'"{language}" has three letters instead of the two-letter code {SHORTER[language]}'
    if language not in ISO_639_1 and language not in LONGER:
        return f'"{language}" is not a language'
    if region and region.isalpha() and region not in REGIONS:
        return f'"{region.upper()}" is not a region' + ("; the United Kingdom is GB" if region == "uk" else "")
    return ""

"""Generic link texts, which do not describe the target of a link, by language."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sitescan.standards.language_tags import primary

_BY_LANGUAGE = {
    "ar": "اقرأ المزيد | المزيد | هنا | اضغط هنا | انقر هنا | للمزيد | اقرأ أكثر",
    "bg": "тук | кликнете тук | натиснете тук | още | прочетете още | виж още | повече | научете повече",
    "ca": "aquí | feu clic aquí | més | llegir més | més informació | llegiu-ne més",
    "cs": "zde | klikněte zde | více | číst dál | číst více | čtěte více | další | více informací | zjistit více",
    "da": "her | klik her | læs mere | mere | se mere | læs videre | mere info",
    "de": (
        "hier | hier klicken | klicken sie hier | klick hier | klicke hier | mehr | mehr lesen | mehr erfahren | "
        "mehr dazu | weiterlesen | weiter lesen | mehr infos | mehr informationen | weitere informationen | "
        "dieser link | diese seite | zum artikel | erfahren sie mehr | details"
    ),
    "el": "εδώ | περισσότερα | διαβάστε περισσότερα | κάντε κλικ εδώ | δείτε περισσότερα | μάθετε περισσότερα",
    "en": (
        "click here | click this | click | here | this | this link | this page | more | more info | more information | "
        "read more | learn more | see more | right here | continue reading | read on | go here | go | start | "
        "tap here | view more"
    ),
    "es": (
        "aquí | haga clic aquí | haz clic aquí | clic aquí | pulse aquí | más | leer más | ver más | saber más | "
        "más información | seguir leyendo | este enlace | esta página | más info | conozca más"
    ),
    "et": "siin | kliki siia | vajuta siia | loe edasi | loe lähemalt | rohkem | loe rohkem",
    "fa": "اینجا | اینجا کلیک کنید | بیشتر | ادامه مطلب | بیشتر بخوانید",
    "fi": "tästä | täällä | klikkaa tästä | klikkaa tähän | lue lisää | lisää | lisätietoja | katso lisää",
    "fr": (
        "ici | cliquez ici | cliquer ici | en savoir plus | lire plus | lire la suite | plus d'infos | voir plus | "
        "ce lien | cette page | plus | plus d'informations | suite | la suite"
    ),
    "he": "לחץ כאן | כאן | קרא עוד | עוד | לחצו כאן | למידע נוסף | קראו עוד",
    "hi": "यहाँ | यहां | यहाँ क्लिक करें | यहां क्लिक करें | और पढ़ें | और जानें | अधिक",
    "hr": "ovdje | kliknite ovdje | više | pročitaj više | saznaj više | opširnije",
    "hu": "itt | ide | kattintson ide | kattints ide | tovább | bővebben | több | részletek | olvass tovább",
    "id": "di sini | klik di sini | selengkapnya | baca selengkapnya | lebih lanjut | lihat selengkapnya",
    "it": (
        "qui | clicca qui | leggi tutto | leggi di più | scopri di più | per saperne di più | continua a leggere | "
        "continua | vai | questo link | maggiori informazioni"
    ),
    "ja": (
        "こちら | ここ | こちらをクリック | ここをクリック | 詳しくはこちら | "
        "続きを読む | もっと見る | 詳細 | 詳細を見る | 続き"
    ),
    "ko": "더보기 | 여기 | 여기를 클릭 | 자세히 보기 | 자세히 | 더 보기 | 바로가기 | 클릭 | 여기를 클릭하세요",
    "lt": "čia | spauskite čia | plačiau | skaityti daugiau | daugiau | skaityti toliau",
    "lv": "šeit | spied šeit | vairāk | lasīt vairāk | uzzināt vairāk | lasīt tālāk",
    "nb": "her | klikk her | les mer | mer | se mer | les videre | mer info",
    "nl": (
        "hier | klik hier | lees meer | meer | meer lezen | meer info | meer informatie | verder lezen | deze link | "
        "deze pagina | lees verder | bekijk meer"
    ),
    "pl": (
        "kliknij tutaj | tutaj | tu | czytaj więcej | czytaj dalej | więcej | dowiedz się więcej | zobacz więcej | "
        "więcej informacji | kliknij"
    ),
    "pt": (
        "aqui | clique aqui | leia mais | ler mais | saiba mais | saber mais | mais informações | veja mais | "
        "ver mais | este link | mais | continue lendo | clica aqui"
    ),
    "ro": "aici | click aici | clic aici | citește mai mult | mai mult | află mai multe | vezi mai mult | detalii",
    "ru": (
        "здесь | тут | нажмите здесь | кликните здесь | подробнее | читать далее | далее | ещё | еще | читать дальше | "
        "сюда | узнать больше | по ссылке | ссылка"
    ),
    "sk": "tu | kliknite sem | sem | viac | čítať viac | čítať ďalej | zistiť viac | viac informácií",
    "sl": "tukaj | kliknite tukaj | več | preberi več | beri dalje | preberite več",
    "sr": "овде | кликните овде | више | прочитај више | ovde | kliknite ovde | više | pročitaj više | opširnije",
    "sv": "här | klicka här | läs mer | mer | se mer | läs vidare | mer info | denna länk",
    "ta": "இங்கே | இங்கே கிளிக் செய்யவும் | மேலும் | மேலும் படிக்க",
    "th": "ที่นี่ | คลิกที่นี่ | อ่านต่อ | อ่านเพิ่มเติม | เพิ่มเติม | ดูเพิ่มเติม",
    "tr": "buraya tıklayın | tıklayın | burada | devamı | devamını oku | daha fazla | buraya tıkla | detaylar",
    "uk": "тут | натисніть тут | детальніше | читати далі | більше | докладніше | далі",
    "vi": "tại đây | bấm vào đây | nhấn vào đây | xem thêm | đọc thêm | chi tiết | tìm hiểu thêm",
    "zh": (
        "详情 | 点击这里 | 这里 | 更多 | 阅读更多 | 查看更多 | 了解更多 | 點擊這裡 | 這裡 | 閱讀更多 | 查看詳情 | "
        "查看详情 | 此处 | 按此 | 點此"
    ),
}
_SAME = {"no": "nb", "nn": "nb", "iw": "he", "bs": "hr", "in": "id"}
#: English texts that are words in other languages: ``more`` means "sea" in half a dozen.
_FALSE_FRIENDS = frozenset({"go", "here", "more", "start", "this"})
_AFTER = r"[\s.…:;!>»›→\-–—\])]"
_AROUND = re.compile(rf"^[\s.…:;!>»›→\-–—\[(]+|(?<!{_AFTER}){_AFTER}+$")
_LONGEST = 40


def _table() -> Mapping[str, frozenset[str]]:
    words = {
        language: frozenset(word.strip() for word in written.split("|")) for language, written in _BY_LANGUAGE.items()
    }
    shared = words["en"] - _FALSE_FRIENDS
    return MappingProxyType({language: own | shared for language, own in words.items()})


GENERIC = _table()
"""The generic texts of each language in lower case; unambiguous English texts are included in all languages."""

ANY = frozenset().union(*GENERIC.values())
"""The generic texts of all languages."""


def generic(text: str, language: str) -> bool:
    """Return whether a text is generic in a language, or in any if the language is unknown, ignoring outer symbols."""
    if len(text) > _LONGEST:
        return False
    stripped = _AROUND.sub("", text.lower().replace("’", "'"))
    if stripped not in ANY:
        return _is_demonstrative(stripped, primary(language))
    code = primary(language)
    return stripped in GENERIC.get(_SAME.get(code, code), ANY)


#: Texts such as ``this article`` or ``that web page``: a demonstrative and a noun that fits any target.
_POINTING = {
    "de": r"diese[rsm]?\s(?:artikel|beitrag|dokument|link|seite|website|webseite)",
    "en": r"(?:this|that|these|those)\s(?:web\s?)?(?:article|document|file|link|page|post|site)s?",
    "es": r"(?:este|esta|ese|esa)\s(?:artículo|documento|enlace|página|sitio)",
    "fr": r"(?:ce|cet|cette)\s(?:article|document|lien|page|site)",
    "nl": r"(?:dit|deze|die|dat)\s(?:artikel|document|link|pagina|site)",
}
_POINTS = {language: re.compile(pattern) for language, pattern in _POINTING.items()}


def _is_demonstrative(stripped: str, language: str) -> bool:
    """Return whether a text is only a demonstrative and a generic noun; English applies if the language is unknown."""
    pattern = _POINTS.get(language or "en")
    return pattern is not None and pattern.fullmatch(stripped) is not None

"""Links whose text says nothing about their target."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.hyperlinks import hyperlinks
from sitescan.document.tree import attr, tokens
from sitescan.document.wording import wording
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_WORDS = """
click here | click | here | this | this link | this page | more | more info | more information | read more
learn more | see more | right here | continue reading | read on | go here | hier | hier klicken
klicken sie hier | klick hier | klicke hier | mehr | mehr lesen | mehr erfahren | mehr dazu | weiterlesen
weiter lesen | mehr infos | mehr informationen | weitere informationen | dieser link | diese seite | ici
cliquez ici | cliquer ici | en savoir plus | lire plus | lire la suite | plus d'infos | voir plus | ce lien
cette page | aquí | haga clic aquí | haz clic aquí | clic aquí | pulse aquí | más | leer más | ver más
saber más | más información | seguir leyendo | este enlace | qui | clicca qui | leggi tutto | leggi di più
scopri di più | per saperne di più | continua a leggere | aqui | clique aqui | leia mais | ler mais
saiba mais | saber mais | mais informações | veja mais | ver mais | este link | klik hier | lees meer | meer
meer lezen | meer info | meer informatie | verder lezen | deze link | här | klicka här | läs mer | klik her
læs mere | klikk her | les mer | täällä | lue lisää | kliknij tutaj | tutaj | czytaj więcej | czytaj dalej
więcej | dowiedz się więcej | zde | klikněte zde | více | číst dál | číst více | здесь | тут | нажмите здесь
кликните здесь | подробнее | читать далее | далее | ещё | читать дальше | детальніше | читати далі
buraya tıklayın | tıklayın | burada | devamı | devamını oku | daha fazla | εδώ | περισσότερα
διαβάστε περισσότερα | こちら | ここ | こちらをクリック | ここをクリック | 詳しくはこちら | 続きを読む
もっと見る | 詳細 | 详情 | 点击这里 | 这里 | 更多 | 阅读更多 | 查看更多 | 了解更多 | 點擊這裡 | 這裡
閱讀更多 | 더보기 | 여기 | 여기를 클릭 | 자세히 보기 | 자세히 | اقرأ المزيد | المزيد | هنا | اضغط هنا
انقر هنا | לחץ כאן | כאן | קרא עוד | עוד
"""
_GENERIC = frozenset(word.strip() for line in _WORDS.splitlines() for word in line.split("|"))
_AROUND = re.compile(r"^[\s.…:;!>»›→\-–—\[(]+|[\s.…:;!>»›→\-–—\])]+$")
_LONGEST = 40


def check(document: Document) -> Iterator[Finding]:
    """Report links whose whole text is "here" or "read more", in a few languages."""
    page = document.url.partition("#")[0]
    for link in hyperlinks(document):
        if link.scheme not in ("http", "https") or (link.url or "").partition("#")[0] == page:
            continue
        if "nofollow" in tokens(link.tag, "rel") or attr(link.tag, "aria-labelledby") is not None:
            continue
        said = wording(link.tag)[: _LONGEST + 1].lower().replace("’", "'")
        if said and len(said) <= _LONGEST and _AROUND.sub("", said) in _GENERIC:
            yield Finding(link.tag, detail=said)


RULE = Rule(
    id="seo/link-text",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=2,
    title="Link text without meaning",
    description=(
        '{count:# link says|# links say} only something like "here" or "read more". Search engines take from the text '
        "of a link what its target is about, and screen readers list links by their text alone."
    ),
    recommendation="Let the text of each link name its target.",
    how_to_fix=(
        'Instead of <a href="/pears">Read more</a>, write <a href="/pears">How to plant pears</a>; where the short '
        'text must stay, add a name: <a href="/pears" aria-label="Read more about planting pears">Read more</a>'
    ),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/links-crawlable#write-good-anchor-text",
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html",
    ),
    covers=("lighthouse:link-text",),
    examples=(
        Bad('<a href="/pears">Click here</a>'),
        Bad('<a href="/pears"><span>Read more …</span></a>'),
        Bad('<a href="/birnen">Weiterlesen »</a>'),
        Bad('<a href="/nashi">続きを読む</a>'),
        Bad('<a href="/pears"><img src="more.png" alt="more"></a>'),
        Good('<a href="/pears">How to plant pears</a><a href="/pears">Read more about pears</a>'),
        Good('<a href="/pears" aria-label="Read more about pears">Read more</a>'),
        Good('<a href="#part">here</a><a href="mailto:a@example.com">here</a><a>here</a>'),
        Good('<a href="/ad" rel="sponsored nofollow">here</a>'),
    ),
)

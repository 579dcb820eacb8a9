"""
The most frequent function words of languages in Latin script.

Articles, prepositions, pronouns and conjunctions make up a third to a half of running text in any of these
languages, on any subject, and loan words are never among them.
"""

from collections.abc import Mapping
from types import MappingProxyType

_WORDS = {
    "af": "die en van in is het nie wat vir dit om te met aan op sy hy ons hulle wees deur ook maar was by 'n sal kan",
    "ca": "de la i el que a en les per un una és amb del els no es dels al més com o són aquest aquesta però també ha",
    "cs": "a v na se je z že s o do to i ve pro jsou za by které od po jako ale podle nebo být si který jeho také už",
    "cy": "y yn a i o ar yr am wedi ei gan mae oedd bod eu ac at fel un hefyd sy ond mewn wrth hwn neu dros oherwydd",
    "da": "og i at det en den til er som på de med han af for ikke der var et har om jeg eller sig men hun vi kan også",
    "de": (
        "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat "
        "dass sie nach wird bei einer um am sind noch wie einem über einen so zum kann durch wenn nur oder aber wir ich"
    ),
    "en": (
        "the of and to in a is that it with as for was on are by this be at from or which you we have not has can an "
        "will but they their his her he she its your our were been more when if would into about there than also"
    ),
    "es": (
        "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha este sí "
        "porque esta son entre está cuando muy sin sobre también hasta hay donde desde nos durante"
    ),
    "et": "ja on ei et oli ka kui see mis ning oma ta nii aga selle või kes seda siis veel mida tema välja pärast kuid",
    "eu": "eta da ez bat zen dira egin izan baina du dute ere zuen hau beste den baino dela egiten edo hori gure",
    "fi": "ja on ei se että oli hän ovat myös joka mutta kun tai niin kuin ole sen voi jos ne mukaan ollut jotka sekä",
    "fr": (
        "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec ou son aux "
        "cette mais nous vous été comme ses être elle leur ces l d qu on je sa sans"
    ),
    "ga": "an na ar agus i is a le go bhí do ag sé tá de atá nach sin seo faoi ach leis sa chun raibh féin siad gach",
    "gl": "de a o que e do da en un no os unha con na por as para é dos ao se non das como máis na ou foi polo tamén",
    "hr": "i u je na se da su za od s o a kao koji iz ili bi sa nije te što koja ne samo do već ali koje biti može",
    "hu": "a az és hogy nem is egy meg ez de van volt csak már még ha vagy mint el ki azt ezt lesz kell minden után",
    "id": "yang dan di dengan untuk dari ini dalam pada itu tidak adalah ke oleh akan juga atau sebagai telah bisa ada",
    "is": "og að í er á sem það við til með ekki um fyrir af en var hann ég því þetta hefur verið eru þá hún frá",
    "it": (
        "di e il la che in un a per è una sono con del i le non si da al della nel dei come più ma anche alla lo delle "
        "gli dal ha o dell questo questa nella suo sua ed hanno essere stato all"
    ),
    "lt": "ir kad yra iš į su buvo tai ne o kaip bet ar už jo apie jos nuo savo po taip šio kurie dėl prie jų gali",
    "lv": "un ir ar no par ka uz kas lai tas bija ko arī nav vai tā bet kā pēc pie viņš ja es mēs šo gan tiek var",
    "nb": "og i det er på som en til av for at med de den har ikke et om var fra han men seg vi ble eller hun kan også",
    "nl": (
        "de van het een en in is dat op te voor met zijn die niet aan er om ook als bij naar hij maar of uit nog door "
        "over ze zich werd worden deze dit wel hebben ik heeft je kan wordt geen"
    ),
    "pl": "i w na z się nie do to że jest o jak a od po co za przez dla tym są ale był czy oraz jego który już może",
    "pt": (
        "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua "
        "ou ser quando muito há nos já está também só pelo pela até isso"
    ),
    "ro": "și de la a în cu pe că nu o este din un se să mai pentru care al ce prin sunt sau după fost ale lui dar",
    "sk": "a v na sa je z že s o do to aj vo pre sú za by ktoré od po ako ale podľa alebo byť si ktorý jeho tiež už",
    "sl": "in je v na se da za so ki z pa tudi s ne po od kot bi bo ali še do pri jih te ter ko lahko bil več",
    "sq": "e të në një për me që nga i është do ka më se u si dhe nuk kjo ky por janë kanë duke pas kur",
    "sv": "och i att det en som på är av för med till den har de inte om ett han men var jag sig från vi så kan eller",
    "tr": "ve bir bu için da de ile olarak daha çok en olan ne gibi sonra kadar var ya ancak her o göre ise değil",
    "vi": "của và là có không được cho trong người với một các những này khi đã để từ cũng như về ra đến nhưng",
}

WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {language: frozenset(words.split()) for language, words in _WORDS.items()}
)
"""The function words of each language in lower case, by its ISO 639-1 code."""

IN_NAMES = frozenset(
    "a al am an and ao as at au aux d da das de dei del della delle den der des det di die dla do dos du e el en et "
    "for het i il im in l la las le les los o of on op per pe s san the til till to und van voor vom von y z zu zum à "
    "és și".split()
)
"""The function words that are frequent in names of places, people and works, in texts of any language."""

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "af": "Afrikaans", "ca": "Catalan", "cs": "Czech", "cy": "Welsh", "da": "Danish", "de": "German",
        "en": "English", "es": "Spanish", "et": "Estonian", "eu": "Basque", "fi": "Finnish", "fr": "French",
        "ga": "Irish", "gl": "Galician", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "is": "Icelandic",
        "it": "Italian", "lt": "Lithuanian", "lv": "Latvian", "nb": "Norwegian", "nl": "Dutch", "pl": "Polish",
        "pt": "Portuguese", "ro": "Romanian", "sk": "Slovak", "sl": "Slovene", "sq": "Albanian", "sv": "Swedish",
        "tr": "Turkish", "vi": "Vietnamese",
    }
)  # fmt: skip
"""The English name of each language."""

_KIN = (
    {"da", "nb", "sv", "is"},
    {"ca", "es", "gl", "pt"},
    {"cs", "sk"},
    {"hr", "sl"},
    {"af", "nl"},
)


def closely_related(first: str, second: str) -> bool:
    """Return whether two languages share so many function words that these do not distinguish them."""
    return first == second or any({first, second} <= family for family in _KIN)

"""Placeholder texts inserted by tools, templates and programs."""

import re
from urllib.parse import unquote

from sitescan.document.document import Document
from sitescan.document.language.headings import headings
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import split_url

_TITLES = frozenset(
    (
        "astro | create next app | document | gatsby default starter | index | index.htm | index.html "
        "| index.php | new page | new tab | next.js | nuxt app "
        "| page title | react app | redirecting... | sveltekit app | title | undefined | untitled | untitled document "
        "| untitled page | vite + react | vite + react + ts | vite + vue | vite app | webpack app | website title "
        "| your title here "
        # Translations of "untitled" and "untitled document", as written by localized editors.
        "| adsız belge | document sans nom | document sans titre | documento sem título | documento sin título "
        "| documento senza titolo | dokument bez názvu | dokument bez tytułu | namnlöst dokument | naamloos document "
        "| névtelen dokumentum | nimetön asiakirja | sin título | sem título | unbenannt | unbenanntes dokument "
        "| без имени | безымянный документ | документ без названия | 无标题文档 | 無標題文件 | 無題ドキュメント "
        "| 제목 없음"
    ).split(" | ")
)
#: Titles that say nothing about a page: https://developers.google.com/search/docs/appearance/title-link
_VAGUE = frozenset(
    (
        "home | home page | homepage | my blog | my site | my website | start page | welcome | welcome page "
        "| accueil | hjem | inicio | início | kezdőlap | start | startseite | strona główna | úvod | главная"
    ).split(" | ")
)
_HEADINGS = frozenset(
    (
        "add your heading text here | click to add title | click to edit | enter title here | enter your title here "
        "| heading goes here | insert heading here | insert title here | section title here | title goes here "
        "| write your title here... | your heading here | your headline here | your title goes here | your title here "
        "| [object object]"
    ).split(" | ")
)
#: Words for "image" in many languages, which do not describe its content.
_KINDS = frozenset(
    "afbeelding bild billede foto graphic image imagem imagen images immagine img kuva kép obraz obrazek obrázek pic "
    "picture photo slika изображение картинка фото зображення εικόνα תמונה صورة عکس 图片 圖片 图像 画像 写真 "
    "이미지 사진 รูปภาพ".split()
)
_NOTHING = frozenset(
    (
        "alt | alt tag | alt text | alt text here | alternate text | alternative text | blank image | default alt text "
        "| image alt | image alt text | image description | image here | image placeholder | img alt | no alt text "
        "| null | photo description | placeholder | placeholder image | spacer | undefined | your alt text here "
        "| your image description | [object object] | ... | …"
    ).split(" | ")
)
_FILE = lazy_pattern(r"[^\s/]+\.(?:avif|bmp|gif|jpe?g|png|svg|tiff?|webp)", re.I)
_CAMERA = lazy_pattern(r"(?:dsc[fn]?|dcim|img|pict|pxl|vid|screenshot)[-_ ]?\d{3}[\w-]*", re.I)
_AROUND = " \t.,:;!*-–—_…?·•()[]{}<>\"'"


def has_placeholder_title(document: Document) -> bool:
    """
    Return whether a page's title is a placeholder or the file name of the page.

    One word that is also a heading may be the topic, such as "Index". Templates repeat longer ones: "Vite + React".

    https://www.w3.org/WAI/WCAG22/Techniques/failures/F25
    """
    title, url = document.title.strip().lower(), document.url
    is_placeholder = title in _TITLES or ("." in title and title in (url.lower(), last_path_segment(url)))
    return is_placeholder and (" " in title or all(heading.wording.lower() != title for heading in headings(document)))


def has_vague_title(document: Document) -> bool:
    """Return whether a page's title is only a word for the first page of any site, such as "Home"."""
    return document.title.strip().lower() in _VAGUE


def placeholder_heading(text: str) -> bool:
    """Return whether a heading is a placeholder."""
    normalized = text.strip().lower()
    return normalized in _HEADINGS or normalized.startswith("lorem ipsum dolor")


def only_punctuation(text: str) -> bool:
    """Return whether a text is not empty but has no words, numbers or meaningful symbols."""
    return bool(text.strip()) and not text.strip(_AROUND)


def file_name(text: str, source: str) -> bool:
    """
    Return whether the text alternative of an image is a file name.

    :param text: the text alternative.
    :param source: the URL of the image.
    """
    normalized = text.strip()
    return bool(_FILE.fullmatch(normalized) or _CAMERA.fullmatch(normalized)) or (
        "." in normalized and normalized.lower() == last_path_segment(source)
    )


def last_path_segment(address: str) -> str:
    """Return the last path segment of a URL in lower case."""
    try:
        path = split_url(address.strip()).path
    except ValueError:
        return ""
    return unquote(path).rpartition("/")[2].lower()


def placeholder_alt(text: str) -> bool:
    """Return whether a text alternative is a placeholder."""
    return text.strip().lower() in _NOTHING


def is_word_for_image(text: str) -> bool:
    """Return whether a text alternative only states that there is an image."""
    return text.strip(_AROUND).lower() in _KINDS

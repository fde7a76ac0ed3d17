"""
Names in other scripts than their owners write: "Ада" and "アダ" for Ada.

Letters are compared by their sounds, roughly, as people spell foreign names by ear.
"""

import re
import unicodedata
from functools import lru_cache

_SPELLED = {
    "CYRILLIC": (
        "аa бb вv гg ґg дd еe єe ёe жz зz иi іi їi йi кk лl мm нn оo пp рr сs тt уu фf хh цts чs "
        "шs щs ъ ыi ь эe юu яa љl њn ђd ћs јi џz"
    ),
    "GREEK": "αa βb γg δd εe ζz ηi θt ιi κk λl μm νn ξks οo πp ρr σs ςs τt υi φf χh ψps ωo",
    "HEBREW": "אa בb גg דd ה ו זz חh טt י כk ךk לl מm םm נn ןn סs עa פp ףp צts ץts קk רr שs תt",
    "ARABIC": ("اa آa أa إa بb تt ثt جg حh خh دd ذd رr زz سs شs صs ضd طt ظz عa غg فf قk كk لl مm نn ه و ي ة"),
}
"""For each alphabet its letters, each with the Latin ones that it sounds like."""
_ALPHABETS = {script: {pair[0]: pair[1:] for pair in letters.split()} for script, letters in _SPELLED.items()}
_SOUNDS = (("ντ", "δ"), ("μπ", "β"), ("γκ", "γ"), ("ου", "u"))
"""Greek pairs of letters that spell one sound of a foreign name."""
_SYLLABLES = ("KATAKANA", "HIRAGANA", "HANGUL")
_EXACT = frozenset({"CYRILLIC", "GREEK"})
"""Scripts that write the vowels of a foreign name as they are."""
_ALIKE = str.maketrans({"c": "k", "q": "k", "w": "b", "v": "b", "l": "r", "y": "i", "j": "i", "z": "s"})
_ENDS = re.compile(r"(?:さん|さま|様|君|くん|ちゃん|님|씨|야|아)$")
"""What is written behind a name where words are not parted."""
_FEWEST = 2
"""The sounds of a name by which it is known."""


def sounds_like(word: str, name: str) -> bool:
    """Whether *word* may be *name* in another script; one of the two is in Latin letters."""
    scripts = {_script(word), _script(name)}
    if len(scripts) == 1 or "LATIN" not in scripts:
        return False
    (other,) = scripts - {"LATIN"}
    sounds = _sounds(word, other)
    return len(sounds) >= _FEWEST and sounds == _sounds(name, other)


@lru_cache(maxsize=512)
def _script(word: str) -> str:
    """The script of the first letter of *word*, by its name in Unicode."""
    return unicodedata.name(word[:1], "LATIN").split()[0]


@lru_cache(maxsize=512)
def _sounds(word: str, script: str) -> str:
    """The sounds of *word* in Latin letters, as far as a name in *script* keeps them."""
    latin = "".join(map(_in_latin, _parted(word))).translate(_ALIKE)
    latin = re.sub(r"ph", "f", latin) if script not in _SYLLABLES else latin.replace("ph", "p").replace("f", "p")
    if script in _EXACT:
        # The last vowel is that of a case: "Аде".
        sounds = re.sub(r"[aeiou]$", "", latin.replace("h", "") if latin[:1] != "h" else latin)
    else:
        first = re.match(r"[aeiou]+", latin)
        begins = "" if first is None else _vowel(first[0], script)
        sounds = begins + re.sub(r"[aeiouh]", "", latin)
        sounds = re.sub(r"r$", "", sounds) if len(sounds) > _FEWEST else sounds
    return re.sub(r"(.)\1+", r"\1", sounds)


def _vowel(vowels: str, script: str) -> str:
    if script not in _SYLLABLES:
        return "a"
    return "a" if vowels[0] in "ae" and vowels != "eo" else "i" if vowels[0] == "i" else "o"


def _parted(word: str) -> str:
    """*word* in small letters without accents, Hangul as whole syllables."""
    bare = _ENDS.sub("", word.casefold()) or word
    if _script(bare) in _SYLLABLES:
        return bare
    plain = "".join(sign for sign in unicodedata.normalize("NFD", bare) if not unicodedata.combining(sign))
    for pair, sound in _SOUNDS:
        plain = plain.replace(pair, sound)
    return plain


def _in_latin(sign: str) -> str:
    script, *rest = unicodedata.name(sign, "").split() or [""]
    if script in _SYLLABLES:
        return rest[-1].lower() if rest[:1] in (["LETTER"], ["SYLLABLE"]) else ""
    return _ALPHABETS.get(script, {}).get(sign, sign if sign.isascii() and sign.isalpha() else "")

"""How letters begin: a greeting and whom it greets, in a line of a few words with a name at its end."""

import re

from corr.mail.reading.words.doubts import is_doubting, is_telling, little_words, without_repeats
from corr.mail.reading.words.function_words import JUDGING, LITTLE, OF_GAMES
from corr.mail.reading.words.speech import asks, plain_words
from corr.mail.reading.words.vocabulary import GREETINGS, LABELS, REFUSING

_MOST = 5
_PAIR = 2
_ENDS = (",", "!", ":", "，", "！", "：")
_LINES = 2
_LONGEST = 120
_GREETED = 12
"""Words of a first line that begins as greetings do."""
_LEADING = (":", "：", "…", "..", "-", "–", "—")
_NAMED = 4
"""Words of a line that greets by its name alone."""
_MORE = frozenset((
    "ahoy", "salaam", "wassup", "wazzup", "sup", "ello", "'ello", "dearest", "darling", "well", "my", "mon", "ma",
    "mein",
    "meine", "mi", "mio", "mia", "meu", "minha", "rakas", "kochana", "kochany", "carissimo", "carissima", "lieve",
    "lieber",
    "liebste", "liebster", "na", "howdy", "evening", "afternoon", "greetings", "salutations", "bonsoir", "oi",
    "queridos",
    "queridas", "cari", "care", "chers", "chères", "drodzy", "milí", "rakkaat", "дорогие", "милая", "милый",
    "αγαπημένη",
    "αγαπημένε", "wotcha", "wesh", "kia", "ow", "'ow", "ey", "eyup", "ay", "hail", "esteemed", "respected", "honoured",
    "honored", "comrade", "comrades", "evenin'", "mornin'", "evenin", "mornin", "gm", "ge", "ga", "gn", "heyo", "oy",
    "salam", "namaste", "shalom", "hoi", "god", "buenas", "buenos", "dobry", "hyvää",
))  # fmt: skip
"""First words of greetings that are no greetings alone."""
_SAYING = frozenset((
    "wrote", "said", "says", "say", "suggests", "suggested", "asked", "thinks", "told", "would", "could", "might", "if",
    "schriebst", "sagtest", "sagte", "meinte", "würde", "könnte", "spieltest", "écrit", "dit", "disais", "dijiste",
    "escribiste", "dicevi", "disseste", "schreef", "zei", "skrev", "sa", "sade", "napisałeś", "kirjoitit", "написал",
    "i", "ich", "je", "yo", "io", "eu", "ik", "jag", "jeg", "you'd", "i'd", "according", "by", "like", "as", "per",
    "laut",
    "selon", "according", "según", "secondo", "segundo", "volgens", "enligt", "ifølge", "według", "podle", "thus",
    "quoting", "citing", "via", "contra", "versus", "vs",
))  # fmt: skip
"""Words of lines that introduce something said or quoted."""
_KNOWN_WHOLE = re.compile(r"to whom (?:it|this) may concern|all hail(?: \w+)?|(?:long time )?no see|knock,? knock")
_ADDRESSING = frozenset((
    "my", "our", "your", "the", "to", "all", "you", "up", "do", "mon", "ma", "mes", "notre", "mein", "meine",
    "unser", "mi", "mis", "il", "mio", "mia", "miei", "meu", "minha", "meus", "mijn", "min", "mitt", "mina", "moja",
    "mój", "můj", "мой", "моя", "à", "a", "e", "an", "alle", "tous", "todos", "tutti", "od", "and", "und", "et",
    "y", "o",
))  # fmt: skip
"""Little words of a line that says no more than whom it is for."""
_OPEN = frozenset((
    "and", "or", "but", "if", "then", "with", "to", "for", "of", "the", "a", "an", "my", "your", "would", "could",
    "is", "was", "be", "und", "oder", "aber", "mit", "der", "die", "das", "mein", "dein", "ich", "et", "ou", "mais",
    "that", "will", "should", "might", "may", "must", "are", "were", "been", "have", "has", "had", "do", "does",
    "did", "by", "on", "in", "as", "than", "so", "what", "how", "which", "like", "from", "because", "würde",
    "hätte", "dann", "wie", "dass", "als", "bei", "auf", "que", "qué", "comme", "como", "che", "come", "dat", "dan",
    "zou", "att", "om", "som", "at", "hvis", "że", "jak", "bych", "že", "что", "бы", "как", "если", "ότι", "αν",
    "avec", "le", "la", "je", "y", "o", "pero", "con", "el", "e", "ma", "il", "en", "maar", "met", "de", "het",
))  # fmt: skip
"""Words with which no line ends that is complete."""
_VERBAL = re.compile(
    r"\b(?:reckons?|claims?|insists?|opens?|opened|tried|tries|tempted|fancies|leaning|considering|contemplating|"
    r"dreaming|musing|wondering|picture|imagine|say|behold|consider|version|plan|option|line|variation|attempt)\b"
)
_LITTLE = frozenset(word for words in LITTLE.values() for word in words)
_IN_BRACKETS = re.compile(r"\([^()]{1,80}\)")
_HAILING = frozenset((
    "sup", "wassup", "wazzup", "wotcha", "wesh", "kia", "ahoy", "ello", "howdy", "ey", "eyup", "ay", "oi", "oy",
    "heyo", "hail", "aloha", "gm", "shalom", "salaam", "namaste", "yo", "morning", "evening", "afternoon",
    "mornin'", "evenin'", "mornin", "evenin", "che", "ow", "bula", "talofa", "sawubona", "jambo", "habari", "salut",
    "moin", "na",
))  # fmt: skip
"""Words that greet, whatever follows."""
_TOLD = _SAYING - frozenset(("i", "ich", "je", "yo", "io", "eu", "ik", "jag", "jeg", "like", "as", "by", "per"))
_IN_SIGNS = re.compile(
    r"(?:[\u3400-\u9fff\u3040-\u30ffー々]{1,8}[,，、 ]?)?"
    r"(?:你好|您好|早上好|下午好|晚上好|早安|晚安|こんにちは|こんばんは|おはよう(?:ございます)?|お世話になっております)[,，。！!：:、]?|"
    r"[\u3400-\u9fff\u3040-\u30ffー々]{1,8}(?:さん|さま|様|君|くん|ちゃん|老师|女士|小姐|阿姨|叔叔|爷爷|奶奶)[,，。！!：:、]?"
)


def is_salutation(line: str) -> bool:
    """Whether *line*, above a turn, greets somebody by its form: "Ahoy Captain,", "Dobrý den, pane Nováku,"."""
    if _IN_SIGNS.fullmatch(line.strip()):
        return True
    words = plain_words(line)
    if not 0 < len(words) <= _MOST or asks(line) or any(sign.isdigit() for sign in line):
        return False
    is_doubted = is_doubting(line) or any(not told.isdisjoint(words) for told in (REFUSING, JUDGING, OF_GAMES, _SAYING))
    return not is_doubted and (_greets(words) or _names(line, words))


def opens(lines: list[str]) -> bool:
    """
    Whether *lines*, the first of a mail with an empty line below them, are a greeting by their form, in any language.

    That is one that begins as greetings do, and no longer than a sentence; or a few words that name nobody but whom
    they are for.
    """
    if len(lines) > _LINES or lines[-1].rstrip().endswith(_LEADING):
        return False
    return all(_opens(without_repeats(line)) for line in lines if len(line) <= _LONGEST) and all(
        len(line) <= _LONGEST for line in lines
    )


def _opens(line: str) -> bool:
    bare = _IN_BRACKETS.sub("", line)
    words = plain_words(bare)
    if _KNOWN_WHOLE.fullmatch(" ".join(words)) or is_salutation(bare):
        return True
    if not words or (words[-1] in _OPEN and words[0] not in _HAILING):
        return False
    if words[0] in _HAILING or _greets(words):
        *_, behind = bare.split(None, 1)
        is_said = is_doubting(behind) or not _TOLD.isdisjoint(words)
        return len(words) <= _GREETED and not (len(words) > 1 and is_said)
    own = [word for word in words if word not in _ADDRESSING]
    is_other = is_telling(bare) or not _SAYING.isdisjoint(words) or _VERBAL.search(" ".join(words))
    return len(words) <= _NAMED and bool(own) and not little_words(own) and not is_other


def _greets(words: list[str]) -> bool:
    """Whether *words* begin as greetings do."""
    return words[0] in GREETINGS or (words[0] in _MORE and (len(words) == 1 or words[1] in GREETINGS))


def _names(line: str, words: list[str]) -> bool:
    """Whether *line* names somebody at its end, and ends as a greeting does."""
    if not line.rstrip().endswith(_ENDS) or len(words) > _NAMED:
        return False
    is_named = line.rstrip(" ,!:.，！：").rsplit(None, 1)[-1][:1].isupper()
    if words[0] in _MORE:
        return is_named or (len(words) == _PAIR and words[1] not in _LITTLE)
    return is_named and len(words) > 1 and words[0] not in _LITTLE | LABELS

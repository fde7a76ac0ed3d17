"""How letters begin: a greeting and whom it greets, in a line of a few words with a name at its end."""

import re

from corr.mail.reading.words.little import JUDGING, LITTLE, OF_GAMES
from corr.mail.reading.words.speech import asks, plain_words
from corr.mail.reading.words.vocabulary import GREETINGS, LABELS, REFUSING

_MOST = 5
_PAIR = 2
_ENDS = (",", "!", ":", "，", "！", "：")
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
    "αγαπημένε", "salam", "namaste", "shalom", "hoi", "god", "buenas", "buenos", "dobry", "hyvää",
))  # fmt: skip
"""What may stand first in a greeting, besides the words that greet alone."""
_SAYING = frozenset((
    "wrote", "said", "says", "say", "suggests", "suggested", "asked", "thinks", "told", "would", "could", "might", "if",
    "schriebst", "sagtest", "sagte", "meinte", "würde", "könnte", "spieltest", "écrit", "dit", "disais", "dijiste",
    "escribiste", "dicevi", "disseste", "schreef", "zei", "skrev", "sa", "sade", "napisałeś", "kirjoitit", "написал",
    "i", "ich", "je", "yo", "io", "eu", "ik", "jag", "jeg", "you'd", "i'd", "according", "by", "like", "as", "per",
    "laut",
    "selon", "according", "según", "secondo", "segundo", "volgens", "enligt", "ifølge", "według", "podle", "thus",
    "quoting", "citing", "via", "contra", "versus", "vs",
))  # fmt: skip
"""Words of a line that leads on."""
_LITTLE = frozenset(word for words in LITTLE.values() for word in words)
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
    is_telling = any(not told.isdisjoint(words) for told in (REFUSING, JUDGING, OF_GAMES, _SAYING))
    return not is_telling and (_greets(words) or _names(line, words))


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

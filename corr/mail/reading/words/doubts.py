"""
Words that make a short line, which could else be a greeting or a farewell, doubt a turn or laugh at it.

"As if.", "To be confirmed", "Scherz." say nothing in a letter of many words; alone below a turn they are about it.
"""

import re

from corr.mail.reading.words.function_words import JUDGING, LITTLE, OF_GAMES
from corr.mail.reading.words.retractions import takes_back
from corr.mail.reading.words.speech import asks, plain_words
from corr.mail.reading.words.subjects import is_first_person_subject, points
from corr.mail.reading.words.vocabulary import REFUSING

_DOUBTS = frozenset((
    "hm", "hmm", "hmmm", "mm", "meh", "ugh", "argh", "eek", "gulp", "yikes", "oof", "phew", "oops", "ups", "whoops",
    "dunno", "idk", "jk", "nah", "nope", "later", "wait", "stop", "typo", "joke", "joking", "jokes", "kidding",
    "psych", "sike", "gotcha", "unsure", "fool", "fools", "april", "yet", "tbc", "tba", "tbd", "wip", "ish", "not",
    "probably", "presumably", "apparently", "allegedly", "almost", "nearly", "tentatively", "provisionally",
    "theoretically", "hypothetically", "theory", "supposedly", "possibly", "subject", "pending", "confirmation",
    "confirmed", "unconfirmed", "permitting", "willing", "inshallah", "insha'allah", "dream", "dreams", "dreaming",
    "opinions", "comments", "advice", "suggestions", "criticism", "feedback", "thoughts", "discuss", "untested",
    "unchecked", "unverified", "guess", "guessing", "guesswork", "bluff", "bluffing", "irony", "sarcasm",
    "whatever", "someday", "eventually", "hopefully", "sometime", "rain", "check", "sec", "second", "minute",
    "autocorrect", "autocorrection", "moment", "halt", "egal", "naja", "bof", "boh", "mah", "uff", "gah", "eh",
    "ehm", "huh", "tja", "nej", "nein", "non", "cancel", "undo", "round", "draft", "test", "fake", "fraud", "lies",
    "lie", "untrue", "scherz", "spaß", "spass", "späßle", "aprilscherz", "quatsch", "ironie", "witz", "ätsch",
    "denkste", "bestätigung", "vorbehalt", "vorbehaltlich", "unverbindlich", "demnächst", "scratch", "strike",
    "void", "delete", "erase", "ignore", "forget", "abort", "retract", "rescind", "revoke", "euh", "heu", "bah",
    "beh", "öh", "äh", "ähm", "eee", "эм", "rigole", "blague", "poisson", "d'avril", "farce", "réserve",
    "réflexion", "broma", "bromas", "coña", "inocente", "inocentes", "quizá", "quizás", "veremos", "mentira",
    "mentirijilla", "brincadeirinha", "scherzo", "scherzetto", "pesce", "aprile", "vedremo", "geintje", "grapje",
    "grap", "skoj", "skämt", "skojar", "spøg", "spøk", "tull", "pila", "vitsi", "leikki", "żart", "żarcik", "vtip",
    "vtípek", "шутка", "шучу", "розыгрыш", "жарт", "αστείο", "ψέματα", "πλάκα", "şaka", "vicc", "glumă", "ehrlich",
    "zurückgezogen", "zurück", "später", "demain", "mañana", "domani", "amanhã", "morgen", "imorgon", "protest",
    "protesto", "protestation", "chissà", "magari", "igitt", "voorbehoud", "förbehåll", "forbehold",
    "zastrzeżeniem", "výhradou", "call", "more", "tomorrow", "say", "うそ", "嘘", "まだ", "たぶん", "なんてね", "冗談",
    "保留",
    "未定", "仮", "骗你的", "농담", "뻥",
))  # fmt: skip
_OTHERS = frozenset((
    "sister", "brother", "son", "daughter", "wife", "husband", "cat", "dog", "kitten", "toddler", "sohn", "bruder",
    "schwester", "katze", "fils", "frère", "sœur", "hijo", "hermano", "hermana", "gato", "filho", "irmão", "irmã",
    "figlio", "fratello", "sorella", "gatto", "zoon", "broer", "zus", "beginner", "amateur", "nobody", "someone",
    "somebody", "anybody", "else", "said", "says",
))  # fmt: skip
"""Others who may have written a turn."""
_YOURS = frozenset(
    ("your", "yours", "dein", "deine", "ihr", "ihre", "ton", "ta", "tu", "tuo", "tua", "teu", "je", "din")
)
"""Words before what the writer is to the reader: "Your loving son"."""
_PHRASES = re.compile(
    r"\b(?:(?:to|will|shall) be|as if|so (?:they|he|she) sa(?:y|id)|if only|one day|in a (?:way|sense)|you wish|"
    r"yeah,? right|fat chance|more or less|sort of|kind of|mehr morgen|half asleep|"
    r"\w{0,20}(?:bestätig|bevestig|confirm|konfirm|conferm|подтвержд|potwierdz|potvrd)\w*|"
    r"just (?:for|because|saying|looking|browsing)|"
    r"for (?:fun|laughs|now|show|practice)|or so|or (?:whatever|something|similar)|the other way)\b|"
    r"^\W*(?:until|till|bis|hasta|até|jusqu\w*|tot|aż|až|пока)(?= \S+ \S)"
    r"(?! (?:then|next|the next|we meet|die tage|zum nächsten|la próxima|la vista|à próxima|de volgende)\b)|"
    r"^\W*(?:or|unless|once|after|before|when|while|only|but|except|instead|in case|depending|"
    r"oder|erst|wenn|falls|nur|aber|sobald|ou|quand|seulement|mais|o|cuando|solo|sólo|pero|"
    r"oppure|finché|quando|ma|mas|of|als|zodra|maar|eller|tills|när|men|indtil|når|tai|kunnes|mutta|lub|"
    r"albo|ale|nebo|или|но|когда)\b"
)
_SIGNS_OF_DOUBT = re.compile(
    "[不没沒未別别?？再考試试測测改錯错誤误悔笑假骗騙想算看回等勿無无嘘仮保留暂暫]|もし|なら|たら|れば|如果|要是|만약|다면"
)
_LONGEST = 200
"""The longest line of a few words, in characters."""
_REPEATED = re.compile(r"(\w)\1{2,}")
_ALL_LITTLE = frozenset(word for words in LITTLE.values() for word in words)


def is_telling(line: str) -> bool:
    """Whether a short line asks, judges, denies, puts off, laughs, or points at what stands near it."""
    words = plain_words(line)
    is_of_others = not _OTHERS.isdisjoint(words) and words[0] not in _YOURS
    return is_of_others or points(line) or is_doubting(line)


def is_doubting(line: str) -> bool:
    """The same, but pointing does not count: "This is Jo from the club."."""
    words = plain_words(line)
    if asks(line) or any(sign.isdigit() for word in words[:1] for sign in word):
        return True
    if any(not told.isdisjoint(words) for told in (_DOUBTS, REFUSING, OF_GAMES, JUDGING)):
        return True
    if len(line) > _LONGEST or _PHRASES.search(line.lower().replace("’", "'")) or _SIGNS_OF_DOUBT.search(line):
        return True
    return is_first_person_subject(line) or takes_back(line)


def little_words(words: list[str]) -> int:
    """The number of *words* that are function words in a known language."""
    return sum(word in _ALL_LITTLE for word in words)


def without_repeats(text: str) -> str:
    """*text* with letters that are drawn out written once: "hiii"."""
    return _REPEATED.sub(r"\1", text)

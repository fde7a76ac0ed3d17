"""
Whether a sentence has a subject of its own, and so is not about the turn that stands near it.

What is left of a sentence without its little words, and without the words of games, of judging and of thinking, is
what it is about: "Did Charlie pass his driving test?" but "Would that work?". Only in languages whose little words
are known; of another nobody can tell, and so it may be about the turn.
"""

import re

from corr.mail.reading.words.function_words import JUDGING, LITTLE, OF_GAMES, SELF

_FEWEST_LITTLE = 2
_LITTLE_SHARE = 6
"""One word in so many is a little one in a sentence of a language that is known."""
_SHOWN = 600
"""Letters of a sentence that are looked at."""
_FEWEST = 4
"""Words of a question that is not about what everybody sees."""
_WEIGHT = 3
"""Words of judging that a word of games is worth."""
_LETTERS = 3
"""Letters from which on a word names something."""
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ELIDED = re.compile(r"\b(l|d|j|qu|n|s|c|t|m|dell|nell|dall|all|sull|un)'(?=[^\W\d_]{2})")
_PERIODS = (
    r"weeks?|weekends?|months?|years?|mornings?|evenings?|afternoons?|nights?|winter|summer|spring|autumn|season|time|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter|city|country|house|place|town|street|village|"
    r"game is|is (?:my|our|such|fun|great|the (?:first|best))"
)
_POINTING = re.compile(
    rf"\bthis(?! (?:{_PERIODS})\b)|\b(?:these|those)\b(?=\W*$| (?:are|were|would))|"
    r"\bthat\b(?=\W*$| (?:is|was|would|will|one|way|out|work|on|in|to|for|from|with|be|go|do|too|so|instead)\b)|"
    r"\bit\b(?=\W*$)|^\W*(?:is|was|would|will|does|did|could|can|should|might|may) (?:it|that)\b|"
    r"\b(?:it|that) (?:be|work|do|count|go)\b|\b(?:does|is|was|would|do|did) (?:it|that|this)\b|"
    r"\bda(?:von|gegen|zu|rüber|mit|für|ran|rauf|rin)\b|\b(?:in|at) my place\b|"
    r"\b(?:das|es|dies|so|ça|cela|ceci|eso|esto|así|questo|quello|così|isso|isto|assim|dit|zo|"
    r"detta|dette|tämä|näin|tak|takto|так|это|αυτό|έτσι)\W*$|"
    r"^\W*(?:(?:ist|wäre|geht|war|darf|kann) (?:das|es|dies)|est-ce (?:bien|bon)|c'est|serait-ce|¿?es eso|è questo|"
    r"is dit|is dat|kan dat|mag dat|är det|er det|onko se|czy to|je to|это)\b"
)
"""Words that stand for something that is not named in the sentence."""
_ENOUGH = 2
_STANDING_IN = re.compile(
    r"\b(?:it|this|that|these|those|das|es|dies\w*|ça|cela|ceci|eso|esto|questo|quello|isso|isto|dit|dat|det|dette|"
    r"detta|"
    r"se|to|это|αυτό)\b|^\W*\w+(?:ed|en|t)\b(?= (?:by|from|on|in|at|after|over|with|under|for|to|of)\b)|"
    r"^\W*(?:written|made|done|drawn|taken|stolen|copied|from|von|nach|aus|laut|d'après|selon|según|secondo|volgens|"
    r"enligt|"
    r"ifølge|według|podle|по)\b"
)
"""Words by which a short statement may mean the turn."""
_DEFINITE = re.compile(
    r"\b(?:the|your|their|his|her|der|die|das|dem|den|dein\w*|euer|eure\w?|ihre?\w?|le|la|les|l|ton|ta|tes|votre|vos|"
    r"el|"
    r"los|las|tu|tus|su|sus|il|lo|i|gli|tuo|tua|tuoi|tue|o|a|os|as|teu|teus|tuas|seu|sua|de|het|je|jouw|jullie|din|"
    r"ditt|"
    r"dina|er|era|dit|dine|jeres|deres|twój|twoja|twoje|wasz\w*|tvůj|tvoje|tvá|váš|vaše|ο|η|το|οι|τα|твой|твоя|твоё|"
    r"твои|"
    r"ваш\w?)\s+[^\W\d_]{3}"
)
"""Definite names: "the boiler", "your aunt"."""
_OF_THE_WRITER = re.compile(
    r"^\W*(?:or|oder|ou|oppure|of|eller|albo|lub|nebo|tai|ή|или)\b|"
    r"^\W*(?:(?:so|and|or|but|well|hm+|oh|und|oder|et|ou|y|o|e|en|of|och|eller|i|czy|nebo|и|или)\W+)?(?:"
    r"(?:am|do|did|can|could|may|might|must|should|shall|will|would|have|had|was|what (?:do|did|can|should|would|if)|"
    r"which (?:do|should|would)|where (?:do|should|did)|how (?:do|should|did)) (?:i|we)\b|"
    r"(?:bin|darf|kann|soll|sollte|muss|könnte|habe|hab|hätte|würde) (?:ich|wir)\b|"
    r"(?:puis-je|dois-je|ai-je|peux-je|peut-on|est-ce que (?:je|j'))|¿?(?:puedo|debo|podría|debería|he)\b|"
    r"(?:posso|devo|potrei|dovrei|ho)\b|(?:mag|kan|moet|zou|heb|ben) ik\b|"
    r"(?:kan|ska|får|bör|skall|skulle|har) (?:jag|jeg)\b|(?:må|kan|skal|bør|har) jeg\b|(?:voinko|saanko|pitäisikö)|"
    r"(?:mogę|czy mogę|powinienem|mám|můžu|mohu|smím)\b|(?:μπορώ|να)\b|(?:могу|можно|мне|я)\b|"
    r"(?:could|would|should|might) )"
)
"""Whoever asks so asks what he may do himself, or what would be."""


def asks_of_another(question: str) -> bool:
    """Whether *question* asks about something else than what its writer may do: "Is the canteen any good?"."""
    words = _words(question)
    names = _names_of(words)
    is_named = names > _ENOUGH and not _judged(words)
    if (points(question) and not is_named) or _OF_THE_WRITER.search(_plain(question)) is not None:
        return False
    return (
        len(words) >= _FEWEST
        and names > _judged(words)
        and (names > 1 or _DEFINITE.search(_plain(question)) is not None)
    )


def has_subject(statement: str) -> bool:
    """Whether *statement* names two things or more, and more than it judges."""
    words = _words(statement)
    return not points(statement) and _names_of(words) > max(1, _judged(words))


def names_in(text: str) -> int:
    """How many words of *text* name something, as far as its language is known."""
    return _names_of(_words(text))


def is_read(text: str) -> bool:
    """Whether *text* is in a language whose little words are known."""
    words = _words(text)
    little = LITTLE[_language(words)]
    return bool(words) and sum(word in little for word in words) * _LITTLE_SHARE >= len(words)


def ends_in_name(text: str) -> bool:
    """Whether the last word of *text* names something, so that nothing need follow it."""
    words = _words(text)
    return bool(words) and has_subject(text) and _is_own(words)


def tells(statement: str) -> bool:
    """Whether a short *statement* surely tells of something else: it names three things, and stands for nothing."""
    words = _words(statement)
    if points(statement) or _STANDING_IN.search(_plain(statement)) is not None or _judged(words):
        return False
    return _names_of(words) > _ENOUGH


def is_first_person_subject(sentence: str) -> bool:
    """Whether *sentence* says what its writer does."""
    words = _words(sentence)
    return not set(words).isdisjoint(SELF[_language(words)])


def judges(sentence: str) -> bool:
    """Whether there is a word of judging or of games in *sentence*."""
    return _judged(_words(sentence)) > 0


def points(sentence: str) -> bool:
    """Whether *sentence* speaks of something that it does not name: "Would that work?"."""
    return _POINTING.search(_plain(sentence)) is not None


def _is_own(words: list[str]) -> bool:
    """Whether the last of *words* is no little word, nor one of judging or of games, in any language."""
    return not any(words[-1] in known for known in (*LITTLE.values(), OF_GAMES, JUDGING))


def _language(words: list[str]) -> str:
    """The language of which most little words are among *words*."""
    return max(LITTLE, key=lambda one: sum(word in LITTLE[one] for word in words))


def _names_of(words: list[str]) -> int:
    """How many of *words* name something; none in a language that is not known."""
    language = _language(words)
    little = sum(word in LITTLE[language] for word in words)
    if little < _FEWEST_LITTLE or little * _LITTLE_SHARE < len(words):
        return 0
    own = {word for word in words if len(word) >= _LETTERS}
    return len(own - LITTLE[language] - OF_GAMES - JUDGING)


def _judged(words: list[str]) -> int:
    """How many of *words* are of judging or of games; those of games weigh more."""
    return sum(word in JUDGING for word in words) + _WEIGHT * sum(word in OF_GAMES for word in words)


def _plain(sentence: str) -> str:
    return sentence[:_SHOWN].lower().replace("’", "'")


def _words(sentence: str) -> list[str]:
    return _WORD.findall(_ELIDED.sub(r"\1 ", _plain(sentence)))

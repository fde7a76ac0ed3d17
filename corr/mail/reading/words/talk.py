"""
Talk: sentences beside a turn that are about another subject.

A sentence that names no other subject may be about the turn, in any language: "Is this legal?". So talk is recognised
by the subjects that it names, and by common phrases: thanks and wishes, what people tell of their days, and ask about
the other's. Anything else does not count as talk.
"""

import re

from corr.mail.reading.words.salutations import is_close, is_contact, is_name
from corr.mail.reading.words.speech import asks, is_greeting, is_wish, plain_words, sentences
from corr.mail.reading.words.subjects import asks_of_another, is_first_person_subject, judges, points
from corr.mail.reading.words.vocabulary import UNPARTED, WordPattern, word_set

_LONGEST_WISH = 200
"""The longest sentence of thanks or wishes, in characters."""
_WISHING = WordPattern(r"\W*(?:{wishes.leading},? )?{wishes.openings}(?![\w'])")
"""The beginnings of such sentences, language by language."""
_MOVING = WordPattern("{wishes.moving_house}")
"""Moves that are about a house: "good luck with the move"."""
_SIGNS = WordPattern("{wishes.in_signs}")
_PASSED_ON = WordPattern(r"\b{wishes.sending}\b.{0,40}\b{wishes.sent}\b")
"""Greetings of somebody else."""
_TURNING = WordPattern(r"\b{wishes.turning}\b")
"""Words after which a sentence may turn to something else."""


def wishes(sentence: str) -> bool:
    """Whether *sentence* begins with thanks or a wish, and holds nothing that could be about a turn."""
    words = _MOVING.sub("", sentence.lower().replace("’", "'").strip())
    if len(words) > _LONGEST_WISH or asks(words):
        return False
    if _SIGNS.fullmatch(words.rstrip("。！!. ")):
        return True
    if _PASSED_ON.search(words):
        return _TURNING.search(words) is None and not points(words) and not judges(words)
    opening = _WISHING.match(words)
    if opening is None or _TURNING.search(words, opening.end()):
        return False
    rest = words[opening.end() :]
    if is_first_person_subject(rest):
        return False
    return not points(rest) and not judges(rest)


_FEWEST = 5
"""The fewest words of a sentence that tells something."""
_SHORT = 12
"""The most words of somebody else's opinion that may be about the turn."""
_TOLD = WordPattern(r"^(?:(?:and|also|well|guess what),? )?{talk.we_did}")
"""Things that several people did, and so no turn, which one person makes."""
_DATED = WordPattern(r"^(?:{talk.and},? )?{talk.days}\b")
"""Words for a day, at the beginning of news."""
_OWN = WordPattern(r"\b{talk.myself}\b")
_THINGS = WordPattern(r"\b{talk.things}\b")
_SAYING = WordPattern(r"\b{talk.opinion_verbs}\b")
"""Verbs of opinions of somebody else, which may be about the turn."""
_FIRST_PERSON = WordPattern(r"(?:(?:no|well|and|sorry),? )?{talk.i_or_we}\b")
_ASKED_PAST = WordPattern(r"^(?:(?:p\.?\s?s\.?\W+|and|so|also,?|by the way,?|oh,?|und|et|y|e) )?¿?{talk.did_you}")
_ABOUT_OPINIONS = WordPattern(r"\b{talk.opinions}\b")
_ASKED_LIFE = WordPattern("{talk.asking_life}")


_WHO = WordPattern(r"\b{talk.family}\b|{talk.family_in_signs}")
"""People and pets who may have typed the turn, and drinks that may have."""
_YOUR_FAMILY = WordPattern(r"\b{talk.your_family}\b")


def names_somebody(words: str) -> bool:
    """Whether a statement, in small letters, names somebody of the writer's home, who may have typed the turn."""
    return _WHO.search(words) is not None and _YOUR_FAMILY.search(words) is None


def tells_of_days(words: str) -> bool:
    """Whether a sentence, in small letters, tells what happened to people other than the writer alone."""
    if len(words.split()) < _FEWEST:
        return False
    if _TOLD.search(words) is not None:
        return True
    return not is_others_word(words) and (
        (_DATED.search(words) is not None and _OWN.search(words) is None) or _THINGS.search(words) is not None
    )


def is_others_word(words: str) -> bool:
    """Whether a short sentence, in small letters, gives somebody else's word on something: "My wife disagrees."."""
    is_own = _FIRST_PERSON.match(words) is not None
    return len(words.split()) <= _SHORT and not is_own and _SAYING.search(words) is not None


def asks_of_days(words: str) -> bool:
    """Whether a question, in small letters, asks how the other lives, or what they did: "Did you see the match?"."""
    if _ASKED_LIFE.search(words) is not None:
        return True
    is_long = len(words.split()) >= _FEWEST
    return is_long and _ASKED_PAST.search(words) is not None and _ABOUT_OPINIONS.search(words) is None


_SUBJECTS_WITHOUT_SPACES = WordPattern("{talk.subjects_in_signs}")
_TIMES = WordPattern(r"\b{talk.when}\b")
"""Words of time or condition, which may put the turn off, whatever else the sentence names."""
_OF_GAMES = WordPattern(r"\b{talk.of_games}\b")
_PASTIMES = WordPattern("{talk.pastimes}")
"""Words with "board" or "game" that are not about this game."""
_POINTING = WordPattern(r"\b{talk.this}\b|^\W*{talk.it_first}\b|\b{talk.it_before}(?= {talk.it_is}\b|\W*$)")
_YOURS = WordPattern(r"\b{talk.your}\s+(?!{talk.your_opinion})[^\W\d_]{3,}")
_WELL = WordPattern(r"{talk.how_are_you}|{talk.all_good}(?: \w+)? {talk.with_you}\b")
"""How are you: "All good?" alone may as well ask about the turn, "All good with you?" does not."""
_AWAITING = WordPattern(r"^(?:(?:and|so|now|i(?:'m| am| will be)?|und|ich|je|et) )*{talk.awaiting}")
_PARTING = WordPattern(r"^(?:{talk.care}|{talk.meeting})(?!\w)|{talk.parting}")
_IN_NO_HURRY = WordPattern("{talk.no_hurry}")
_SORRY_LATE = WordPattern(r"\b{talk.sorry}\b.{0,30}\b{talk.late}\b")
_ALL_WELL = WordPattern(r"^{talk.all_well}")
_LIKING = WordPattern("{talk.liking}")
_THANKING = WordPattern(
    r"^(?:many )?{talk.thanks} (?:again |a lot |so much |very much )?{talk.thanks_for} (?:\w+\W*){1,4}$"
)
_WEATHER = WordPattern(
    r"^{talk.it_rains}(?:'s| is| has been| was)? (?:still |now |all )?{talk.raining}|^what an? (?:\w+ )?(?:day|"
    r"night|week|weekend|month|year|storm|heat|summer|winter|spring|autumn)\b"
)
_WENT = WordPattern("{talk.how_it_went}")
_ASKED_FOR = WordPattern("{talk.thanks_for_asking}|^(?:{talk.i_am} )*{talk.fine},? {talk.thanks_back}")
"""Whoever says so answers what he was asked, and that is how he is."""
_WISHED = WordPattern(
    r"^(?:{talk.have_a} )?(?:{talk.a} )*{talk.nice} (?!{talk.not_wished}\b)[^\W\d_]{3,}(?: [^\W\d_]{2,}){0,3}(?:, ("
    r"?!not\b)[^\W\d_]{2,})?[.!]*$|^enjoy (?:the|your) [^\W\d_]{3,}(?: [^\W\d_]{2,}){0,2}[.!]*$"
)
"""Whatever is wished, if it is nothing of the game: "Have a great Sunday!"."""
_HABIT = WordPattern("{talk.habits}")
"""Who asks for these asks for habits, not for one turn."""
_PHRASES = (_AWAITING, _ALL_WELL, _IN_NO_HURRY, _SORRY_LATE, _LIKING, _THANKING, _WEATHER, _ASKED_FOR)
_PARTING_WORDS = 3
_WITH = word_set("talk.with")
_SIGNS_OF_A_WORD = 2
"""Signs to a word where words are not parted."""
_ASKING_ENDS = tuple(word_set("talk.asking_ends"))
_NAME_IN_SIGNS = re.compile(
    r"(?![今明先后後])(?:(?![不没沒別别未無无非勿停等再了的是试試测測改错錯误誤撤悔玩笑假算想看考回练練習])[\u4e00-\u9fff々]){2,4}"
    r"[。.]?|[가-힣]{2,4} ?(?:드림|올림)[.]?|[김박최강윤임한서신권황송홍장][가-힣]{2}(?<![요다음함임])"
)
"""Two to four signs none of which denies, asks, tries or waits; Korean names by how they begin, or what follows."""
_CLOSE_WORDS = 4
_SENTENCE = 600
"""Letters of a sentence that may be known."""
_LINE = 300
"""Letters of a line that may be an address, or of a paragraph of which each sentence may be known."""


def words_in(text: str) -> int:
    """How many words *text* has, in languages whose words are not parted as well."""
    unparted = len(UNPARTED.findall(text))
    return len(plain_words(UNPARTED.sub(" ", text))) + -(-unparted // _SIGNS_OF_A_WORD)


def is_question(sentence: str) -> bool:
    """Whether *sentence* asks something."""
    bare = sentence.rstrip()
    return asks(bare) or bare.endswith(_ASKING_ENDS) or (bare.endswith((";", "\u037e")) and _is_greek(bare))


def is_talk(sentence: str) -> bool:
    """Whether *sentence* is surely about something else than a turn that stands near it."""
    if len(sentence) > _SENTENCE:
        return False
    words = sentence.lower().replace("’", "'").strip()
    if is_phrase(sentence):
        return True
    if is_question(words):
        if _WENT.search(words) is not None and not points(words):
            return _OF_GAMES.search(words) is None
        return _names_another(words) or _is_about_habits(words) or asks_of_another(sentence)
    return _TIMES.search(words) is None and not is_others_word(words) and _names_another(words)


def is_phrase(sentence: str) -> bool:
    """Whether *sentence* is what everybody writes: how are you, no hurry, see you soon."""
    words = sentence.lower().replace("’", "'").strip()
    if _WELL.search(words) is not None:
        return _OF_GAMES.search(_WELL.sub("", words)) is None
    if is_question(words):
        return False
    if (parting := _PARTING.search(words)) is not None:
        rest = words[parting.end() :].split()
        is_short = len(rest) <= _PARTING_WORDS and _WITH.isdisjoint(rest)
        return is_short and _POINTING.search(words, parting.end()) is None
    if _WISHED.search(words) is not None:
        # In Swedish one begins so to wish, in Hungarian to make a condition.
        is_timed = _TIMES.search(words.removeprefix("ha ")) is not None
        return _OF_GAMES.search(words) is None and _POINTING.search(words) is None and not is_timed
    found = next((match for form in _PHRASES if (match := form.search(words))), None)
    return found is not None and _POINTING.search(words, found.end()) is None


def is_known(sentence: str) -> bool:
    """Whether *sentence* is a greeting, thanks, a wish, talk, or the way in which letters are closed."""
    judges = (is_greeting, is_wish, is_close, wishes, is_talk)
    return len(sentence) <= _SENTENCE and any(judge(sentence) for judge in judges)


def is_known_paragraph(lines: list[str]) -> bool:
    """Whether all of *lines*, which are one paragraph, is known to leave a turn alone."""
    if sum(map(len, lines)) > _LINE:
        return False
    if all(_is_known_line(lines, number) for number in range(len(lines))):
        return True
    return all(map(is_known, sentences(" ".join(lines))))


def _is_name_without_capitals(line: str) -> bool:
    """Whether *line* may be a name in a script that has no capitals, below thanks or a wish."""
    return _NAME_IN_SIGNS.fullmatch(line.strip()) is not None


def _is_known_line(lines: list[str], number: int) -> bool:
    line = lines[number]
    if is_contact(line) or (is_name(line) and (number == len(lines) - 1 or is_contact(lines[number + 1]))):
        return True
    if number and is_close(lines[number - 1]) and words_in(line) <= _CLOSE_WORDS:
        return True
    if number and number == len(lines) - 1 and _is_name_without_capitals(line):
        return all(
            is_greeting(one) or is_wish(one) or is_phrase(one) or wishes(one) for one in sentences(lines[number - 1])
        )
    return is_greeting(line) or all(map(is_known, sentences(line)))


def _is_about_habits(words: str) -> bool:
    """Whether a question, in small letters, asks what somebody does day by day: "Do you play here every day?"."""
    return _HABIT.search(words) is not None and _POINTING.search(words) is None


def _names_another(words: str) -> bool:
    """Whether *words* name a subject, and not the game."""
    if _OF_GAMES.search(_PASTIMES.sub("", words)) is not None or _POINTING.search(words) is not None:
        return False
    if _SUBJECTS_WITHOUT_SPACES.search(words) or _NAMING.search(words):
        return True
    if is_question(words):
        return _YOURS.search(words) is not None or asks_of_days(words)
    return tells_of_days(words)


def _is_greek(text: str) -> bool:
    return any("\u0370" <= sign <= "\u03ff" for sign in text)


_NAMING = WordPattern(r"\b{talk.subjects}")

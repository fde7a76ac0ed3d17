"""
What is harmless beside an order: greetings, thanks, wishes, praise, farewells, names, and how a turn is announced.

It is taken away before anything else is judged, wherever it stands and however it is written. What is in no list here
is not harmless: it may be about the turn, in any language. There is no list of talk.
"""

import re

from corr.mail.reading.words.clauses import asks, clauses, is_question, plain_words, words_in
from corr.mail.reading.words.doubts import points, takes_back
from corr.mail.reading.words.scripts import sounds_like
from corr.mail.reading.words.vocabulary import WordPattern, folded_word_set

_GREETINGS = folded_word_set("letters.greetings")
_DAYS = folded_word_set("letters.greeting_days")
_GREETED = folded_word_set("letters.greeted")
_NO_NAMES = folded_word_set("letters.no_names")
_AND = folded_word_set("letters.and")
_FAREWELLS = folded_word_set("letters.farewells")
_BESIDE = folded_word_set("letters.beside_farewells")
_WISHES = folded_word_set("letters.wishes")
_LABELS = folded_word_set("turns.labels")
_FIRST_PERSON = folded_word_set("words.first_person")
_SPEAKING = _FIRST_PERSON - _WISHES - _BESIDE
_PLAYING = folded_word_set("turns.playing")
_OF_OTHERS = folded_word_set("turns.of_others")
_OF_OTHERS_IN_SIGNS = WordPattern("{turns.of_others_in_signs}")
_THEREFORE = WordPattern(r"(?:^|\s){turns.therefore}\W*$")
_I_PLAY = folded_word_set("turns.i_play")
_CONDITIONS = folded_word_set("turns.conditions")
_ANNOUNCING = _LABELS | _PLAYING | _I_PLAY | _FIRST_PERSON
_NOT_NOW = folded_word_set("turns.not_now")
_CLOSING = _FAREWELLS | _BESIDE | _WISHES
_PEOPLE = _GREETINGS | _GREETED | _AND
_CORE = _GREETINGS | _FAREWELLS | _WISHES
_ALL = _CORE | _GREETED | _BESIDE

_QUESTIONS = WordPattern(r"^\W*(?:{letters.greetings}\b\W*)?(?:\w+\W+){0,2}{letters.greeting_questions}(?!\w)")
_VALEDICTION = WordPattern("{letters.valedictions}", re.IGNORECASE)
_OPENING = WordPattern(r"^\W*(?:\w{1,4},? ){0,2}{letters.wish_openings}(?![\w'])")
_HANDING_OVER = WordPattern(r"{letters.handing_over}(?!\w)")
_TURNING = WordPattern(r"\b{letters.turning}\b")
_IN_SIGNS = WordPattern(
    r"{letters.wishes_in_signs}|"
    r"(?:[\u3400-\u9fff\u3040-\u30ffー々]{1,8}[,，、 ]?)?{letters.greetings_in_signs}[,，。！!：:、]?"
)
_PLACE = WordPattern(r"\s{letters.place_from}\s+(?:[^\W\d_]+\s+){0,4}[^\W\d_a-z][^\W\d_]+\W*$")
_HONOURED = WordPattern(r"[^\s、,，。]{1,12}(?:{letters.honorifics}|{letters.honorifics_in_signs})")
_POLITE = WordPattern(r"(?<!\w){turns.polite}(?!\w)")
_LABEL_IN_SIGNS = WordPattern("{turns.labels_in_signs}")
_ASKING = WordPattern(r"^\W*{turns.asking}(?!\w)", re.IGNORECASE)
_BEHIND = WordPattern(r"{turns.behind}(?!\w)")
_NUMBERED = WordPattern(r"(?<!\w){turns.numbered} (?:(?:no|nr|num|núm|n°|nº|№|č)\.? ?)?#?\d{1,4}(?!\w)", re.IGNORECASE)
_LONGEST_WISH = 14
_LONGEST_GREETING = 6
_LONGEST_QUESTION = 8
_LONGEST_LABEL = 10
_LONGEST_CLOSE = 60
_NEAREST = 4
"""The words right before a turn among which one says who plays, and one that he does."""
_NAMES = 3
_NAME_WORDS = 2
_SHORT_NAME = 3
"""Letters from which on the beginning of a name stands for it: "Rob"."""
_SIGNED_LINES = 6
"""Lines that may stand below a farewell: names, an office, an address."""
_SIGNED_WORDS = 6
_LONGEST = 300
"""The longest sentence that may be harmless, in characters."""
_INITIALS = re.compile(r"[^\W\d_a-z]\.?(?: ?[^\W\d_a-z]\.?)?")
_DOUBLED = re.compile(r"(\w)\1")
_STRETCHED = re.compile(r"(\w)\1{2,}")
_STRETCHED_AT_END = re.compile(r"(\w)\1+$")
_LETTERS = re.compile(r"[^\W\d_]+")
_CONTACT = re.compile(
    r"(?=.{0,30}\d)[\d\W]{6,30}|\S{1,64}@\S{1,100}|<?(?:https?://|www\.)\S{1,300}|"
    r"(?:tel|phone|mob|mobile|fax|t|m|p)\b[.: ]{1,3}[\d\W]{5,40}",
    re.IGNORECASE,
)


def is_harmless(sentence: str, names: frozenset[str]) -> bool:
    """
    Whether *sentence* greets, thanks, wishes, praises, closes the letter or names somebody, and does nothing else.

    :param names: the words of the names of both players, in small letters.
    """
    if len(sentence) > _LONGEST:
        return False
    text = _plainly_spelled(sentence)
    if takes_back(sentence) or (text != sentence and takes_back(text)):
        return False
    if _is_wished(text):
        return True
    parts = clauses(text)
    harmless = [_is_harmless_clause(part, names) for part in parts]
    # Beside a greeting or a farewell a name is one in any spelling: "Привет, Ада!".
    return all(
        is_known or (any(harmless) and _may_be_name(part)) for is_known, part in zip(harmless, parts, strict=True)
    )


def is_greeting(text: str) -> bool:
    """Whether *text* greets somebody, by name perhaps."""
    words = plain_words(text)
    if not words or words[0] not in _GREETINGS or len(words) > _LONGEST_GREETING or is_question(text):
        return False
    if words[0] in _DAYS and _GREETED.isdisjoint(words[1:]):
        return False
    return _are_names(text.split()[1:], words[1:], frozenset())


def is_wish(text: str) -> bool:
    """Whether *text* holds nothing but thanks, wishes and praise, or no words at all."""
    return not asks(text) and all(word in _WISHES for word in plain_words(text))


def hands_over(text: str, names: frozenset[str]) -> bool:
    """Whether *text* hands the turn over to the other player and says no more: "Your turn now, Ada!"."""
    handed = _HANDING_OVER.match(" ".join(word for word in plain_words(text) if not _is_named(word, names)))
    return handed is not None and not asks(text) and _ALL.issuperset(plain_words(handed.string[handed.end() :]))


def is_close(line: str) -> bool:
    """Whether *line* closes a letter, with a name behind it perhaps: "Best regards,", "Cheers, Dave"."""
    if is_valediction(line):
        return True
    text = _PLACE.sub("", _plainly_spelled(line[:_LONGEST]))
    words = plain_words(text)
    if asks(text) or not words or words_in(text) > _LONGEST_QUESTION:
        return False
    at = next((at for at, word in enumerate(words) if word not in _CLOSING), len(words))
    return not _FAREWELLS.isdisjoint(words[:at]) and _are_names(
        [word for word in text.split() if plain_words(word)][at:], words[at:], frozenset()
    )


def is_valediction(line: str) -> bool:
    """Whether *line* is one by which letters are closed: "Best regards,"."""
    # In firms that write in two languages both stand on one line.
    closes = [" ".join(words.strip(" \t,.!*_-–—:").split()) for words in line[:_LONGEST_CLOSE].split("/")]
    return all(map(_VALEDICTION.fullmatch, closes))


def is_salutation(line: str) -> bool:
    """Whether *line* greets in words or in signs."""
    return is_greeting(line) or _IN_SIGNS.fullmatch(line.strip()) is not None or _honours(line)


def is_name_of(line: str, names: frozenset[str]) -> bool:
    """Whether *line* is made of the words of *names*, shortened or as initials perhaps."""
    own = plain_words(line)
    return (
        0 < len(own) <= _NAMES + 1
        and any(len(word) > 1 for word in own)
        and all(_is_named(word, names) or word in _AND for word in own)
    )


def _is_initial_of(line: str, names: frozenset[str]) -> bool:
    """Whether *line* is signed by initials alone: "B."."""
    initials = line.strip(" -–—~")
    return _INITIALS.fullmatch(initials) is not None and all(_is_named(word, names) for word in plain_words(initials))


def is_label(text: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether *text* announces a turn and at most greets before it: "My turn:", "Turn 12 -", "Thanks, so:"."""
    parts = clauses(text)
    if is_question(text) or _ASKING.match(text) or len(text) > _LONGEST or not parts or takes_back(text):
        return False
    if any(hands_over(part, names) for part in parts):
        return False
    return _is_announcement(parts[-1], names) and all(
        _is_announcement(part, names) or is_harmless(part, names) for part in parts[:-1]
    )


def _is_announcement(clause: str, names: frozenset[str]) -> bool:
    bare = _POLITE.sub(" ", _NUMBERED.sub(" ", clause.lower().replace("’", "'")))
    words = plain_words(bare)
    if _LABEL_IN_SIGNS.fullmatch(clause.strip(" 「『\"'。.！!：:")) or (not words and plain_words(clause)):
        return True
    if len(words) == 1 and words[0].isdecimal():
        return True
    greeted = _GREETED | names
    own = [
        word
        for word, after in zip(words, [*words, ""][1:], strict=True)
        if word not in greeted and not (word in _GREETINGS and (after in greeted or not after))
    ]
    is_told = bool(own) or not _LABELS.isdisjoint(words)
    # "Take that!" is a sentence by itself.
    announcing = _LABELS if clause.rstrip().endswith((".", "!")) else _ANNOUNCING
    return is_told and len(words) <= _LONGEST_LABEL and announcing.issuperset(own)


def declares(text: str) -> bool:
    """
    Whether *text*, ahead of a turn, ends in a declaration of now: "and so I play", "ich nehme", "je joue donc".

    That is a word for who plays and one of playing among its last four words, or a label behind a comma; and nothing by
    which it is a thought, a question, a condition or the past.
    """
    parts = clauses(text)
    plain = _POLITE.sub(" ", text.lower().replace("’", "'"))
    if not parts or asks(text) or not _CONDITIONS.isdisjoint(plain_words(plain)) or takes_back(text):
        return False
    last = plain_words(parts[-1])
    if _THEREFORE.search(text.lower()) or (len(parts) > 1 and _is_announcement(parts[-1], frozenset())):
        return True
    near = last[-_NEAREST:]
    is_said = not _I_PLAY.isdisjoint(near) or not (_FIRST_PERSON.isdisjoint(near) or _PLAYING.isdisjoint(near))
    is_polite = _POLITE.search(text.lower().replace("’", "'")) is not None
    return is_polite or (is_said and _NOT_NOW.isdisjoint(near))


def is_plain(text: str) -> bool:
    """Whether nothing in *text* tells of a condition, the past, somebody else's turn or a doubt."""
    words = plain_words(text)
    is_own = _OF_OTHERS_IN_SIGNS.search(text) is None and (_OF_OTHERS | _CONDITIONS).isdisjoint(words)
    return is_own and _NOT_NOW.isdisjoint(words[-_NEAREST:]) and not takes_back(text)


def presents(text: str) -> bool:
    """Whether *text* ends in a colon and presents what follows as the writer's own: "After three cups of tea:"."""
    return text.rstrip().endswith((":", "：")) and is_plain(text) and not is_harmless(text, frozenset())


def is_naming(text: str) -> bool:
    """Whether *text*, which stands behind a turn, does no more than say that it is the writer's: "it is"."""
    words = " ".join(plain_words(text))
    named = _BEHIND.match(words)
    return named is not None and not asks(text) and is_wish(words[named.end() :])


def signed_from(lines: list[str], names: frozenset[str]) -> int:
    """The index of that of *lines*, a whole mail, from which on it is closed and signed; their number if it is not."""
    last = max((at for at, line in enumerate(lines) if line.strip()), default=-1)
    for at in range(max(0, last - _SIGNED_LINES), last + 1):
        is_end = is_close(lines[at]) or is_name_of(lines[at], names) or _is_initial_of(lines[at], names)
        is_parting = len(plain_words(lines[at])) <= _SHORT_NAME and _is_wished(lines[at]) and not takes_back(lines[at])
        if not (is_end or is_parting):
            continue
        below = [line for line in lines[at + 1 : last + 1] if line.strip()]
        if (is_end or below) and all(_is_signature(line, names) for line in below):
            return at
    return len(lines)


def _is_signature(line: str, names: frozenset[str]) -> bool:
    """Whether *line*, below a farewell or the writer's name, may be a name, an office or an address."""
    if _CONTACT.fullmatch(line.strip()) or is_name_of(line, names) or is_harmless(line, names):
        return True
    if asks(line) or words_in(line) > _SIGNED_WORDS or line.rstrip().endswith((".", "!", ":")) or takes_back(line):
        return False
    words = [word for part in line.split() if (word := part.strip(" ,.()\"'~-–—*"))]
    long_words = [word for word in words if len(word) > _SHORT_NAME] or words
    return all(not word[0].islower() for word in long_words) or (len(plain_words(line)) == 1)


def _is_wished(text: str) -> bool:
    """Whether *text* begins with thanks, a wish or a farewell, and goes on without turning to anything else."""
    if is_question(text):
        return False
    if _IN_SIGNS.fullmatch(text.strip().rstrip("。！!. 、,")):
        return True
    words = text.lower().replace("’", "'")
    opening = _OPENING.match(words)
    if opening is None or words_in(text) > _LONGEST_WISH:
        return False
    rest = words[opening.end() :]
    if rest.startswith((",", ";", ":")) and plain_words(rest):
        # Each of its clauses is judged by itself.
        return False
    return _TURNING.search(rest) is None and not points(rest) and _SPEAKING.isdisjoint(plain_words(rest))


def _is_harmless_clause(clause: str, names: frozenset[str]) -> bool:
    words = plain_words(clause)
    if not words:
        return not asks(clause)
    if is_question(clause):
        return len(words) <= _LONGEST_QUESTION and _QUESTIONS.search(clause.lower().replace("’", "'")) is not None
    if all(word in _ALL or _is_named(word, names) for word in words):
        return not _CORE.isdisjoint(words) or is_name_of(clause, names)
    if hands_over(clause, names) or is_salutation(clause) or is_close(clause) or _is_wished(clause):
        return True
    # Phones leave question marks out: "hi ada how are you".
    greeted = _QUESTIONS.search(clause.lower().replace("’", "'"))
    return greeted is not None and all(
        word in _ALL or _is_named(word, names) for word in plain_words(greeted.string[greeted.end() :])
    )


def _plainly_spelled(text: str) -> str:
    """*text* with the letters that were typed again and again as often as in the words that are known: "goood"."""
    return text if _DOUBLED.search(text) is None else _LETTERS.sub(lambda word: _known_spelling(word[0]), text)


def _known_spelling(word: str) -> str:
    if word.casefold() in _ALL:
        return word
    once = _STRETCHED.sub(r"\1", word)
    forms = (once, _STRETCHED.sub(r"\1\1", word), _STRETCHED_AT_END.sub(r"\1", once))
    return next((form for form in forms if form.casefold() in _ALL), once)


def _are_names(written: list[str], words: list[str], names: frozenset[str]) -> bool:
    """Whether *words* name those who are greeted: no more than three words with capitals, or words for people."""
    strange = [
        shown for shown, word in zip(written, words, strict=False) if word not in _PEOPLE and not _is_named(word, names)
    ]
    are_short = len(strange) <= _NAMES and not any(word in _NO_NAMES for word in words)
    is_one = len(words) == 1 and written[:1] and written[0].endswith((",", "!", "，", "！"))
    are_capital = all(not word.lstrip('(~-"“„')[:1].islower() for word in strange)
    return are_short and (is_one or are_capital or len(written) != len(words))


def _may_be_name(clause: str) -> bool:
    """Whether *clause* may be a name by its form: one or two words with capitals."""
    words = [word for word in clause.split() if plain_words(word)]
    return (
        0 < len(words) <= _NAME_WORDS and all(word.strip("(~-.!,")[:1].isupper() for word in words) and not asks(clause)
    )


def _honours(line: str) -> bool:
    return _HONOURED.fullmatch(line.strip().rstrip(",，、。！!:：")) is not None


def _is_named(word: str, names: frozenset[str]) -> bool:
    """Whether *word* is one of *names*, the beginning of one, or an initial."""
    bare = word.strip(".")
    return any(
        name == bare
        or (len(bare) >= _SHORT_NAME and name.startswith(bare))
        or (len(name) >= _SHORT_NAME and bare.startswith(name) and len(bare) <= len(name) + 2)
        or sounds_like(bare, name)
        for name in names
    ) or (len(bare) == 1 and bare.isalpha() and any(name.startswith(bare) for name in names))

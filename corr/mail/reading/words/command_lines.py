"""The command, or the yes or no, that stands alone on a line of a mail."""

import re
from dataclasses import dataclass

from corr.games.notation import folded
from corr.mail.reading.words.clauses import EMOJI, asks, clauses, plain_words, sentences
from corr.mail.reading.words.commands import COMMANDS, NAMING, OF_LEAGUES, Act, Subject, acts_about
from corr.mail.reading.words.harmless import is_harmless

LONGEST = 100
PUNCTUATION = " \t.,;:!?*_/\\\"'`“”„‘’«»()[]{}<>…–—-"
_AROUND = " \t,;.:-–—"
_IN_GAME = acts_about(Subject.GAME)
_OWN = re.compile(r"i\b", re.IGNORECASE)
_QUOTATION = '"“”„«» '
_AS_WRITTEN = NAMING | {Act.CHALLENGE, Act.WITHDRAW}
_NO_LABELS = NAMING | acts_about(Subject.INFORMATION)
_NO_LEAGUES = frozenset((
    "now", "soon", "later", "today", "tonight", "tomorrow", "again", "early", "here", "there", "town", "home", "him",
    "her", "them", "you", "this", "that", "the", "game", "games", "alone", "please", "work",
))  # fmt: skip
"""Words after "join" or "leave" in sentences that are not about leagues."""
_STOPS = str.maketrans(dict.fromkeys(PUNCTUATION.replace("'", ""), " "))
_MEANT = (
    r"(?:that|it|this)(?: was|'s| is) (?:really )?(?:me|mine|meant|right|correct)|"
    r"i (?:do|did|am sure|(?:do |did )?meant? (?:it|that|this))"
)
_PLAIN_YES = "yes|yep|yeah|yup|ja|oui|sí|si|sim|ok|okay|sure|of course|correct|exactly"
_PLEASE = "(?:please|pls|plz)"
_DO_IT = rf"(?:{_PLEASE} )?(?:go ahead|(?:do|play) (?:it|that|this|so)(?: now)?)"
_NOT_ME = (
    r"(?:that|it|this) (?:was not|wasn't|is not|isn't) (?:me|mine|meant|right)|"
    r"i (?:do not|don't|did not|didn't)(?: (?:mean|want) (?:it|that|this))?|not me|drop (?:it|that|this)"
)
_NO = "no|nope|nah|nein|non|nej|nei|nee|não|nao|nie"
_THANKS = (
    f"{_PLEASE}|bitte|merci|thanks|thank you|thx|danke|danke schön|gracias|grazie|tak|tack|takk|dank je|dank u|bedankt|"
    "obrigado|obrigada|dziękuję|dzięki"
)
_YES = re.compile(
    rf"(?:{_PLAIN_YES}|confirm(?:ed)?|i confirm(?: (?:it|that|this))?|{_DO_IT}|{_MEANT})"
    rf"(?: (?:{_PLAIN_YES}|{_THANKS}|confirm(?:ed)?|i confirm|{_DO_IT}|{_MEANT}))*"
)
_PLAIN_NO = re.compile(rf"(?:{_NO})(?: (?:{_NO}|{_THANKS}))*")
_NOT_MEANT = re.compile(rf"(?:{_NO}|{_NOT_ME})(?: (?:{_NO}|{_THANKS}|{_NOT_ME}))*")
_SAY = re.compile(r"^[\s/*_>]{0,6}say[*_]{0,3}\s{0,3}[:：][*_]{0,3}[ \t]*", re.IGNORECASE)
_EMOJI = re.compile(EMOJI)
_POLITE = re.compile(rf"^{_PLEASE} |,? {_PLEASE}$")
_FORMS = {act: re.compile(kind.form, re.IGNORECASE) for act, kind in COMMANDS.items() if kind.form}


@dataclass(frozen=True, slots=True)
class Command:
    """A command that was found."""

    act: Act
    typed: str
    """The line as it was written."""
    words: str = ""
    """Its argument: how long the player is away, which league or whom is meant, or what is wanted."""


def command(line: str) -> Command | None:
    """The command that stands alone on *line*; None if there is none. "say:" is found by `said_on`."""
    if len(line) > LONGEST:
        return None
    written = folded(line).casefold()
    words = " ".join(without_emoji(written).strip(PUNCTUATION).split())
    asked = _POLITE.sub("", words)
    for act, form in _FORMS.items():
        found = form.fullmatch(asked if COMMANDS[act].subject is Subject.INFORMATION else words)
        if found is None:
            continue
        if act in _NO_LABELS and written.rstrip().endswith(":"):
            # "Ratings:" stands above them.
            continue
        argument = found[1] if form.groups else ""
        if act in OF_LEAGUES and argument in _NO_LEAGUES:
            continue
        if act in _AS_WRITTEN:
            # A mail address, or the name of a player, may have capital letters.
            as_written = form.fullmatch(" ".join(folded(line).strip(PUNCTUATION).split()))
            argument = (as_written[1] if as_written else argument) or ""
            argument = argument.strip(_QUOTATION) if act is not Act.CHALLENGE else argument
        # "resign?" is no resignation.
        is_meant = COMMANDS[act].subject is Subject.INFORMATION or not asks(written)
        return Command(act, line.strip(), argument or "") if is_meant else None
    return None


def command_beside(line: str, names: frozenset[str]) -> tuple[Command | None, str]:
    """
    The command that stands alone on *line*, or an act in the game that is one of its clauses, if all others are
    harmless: "accept draw. Thanks, Ada!"; and the words beside it.

    :param names: the words of the names of both players, in small letters.
    """
    alone = command(line)
    if alone is not None or len(line) > LONGEST:
        return alone, ""
    parts = [part for sentence in sentences(line) for part in clauses(sentence)]
    if parts == [line.strip()]:
        return None, ""
    acts = [(part, one) for part in parts if (one := command(part)) is not None and one.act in _IN_GAME]
    if len(acts) != 1 or not all(part == acts[0][0] or is_harmless(part, names) for part in parts):
        return None, ""
    part, one = acts[0]
    if one.act is Act.RESIGN and not _OWN.match(part) and (part.endswith("!") or part not in sentences(line)):
        # "Ada, resign!" asks the other player to.
        return None, ""
    ahead, _, behind = line.partition(part)
    return one, "\n".join(filter(None, (ahead.strip(_AROUND), behind.strip(_AROUND))))


def reply(line: str) -> Command | None:
    """The yes or no that stands alone on *line*, as a command; None if there is none."""
    if len(line) > LONGEST or asks(line):
        return None
    words = _spoken(line)
    if _YES.fullmatch(words):
        return Command(Act.CONFIRM, line.strip())
    return Command(Act.REJECT, line.strip()) if _NOT_MEANT.fullmatch(words) else None


def is_plain_no(line: str) -> bool:
    """Whether *line* is a no and nothing else, which does not even say that something was not meant."""
    return len(line) <= LONGEST and _PLAIN_NO.fullmatch(_spoken(line)) is not None


def without_emoji(line: str) -> str:
    """*line* with a space in the place of each emoji."""
    return _EMOJI.sub(" ", line)


def _spoken(line: str) -> str:
    """The words of *line* without stops, emoji and smileys."""
    return " ".join(" ".join(plain_words(without_emoji(folded(line)))).translate(_STOPS).split())


def said_on(line: str) -> str | None:
    """The words after "say:" on *line*; None if it does not begin so."""
    found = _SAY.match(line)
    return None if found is None else line[found.end() :].strip()

"""
Commands: words that stand alone on a line; within a sentence they are none.

`COMMANDS` is the one table of them. What a command does stands in `answering`: in `order_execution` for what changes a
game, in `information` for what only asks, in `leave_by_mail` and `playing_by_mail` for the rest.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from corr.games.notation import folded
from corr.mail.reading.words.sentences import asks


class Act(StrEnum):
    """An act that a mail can ask for; acts are done in this order."""

    ACCEPT = "accept"
    """Accept what the answered letter asks: a draw or a challenge."""
    DECLINE = "decline"
    RESIGN = "resign"
    DECLINE_DRAW = "decline draw"
    WITHDRAW_DRAW = "withdraw draw"
    ACCEPT_DRAW = "accept draw"
    CLAIM = "claim"
    """Claim a game in which the other player's time has run out."""
    TURN = "turn"
    OFFER_DRAW = "offer draw"
    SAY = "say"
    AWAY = "away"
    BACK = "back"
    JOIN = "join"
    """Join a season of a league."""
    LEAVE_LEAGUE = "leave league"
    CONFIRM_WITHDRAWAL = "confirm withdrawal"
    """Withdraw from a running season; it cannot be undone, so it needs a confirmation."""
    ACCEPT_CHALLENGE = "accept challenge"
    DECLINE_CHALLENGE = "decline challenge"
    REMATCH = "rematch"
    OFFER = "offer"
    """Offer a game to anybody."""
    TAKE = "take"
    """Take an open offer."""
    CHALLENGE = "challenge"
    CONFIRM = "confirm"
    """Confirm a held order: "yes", or "confirm"."""
    REJECT = "reject"
    """Reject a held order: "no"."""
    BOARD = "board"
    RULES = "rules"
    GAMES = "games"
    OFFERS = "offers"
    HELP = "help"


class Subject(Enum):
    """What a command is about."""

    GAME = auto()
    WORDS = auto()
    """Words for the other player."""
    LEAVE = auto()
    LEAGUE = auto()
    """A league: an answer to any letter can ask for it."""
    PLAYING = auto()
    """A game that is proposed, agreed to or declined."""
    ANSWER = auto()
    """What the answered letter asks."""
    HELD = auto()
    """A held order: a yes or a no."""
    INFORMATION = auto()
    """Nothing is changed; a question asks for the same."""


class Weight(Enum):
    """The damage a command could do if somebody else had asked for it."""

    NOTHING = auto()
    """None: it changes nothing, and the answer goes to the player alone."""
    PLAIN = auto()
    """Little: it passes, or can be undone."""
    TURN = auto()
    PROVED = auto()
    """Little, but it stands in the player's name, or takes days of leave, and no later turn undoes it."""
    BEGINS = auto()
    """It begins a game."""
    FINAL = auto()
    """It cannot be undone."""
    WORD = auto()
    """A yes or no to the question of a letter."""


@dataclass(frozen=True, slots=True)
class CommandKind:
    """How a command is written, what it could do, and what letters and pages tell of it."""

    subject: Subject
    weight: Weight = Weight.PLAIN
    form: str = ""
    """A pattern for the whole line in small letters, without signs around it; its group is the command's argument."""
    mention: str = ""
    """A pattern for sentences that name it, in whatever sense; for what cannot be undone."""
    is_with_turn: bool = False
    """Whether it can be done together with a turn; any other two acts contradict each other."""
    hint: str = ""
    """What letters say that it does; empty if they say it in other ways."""
    example: str = ""
    """How letters write it, if it needs an argument."""
    is_listed: bool = False
    """Whether the page about playing by mail lists it among the commands that do what they say."""
    note: str = ""
    """What that list adds."""


_DRAW = r"(?:please )?(?:i (?:hereby )?)?(?:{})(?: a| the| my| your)? draw(?: offer)?(?: please)?"
_DAY = r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}"
_SPAN = r"-?\d{1,9}(?:[.,]\d{1,2})?\s*[a-z]{0,6}"
_LEAGUE = r"([a-z0-9][a-z0-9-]{1,38}[a-z0-9])"
_SEAT = r"(?: (first|second))?"
_REASON = r"(?:[,:]? ?(pace|games|too many games|many games|now|not now))?"
_TERM = r"(?: (?:rated|unrated|first|second|untimed|[a-z0-9+/.]{0,20}\d[a-z0-9+/.]{0,20}))"
_NO_GAME = "a|the|my|an?other|it|this|that|you|me|draw|accepted|declined|withdrawn|stands|still|peace|help"
_GAME = rf"(?!(?:{_NO_GAME})\b)[a-z][a-z0-9-]{{1,19}}"
_OFFER_ID = r"(?:(?=[a-z0-9]{0,11}\d)[a-z0-9]{3,12}|[mnpqrstvwxz]{5})"
_NAMED = r"(?!(?:accepted|declined|me|you|the|your|my|yourself|is|for|of|to|was|in)\b)\S.{0,79}"

COMMANDS = {
    Act.TURN: CommandKind(Subject.GAME, Weight.TURN),
    Act.ACCEPT_DRAW: CommandKind(
        Subject.GAME,
        Weight.FINAL,
        form=_DRAW.format("accept"),
        # Only Latin letters may not stand beside a word, since some languages write no spaces.
        mention=r"(?<![a-z])accept(?:ing)?(?: \w{1,12}){0,4} draw(?![a-z])|"
        r"(?<![a-z])draw(?: \w{1,12}){0,3} accepted(?![a-z])",
        hint="the game ends as a draw",
        is_listed=True,
    ),
    Act.DECLINE_DRAW: CommandKind(
        Subject.GAME,
        form=_DRAW.format("decline|refuse|reject"),
        is_with_turn=True,
        hint="you play on",
        is_listed=True,
    ),
    Act.WITHDRAW_DRAW: CommandKind(
        Subject.GAME,
        form=_DRAW.format("withdraw|retract"),
        is_with_turn=True,
        hint="takes your offer back",
        is_listed=True,
    ),
    Act.OFFER_DRAW: CommandKind(
        Subject.GAME,
        Weight.PROVED,
        form=rf"draw offer|{_DRAW.format('offer|propose')}",
        is_with_turn=True,
        hint="{opponent} can accept it or play on",
    ),
    Act.RESIGN: CommandKind(
        Subject.GAME,
        Weight.FINAL,
        # Not after "please", which asks somebody else to resign.
        form=r"(?:i (?:hereby )?)?resign(?: (?:the|this) game)?",
        mention=r"(?<![a-z0-9_-])resign(?:s|ed|ing|ation)?(?![a-z0-9_-])(?! (?:myself|ourselves)\b)",
        hint="gives the game up",
        is_listed=True,
    ),
    Act.CLAIM: CommandKind(
        Subject.GAME,
        Weight.FINAL,
        form=r"(?:i (?:hereby )?)?claim(?: (?:the|this) game| (?:the|my) (?:win|victory))?(?: on time)?",
        mention=r"(?<![a-z])claim(?:ing)? (?:(?:the|this|a|my|our) )?(?:game|win|victory)(?![a-z])|"
        r"^\W*(?:\w+\W+){0,3}claim\W*$",
        hint="ends the game: you win on time",
        is_listed=True,
        note="when your opponent’s time has run out",
    ),
    Act.SAY: CommandKind(Subject.WORDS, Weight.PROVED),
    Act.BOARD: CommandKind(
        Subject.INFORMATION,
        Weight.NOTHING,
        form=r"(?:show (?:the )?)?board",
        hint="sends you the board as it stands",
        is_listed=True,
    ),
    Act.RULES: CommandKind(
        Subject.INFORMATION,
        Weight.NOTHING,
        form=r"(?:show (?:the )?)?rules",
        hint="tells how a turn is written and where the rules are",
        is_listed=True,
    ),
    Act.GAMES: CommandKind(
        Subject.INFORMATION,
        Weight.NOTHING,
        form=r"(?:(?:show|list) )?(?:my )?games",
        hint="lists all your games that are running",
        is_listed=True,
    ),
    Act.AWAY: CommandKind(
        Subject.LEAVE,
        Weight.PROVED,
        form=rf"(?:i am |i'm |i’m )?away(?:\s*[:=]?\s*((?:for |from |until |till |to )?(?:{_DAY}|{_SPAN})"
        rf"(?:\s*(?:to|until|till|-|and)\s*(?:{_DAY}|{_SPAN}))?))?(?: please)?",
        hint="you are on leave for seven days from now",
        example="away 7d",
    ),
    Act.BACK: CommandKind(Subject.LEAVE, Weight.PROVED, form="(?:i am |i'm |i’m )?back", hint="ends your leave"),
    Act.HELP: CommandKind(
        Subject.INFORMATION, Weight.NOTHING, form="help", hint="sends you this again", is_listed=True
    ),
    Act.JOIN: CommandKind(
        Subject.LEAGUE, form=rf"(?:i )?join(?: please)?|(?:please )?(?:i )?join {_LEAGUE}(?: please)?"
    ),
    Act.LEAVE_LEAGUE: CommandKind(
        Subject.LEAGUE, form=rf"(?:please )?(?:i )?(?:leave|withdraw from) {_LEAGUE}(?: please)?"
    ),
    Act.CONFIRM_WITHDRAWAL: CommandKind(
        Subject.LEAGUE, Weight.FINAL, form=rf"(?:i )?confirm (?:to )?withdraw(?:al)?(?: from)? {_LEAGUE}"
    ),
    # In a game's letter it accepts a draw, so it counts like that.
    Act.ACCEPT: CommandKind(
        Subject.ANSWER, Weight.FINAL, form=rf"(?:yes,? )?(?:i )?accept(?: (?:it|this|that))?(?: please)?{_SEAT}"
    ),
    Act.DECLINE: CommandKind(Subject.ANSWER, form=rf"(?:i )?decline(?: (?:it|this|that))?{_REASON}", is_with_turn=True),
    Act.ACCEPT_CHALLENGE: CommandKind(
        Subject.PLAYING, Weight.BEGINS, form=rf"(?:i )?accept (?:the |this |your )?challenge{_SEAT}|challenge accepted"
    ),
    Act.DECLINE_CHALLENGE: CommandKind(
        Subject.PLAYING, form=rf"(?:i )?decline (?:the |this |your )?challenge{_REASON}|challenge declined"
    ),
    Act.REMATCH: CommandKind(
        Subject.PLAYING, Weight.BEGINS, form=r"(?:(?:i would like |i'd like |i’d like )?a )?rematch,?(?: please)?"
    ),
    Act.OFFERS: CommandKind(Subject.INFORMATION, Weight.NOTHING, form=r"(?:(?:show|list) )?(?:the )?(?:open )?offers"),
    Act.OFFER: CommandKind(Subject.PLAYING, form=rf"(?:please )?(?:i )?offer ({_GAME}{_TERM}{{0,4}})(?: please)?"),
    Act.TAKE: CommandKind(
        Subject.PLAYING, Weight.BEGINS, form=rf"(?:please )?(?:i )?take (?:offer )?({_OFFER_ID}(?: (?:first|second))?)"
    ),
    Act.CHALLENGE: CommandKind(Subject.PLAYING, form=rf"(?:please )?(?:i )?challenge ({_NAMED})"),
    Act.CONFIRM: CommandKind(Subject.HELD, Weight.WORD),
    Act.REJECT: CommandKind(Subject.HELD, Weight.WORD),
}
"""Every command, in the order in which letters and pages list them."""


def acts_about(*subjects: Subject) -> frozenset[Act]:
    """The acts about any of those subjects."""
    return frozenset(act for act, kind in COMMANDS.items() if kind.subject in subjects)


OF_LEAGUES = acts_about(Subject.LEAGUE)
OF_PLAYING = acts_about(Subject.PLAYING)
WITH_WORDS = acts_about(Subject.PLAYING, Subject.ANSWER)
"""Acts whose argument, if they have one, says what is wanted."""
FINAL = frozenset(act for act, kind in COMMANDS.items() if kind.weight is Weight.FINAL)
"""Acts that cannot be undone."""

_LENGTH = 100
_FIRST_LINES = 20
_PUNCTUATION = " \t.,;:!?*_/\\\"'`“”„‘’«»()[]{}<>…–—-"
_EMOJI = re.compile("[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]")
_ABOUT_LEAVE = re.compile(r"\b(?:away|leave|holidays?|vacation)\b")
_NO_LEAGUES = frozenset((
    "now", "soon", "later", "today", "tonight", "tomorrow", "again", "early", "here", "there", "town", "home", "him",
    "her", "them", "you", "this", "that", "the", "game", "games", "alone", "please", "work",
))  # fmt: skip
"""Words after "join" or "leave" in sentences that are not about leagues."""
_ABOUT_LEAGUES = re.compile(r"^\W*(?:(?:i|please|i want to|i would like to|i['’]d like to) )?(?:join|leave|withdraw)\b")
_ABOUT_NEW_GAMES = re.compile(
    r"^\W*(?:(?:i|please|i want to|i would like to|i['’]d like to) )?"
    r"(?:(?:offer|challenge)\b(?!.*\bdraw\b)|take(?: offer)?(?: (?!care\b|it\b|that\b|this\b)\S+)?\W*$)"
)
_ABOUT_LETTERS = re.compile(
    r"\bunsubscribe\b|\bopt[ -]out\b|\b(?:take|remove|delete) me (?:off|from)\b|"
    r"\b(?:stop|no more)\b.{0,30}\b(?:(?:e-?)?mails?|mailing|letters?|messages?|notifications?|spam(?:ming)?)\b|"
    r"\b(?:do not|don['’]?t|never) (?:send|(?:e-?)?mail) me\b"
)
_UNDOES = r"(?:undo|cancel|retract|withdraw|take ?back|ignore|disregard|forget|delete)"
_ABOUT_UNDOING = re.compile(
    rf"^\W*(?:please )?{_UNDOES}(?: (?:it|that|this))?(?:,? please)?\W*$|"
    rf"\b(?!forget\b){_UNDOES} (?:\w+ ){{1,2}}(?:turn|move|(?:e-?)?mail|message|letter)\b(?! address)|"
    r"\btake (?:it|that|this|my (?:\w+ )?(?:turn|move)) back\b"
)
_NO = frozenset(("no", "no thanks", "no thank you", "no, thanks", "no, thank you"))
_STOPS = str.maketrans(dict.fromkeys(_PUNCTUATION.replace("'", ""), " "))
_MEANT = (
    r"(?:that|it|this)(?: was|'s| is) (?:really )?(?:me|mine|meant|right|correct)|"
    r"i (?:do|did|am sure|(?:do |did )?meant? (?:it|that|this))"
)
_YES = re.compile(
    rf"(?:yes|yep|confirm(?:ed)?|i confirm(?: (?:it|that|this))?|{_MEANT})"
    rf"(?: (?:yes|please|thanks|thank you|confirm(?:ed)?|i confirm|(?:please )?(?:do|play) (?:it|that|so)|{_MEANT}))*"
)
_NOT_ME = (
    r"(?:that|it|this) (?:was not|wasn't|is not|isn't) (?:me|mine|meant|right)|"
    r"i (?:do not|don't|did not|didn't)(?: (?:mean|want) (?:it|that|this))?|not me|drop (?:it|that|this)"
)
_NOT_MEANT = re.compile(rf"(?:no|nope|{_NOT_ME})(?: (?:please|thanks|thank you|{_NOT_ME}))*")
_SAY = re.compile(r"^[\s/*_>]{0,6}say[*_]{0,3}\s{0,3}[:：][*_]{0,3}[ \t]*", re.IGNORECASE)
_FORMS = {act: re.compile(kind.form, re.IGNORECASE) for act, kind in COMMANDS.items() if kind.form}


@dataclass(frozen=True, slots=True)
class Command:
    """A command that was found."""

    act: Act
    typed: str
    """The line as it was written."""
    words: str = ""
    """Its argument: how long the player is away, which league is meant, or what is wanted."""


def command(line: str) -> Command | None:
    """The command that stands alone on *line*; None if there is none. "say:" is found by `said_on`."""
    if len(line) > _LENGTH:
        return None
    written = folded(line).casefold()
    words = " ".join(_EMOJI.sub(" ", written).strip(_PUNCTUATION).split())
    for act, form in _FORMS.items():
        found = form.fullmatch(words)
        if found is None:
            continue
        argument = found[1] if form.groups else ""
        if act in OF_LEAGUES and argument in _NO_LEAGUES:
            continue
        if act is Act.CHALLENGE:
            # A mail address may have capital letters.
            as_written = form.fullmatch(" ".join(folded(line).strip(_PUNCTUATION).split()))
            argument = as_written[1] if as_written else argument
        # "resign?" is no resignation.
        is_meant = COMMANDS[act].subject is Subject.INFORMATION or not asks(written)
        return Command(act, line.strip(), argument or "") if is_meant else None
    return None


def reply(line: str) -> Command | None:
    """The yes or no that stands alone on *line*, as a command; None if there is none."""
    if len(line) > _LENGTH or asks(line):
        return None
    words = " ".join(folded(line).casefold().replace("’", "'").translate(_STOPS).split())
    if _YES.fullmatch(words):
        return Command(Act.CONFIRM, line.strip())
    return Command(Act.REJECT, line.strip()) if _NOT_MEANT.fullmatch(words) else None


def is_no(text: str) -> bool:
    """Whether the first line of *text* is a no and nothing else."""
    return _first_line(text) in _NO


def is_leave(text: str) -> bool:
    """Whether the first line of *text* is "leave" and nothing else."""
    return _first_line(text) == "leave"


def is_about_leagues(text: str) -> bool:
    """Whether one of the first lines of *text* begins like a wish to join or to leave something."""
    return any(map(_ABOUT_LEAGUES.match, _first_lines(text)))


def is_about_new_games(text: str) -> bool:
    """Whether one of the first lines of *text* begins like a wish for a new game."""
    return any(map(_ABOUT_NEW_GAMES.match, _first_lines(text)))


def is_about_leave(text: str) -> bool:
    """Whether one of the first lines of *text* mentions leave."""
    return any(map(_ABOUT_LEAVE.search, _first_lines(text)))


def is_about_undoing(text: str) -> bool:
    """Whether one of the first lines of *text* asks that something be undone, or an earlier mail ignored."""
    return any(map(_ABOUT_UNDOING.search, _first_lines(text)))


def is_about_letters(text: str) -> bool:
    """Whether one of the first lines of *text* asks for fewer letters."""
    return any(map(_ABOUT_LETTERS.search, _first_lines(text)))


def said_on(line: str) -> str | None:
    """The words after "say:" on *line*; None if it does not begin so."""
    found = _SAY.match(line)
    return None if found is None else line[found.end() :].strip()


def _first_line(text: str) -> str:
    first = next((line for line in text.splitlines()[:_FIRST_LINES] if line.strip()), "")[:_LENGTH]
    return folded(first).casefold().strip(_PUNCTUATION)


def _first_lines(text: str) -> Iterator[str]:
    return (folded(line[:_LENGTH]).casefold() for line in text.splitlines()[:_FIRST_LINES])

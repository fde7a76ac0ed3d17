"""
Commands: words that stand alone on a line; within a sentence they are none.

`COMMANDS` is the one table of them. What a command does stands in `answering`: in `order_execution` for what changes a
game, in `information` for what only asks, in `leave_by_mail` and `playing_by_mail` for the rest.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto


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
    WITHDRAW = "withdraw"
    """Withdraw an offer or a challenge of one's own."""
    BLOCK = "block"
    UNBLOCK = "unblock"
    FOLLOW = "follow"
    """Follow a player or a league."""
    UNFOLLOW = "unfollow"
    TIME_ZONE = "time zone"
    UNSUBSCRIBE = "unsubscribe"
    """End letters like the one that is answered."""
    SUBSCRIBE = "subscribe"
    CONFIRM = "confirm"
    """Confirm a held order: "yes", or "confirm"."""
    REJECT = "reject"
    """Reject a held order: "no"."""
    BOARD = "board"
    RULES = "rules"
    GAMES = "games"
    OFFERS = "offers"
    STANDINGS = "standings"
    RATINGS = "ratings"
    SIGN_IN = "sign in"
    """Send the letter to sign in, as the page does for anybody."""
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
    ACCOUNT = auto()
    """What a player wants to hear, and of whom: it is about no game."""
    ANSWER = auto()
    """What the answered letter asks."""
    HELD = auto()
    """A held order: a yes or a no."""
    INFORMATION = auto()
    """Nothing of the player's is changed; a question asks for the same."""


class Weight(Enum):
    """The damage a command could do if somebody else had asked for it."""

    NOTHING = auto()
    """None: it changes nothing, and the answer goes to the player alone."""
    PLAIN = auto()
    """Little: it passes, or can be undone."""
    TURN = auto()
    PROVED = auto()
    """Little, but it stands in the player's name, is felt by others, or takes days of leave."""
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
    group: str = ""
    """The head under which help lists it; empty for what is about one game."""
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
_GROUPS = ("New games", "Leagues", "Other players", "Yourself")
_NO_NAME = (
    "me|you|him|her|them|us|it|that|this|these|those|the|an?|your|my|our|his|their|its|yourself|myself|all|any|each|"
    "every|everyone|everything|anyone|there|here|up|on|in|out|at|by|through|suit|along|well|from|to|for|and|or|with|"
    "again|now|later|soon|please|turn|move|mail|letter|message|draw|offer|challenge|game|season|look|looks|are|is|was"
)
_NAME = rf"[\"“”„«»].{{1,80}}|(?!(?:{_NO_NAME})\b)\S{{1,80}}(?: \S{{1,30}}){{0,4}}?"
"""The name of somebody or something; whatever is in quotation marks is one."""
_ZONE = r"[+-]?[a-z0-9][a-z0-9_/+:.-]{0,40}(?: [a-z0-9_/+:-]{1,30}){0,2}?"
_LETTERS = "all|turns|reminders|messages|challenges|leagues|follows"

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
        group="Yourself",
    ),
    Act.AWAY: CommandKind(
        Subject.LEAVE,
        Weight.PROVED,
        form=rf"(?:i am |i'm |i’m )?away(?:\s*[:=]?\s*((?:for |from |until |till |to )?(?:{_DAY}|{_SPAN})"
        rf"(?:\s*(?:to|until|till|-|and)\s*(?:{_DAY}|{_SPAN}))?))?(?: please)?",
        hint="you are on leave for seven days from now",
        example="away 7d",
        group="Yourself",
    ),
    Act.BACK: CommandKind(
        Subject.LEAVE,
        Weight.PROVED,
        form="(?:i am |i'm |i’m )?back",
        hint="ends your leave",
        group="Yourself",
    ),
    Act.HELP: CommandKind(
        Subject.INFORMATION, Weight.NOTHING, form="help", hint="sends you this again", is_listed=True
    ),
    Act.JOIN: CommandKind(
        Subject.LEAGUE,
        form=rf"(?:i )?join(?: please)?|(?:please )?(?:i )?join {_LEAGUE}(?: please)?",
        group="Leagues",
        example="join summer-cup",
        hint="enters the season that takes players",
    ),
    Act.LEAVE_LEAGUE: CommandKind(
        Subject.LEAGUE,
        form=rf"(?:please )?(?:i )?(?:leave|withdraw from) {_LEAGUE}(?: please)?",
        group="Leagues",
        example="leave summer-cup",
        hint="leaves it",
    ),
    Act.CONFIRM_WITHDRAWAL: CommandKind(
        Subject.LEAGUE, Weight.FINAL, form=rf"(?:i )?confirm (?:to )?withdraw(?:al)?(?: from)? {_LEAGUE}"
    ),
    # In a game's letter it accepts a draw, so it counts like that.
    Act.ACCEPT: CommandKind(
        Subject.ANSWER,
        Weight.FINAL,
        form=rf"(?:yes,? )?(?:i )?accept(?: (?:it|this|that))?(?: please)?{_SEAT}",
        group="New games",
        hint="in answer to a challenge, begins the game",
    ),
    Act.DECLINE: CommandKind(
        Subject.ANSWER,
        form=rf"(?:i )?decline(?: (?:it|this|that))?{_REASON}",
        is_with_turn=True,
        group="New games",
        hint="turns the challenge down",
    ),
    Act.ACCEPT_CHALLENGE: CommandKind(
        Subject.PLAYING, Weight.BEGINS, form=rf"(?:i )?accept (?:the |this |your )?challenge{_SEAT}|challenge accepted"
    ),
    Act.DECLINE_CHALLENGE: CommandKind(
        Subject.PLAYING, form=rf"(?:i )?decline (?:the |this |your )?challenge{_REASON}|challenge declined"
    ),
    Act.REMATCH: CommandKind(
        Subject.PLAYING,
        Weight.BEGINS,
        form=r"(?:(?:i would like |i'd like |i’d like )?a )?rematch,?(?: please)?",
        group="New games",
        hint="after a game, asks for another",
    ),
    Act.OFFERS: CommandKind(
        Subject.INFORMATION,
        Weight.NOTHING,
        form=r"(?:(?:show|list) )?(?:the )?(?:open )?offers",
        group="New games",
        hint="lists the open offers",
    ),
    Act.OFFER: CommandKind(
        Subject.PLAYING,
        form=rf"(?:please )?(?:i )?offer ({_GAME}{_TERM}{{0,4}})(?: please)?",
        group="New games",
        example="offer GAME 3d/turn",
        hint="offers a game to anyone",
    ),
    Act.TAKE: CommandKind(
        Subject.PLAYING,
        Weight.BEGINS,
        form=rf"(?:please )?(?:i )?take (?:offer )?({_OFFER_ID}(?: (?:first|second))?)",
        group="New games",
        example="take k7fmx",
        hint="takes one of them",
    ),
    Act.CHALLENGE: CommandKind(
        Subject.PLAYING,
        form=rf"(?:please )?(?:i )?challenge ({_NAMED})",
        group="New games",
        example="challenge NAME GAME",
        hint="challenges one player",
    ),
    Act.WITHDRAW: CommandKind(
        Subject.PLAYING,
        form=r"(?:please )?withdraw(?: (?:it|(?:(?:my|the|this) )?(?:offer|challenge|invitation)))?"
        rf"(?: (?:to |against )?({_NAME}))?(?: please)?",
        group="New games",
        hint="takes your offer or challenge back",
    ),
    Act.BLOCK: CommandKind(
        Subject.ACCOUNT,
        Weight.PROVED,
        form=rf"(?:please )?block ({_NAME})(?: please)?",
        group="Other players",
        example="block NAME",
        hint="no messages and no new games between you",
    ),
    Act.UNBLOCK: CommandKind(
        Subject.ACCOUNT,
        Weight.PROVED,
        form=rf"(?:please )?unblock ({_NAME})(?: please)?",
        group="Other players",
        example="unblock NAME",
        hint="takes that back",
    ),
    Act.FOLLOW: CommandKind(
        Subject.ACCOUNT,
        form=rf"(?:please )?follow ({_NAME})(?: please)?",
        group="Other players",
        example="follow NAME",
        hint="tells you what is new there",
    ),
    Act.UNFOLLOW: CommandKind(
        Subject.ACCOUNT,
        form=rf"(?:please )?(?:unfollow|stop following) ({_NAME})(?: please)?",
        group="Other players",
        example="unfollow NAME",
        hint="ends that",
    ),
    Act.TIME_ZONE: CommandKind(
        Subject.ACCOUNT,
        form=rf"(?:set )?(?:my )?time ?zone(?:(?: ?[:=] ?| is | to | )({_ZONE}))?(?: please)?",
        group="Yourself",
        example="time zone Berlin",
        hint="sets your time zone",
    ),
    Act.UNSUBSCRIBE: CommandKind(
        Subject.ACCOUNT,
        form=rf"(?:please )?unsubscribe(?: me)?(?: (?:from )?({_LETTERS}))?(?: please)?",
        group="Yourself",
        hint="ends letters like the one that you answer",
    ),
    Act.SUBSCRIBE: CommandKind(
        Subject.ACCOUNT,
        form=rf"(?:please )?subscribe(?: me)?(?: (?:to )?({_LETTERS}))?(?: please)?",
        group="Yourself",
        hint="brings them back",
    ),
    Act.STANDINGS: CommandKind(
        Subject.INFORMATION,
        Weight.NOTHING,
        form=rf"(?:(?:show|send) )?(?:me )?(?:the )?standings(?:(?: (?:of|in|for)(?: the)?)? ({_NAME}))?(?: please)?",
        group="Leagues",
        example="standings summer-cup",
        hint="shows its table",
    ),
    Act.RATINGS: CommandKind(
        Subject.INFORMATION,
        Weight.NOTHING,
        form=r"(?:(?:show|send) )?(?:me )?(?:my )?ratings?(?: please)?",
        group="Yourself",
        hint="tells your ratings",
    ),
    Act.SIGN_IN: CommandKind(
        Subject.INFORMATION,
        Weight.NOTHING,
        form=r"(?:please )?(?:sign|log)(?: me)?[ -]?in(?: link)?(?: please)?",
        group="Yourself",
        hint="sends you a link to sign in",
    ),
    Act.CONFIRM: CommandKind(Subject.HELD, Weight.WORD),
    Act.REJECT: CommandKind(Subject.HELD, Weight.WORD),
}
"""Every command, in the order in which letters and pages list them."""


def grouped_commands() -> dict[str, tuple[tuple[str, str], ...]]:
    """The commands that are about no game by their groups, each as it is written and with what it does."""
    grouped = [(kind.group, (kind.example or act.value, kind.hint)) for act, kind in COMMANDS.items() if kind.group]
    return {group: tuple(row for its, row in grouped if its == group) for group in _GROUPS}


def is_in_letters(kind: CommandKind) -> bool:
    """Whether each letter that can be answered with a turn lists that command."""
    return bool(kind.hint) and (kind.is_listed or kind.subject in {Subject.GAME, Subject.LEAVE})


def acts_about(*subjects: Subject) -> frozenset[Act]:
    """The acts about any of those subjects."""
    return frozenset(act for act, kind in COMMANDS.items() if kind.subject in subjects)


OF_LEAGUES = acts_about(Subject.LEAGUE)
OF_PLAYING = acts_about(Subject.PLAYING)
OF_ACCOUNT = acts_about(Subject.ACCOUNT)
NAMING = OF_ACCOUNT | {Act.STANDINGS}
"""Acts each of which can name somebody or something of its own."""
WITH_WORDS = acts_about(Subject.PLAYING, Subject.ANSWER)
"""Acts whose argument, if they have one, says what is wanted."""
FINAL = frozenset(act for act, kind in COMMANDS.items() if kind.weight is Weight.FINAL)
"""Acts that cannot be undone."""

"""A letter as its templates get it: all facts that it tells, and the words that are worked out from them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from corr.base.notices import ABOUT_DRAWS, ABOUT_SEASONS, Category, NoticeKind
from corr.base.sentences import Sentence
from corr.clocks.forecast import ClockForecast, GameForecast
from corr.clocks.forecast_words import forecast_of_each, forecast_sentence
from corr.core.pace import is_late
from corr.core.spans import counted
from corr.game.views import ChallengeView, Commitment, GameView, TurnLine
from corr.game.words import (
    ADJUDICATED,
    AGREEMENT,
    FORFEIT,
    NO_RESULT,
    RESIGNATION,
    TIME,
    EventKind,
    outcome_sentence,
)
from corr.games.api import AnyRules
from corr.games.notation import folded
from corr.games.seats import Seat
from corr.leagues.letter_contents import SeasonLetter
from corr.mail.envelope_addresses import one_line
from corr.mail.letters.mime import Picture, picture
from corr.mail.letters.since_last_turn import TELLING, PastBoard, SinceLastTurn, is_flipped, news_of, since_last_turn
from corr.mail.queues.digests import DigestView
from corr.mail.queues.outbox import ClaimedLetter
from corr.mail.queues.recipients import Recipient
from corr.mail.reading.words.commands import COMMANDS, Act, is_in_letters
from corr.play.followed_facts import News
from corr.render.text import text_board
from corr.render.words import told_board

_ENDING: Mapping[Category, tuple[str, str]] = {
    Category.TURNS: (
        "You are getting this letter because it is about your games.",
        "No more letters about turns",
    ),
    Category.REMINDERS: (
        "You are getting this letter because it is about deadlines in your games.",
        "No more reminders",
    ),
    Category.MESSAGES: (
        "You are getting this letter because the other player of a game wrote to you.",
        "No more letters about messages",
    ),
    Category.CHALLENGES: (
        "You are getting this letter because it is about a challenge of yours.",
        "No more letters about challenges",
    ),
    Category.LEAGUES: (
        "You are getting this letter because it is about a league.",
        "No more news of leagues",
    ),
    Category.FOLLOWS: (
        "You are getting this letter because you follow what it is about.",
        "No more letters about what you follow",
    ),
    Category.INVITATIONS: (
        "You are getting this letter because a player gave this address to invite somebody.",
        "No more invitations",
    ),
}
"""Why letters of a category come, and the words that end them."""
# Also for players who want one letter and then silence: whoever answers it has come back, and gets the next one.
_TOLD_AT_ONCE = "You will get a letter as soon as it is your turn."
_TOLD: Mapping[str, str] = {
    "digest": "Your digest will tell you when it is your turn.",
    "none": "You get no letters about turns, so please check the site.",
}
_DRAW_NEWS: Mapping[EventKind, str] = {
    EventKind.DRAW_PASSED: "{name} declined your draw offer by playing on.",
    EventKind.DRAW_STANDS: (
        "Your draw offer still stands: {name} had not seen it when playing by email. Your next turn withdraws it."
    ),
    EventKind.DRAW_LAPSED: "{name}’s last turn withdrew the draw offer.",
}
"""What a turn of the other player did to a draw offer."""
_PAIRING = 160
UNBROKEN = "\xa0"
"""A space at which no line is broken."""
_FEW_HINTS = 5
_SQUARE = re.compile(r"[A-Z]\d{1,2}")
_OF_ACCOUNT = ABOUT_SEASONS | {
    NoticeKind.CHALLENGE,
    NoticeKind.DIGEST,
    NoticeKind.AUTOMATIC_LEAVE,
    NoticeKind.TEST,
}
"""Letters without a game that can be answered."""
_BY_OPPONENT = ABOUT_DRAWS | {NoticeKind.MESSAGE, NoticeKind.TIME_GIVEN}
"""Letters about what the other player did."""
_WITH_TURNS = frozenset({NoticeKind.YOUR_TURN, NoticeKind.GAME_STARTED, NoticeKind.GAME_OVER})
"""Letters that may bring the other player's turn."""
_MARKED = frozenset(
    {
        NoticeKind.CHALLENGE,
        NoticeKind.INVITATION,
        NoticeKind.SEASON_OPENS,
        NoticeKind.REPLACEMENT,
        NoticeKind.TEST,
        NoticeKind.ANSWER,
    }
)
"""Letters without a game that ask for an answer, or may."""
_MARK_LENGTH = 7
_ENDING_WORDS: Mapping[str, str] = {
    TIME: "time",
    RESIGNATION: "resignation",
    FORFEIT: "forfeit",
    AGREEMENT: "agreed",
    ADJUDICATED: "decided by the league",
}
_WITHOUT_BOARD = frozenset({NoticeKind.ANSWER, NoticeKind.HELD})
"""Letters that show the board only if their facts say so or they ask about a turn."""


@dataclass(frozen=True, slots=True)
class ReminderLine:
    """One game of a reminder."""

    game_id: str
    title: str
    opponent: str
    turn_number: int
    due_at: datetime
    forecast: GameForecast | None = None
    """What will happen by the clock; None if the letter says it once for all games."""


@dataclass(frozen=True, slots=True)
class ReminderGroup:
    """Games with the same deadline and forecast in a reminder."""

    games: tuple[ReminderLine, ...]
    forecast: Sentence
    """What will happen by the clock, in each of them."""
    due_at: datetime


@dataclass(frozen=True)
class Letter:
    """A letter: what was claimed, its recipient, and what it tells."""

    claimed: ClaimedLetter
    to: Recipient
    url: str
    """The address of the front page, without a slash at the end."""
    message_id: str
    kind: str
    """The kind of notice, which is the name of its templates."""
    facts: Mapping[str, Any] = field(repr=False)
    """What its notice says beyond the game."""
    written_at: datetime
    """The moment of its notice, which is its date."""
    recipient: str
    """The address that it goes to."""
    category: Category | None
    """The letters that its reader can end together with it; None for one that nobody can refuse."""
    reply_token: str = field(default="", repr=False)
    """The token of its reply address; empty if it cannot be answered."""
    unsubscribe_token: str = field(default="", repr=False)
    """The token that ends letters of its kind; empty for letters that nobody can refuse."""
    command_address: str = field(default="", repr=False)
    """The reader's address for commands, told in the first letter of all and in answers that tell it; else empty."""
    withheld: str = ""
    """Why it is not sent, in one sentence; empty if it may go."""
    rules: AnyRules | None = field(default=None, repr=False)
    """The rules of its game."""
    game: GameView | None = None
    """The game as it stood when the turn was due that the notice is about, as the reader may see it."""
    is_tried: bool = False
    """Whether its board is the one after the turn that the letter asks about."""
    forecast: GameForecast | None = None
    """What will happen by the clock; None if the game is over, or has gone on since."""
    turns: tuple[TurnLine, ...] = ()
    """The last few of the turns since the reader's own last one, oldest first."""
    left_out: int = 0
    """The number of turns since then that are not among them."""
    boards: tuple[PastBoard, ...] = ()
    """The boards after those turns, oldest first, without the last, which is the game's own."""
    previous_id: str = ""
    """The Message-ID of the letter before about the same game to the same player; empty if there is none."""
    beginnings: tuple[str, ...] = ()
    """The legal beginnings of a turn, if the reader is due."""
    question: str = ""
    """The question where both choose at the same time: "Choose a piece."; else empty."""
    plays_at: datetime | None = None
    """When the turn will be played that it is about; None if it is not delayed."""
    reminders: tuple[ReminderLine, ...] = ()
    """The games that a reminder of several is about, by time left."""
    challenge: ChallengeView | None = None
    digest: DigestView | None = None
    season: SeasonLetter | None = None
    news: News | None = None
    """What happened to somebody or something that the reader follows."""
    stops: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """What the reader follows because of which this came, each with the address that ends it."""

    @property
    def is_of_account(self) -> bool:
        """Whether it can be answered and is not about one game."""
        is_about_none = self.game is None and bool(self.facts.get("is_answerable"))
        return self.kind in _OF_ACCOUNT or is_about_none

    @property
    def marker(self) -> str:
        """What its first line is marked with where it can be answered: the id of its game, or one of its own."""
        if self.game is None:
            is_marked = bool(self.reply_token) and self.kind in _MARKED
            return self.message_id.strip("<>")[:_MARK_LENGTH] if is_marked else ""
        is_answerable = self.words.may_answer or self.may_ask_rematch
        return self.game.id if is_answerable and self.kind != NoticeKind.FROZEN else ""

    @property
    def is_from_opponent(self) -> bool:
        """Whether it brings a turn, words or an act of the other player; what does not comes from the service."""
        if self.game is None or self.game.you is None:
            return False
        return self.kind in _BY_OPPONENT or (self.kind in _WITH_TURNS and bool(self.turns or self.since.said))

    @cached_property
    def words(self) -> "LetterWords":
        """The words that are worked out from all this."""
        game = self.game
        goes_on = game is not None and not game.is_over
        may_answer = bool(self.reply_token) and (self.season is not None or goes_on)
        words = LetterWords(
            ending=_ENDING[self.category] if self.category else ("", ""),
            preferences_url=f"{self.url}/account/mail" if self.claimed.player_id is not None else "",
            unsubscribe_url=f"{self.url}/u/{self.unsubscribe_token}" if self.unsubscribe_token else "",
            next_told=_TOLD.get(self.to.wants.turns, _TOLD_AT_ONCE),
            may_answer=may_answer,
            hints=_hints(self) if may_answer else (),
            picture_id=f"board.{self.message_id.strip('<>')}",
        )
        return _with_game(words, self, game) if game else words

    @property
    def may_ask_rematch(self) -> bool:
        """Whether an answer can ask for a rematch: its reader's game is over."""
        return bool(self.reply_token) and self.game is not None and self.game.is_over

    @property
    def is_clock_running(self) -> bool:
        """Whether the game waits for the reader, who has a deadline, and whose clock does not stand still."""
        if self.game is None or not self.game.is_your_turn or self.game.due_at is None:
            return False
        clocks = self.forecast.clocks if self.forecast else ()
        return all(clock.seat != self.game.you or clock.standstill is None for clock in clocks)

    @property
    def is_time_yours(self) -> bool:
        """Whether the reader got some of the time that an administrator added."""
        seat = self.facts["seat"]
        return seat is None or (self.game is not None and seat == self.game.you)

    @property
    def outcome(self) -> Sentence:
        """How the game ended; empty while it runs."""
        if self.game is None or self.rules is None or not self.game.is_over:
            return Sentence(())
        return outcome_sentence(self.rules.info, self.game.winner, self.game.reason)

    @property
    def ending_word(self) -> str:
        """What ended the game, in a word; empty if its rules did, or there is no result."""
        return _ENDING_WORDS.get(self.game.reason, "") if self.game else ""

    @property
    def verdict_by(self) -> Sentence | None:
        """Who decided the result, and why, if the turns since the reader's last do not tell."""
        return None if self.game is None or self.turns else self.game.decision

    @property
    def has_no_result(self) -> bool:
        """Whether the game is over without a result."""
        return self.game is not None and self.game.reason in NO_RESULT

    # What happened since the reader's last turn.

    @cached_property
    def since(self) -> SinceLastTurn:
        """Turns, boards, events and messages since the reader's own last turn, oldest first."""
        if self.game is None:
            return SinceLastTurn()
        news = news_of(self.game, self.written_at) if self.kind == NoticeKind.MESSAGE else ()
        found = since_last_turn(self.game, self.turns, self.boards, news=news, content_id=self.message_id.strip("<>"))
        told = tuple(event for event in found.events if self.kind not in TELLING or event.at != self.written_at)
        is_from_start = bool(self.turns) and not self.left_out and self.turns[0].number <= 1
        return replace(found, left_out=self.left_out, is_from_start=is_from_start, events=told)

    @property
    def board_text(self) -> str:
        """The board as text, without the warnings that the letter shows above it."""
        if self.game is None:
            return ""
        scene = self.game.scene if self.game.is_past else replace(self.game.scene, alerts=())
        return text_board(scene, flipped=is_flipped(self.game), last=self.game.course.touched)

    @property
    def board_words(self) -> str:
        """The board in words."""
        return told_board(self.game.scene) if self.game else ""

    @cached_property
    def picture(self) -> Picture | None:
        """The board as a picture, if the letter shows one."""
        is_shown = self.is_tried or self.facts.get("has_board")
        if self.game is None or (self.kind in _WITHOUT_BOARD and not is_shown):
            return None
        game = self.game
        return picture(game.scene, flipped=is_flipped(game), course=game.course, theme=self.to.theme)

    # Other letters.

    @property
    def reminded(self) -> tuple[ReminderGroup, ...]:
        """The games of a reminder, grouped by deadline and forecast."""
        return tuple(_reminded(self.reminders))

    @property
    def leave_until(self) -> datetime:
        """Until when a day of automatic leave lasts."""
        return datetime.fromisoformat(str(self.facts["until"]))


@dataclass(frozen=True, slots=True)
class LetterWords:
    """The words of a letter that are worked out from its facts; those about a game are empty without one."""

    ending: tuple[str, str]
    """Why it came, and the words that end letters of its kind; empty for one that nobody can refuse."""
    preferences_url: str
    """The page of the reader's preferences; empty for a person without an account."""
    unsubscribe_url: str
    """The link that ends letters of its kind without signing in; empty if there is none."""
    next_told: str
    """How the reader will learn that it is their turn, by their preferences."""
    may_answer: bool
    """Whether an answer to the letter can do something."""
    hints: tuple[str, ...]
    """The legal beginnings of a turn; after a refused turn a few, first those of pieces that the writer named."""
    picture_id: str
    """The Content-ID of the board's picture."""
    players: str = ""
    """The names of the two."""
    opponent: str = ""
    """The other player's name."""
    opponent_title: str = ""
    """The game's name for the other player's seat."""
    seat_title: str = ""
    """The game's name for the reader's seat."""
    pairing: str = ""
    """The league, division and round of the game; empty for a game of no league."""
    sample: str = ""
    """A legal turn of the reader as an example, with unbreakable spaces; empty if no turn is wanted."""
    resign_words: str = ""
    """What the reader should know before resigning; empty if nothing."""
    commands: tuple[tuple[str, str], ...] = ()
    """The commands that can be written instead of a turn, each with what it does."""
    forecast: Sentence = field(default_factory=lambda: Sentence(()))
    """What will happen by the clock, without the time left, which depends on when the letter is read."""
    has_time_left: bool = False
    """Whether the reader's own clock had time left at the moment of the notice."""
    has_whole_board: bool = False
    """Whether the present board is shown because the reader asked for it."""
    absences: tuple[Sentence, ...] = ()
    """Who of the two is on leave, and until when."""
    draw_news: str = ""
    """What the other player's last turn did to a draw offer; empty if nothing."""
    alerts: tuple[str, ...] = ()
    """Warnings that the reader must not overlook: "White is in check."."""
    commitments: tuple[Commitment, ...] = ()
    """Commitments to secret turns: all once the game is over, else those since the reader's own last turn."""


def _with_game(words: LetterWords, letter: Letter, game: GameView) -> LetterWords:
    forecast = letter.forecast
    other = next((seat for seat in game.seats if not seat.is_you), game.seats[0])
    is_yours = game.is_your_turn and forecast is not None and not forecast.is_yours_past
    return replace(
        words,
        players=" – ".join(one_line(seat.name, 40) for seat in game.seats),
        opponent=other.name,
        opponent_title=other.title,
        seat_title=next((seat.title for seat in game.seats if seat.is_you), ""),
        pairing=one_line(game.place.words, _PAIRING) if game.place else "",
        sample=game.sample.replace(" ", UNBROKEN),
        resign_words=game.resign_words,
        commands=tuple(_commands(game, forecast, other.name)) if words.may_answer else (),
        forecast=forecast_sentence(forecast, None) if forecast else words.forecast,
        has_time_left=is_yours and game.due_at is not None and not is_late(letter.written_at, game.due_at),
        has_whole_board=bool(letter.facts.get("has_board")) and not letter.is_tried,
        absences=tuple(_absences(game, forecast)),
        draw_news=_DRAW_NEWS[game.draw_news].format(name=other.name) if game.draw_news else "",
        alerts=() if game.is_past else game.scene.alerts,
        commitments=tuple(
            found
            for found in (() if game.is_past else game.commitments)
            if game.is_over or found.turn_number >= game.last_own
        ),
    )


def _hints(letter: Letter) -> tuple[str, ...]:
    written = " ".join(map(str, [*letter.facts.get("yours", ()), *letter.facts.get("turns", ())]))
    if letter.kind != NoticeKind.ANSWER or not written or len(letter.beginnings) <= _FEW_HINTS:
        return letter.beginnings
    return () if letter.facts.get("instead") else _nearest(letter.beginnings, written)


def _nearest(beginnings: Sequence[str], written: str) -> tuple[str, ...]:
    """A few of the beginnings, first those of pieces whose squares were *written*."""
    named = set(_SQUARE.findall(folded(written).upper()))

    def distance(hint: str) -> int:
        squares = set(_SQUARE.findall(hint.partition(":")[0]))
        return 0 if squares & named else 2 if squares else 1

    left = len(beginnings) - _FEW_HINTS
    few = sorted(beginnings, key=distance)[:_FEW_HINTS]
    return (*few, f"and {counted(left, 'more line')}: “help” sends you all of them")


def _reminded(lines: Sequence[ReminderLine]) -> Iterator[ReminderGroup]:
    """The games of a reminder in groups, the most urgent first: all games of a season may be due at once."""
    told = [(line.due_at, forecast_sentence(line.forecast, None), line) for line in lines if line.forecast]
    for (due_at, forecast), same in groupby(told, key=lambda found: found[:2]):
        games = tuple(line for *_, line in same)
        of_first = games[0].forecast
        yield ReminderGroup(games, forecast_of_each(of_first) if len(games) > 1 and of_first else forecast, due_at)


def _commands(game: GameView, forecast: GameForecast | None, opponent: str) -> Iterator[tuple[str, str]]:
    """The commands that can be used now, each with what it does."""
    claimable = forecast.claimable if forecast else None
    if claimable:
        yield Act.CLAIM, "cancels the game" if claimable.ends_without_result else COMMANDS[Act.CLAIM].hint
    is_away = any(seat.is_you and seat.away_until for seat in game.seats)
    is_usable = {
        Act.CLAIM: False,
        Act.ACCEPT_DRAW: game.draw_offered_to_you,
        Act.DECLINE_DRAW: game.draw_offered_to_you,
        Act.WITHDRAW_DRAW: game.draw_offered_by_you,
        Act.OFFER_DRAW: game.may_offer_draw and not game.draw_offered_by_you,
        Act.AWAY: not is_away,
        Act.BACK: is_away,
    }
    for act, kind in COMMANDS.items():
        if is_in_letters(kind) and is_usable.get(act, True):
            yield kind.example or act, kind.hint.format(opponent=opponent)


def _absences(game: GameView, forecast: GameForecast | None) -> Iterator[Sentence]:
    """Who is on leave, unless the forecast of their clocks says so."""
    clocks = forecast.clocks if forecast else ()
    for seat in game.seats:
        if seat.away_until is None or _is_absence_told(clocks, seat.seat):
            continue
        if not seat.is_you:
            yield Sentence.filled("{name} is away until {until}.", name=seat.name, until=seat.away_until)
        elif game.allows_leave:
            yield Sentence.filled("You are on leave until {until}: your clock stands still.", until=seat.away_until)
        else:
            words = "You are on leave until {until}, but this game goes on regardless."
            yield Sentence.filled(words, until=seat.away_until)


def _is_absence_told(clocks: Sequence[ClockForecast], seat: Seat) -> bool:
    return any(clock.seat == seat and clock.is_on_leave and not clock.is_past for clock in clocks)

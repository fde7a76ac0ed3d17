"""The value that templates of letters get, with everything already put into words, and the foot of letters."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence
from corr.clocks.forecast import ClockForecast, GameForecast
from corr.clocks.forecast_words import forecast_sentence
from corr.core.spans import counted
from corr.game.views import ChallengeView, Commitment, DigestView, GameView, MessageLine, SeatView
from corr.game.words import ADJUDICATED, ANNULLED, FORFEIT, NO_RESULT, VOIDED
from corr.games.notation import folded
from corr.games.seats import Seat
from corr.leagues.letter_contents import SeasonLetter
from corr.mail.envelope_addresses import one_line
from corr.mail.letters.since_last_turn import SinceLastTurn, is_flipped, news, since
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.letter_facts import LetterContext, ReminderLine
from corr.players.mail_preferences import Category, category_of
from corr.render.text import text_board
from corr.render.words import told_board

_WORDS: Mapping[Category, tuple[str, str]] = {
    Category.TURNS: ("it is about your games", "letters about turns"),
    Category.REMINDERS: ("it is about deadlines in your games", "reminders"),
    Category.MESSAGES: ("the other player of a game wrote to you", "letters about messages"),
    Category.CHALLENGES: ("it is about a challenge of yours", "letters about challenges"),
    Category.LEAGUES: ("it is about a league", "news of leagues"),
    Category.INVITATIONS: ("a player gave this address to invite somebody", "invitations"),
}
# Also for players who want one letter and then silence: whoever answers it has come back, and gets the next one.
_TOLD_AT_ONCE = "You get a letter as soon as it is your turn."
_PAIRING = 160
_UNBROKEN = "\xa0"
_FEW_HINTS = 5
_SQUARE = re.compile(r"[A-Z]\d{1,2}")
_EACH = "each"
_TOLD = {
    "digest": "Your digest tells you when it is your turn.",
    "none": "You want no letters about turns, so please look in.",
}

_BY_OTHERS = frozenset({VOIDED, ADJUDICATED, ANNULLED, FORFEIT})
"""Endings decided by an administrator or organiser; the last line of the history says by whom, and why."""


@dataclass(frozen=True, slots=True)
class LetterTokens:
    """The tokens in the addresses of a letter, made before it is composed."""

    reply_token: str = field(default="", repr=False)
    """The token of its reply address; empty if it cannot be answered."""
    unsubscribe_token: str = field(default="", repr=False)
    """The token that ends letters of its kind; empty for letters that nobody can refuse."""


@dataclass(frozen=True, slots=True)
class Foot:
    """The foot of letters that can be refused: why the letter came, and how to end its kind."""

    category: Category
    why: str
    """The end of a sentence: "it is about your games"."""
    letters: str
    """The letters that the reader can end: "reminders"."""
    preferences_url: str
    """The page of a player's preferences; empty for a person without an account."""
    unsubscribe_url: str = field(default="", repr=False)
    """The link that ends letters of this kind without signing in; empty if there is none."""


def foot_of(context: LetterContext, identity: MailIdentity, tokens: LetterTokens) -> Foot | None:
    """The foot of a letter; None for one that nobody can refuse."""
    category = category_of(context.kind, has_account=context.has_account)
    if category is None:
        return None
    why, letters = _WORDS[category]
    token = tokens.unsubscribe_token
    return Foot(
        category,
        why,
        letters,
        f"{identity.url}/account/mail" if context.has_account else "",
        f"{identity.url}/u/{token}" if token else "",
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """The facts about a letter that are settled before it is put into words."""

    written_at: datetime
    """The moment of its notice, which is its date."""
    content_id: str
    """The end of the Content-IDs of its pictures."""
    is_answerable: bool
    """Whether it has a reply address."""
    foot: Foot | None


@dataclass(frozen=True, slots=True)
class ReminderGroup:
    """Games with the same deadline and forecast in a reminder."""

    games: tuple[ReminderLine, ...]
    forecast: Sentence
    """What will happen by the clock, in each of them."""
    due_at: datetime


@dataclass(frozen=True, slots=True)
class LetterView:
    """The value that the templates of a letter get."""

    url: str
    """The address of the front page, without a slash at the end."""
    written_at: datetime
    """The moment of its notice, which is its date."""
    subject: str
    name: str
    """The reader's name; empty for a person without an account."""
    zone: str
    facts: Mapping[str, Any]
    game: GameView | None
    forecast: GameForecast | None
    """What will happen by the clock; None if the game is over, or has gone on since."""
    is_tried: bool
    """Whether the board is the one after the turn that the letter asks about."""
    challenge: ChallengeView | None
    reminders: tuple[ReminderLine, ...]
    reminded: tuple[ReminderGroup, ...]
    """The same games, grouped by deadline and forecast."""
    digest: DigestView | None
    season: SeasonLetter | None
    pairing: str
    """The league, division and round of the game; empty for a game of no league."""
    since: SinceLastTurn
    news: tuple[MessageLine, ...]
    """The messages that the letter is about; empty unless it is about a message."""
    hints: tuple[str, ...]
    may_answer: bool
    """Whether an answer to the letter can do something."""
    commands: tuple[tuple[str, str], ...]
    """The commands that can be written instead of a turn, each with what it does."""
    verdict: str
    """The result of the game for the reader, in a short sentence; empty while it runs."""
    verdict_by: Sentence | None
    """Who decided the result, and why, if the turns since the reader's last do not tell."""
    has_no_result: bool
    """Whether the game is over without a result."""
    players: str
    opponent: str
    seat_title: str
    """The game's name for the reader's seat."""
    sample: str
    """A legal turn of the reader as an example, with unbreakable spaces; empty if no turn is wanted."""
    next_told: str
    """How the reader will learn that it is their turn, by their preferences."""
    is_told_of_turns: bool
    """Whether the reader gets a letter for each turn that is due."""
    question: str
    """The question where both choose at the same time: "Choose a piece."; else empty."""
    alerts: tuple[str, ...]
    """Warnings that the reader must not overlook: "White is in check."."""
    commitments: tuple[Commitment, ...]
    """Commitments to secret turns: new ones, or all once the game is over."""
    board_text: str
    board_words: str
    absences: tuple[Sentence, ...]
    """Who of the two is on leave, and until when."""
    picture: str
    """The Content-ID of the board's picture; empty if there is none."""
    picture_width: int
    foot: Foot | None
    """None for a letter that nobody can refuse."""

    @property
    def has_deadline(self) -> bool:
        """Whether the game waits for the reader, who has a deadline."""
        return self.game is not None and self.game.is_your_turn and self.game.due_at is not None

    @property
    def has_time_left(self) -> bool:
        """Whether the reader's own clock had time left at the moment of the notice."""
        if self.game is None or self.forecast is None or not self.game.is_your_turn or self.forecast.is_yours_past:
            return False
        return self.game.due_at is not None and self.game.due_at > self.written_at

    @property
    def has_whole_board(self) -> bool:
        """Whether the present board is shown because the reader asked for it."""
        return self.game is not None and bool(self.facts.get("has_board")) and not self.is_tried

    @property
    def is_first(self) -> bool:
        """Whether the reader hears of the game for the first time."""
        return bool(self.facts.get("is_taken_over")) or not self.since.passages

    @property
    def is_time_yours(self) -> bool:
        """Whether the reader got some of the time that an administrator added."""
        seat = self.facts["seat"]
        return seat is None or (self.game is not None and seat == self.game.you)

    @property
    def resign_words(self) -> str:
        """What the reader should know before resigning; empty if nothing."""
        return self.game.resign_words if self.game else ""


def letter_view(context: LetterContext, plan: Plan, url: str) -> LetterView:
    """*context* put into words; subject and picture are added later."""
    game = context.game
    may_answer = plan.is_answerable and (context.season is not None or (game is not None and not game.is_over))
    told = news(context, plan.written_at) if context.kind == NoticeKind.MESSAGE else ()
    return LetterView(
        url=url,
        written_at=plan.written_at,
        subject="",
        name=context.name,
        zone=context.zone,
        facts=context.facts,
        game=game,
        forecast=context.forecast,
        is_tried=context.is_tried,
        challenge=context.challenge,
        reminders=context.reminders,
        reminded=tuple(_reminded(context.reminders)),
        digest=context.digest,
        season=context.season,
        pairing=one_line(game.place.words, _PAIRING) if game and game.place else "",
        since=since(context, told, plan.content_id, written_at=plan.written_at),
        news=told,
        hints=_hints(context) if may_answer else (),
        may_answer=may_answer,
        commands=tuple(_commands(game, context.forecast)) if game and may_answer else (),
        verdict=_verdict(game) if game and game.is_over else "",
        verdict_by=_verdict_by(game) if game and not context.since_last else None,
        has_no_result=game is not None and game.reason in NO_RESULT,
        players=" – ".join(one_line(seat.name, 40) for seat in game.seats) if game else "",
        opponent=_opponent(game).name if game else "",
        seat_title=next((seat.title for seat in game.seats if seat.is_you), "") if game else "",
        sample=game.sample.replace(" ", _UNBROKEN) if game else "",
        next_told=_TOLD.get(context.turn_mail, _TOLD_AT_ONCE),
        is_told_of_turns=context.turn_mail == _EACH,
        question=context.question,
        alerts=game.scene.alerts if game and not game.is_past else (),
        commitments=_commitments(game) if game and not game.is_past else (),
        board_text=_board_text(game) if game else "",
        board_words=told_board(game.scene) if game else "",
        absences=tuple(_absences(game, context.forecast)) if game else (),
        picture="",
        picture_width=0,
        foot=plan.foot,
    )


def _hints(context: LetterContext) -> tuple[str, ...]:
    """The legal beginnings of a turn; after a refused turn a few, first those of pieces that the writer named."""
    written = " ".join(map(str, [*context.facts.get("yours", ()), *context.facts.get("turns", ())]))
    if context.kind != NoticeKind.ANSWER or not written or len(context.hints) <= _FEW_HINTS:
        return context.hints
    if context.facts.get("instead"):
        return ()
    named = set(_SQUARE.findall(folded(written).upper()))

    def distance(hint: str) -> int:
        squares = set(_SQUARE.findall(hint.partition(":")[0]))
        return 0 if squares & named else 2 if squares else 1

    pieces = sorted(context.hints, key=distance)
    left = len(pieces) - _FEW_HINTS
    return (*pieces[:_FEW_HINTS], f"and {counted(left, 'more line')}: “help” sends you all of them")


def _reminded(lines: Sequence[ReminderLine]) -> Iterator[ReminderGroup]:
    """The games of a reminder in groups, the most urgent first: all games of a season may be due at once."""
    told = [(line.due_at, forecast_sentence(line.forecast, None), line) for line in lines if line.forecast]
    for (due_at, forecast), same in groupby(told, key=lambda found: found[:2]):
        games = tuple(line for *_, line in same)
        yield ReminderGroup(games, _of_each(forecast) if len(games) > 1 else forecast, due_at)


def _of_each(forecast: Sentence) -> Sentence:
    """A forecast of one game reworded for each of several."""
    first, *others = forecast.parts
    assert isinstance(first, str), "it begins with whose time it is"
    return Sentence.of("In each of them ", f"{first[0].lower()}{first[1:]}", *others)


def _board_text(game: GameView) -> str:
    """The board as text, without the warnings that the letter shows above it."""
    scene = game.scene if game.is_past else replace(game.scene, alerts=())
    return text_board(scene, flipped=is_flipped(game), last=game.last)


def _commands(game: GameView, forecast: GameForecast | None) -> Iterator[tuple[str, str]]:
    """The commands that can be used now, each with what it does."""
    claimable = forecast.claimable if forecast else None
    if claimable:
        yield "claim", "cancels the game" if claimable.ends_without_result else "ends the game: you win on time"
    if game.draw_offered_to_you:
        yield "accept draw", "the game ends as a draw"
        yield "decline draw", "you play on"
    if game.draw_offered_by_you:
        yield "withdraw draw", "takes your offer back"
    elif game.may_offer_draw:
        yield "offer draw", f"{_opponent(game).name} can accept it or play on"
    yield "resign", "gives the game up"
    yield "board", "sends you the board as it stands"
    yield "rules", "tells how a turn is written and where the rules are"
    yield "games", "lists all your games that are running"
    if any(seat.is_you and seat.away_until for seat in game.seats):
        yield "back", "ends your leave"
    else:
        yield "away 7d", "you are on leave for seven days from now"
    yield "help", "sends you this again"


def _absences(game: GameView, forecast: GameForecast | None) -> Iterator[Sentence]:
    """Who is on leave, unless the forecast of their clocks says so."""
    clocks = forecast.clocks if forecast else ()
    for seat in game.seats:
        if seat.away_until is None or _is_absence_told(clocks, seat.seat):
            continue
        if not seat.is_you:
            yield Sentence.of(f"{seat.name} is away until ", seat.away_until, ".")
        elif game.allows_leave:
            yield Sentence.of("You are on leave until ", seat.away_until, ": your clock stands still.")
        else:
            yield Sentence.of("You are on leave until ", seat.away_until, ", but this game goes on regardless.")


def _is_absence_told(clocks: Sequence[ClockForecast], seat: Seat) -> bool:
    return any(clock.seat == seat and clock.is_on_leave and not clock.is_past for clock in clocks)


def _verdict(game: GameView) -> str:
    # The words for how it ended say that there is no result.
    if game.winner is None:
        return "The game is over."
    if game.winner == game.you:
        return "You have won!"
    return f"The game is over, and {game.seats[game.winner].name} has won."


def _verdict_by(game: GameView) -> Sentence | None:
    return game.events[-1].sentence if game.reason in _BY_OTHERS and game.events else None


def _opponent(game: GameView) -> SeatView:
    return next((seat for seat in game.seats if not seat.is_you), game.seats[0])


def _commitments(game: GameView) -> tuple[Commitment, ...]:
    """All commitments once the game is over, else those since the reader's own last turn."""
    own = game.last_own
    return tuple(found for found in game.commitments if game.is_over or found.turn_number >= own)

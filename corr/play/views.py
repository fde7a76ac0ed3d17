"""Views of games: all that one viewer may see, now or at an earlier turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.clocks.forecast import GameClocks, away_until, habits_of_games
from corr.core.pace import league_terms_sentences, terms_sentences
from corr.errors import NotFoundError
from corr.game.game_row import GameRow, get_game_row
from corr.game.views import EventLine, GameView, SeatView
from corr.game.words import (
    BY_TURN,
    DRAWS,
    PASSED_OVER,
    EventKind,
    LoggedEvent,
    event_sentence,
    option_words,
    outcome_words,
)
from corr.games.api import AnyDraft, AnyRules
from corr.games.courses import Course
from corr.games.scene import Scene
from corr.games.seats import FIRST, Seat
from corr.play.messages import may_write, messages_of
from corr.play.sealed_turns import has_secrets
from corr.play.turn_log import LATEST_TURNS, Logged, committed_turns, latest_events, latest_turns, takeovers_of
from corr.play.visibility import GameViewer, Sight, commitments_of, empty_turn, past_sight, present_sight, turn_lines
from corr.ratings.rated_games import ENOUGH_TURNS, void_words
from corr.store.tables.mails import HeldState

OF_PLAYERS = frozenset({EventKind.MAIL_HELD.value, EventKind.MAIL_PARKED.value})
"""Events that only the two players see: mails that were not carried out, and whose sender may be anybody."""
LATEST_MESSAGES = 20
_LATEST_EVENTS = 40
_ABSENCES = frozenset({EventKind.LEAVE_TAKEN.value, EventKind.LEAVE_SHORTENED.value, EventKind.LEAVE_AUTOMATIC.value})


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board of a game as it stands, for one viewer."""

    scene: Scene
    course: Course
    """The last turn."""
    you: Seat | None
    """The viewer's own seat, if any."""
    bottom: Seat
    """The seat whose side is at the bottom as the notation draws the board."""


def game_view(
    reader: Reader,
    game_id: str,
    viewer: int | None,
    at_turn: int | None = None,
    *,
    most_messages: int = LATEST_MESSAGES,
) -> GameView:
    """The game as *viewer* may see it, now or as it stood when the turn *at_turn* was due."""
    game_row = get_game_row(reader, game_id)
    number = game_row.turn_number if at_turn is None else at_turn
    if not 1 <= number <= game_row.turn_number:
        raise NotFoundError(f"This game has no turn {str(number)[:12]} yet.")
    sees = viewer_of(reader, game_row, viewer)
    rules, you, is_past = sees.rules, sees.you, number < game_row.turn_number
    info = rules.info
    latest = latest_turns(reader, game_id, before=number, most=LATEST_TURNS)
    happened = latest_events(reader, game_row.id, number, hidden=OF_PLAYERS if you is None else (), most=_LATEST_EVENTS)
    sight = past_sight(reader, game_row, sees, number) if is_past else present_sight(reader, game_row, sees)
    is_over, runs = game_row.is_over and not is_past, not game_row.is_over and not is_past
    is_free = runs and game_row.frozen_at is None
    seats = _seat_views(reader, game_row, sees, sight, runs=runs)
    deadlines = [seat.due_at for seat in seats if seat.due_at is not None]
    is_mine_due = you is not None and seats[you].is_due
    offer = game_row.draw_offer if is_free else None
    is_offered = offer is not None and you is not None and offer != you
    may_offer = is_free and offer is None and you is not None
    has_offered = you is not None and game_row.seats[you].offered_at_turn == latest.made[you]
    lines = turn_lines(game_row, sees, latest.turns)
    last_own = max((line.number for line in lines if line.seat == you), default=0)
    sealed_text = sight.sealed[0].text if runs and sight.sealed else ""
    pace, is_early = game_row.terms.pace, min(latest.made) < ENOUGH_TURNS
    committed = committed_turns(reader, game_row.id, number) if has_secrets(rules) else ()
    return GameView(
        id=game_row.id,
        game=info.game,
        ruleset=info.ruleset,
        title=info.title,
        options=option_words(info, dict(game_row.options)),
        pace=pace.text,
        pace_words=pace.words,
        allows_leave=game_row.terms.allows_leave and not pace.is_untimed,
        season_id=game_row.season_id,
        terms=(terms_sentences if game_row.season_id is None else league_terms_sentences)(game_row.terms, info.length),
        seats=seats,
        you=you,
        turn_number=number,
        is_past=is_past,
        version=game_row.version,
        scene=sight.scene,
        position=sight.position,
        course=sight.course,
        turns=lines,
        made=latest.made,
        last_own=last_own,
        events=(
            *_event_lines(game_row, sees, _with_fates(happened, latest.turns, offer)),
            *_sealed_events(game_row, rules, sight),
        ),
        is_over=is_over,
        outcome_words=outcome_words(info, game_row.winner, game_row.reason) if is_over else "",
        winner=game_row.winner if is_over else None,
        reason=game_row.reason if is_over else "",
        created_at=game_row.created_at,
        ended_at=game_row.ended_at if is_over else None,
        is_your_turn=is_mine_due,
        due_at=(seats[you].due_at if you is not None else None) or min(deadlines, default=None),
        may_resign=is_free and you is not None,
        may_offer_draw=may_offer and not has_offered,
        has_offered_draw=may_offer and has_offered,
        draw_offered_by_you=offer is not None and offer == you,
        draw_offered_to_you=is_offered,
        draw_offer_id=game_row.draw_offer_id if is_offered else None,
        draw_offer_crossed=is_offered and _is_crossed(happened, number),
        draw_news=_draw_news(happened, you, last_own=last_own, number=number) if runs else None,
        bottom=info.bottom,
        option_values=game_row.options,
        sealed_text=sealed_text,
        sealed_words=_sealed_words(game_row, sees, sealed_text) if sealed_text else "",
        may_play=is_mine_due or (is_free and bool(sealed_text)),
        commitments=(*commitments_of(game_row, sees, committed), *sight.commitments),
        sample=sight.sample,
        is_together=runs and len(sight.due) > 1,
        frozen_at=game_row.frozen_at if runs else None,
        frozen_for=game_row.frozen_for if runs else "",
        messages=messages_of(reader, game_row, you, number=number, most=most_messages),
        may_write=you is not None and not is_past and may_write(reader, game_row.ended_at),
        is_rated=game_row.is_rated,
        is_private=game_row.is_private,
        is_paused=runs and game_row.is_paused,
        is_early=is_early,
        void_words=_void_words(reader, game_row, is_over=is_over, is_early=is_early),
    )


def board_view(reader: Reader, game_id: str, viewer: int | None) -> BoardView:
    """The board of a game as *viewer* may see it now, without anything else about the game."""
    game_row = get_game_row(reader, game_id)
    sees = viewer_of(reader, game_row, viewer)
    sight = present_sight(reader, game_row, sees)
    return BoardView(sight.scene, sight.course, sees.you, sees.rules.info.bottom)


def find_beginners(reader: Reader, game_id: str) -> tuple[Seat, ...] | None:
    """The seats of a game that never made a turn, if none waits sealed that could be their first; else None."""
    game_row = get_game_row(reader, game_id)
    made = latest_turns(reader, game_id, before=game_row.turn_number, most=LATEST_TURNS).made
    return () if all(made) else None


def viewer_of(reader: Reader, game_row: GameRow, viewer: int | None) -> GameViewer:
    """Who *viewer* is in that game."""
    mine = game_row.find_seat(viewer)
    return GameViewer(game_row.rules(reader), mine.seat if mine else None, game_row.is_over)


def hints_of(reader: Reader, view: GameView) -> tuple[str, ...]:
    """The legal first actions of the viewer's turn as lines for a letter; none unless the viewer is due."""
    begun = _begun(reader, view)
    return begun[0].hints(begun[1]) if begun else ()


def question_of(reader: Reader, view: GameView) -> str:
    """The question to the viewer where both choose at the same time, such as "Choose a piece."; else empty."""
    begun = _begun(reader, view) if view.is_together else None
    return begun[0].choices(begun[1], ()).question if begun else ""


def _begun(reader: Reader, view: GameView) -> tuple[AnyRules, AnyDraft] | None:
    """The rules and the viewer's empty turn, if the viewer may make or change one now."""
    if not view.may_play or view.you is None:
        return None
    game_row = get_game_row(reader, view.id)
    # A choice that waits sealed is left out: it may be changed.
    sees = GameViewer(game_row.rules(reader), view.you, game_row.is_over)
    return sees.rules, empty_turn(sees, game_row.position, view.you)


def _seat_views(
    reader: Reader, game_row: GameRow, sees: GameViewer, sight: Sight, *, runs: bool
) -> tuple[SeatView, SeatView]:
    # Who is away, and until when, is for the two who play: whoever only watches could be anybody.
    is_told = runs and sees.you is not None
    away = away_until(habits_of_games(reader, [GameClocks.of(game_row)]), reader.now) if is_told else {}
    pace = game_row.terms.pace
    # All three are the same where each turn has the same time, or none.
    has_bank = runs and not pace.bank_ms == pace.bonus_ms == pace.cap_ms
    first, second = (
        SeatView(
            seat=seated.seat,
            title=sees.rules.info.seats[seated.seat],
            player_id=seated.player_id,
            name=seated.name,
            is_due=runs and game_row.frozen_at is None and seated.is_due,
            due_at=seated.due_at if runs else None,
            is_you=seated.seat == sees.you,
            # The clock of a seat that is due stands only if its turn waits.
            has_sealed=runs and seated.seat in sight.due and not seated.is_due,
            bank=timedelta(milliseconds=seated.bank_ms) if has_bank and not seated.is_due else None,
            away_until=away.get(seated.player_id),
        )
        for seated in game_row.seats
    )
    return first, second


def _sealed_words(game_row: GameRow, sees: GameViewer, text: str) -> str:
    """What the viewer chose by a turn that waits."""
    begun = empty_turn(sees, game_row.position, sees.you or FIRST)
    words: str = sees.rules.chosen(sees.rules.read(begun, text))
    return words


def _void_words(reader: Reader, game_row: GameRow, *, is_over: bool, is_early: bool) -> str:
    if not game_row.is_rated:
        return ""
    has_changed_hands = bool(takeovers_of(reader, game_row))
    reason = game_row.reason if is_over else ""
    return void_words(reason, is_early=is_early, has_changed_hands=has_changed_hands)


def _event_lines(game_row: GameRow, sees: GameViewer, events: Sequence[LoggedEvent]) -> Iterator[EventLine]:
    """*events* as lines of the history: spectators are not told until when somebody is away."""
    for event in events:
        shown = event
        if event.fate == HeldState.WAITING and _is_overtaken(game_row, event):
            shown = replace(event, fate="")
        elif sees.you is None and event.kind in _ABSENCES:
            shown = replace(event, until=None)
        yield EventLine(event.turn_number, event.at, event_sentence(shown, sees.rules.info))


def _with_fates(events: Sequence[LoggedEvent], turns: Sequence[Logged], standing: Seat | None) -> list[LoggedEvent]:
    """*events*, with the draw offers marked that the other player answered by a turn; *standing* is whose stands."""
    marked, following = list(events), None
    for place, event in reversed(list(enumerate(events))):
        if event.kind not in DRAWS:
            continue
        is_answered = following not in {None, EventKind.DRAW_OFFERED}
        is_standing = following is None and event.seat == standing
        is_passed = any(turn.seat != event.seat and _follows(turn, event) for turn in turns)
        if event.kind == EventKind.DRAW_OFFERED and is_passed and not is_answered and not is_standing:
            marked[place] = replace(event, fate=PASSED_OVER)
        following = event.kind
    return marked


def _last_of_draws(events: Sequence[LoggedEvent]) -> LoggedEvent | None:
    return next((event for event in reversed(events) if event.kind in DRAWS), None)


def _is_crossed(events: Sequence[LoggedEvent], number: int) -> bool:
    """Whether a turn before the present one left a draw offer standing."""
    last = _last_of_draws(events)
    # While both choose, an own choice of the same number does not withdraw the offer.
    return last is not None and last.kind == EventKind.DRAW_STANDS and last.turn_number < number


def _draw_news(events: Sequence[LoggedEvent], you: Seat | None, *, last_own: int, number: int) -> EventKind | None:
    """What a turn of the other player did last to a draw offer since the own turn *last_own*, if anything."""
    last = _last_of_draws(events)
    if you is None or last is None or last.kind not in BY_TURN or last.seat == you or last.turn_number < last_own:
        return None
    is_early = last.kind == EventKind.DRAW_STANDS and not _is_crossed(events, number)
    return None if is_early else EventKind(last.kind)


def _follows(turn: Logged, event: LoggedEvent) -> bool:
    """Whether *turn* came after *event*; a choice that waited sealed may have come before one of its own turn."""
    return turn.number > event.turn_number or (turn.number == event.turn_number and turn.received_at > event.at)


def _is_overtaken(game_row: GameRow, event: LoggedEvent) -> bool:
    """Whether the turn that was due when *event* happened has been played, or is not due any more."""
    is_wanted = event.seat is not None and game_row.seats[event.seat].is_due
    return game_row.is_over or game_row.turn_number > event.turn_number or not is_wanted


def _sealed_events(game_row: GameRow, rules: AnyRules, sight: Sight) -> tuple[EventLine, ...]:
    """The turns that still waited sealed when the game ended, as lines of its history."""
    if not game_row.is_over:
        return ()
    return tuple(
        EventLine(
            game_row.turn_number,
            turn.received_at,
            Sentence.of(f"{rules.info.seats[turn.seat]} had chosen: {turn.text}."),
        )
        for turn in sight.sealed
    )

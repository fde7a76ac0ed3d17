"""
Games as one viewer may see them.

`Rules.observe` is the only way a position leaves this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, func, select

from corr.core.pace import read_pace
from corr.errors import NotFoundError
from corr.games.api import AnyRules
from corr.games.scene import Scene
from corr.games.seats import FIRST, Seat
from corr.service.log import Logged, events_of, track_and_last, turns_of
from corr.service.shown import EventLine, GameStamp, GameView, SeatView, TurnLine
from corr.service.standing import GAME, SEAT, Standing, check_id, get_standing
from corr.service.uow import Reader
from corr.service.words import option_words, outcome_words
from corr.store.tables.games import GameState

_STAMP = (
    select(GAME.c.version, GAME.c.state, func.min(SEAT.c.due_at))
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(GAME.c.id == bindparam("game"))
    .group_by(GAME.c.id, GAME.c.version, GAME.c.state)
)


@dataclass(frozen=True, slots=True)
class _Sight:
    """What a viewer sees of one moment of a game."""

    scene: Scene
    position: str
    last: frozenset[str]


def game_stamp(reader: Reader, game_id: str) -> GameStamp:
    """
    Whether a page of the game would look the same as before: one narrow statement.

    :raises NotFoundError: there is no such game.
    """
    check_id(game_id)
    found = reader.connection.execute(_STAMP, {"game": game_id}).first()
    if found is None:
        raise NotFoundError("There is no such game.")
    version, state, due_at = found
    return GameStamp(version, state == GameState.OVER.value, due_at)


def game_view(reader: Reader, game_id: str, viewer: int | None, at_turn: int | None = None) -> GameView:
    """
    The game as *viewer* may see it, now or as it stood when the turn *at_turn* was due.

    :raises NotFoundError: there is no such game, or it has no such turn yet.
    """
    return view_of(reader, get_standing(reader, game_id), viewer, at_turn)


def view_of(reader: Reader, standing: Standing, viewer: int | None, at_turn: int | None = None) -> GameView:
    """
    The same of a game whose rows were read already.

    :raises NotFoundError: it has no such turn yet.
    """
    number = standing.turn_number if at_turn is None else at_turn
    if not 1 <= number <= standing.turn_number:
        raise NotFoundError(f"This game has no turn {str(number)[:12]} yet.")
    rules = standing.rules(reader)
    turns = tuple(turn for turn in turns_of(reader, standing.id) if turn.number < number)
    events = tuple(event for event in events_of(reader, standing.id, rules) if event.turn_number <= number)
    return _view(standing, rules, viewer, number=number, turns=turns, events=events)


def hints_of(reader: Reader, view: GameView) -> tuple[str, ...]:
    """The legal beginnings of the viewer's turn as lines for a letter; none if no turn of the viewer is wanted."""
    if not view.is_your_turn or view.you is None:
        return ()
    standing = get_standing(reader, view.id)
    rules = standing.rules(reader)
    return rules.hints(rules.begin(rules.parse_position(view.position), view.you))


def _view(
    standing: Standing,
    rules: AnyRules,
    viewer: int | None,
    *,
    number: int,
    turns: tuple[Logged, ...],
    events: tuple[EventLine, ...],
) -> GameView:
    info = rules.info
    mine = standing.find_seat(viewer) if viewer is not None else None
    you = mine.seat if mine else None
    is_past = number < standing.turn_number
    runs = not standing.is_over and not is_past
    sight = _past_sight(rules, turns, you) if is_past else _present_sight(standing, rules, you)
    seats = _seat_views(standing, rules, you, runs=runs)
    offer = standing.draw_offer if runs else None
    deadlines = [seat.due_at for seat in seats if seat.due_at is not None]
    mine_due = seats[you].due_at if you is not None else None
    pace = read_pace(standing.pace)
    is_over = standing.is_over and not is_past
    return GameView(
        id=standing.id,
        game=info.game,
        ruleset=info.ruleset,
        title=info.title,
        options=option_words(info, dict(standing.options)),
        pace=pace.text,
        pace_words=pace.words,
        seats=seats,
        you=you,
        turn_number=number,
        is_past=is_past,
        version=standing.version,
        scene=sight.scene,
        position=sight.position,
        last=sight.last,
        last_text=turns[-1].text if turns else "",
        turns=tuple(_turn_line(rules, turn) for turn in turns),
        events=events,
        is_over=is_over,
        outcome_words=outcome_words(info, standing.winner, standing.reason) if is_over else "",
        winner=standing.winner if is_over else None,
        reason=standing.reason if is_over else "",
        created_at=standing.created_at,
        ended_at=standing.ended_at if is_over else None,
        is_your_turn=mine_due is not None,
        due_at=mine_due or min(deadlines, default=None),
        may_resign=runs and you is not None,
        may_offer_draw=runs and offer is None and _may_offer(standing, turns, you),
        draw_offered_by=offer,
        draw_offered_by_you=offer is not None and offer == you,
        draw_offered_to_you=offer is not None and you is not None and offer != you,
        bottom=info.bottom,
        option_values=standing.options,
    )


def _present_sight(standing: Standing, rules: AnyRules, you: Seat | None) -> _Sight:
    position = rules.parse_position(standing.position)
    seen = rules.observe(position, you)
    # Where nothing is hidden, the stored text is the text.
    text = standing.position if seen == position else rules.format_position(seen)
    draft = rules.begin(seen, min(rules.due(seen), default=FIRST))
    return _Sight(rules.scene(draft), text, frozenset(standing.last_squares.split()))


def _past_sight(rules: AnyRules, turns: Sequence[Logged], you: Seat | None) -> _Sight:
    track, last = track_and_last(rules, turns)
    seen = rules.observe(track.position, you)
    draft = rules.begin(seen, min(rules.due(seen), default=FIRST))
    return _Sight(rules.scene(draft), rules.format_position(seen), last)


def _seat_views(standing: Standing, rules: AnyRules, you: Seat | None, *, runs: bool) -> tuple[SeatView, SeatView]:
    first, second = (
        SeatView(
            seat=seated.seat,
            title=rules.info.seats[seated.seat],
            player_id=seated.player_id,
            name=seated.name,
            is_due=runs and seated.due_at is not None,
            due_at=seated.due_at if runs else None,
            is_you=seated.seat == you,
        )
        for seated in standing.seats
    )
    return first, second


def _turn_line(rules: AnyRules, turn: Logged) -> TurnLine:
    return TurnLine(turn.number, turn.seat, rules.info.seats[turn.seat], turn.text, turn.received_at, turn.door)


def _may_offer(standing: Standing, turns: Sequence[Logged], you: Seat | None) -> bool:
    if you is None:
        return False
    return standing.seats[you].offered_at_turn != sum(1 for turn in turns if turn.seat == you)

"""
The record of a whole game, cut down to what one viewer may know.

Of a turn that waits sealed, or still waited when the game ended, the record holds only the commitment.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from corr.base.uow import Reader
from corr.errors import TurnError
from corr.game.game_row import GameRow, get_game_row
from corr.game.views import Commitment, GameView, TurnLine
from corr.game.words import NO_RESULT, LoggedEvent
from corr.games.api import Info, OptionValue
from corr.games.registry import option_text
from corr.games.replay import RoundTexts, Track
from corr.play.turn_log import events_of, rounds_of, turns_of
from corr.play.views import OF_PLAYERS, game_view, viewer_of
from corr.play.visibility import GameViewer, turn_lines
from corr.records.format import (
    DRAW,
    EVERYTHING,
    PUBLIC,
    RUNNING,
    VOID,
    Entry,
    Record,
    RecordedCommitment,
    RecordedEvent,
    RecordedTurn,
    SeenPosition,
)

_T = TypeVar("_T", RecordedTurn, RecordedEvent)


def record_of(reader: Reader, game_id: str, viewer: int | None, *, site: str) -> Record:
    """
    The record of a game as *viewer* may know it; everything once the game is over.

    :param site: the address of the service.
    """
    game_row = get_game_row(reader, game_id)
    view = game_view(reader, game_id, viewer)
    sees = viewer_of(reader, game_row, viewer)
    info = sees.rules.info
    logged = turns_of(reader, game_id)
    lines = turn_lines(game_row, sees, logged)
    turns = _with_rising_moments(view, _turns(info, lines))
    happened = [
        event
        for event in events_of(reader, game_id)
        if view.is_over or view.you is not None or event.kind not in OF_PLAYERS
    ]
    events = _with_rising_moments(view, _events(happened, info))
    seen = () if view.is_over else _seen(sees, rounds_of(logged), rounds_of(lines))
    return Record(
        game=view.id,
        site=site,
        ruleset=view.ruleset,
        options=_options(info, game_row.options),
        players=(view.seats[0].name, view.seats[1].name),
        pace=view.pace,
        started=_second(view.created_at),
        ended=_end(view, [*turns, *events]),
        result=_result(info, view),
        reason=view.reason,
        view=_audience(info, view),
        entries=tuple(sorted([*turns, *events, *seen], key=_order)),
        position=SeenPosition(view.turn_number, _position(game_row, sees)),
        commitments=tuple(_commitment(info, commitment) for commitment in view.commitments),
    )


def _turns(info: Info, lines: Iterable[TurnLine]) -> list[RecordedTurn]:
    """The turns in order; those that are played together in the order in which they came in."""
    ordered = sorted(lines, key=lambda line: (line.number, line.at, line.seat))
    return [
        RecordedTurn(line.number, info.letters[line.seat], _second(line.at), line.door, line.text) for line in ordered
    ]


def _events(happened: Iterable[LoggedEvent], info: Info) -> list[RecordedEvent]:
    return [
        RecordedEvent(
            event.turn_number,
            "" if event.seat is None else info.letters[event.seat],
            _second(event.at),
            event.door,
            event.kind,
        )
        for event in happened
    ]


def _with_rising_moments(view: GameView, entries: Iterable[_T]) -> list[_T]:
    """
    *entries* with moments that never go back: one that is earlier than the entry before it gets that one's moment.

    A mail may wait unread while an earlier turn comes in on the web, and the clocks of two machines differ.
    """
    floor = _second(view.created_at)
    found = []
    for entry in entries:
        floor = max(floor, entry.at)
        found.append(replace(entry, at=floor))
    return found


def _end(view: GameView, entries: Iterable[RecordedTurn | RecordedEvent]) -> datetime | None:
    if view.ended_at is None:
        return None
    return max([_second(view.created_at), _second(view.ended_at), *(entry.at for entry in entries)])


def _second(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


def _seen(sees: GameViewer, rounds: Sequence[RoundTexts], told_rounds: Sequence[RoundTexts]) -> list[SeenPosition]:
    """The positions, as the viewer may know them, that do not follow from the turns as the viewer may know them."""
    found = []
    told = true = Track.begin(sees.rules)
    for number, (secret, shown) in enumerate(zip(rounds, told_rounds, strict=True), 2):
        is_told = shown == secret and told.position == true.position
        true = true.after_texts(secret)
        known = sees.seen(true.position)
        retold = true if is_told else _retold(told, shown)
        if retold is None or retold.position != known:
            found.append(SeenPosition(number, sees.rules.format_position(known)))
            retold = told.after_position(known)
        told = retold
    return found


def _retold(told: Track, shown: RoundTexts) -> Track | None:
    """The game one round further by the turns as they are shown; None if they cannot be played as shown."""
    try:
        return told.after_texts(shown)
    except TurnError:
        return None


def _order(entry: Entry) -> tuple[int, int]:
    """Of each number first the known position, then the events, then the turn."""
    kinds = (SeenPosition, RecordedEvent, RecordedTurn)
    return entry.number, kinds.index(type(entry))


def _position(game_row: GameRow, sees: GameViewer) -> str:
    """The position without the turns that wait sealed, as the viewer may know it."""
    position = sees.rules.parse_position(game_row.position)
    seen = sees.seen(position)
    return game_row.position if seen == position else sees.rules.format_position(seen)


def _options(info: Info, options: Mapping[str, OptionValue]) -> tuple[tuple[str, str], ...]:
    values = [(option.name, options.get(option.name, option.default)) for option in info.options]
    return tuple((name, option_text(value)) for name, value in values)


def _result(info: Info, view: GameView) -> str:
    if not view.is_over:
        return RUNNING
    if view.reason in NO_RESULT:
        return VOID
    return DRAW if view.winner is None else info.letters[view.winner]


def _audience(info: Info, view: GameView) -> str:
    """Who may see the record: everybody, the public, or a seat by its letter."""
    if view.is_over:
        return EVERYTHING
    return PUBLIC if view.you is None else info.letters[view.you]


def _commitment(info: Info, found: Commitment) -> RecordedCommitment:
    return RecordedCommitment(found.turn_number, info.letters[found.seat], found.digest, found.word, found.nonce)

"""The part of a letter about the time since its reader's last turn: turns, boards, events and messages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from corr.base.notices import NoticeKind
from corr.game.views import EventLine, GameView, MessageLine, TurnLine
from corr.games.courses import Course
from corr.games.scene import Scene
from corr.render.text import text_board

_MOST_MESSAGES = 8
"""Of at most a thousand characters each, so that mail programs show the letter without a click."""
_MOST_EVENTS = 6
"""Automatic leave may make an event of each day for a month; the game's page shows all of them."""
TELLING = frozenset(
    {
        NoticeKind.LAPSED,
        NoticeKind.CLAIMABLE,
        NoticeKind.TIME_GIVEN,
        NoticeKind.TIME_EXTENDED,
        NoticeKind.THAWED,
    }
)
"""Letters whose own words tell the event at the moment of their notice, so that it is not listed again."""


@dataclass(frozen=True, slots=True)
class PastBoard:
    """The board as it stood after an earlier turn."""

    turn_number: int
    scene: Scene
    course: Course
    """That of the turn."""


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """An earlier board, drawn small, to follow the game."""

    text: str
    """The board as text, without a legend."""
    picture: str
    """The Content-ID of its picture."""
    alt: str


@dataclass(frozen=True, slots=True)
class PastTurn:
    """One turn since the reader's last, with its messages and the board after it."""

    turn: TurnLine
    said: tuple[MessageLine, ...]
    board: SmallBoard | None
    """None if the letter's own board shows the same."""


@dataclass(frozen=True, slots=True)
class SinceLastTurn:
    """Everything since the reader's last turn, oldest first."""

    passages: tuple[PastTurn, ...] = ()
    left_out: int = 0
    """The number of earlier turns that are not shown."""
    events: tuple[EventLine, ...] = ()
    """Events since those turns that are no turns."""
    said: tuple[MessageLine, ...] = ()
    """Messages that came with none of those turns."""
    news: tuple[MessageLine, ...] = ()
    """The messages that the letter is about; empty unless it is about a message."""
    is_from_start: bool = False
    """Whether the first turn of the game is among them."""


def since_last_turn(
    game: GameView,
    turns: Sequence[TurnLine],
    boards: Sequence[PastBoard],
    *,
    news: Sequence[MessageLine],
    content_id: str,
) -> SinceLastTurn:
    """
    Everything since the viewer's last turn in *game*.

    :param turns: the turns that are shown, oldest first.
    :param boards: the boards after them that the letter shows small.
    :param news: the messages that the letter is about, which it shows elsewhere.
    :param content_id: the end of the Content-IDs of pictures.
    """
    heard = _heard(game, news)
    small = {board.turn_number: _small(board, game, content_id) for board in boards}
    passages = tuple(_passages(turns, small, heard))
    with_turns = {id(message) for passage in passages for message in passage.said}
    others = tuple(message for message in heard if id(message) not in with_turns)
    # The last events since those turns that are no turns.
    events = [event for event in game.events if turns and event.turn_number > turns[0].number]
    return SinceLastTurn(passages, events=tuple(events[-_MOST_EVENTS:]), said=others, news=tuple(news))


def news_of(game: GameView, written_at: datetime) -> tuple[MessageLine, ...]:
    """The messages that a letter about a message is about: those of the moment of its notice, else the last one."""
    heard = [message for message in game.messages if not message.is_yours]
    return tuple([message for message in heard if message.at == written_at] or heard[-1:])


def _passages(
    turns: Sequence[TurnLine], small: Mapping[int, SmallBoard], heard: Sequence[MessageLine]
) -> Iterator[PastTurn]:
    for at, turn in enumerate(turns):
        said = tuple(message for message in heard if (message.turn_number, message.seat) == (turn.number, turn.seat))
        # Of turns with one number, only the last has a board.
        is_last = turn.number not in {later.number for later in turns[at + 1 :]}
        yield PastTurn(turn, said, small.get(turn.number) if is_last else None)


def _small(board: PastBoard, game: GameView, content_id: str) -> SmallBoard:
    text = text_board(board.scene, flipped=is_flipped(game), last=board.course.touched)
    identity = f"turn-{board.turn_number}.{content_id}"
    return SmallBoard(text.partition("\n\n")[0], identity, f"The board after turn {board.turn_number}")


def is_flipped(game: GameView) -> bool:
    """Whether the board is turned, so that the reader's own side is at the bottom."""
    return game.you is not None and game.you != game.bottom


def _heard(game: GameView, known: Sequence[MessageLine]) -> tuple[MessageLine, ...]:
    """The last few messages of the other player since the reader's own last turn, but for those *known*."""
    own_at = max((turn.at for turn in game.turns if turn.seat == game.you), default=None)
    own_number = game.last_own
    found = [
        message
        for message in game.messages
        if not message.is_yours
        and message not in known
        and (own_at is None or message.at > own_at or message.turn_number > own_number)
    ]
    return tuple(found[-_MOST_MESSAGES:])

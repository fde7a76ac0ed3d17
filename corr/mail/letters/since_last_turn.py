"""What a letter tells of the time since its reader's last turn: each turn, the board after it, and what was said."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from corr.base.notices import NoticeKind
from corr.game.views import EventLine, GameView, MessageLine, TurnLine
from corr.mail.queues.letter_facts import LetterContext, PastBoard
from corr.render.text import text_board

_MOST_MESSAGES = 8
"""Of at most a thousand characters each: a letter stays shorter than what clients show without a click."""
_MOST_EVENTS = 6
"""Somebody may be away for a month, of which each day began by itself; the game's page tells all of it."""
_TELLING = frozenset(
    {
        NoticeKind.LAPSED,
        NoticeKind.CLAIMABLE,
        NoticeKind.TIME_GIVEN,
        NoticeKind.TIME_EXTENDED,
        NoticeKind.THAWED,
    }
)
"""Letters that say in their own words what happened at the moment when they were told to be written."""


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board of the past, drawn small: it is there to follow the game, not to play on."""

    text: str
    """In letters, without a legend."""
    picture: str
    """The Content-ID of its picture."""
    alt: str


@dataclass(frozen=True, slots=True)
class PastTurn:
    """One turn since the reader's last, and what came with it."""

    turn: TurnLine
    said: tuple[MessageLine, ...]
    board: SmallBoard | None
    """None where the letter's own board shows as much."""


@dataclass(frozen=True, slots=True)
class SinceLastTurn:
    """All of it, oldest first."""

    passages: tuple[PastTurn, ...] = ()
    left_out: int = 0
    """How many turns were before those."""
    events: tuple[EventLine, ...] = ()
    """What happened since those turns and is no turn."""
    said: tuple[MessageLine, ...] = ()
    """What was said without one of those turns."""

    @property
    def is_from_start(self) -> bool:
        """Whether the first turn of the game is among them."""
        return bool(self.passages) and not self.left_out and self.passages[0].turn.number <= 1


def since(
    context: LetterContext, news: Sequence[MessageLine], content_id: str, *, written_at: datetime
) -> SinceLastTurn:
    """
    What *context* tells of the time since its reader's last turn.

    :param news: what the letter says elsewhere.
    :param content_id: what the Content-IDs of pictures end with.
    :param written_at: when the letter was told to be written.
    """
    game = context.game
    if game is None:
        return SinceLastTurn()
    heard = _heard(game, news)
    passages = tuple(_passages(context, heard, content_id))
    with_turns = {id(message) for passage in passages for message in passage.said}
    return SinceLastTurn(
        passages,
        context.left_out,
        tuple(
            event
            for event in _events(game, context.since_last)
            if context.kind not in _TELLING or event.at != written_at
        ),
        tuple(message for message in heard if id(message) not in with_turns),
    )


def news(context: LetterContext, written_at: datetime) -> tuple[MessageLine, ...]:
    """What a letter about a message is about: it was told at the moment when that was written."""
    heard = [message for message in context.game.messages if not message.is_yours] if context.game else []
    return tuple([message for message in heard if message.at == written_at] or heard[-1:])


def _passages(context: LetterContext, heard: Sequence[MessageLine], content_id: str) -> Iterator[PastTurn]:
    boards = {board.turn_number: board for board in context.boards}
    for at, turn in enumerate(context.since_last):
        said = tuple(message for message in heard if (message.turn_number, message.seat) == (turn.number, turn.seat))
        # Of turns that count together, the last one shows where they led.
        is_last = turn.number not in {later.number for later in context.since_last[at + 1 :]}
        board = boards.get(turn.number) if is_last else None
        yield PastTurn(turn, said, _small(board, context.game, content_id) if board and context.game else None)


def _small(board: PastBoard, game: GameView, content_id: str) -> SmallBoard:
    text = text_board(board.scene, flipped=is_flipped(game), last=board.last)
    identity = f"turn-{board.turn_number}.{content_id}"
    return SmallBoard(text.partition("\n\n")[0], identity, f"The board after turn {board.turn_number}")


def is_flipped(game: GameView) -> bool:
    """Whether the board is turned round, so that the reader's own side is at the bottom."""
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


def _events(game: GameView, turns: Sequence[TurnLine]) -> tuple[EventLine, ...]:
    """The last of what happened since those turns and is no turn."""
    found = [event for event in game.events if turns and event.turn_number > turns[0].number]
    return tuple(found[-_MOST_EVENTS:])

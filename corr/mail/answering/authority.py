"""Which player a mail speaks for and what it may do: by its writer, by the letter it answers, by what it asks."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto

from corr.mail.queues.held_orders import HoldReason
from corr.mail.reading.mail_facts import SenderVerdict
from corr.mail.reading.words.acts import FINAL, Act
from corr.players.reply_tokens import ReplyTarget

DOOR = "mail"
"""How everything comes in that a mail asks for."""


@dataclass(frozen=True, slots=True)
class GameRequester:
    """Who asks, for which game, and since when."""

    target: ReplyTarget
    order_key: str = field(repr=False)
    """The same key is the same order, however often it comes."""
    received_at: datetime
    """The moment that it counts from."""
    mail_id: int = 0
    """The mail that is being read; 0 if it is asked for on a page."""
    leave_asked_at: datetime | None = None
    """When leave was asked for, where that came later than the rest."""


class Sender(Enum):
    """Who wrote a mail, as far as that is known."""

    PROVED = auto()
    """The player, by an address of the player's for whose domain our own mail server found a proof."""
    UNKNOWN = auto()
    """By such an address as well, and nothing says for it or against it."""
    FORGED = auto()
    """By such an address as well, and its domain disowns the mail."""
    STRANGER = auto()
    """Somebody else, by the address."""
    LIST = auto()
    """A mailing list passed it on."""


@dataclass(frozen=True, slots=True)
class LetterReference:
    """By what a mail names the letter that it answers."""

    has_token: bool
    """Whether it came to the reply address of the letter, and does not only hold its id, as others may as well."""
    is_due: bool = True
    """Whether the letter is about the turn that is due now, or about no game."""
    is_question: bool = False
    """Whether the letter asks if something is meant."""


class Weight(Enum):
    """What it would mean if somebody else had asked for it."""

    NOTHING = auto()
    """It changes nothing, and the answer goes to the player alone."""
    PLAIN = auto()
    """It passes, or can be undone."""
    TURN = auto()
    FINAL = auto()
    """It cannot be undone."""
    WORD = auto()
    """A yes or a no to what a letter asks."""


class Right(Enum):
    """What becomes of what a mail asks for."""

    DO = auto()
    ASK = auto()
    """It waits, and the player is asked at the registered address."""
    LEAVE = auto()
    """Nothing becomes of it; the question that it may be meant for still stands."""


_WEIGHTS = {
    **dict.fromkeys((Act.BOARD, Act.RULES, Act.GAMES, Act.HELP), Weight.NOTHING),
    Act.TURN: Weight.TURN,
    **dict.fromkeys(FINAL, Weight.FINAL),
    **dict.fromkeys((Act.CONFIRM, Act.REJECT), Weight.WORD),
}
_OF_PLAYER = frozenset({Sender.PROVED, Sender.UNKNOWN})
_VERDICTS = {
    SenderVerdict.PASS: Sender.PROVED,
    SenderVerdict.UNKNOWN: Sender.UNKNOWN,
    SenderVerdict.FAIL: Sender.FORGED,
}


def right(sender: Sender, reference: LetterReference, acts: Collection[Act]) -> Right:
    """What becomes of *acts*, all of which one mail asks for: all are done, or none is."""
    rights = {_right(sender, reference, _WEIGHTS.get(act, Weight.PLAIN)) for act in acts}
    return next((found for found in (Right.LEAVE, Right.ASK) if found in rights), Right.DO)


def reason_to_ask(sender: Sender, reference: LetterReference) -> HoldReason:
    """Why the player is asked about what such a mail asks for."""
    if sender not in _OF_PLAYER:
        return {Sender.LIST: HoldReason.LIST, Sender.STRANGER: HoldReason.STRANGER, Sender.FORGED: HoldReason.FORGED}[
            sender
        ]
    if not reference.has_token:
        return HoldReason.NO_TOKEN
    return HoldReason.UNJUDGED if sender is Sender.UNKNOWN else HoldReason.OLD_LETTER


def sender_of(verdict: SenderVerdict, *, is_own: bool, is_list: bool) -> Sender:
    """
    Who wrote a mail.

    :param verdict: what our own mail server found out about its From field.
    :param is_own: whether that holds an address of the player.
    :param is_list: whether it came through a mailing list.
    """
    if is_list:
        return Sender.LIST
    return _VERDICTS[verdict] if is_own else Sender.STRANGER


def is_of_player(sender: Sender) -> bool:
    """Whether a mail is taken for the player's own."""
    return sender in _OF_PLAYER


def is_from_anybody(sender: Sender, reference: LetterReference) -> bool:
    """Whether anybody may have sent a mail: nothing proves whose it is, and no token was needed to write it."""
    return sender not in _OF_PLAYER or (sender is Sender.UNKNOWN and not reference.has_token)


def _right(sender: Sender, reference: LetterReference, weight: Weight) -> Right:
    if weight is Weight.WORD:
        # Whoever could make a question come up must not be able to answer it by the same address.
        is_heard = reference.is_question if sender is Sender.UNKNOWN else reference.is_question or reference.is_due
        return Right.DO if reference.has_token and is_heard and sender in _OF_PLAYER else Right.LEAVE
    if sender not in _OF_PLAYER:
        return Right.ASK
    if weight is Weight.NOTHING:
        return Right.DO
    if not reference.has_token:
        return Right.DO if weight is Weight.TURN and sender is Sender.PROVED else Right.ASK
    if weight is Weight.FINAL:
        return Right.DO if reference.is_due and sender is Sender.PROVED else Right.ASK
    return Right.DO

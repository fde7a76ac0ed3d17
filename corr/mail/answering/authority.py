"""What a mail may do: judged by its writer, by how it names the letter that it answers, and by what it asks for."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto

from corr.mail.answering.received_mail import ReceivedMail
from corr.mail.queues.held_orders import HeldView, HoldReason
from corr.mail.reading.mail_facts import SenderVerdict
from corr.mail.reading.words.commands import COMMANDS, Act, Weight
from corr.players.profiles import LetterOwner
from corr.players.reply_tokens import ReplyTarget

DOOR = "mail"
"""The door of all orders from mails, as tables have it."""


@dataclass(frozen=True, slots=True)
class PlayerRequester:
    """The player who asks for something that is not about one game: for leave, about leagues, or for new games."""

    player_id: int
    order_key: str = field(repr=False)
    """The key of the order: the same key is done once, however often it comes."""
    received_at: datetime
    """The moment that leave counts from."""
    season_id: int | None = None
    """The season of the answered letter; None if it has none."""
    letter_kind: str = ""
    """The kind of notice that the answered letter was; empty if none was answered."""
    mail_id: int = 0
    """The mail that asks; 0 for a page."""


@dataclass(frozen=True, slots=True)
class GameRequester:
    """The player who asks for something in a game, and since when."""

    target: ReplyTarget
    order_key: str = field(repr=False)
    """The key of the order: the same key is done once, however often it comes."""
    received_at: datetime
    """The moment that the order counts from."""
    mail_id: int = 0
    """The mail that asks; 0 for a page."""
    leave_asked_at: datetime | None = None
    """When leave was asked for, if later than the rest."""

    @property
    def is_by_page(self) -> bool:
        """Whether it is confirmed on a page, which can ask again."""
        return not self.mail_id

    @property
    def of_player(self) -> PlayerRequester:
        """The same player, who asks for something that is not about this game."""
        asked_at = self.leave_asked_at or self.received_at
        return PlayerRequester(
            self.target.player_id, self.order_key, asked_at, letter_kind=self.target.kind, mail_id=self.mail_id
        )


class Sender(Enum):
    """The writer of a mail, as far as known."""

    PROVED = auto()
    """The player: an address of the player in From, and our own mail server found proof for its domain."""
    UNKNOWN = auto()
    """Probably the player: an address of the player in From, with neither proof nor disproof."""
    FORGED = auto()
    """Somebody else: an address of the player in From, but its domain disowns the mail."""
    STRANGER = auto()
    """Somebody else: another address in From."""
    LIST = auto()
    """Anybody, through a mailing list."""


@dataclass(frozen=True, slots=True)
class Writer:
    """The writer of a mail that answers a letter."""

    player: LetterOwner
    """The player to whom the letter went."""
    sender: Sender
    """Who it is as far as known."""
    is_player: bool
    """Whether the mail counts as the player's own."""
    is_anybody: bool
    """Whether anybody could have sent it, see `is_from_anybody`."""


@dataclass(frozen=True, slots=True)
class LetterReference:
    """How a mail names the letter that it answers."""

    has_token: bool
    """Whether it came to the letter's reply address; else it has only the letter's id, which others may know."""
    is_due: bool = True
    """Whether the letter is about the turn that is due now, or about no game at all."""
    is_question: bool = False
    """Whether the letter asks whether a held order is meant."""
    stops: bool = False
    """Whether a turn of its writer is delayed, which it may stop: it has at least the proof that the turn had."""
    is_printed: bool = False
    """Whether the token is that of the player's address for commands, which stands in letters for others to see."""


class Right(Enum):
    """The decision about what a mail asks for."""

    DO = auto()
    ASK = auto()
    """It is held, and the player is asked at the registered address."""
    LEAVE = auto()
    """It is ignored; the question that it may be meant for stays open."""


_OF_PLAYER = frozenset({Sender.PROVED, Sender.UNKNOWN})
_VERDICTS = {
    SenderVerdict.PASS: Sender.PROVED,
    SenderVerdict.UNKNOWN: Sender.UNKNOWN,
    SenderVerdict.FAIL: Sender.FORGED,
}


def right(sender: Sender, reference: LetterReference, acts: Collection[Act]) -> Right:
    """The decision about all *acts* of one mail: all are done, or none is, but see `asked_beside_turn`."""
    rights = {_right(sender, reference, _weight(act, reference, acts)) for act in acts}
    return next((found for found in (Right.LEAVE, Right.ASK) if found in rights), Right.DO)


def asked_beside_turn(sender: Sender, reference: LetterReference, acts: Collection[Act]) -> frozenset[Act]:
    """Those of *acts* that are asked about while the turn beside them is played; empty if all or none are."""
    if sender is not Sender.UNKNOWN or Act.TURN not in acts:
        return frozenset()
    apart = frozenset(act for act in acts if _weight(act, reference, acts) is Weight.PROVED)
    return apart if right(sender, reference, set(acts) - apart) is Right.DO else frozenset()


def reason_to_ask(sender: Sender, reference: LetterReference) -> HoldReason:
    """The reason to ask the player about such a mail."""
    if sender not in _OF_PLAYER:
        return {Sender.LIST: HoldReason.LIST, Sender.STRANGER: HoldReason.STRANGER, Sender.FORGED: HoldReason.FORGED}[
            sender
        ]
    if not reference.has_token:
        return HoldReason.NO_TOKEN
    return HoldReason.UNJUDGED if sender is Sender.UNKNOWN else HoldReason.OLD_LETTER


def writer_of(mail: ReceivedMail, player: LetterOwner) -> Writer:
    """The writer of *mail*, which answers a letter to that player."""
    if mail.silence == "list":
        sender = Sender.LIST
    else:
        is_own = player.has(mail.reading.written_by)
        sender = _VERDICTS[mail.reading.verdict] if is_own else Sender.STRANGER
    return Writer(player, sender, sender in _OF_PLAYER, is_from_anybody(sender, has_token=bool(mail.token)))


def is_from_anybody(sender: Sender, *, has_token: bool) -> bool:
    """Whether anybody could have sent a mail: nothing proves its writer, and no token was needed."""
    return sender not in _OF_PLAYER or (sender is Sender.UNKNOWN and not has_token)


def may_stop(sender: Sender, held: HeldView, *, has_token: bool) -> bool:
    """Whether a mail may stop a delayed turn: it has at least the proof of its sender that the turn had."""
    return sender is Sender.PROVED or (sender is Sender.UNKNOWN and has_token and not held.is_proved)


def _weight(act: Act, reference: LetterReference, acts: Collection[Act]) -> Weight:
    """The damage that *act* could do beside the others: words go with the turn that is due."""
    is_with_turn = act is Act.SAY and Act.TURN in acts and reference.is_due
    return Weight.PLAIN if is_with_turn else COMMANDS[act].weight


def _right(sender: Sender, reference: LetterReference, weight: Weight) -> Right:
    if weight is Weight.WORD and reference.stops:
        return Right.DO
    if weight is Weight.WORD:
        # Whoever can cause a question must not be able to answer it through the same address.
        is_heard = reference.is_question if sender is Sender.UNKNOWN else reference.is_question or reference.is_due
        return Right.DO if reference.has_token and is_heard and sender in _OF_PLAYER else Right.LEAVE
    if sender not in _OF_PLAYER:
        return Right.ASK
    if weight is Weight.NOTHING:
        return Right.DO
    if not reference.has_token:
        return Right.DO if weight is Weight.TURN and sender is Sender.PROVED else Right.ASK
    is_proved = sender is Sender.PROVED
    is_sure = {
        Weight.PROVED: is_proved,
        Weight.BEGINS: is_proved or not reference.is_printed,
        Weight.FINAL: is_proved and reference.is_due,
    }
    return Right.DO if is_sure.get(weight, True) else Right.ASK

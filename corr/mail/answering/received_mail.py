"""A mail with all that is known of it, what becomes of it, and its orders as values that JSON knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from corr.mail.answering.answers import Answer
from corr.mail.queues.inbox import OLDEST, ClaimedMail
from corr.mail.reading.mail_facts import MailClass, Reading
from corr.mail.reading.words.acts import Act, Doubt
from corr.mail.reading.words.orders import Orders

_FROM_OUR_OWN = "lmtp"
"""The door through which only mail servers of our own come: what stands on top of their mails is theirs."""
_SILENT = {
    MailClass.AUTO: "auto-reply",
    MailClass.BOUNCE: "bounce",
    MailClass.COMPLAINT: "complaint",
    MailClass.RECEIPT: "receipt",
    MailClass.REPORT: "report",
    MailClass.LIST: "list",
    MailClass.REACTION: "reaction",
    MailClass.CALENDAR: "calendar",
    MailClass.OWN: "own-mail",
}


def packed(orders: Orders) -> dict[str, object]:
    """What *orders* ask for. Rivals are left out: what is not clear is never held."""
    return {
        "acts": [act.value for act in orders.acts],
        "turn": orders.turn,
        "typed": list(orders.typed),
        "say": orders.say,
        "rest": orders.rest,
        "away": orders.away,
        "league": orders.league,
        "doubt": orders.doubt.value,
    }


def unpacked(kept: Mapping[str, object]) -> Orders:
    """The orders that were packed; none where nothing is kept any more."""
    acts, typed = kept.get("acts", []), kept.get("typed", [])
    assert isinstance(acts, list)
    assert isinstance(typed, list)
    return Orders(
        acts=tuple(Act(act) for act in acts),
        turn=str(kept.get("turn", "")),
        typed=tuple(map(str, typed)),
        say=str(kept.get("say", "")),
        rest=str(kept.get("rest", "")),
        away=str(kept.get("away", "")),
        league=str(kept.get("league", "")),
        doubt=Doubt(str(kept.get("doubt", ""))),
    )


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail that was read."""

    claimed: ClaimedMail
    reading: Reading
    token: str = field(repr=False)
    """The token in the address that was answered; empty if there is none."""
    is_from_us: bool
    """Whether an address of ours stands in From."""
    others: tuple[str, ...] = ()
    """The addresses in To and Cc that are none of ours: with the mail they got the address that was answered."""

    @property
    def key(self) -> str:
        """
        What is the same when the same mail arrives again at the same token, or else address.

        Without a Message-ID it is the mail itself, less what servers write on it on its way.
        """
        return mail_key(self.token or self.claimed.recipient, self.reading.message_id or self.reading.body_hash)

    @property
    def received_at(self) -> datetime:
        """When it came: by the stamp of our own mail server, where that is to be believed."""
        arrived, stamped = self.claimed.received_at, self.reading.stamped_at
        if self.claimed.source != _FROM_OUR_OWN:
            # Whoever talks to us directly writes what is on top, and could win time by it.
            return arrived
        return arrived if stamped is None or not arrived - OLDEST <= stamped <= arrived else stamped

    @property
    def silence(self) -> str:
        """Why nobody is to be answered, as a code; empty if a person wrote it to us."""
        if self.is_from_us:
            return "own-mail"
        return _SILENT.get(self.reading.mail_class, "" if self.claimed.sender else "bounce")


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """What became of a mail."""

    code: str
    answer: Answer | None = None
    """None where nobody is answered."""
    commands: tuple[tuple[str, str], ...] = ()
    """What was asked for, in order: as it was typed, and what became of it in one sentence."""
    is_for_people: bool = False
    """Whether somebody who looks after the service has to see it."""
    player_id: int | None = None
    """Whose mail it turned out to be, where no letter to a player was answered."""


def mail_key(place: str, identity: str) -> str:
    """
    The key that makes a mail count once at each place that it comes to.

    :param place: the token that it came to, or else the address.
    :param identity: what tells it from all other mails.
    """
    return sha256(f"{place.lower()}\n{identity}".encode("utf-8", "replace")).hexdigest()

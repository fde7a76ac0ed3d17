"""
Mail preferences: which letters players want.

They are asked when a letter is about to be composed, not when its notice is told, so that a change counts for letters
that wait already. Letters that prove who somebody is, answers, and requests to confirm something are always sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import or_, select, update

from corr.base.addresses import mailbox_of
from corr.base.notices import Category, NoticeKind, category_of
from corr.base.time_zones import next_at_hour
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, read_choice
from corr.store.base import add_new, table
from corr.store.tables.mails import MailPreference, MailStanding, Outbox, TurnMail
from corr.store.tables.player_accounts import MailAddress, Player

PREFERENCE = table(MailPreference)
"""The preferences, with a row for each player who has chosen any."""
_ADDRESS, _LETTER, _PLAYER, _STANDING = table(MailAddress), table(Outbox), table(Player), table(MailStanding)
_HOURS = 24


SWITCHED = (Category.REMINDERS, Category.MESSAGES, Category.CHALLENGES, Category.LEAGUES, Category.FOLLOWS)
"""The categories that a player can switch on or off; for turns there are more than two choices."""
_REASONS = {
    TurnMail.DIGEST: "Not sent: you asked for one digest a day.",
    TurnMail.ONE: "Not sent: you asked for one letter and then silence until you come back.",
    TurnMail.NONE: "Not sent: you asked for no letters about turns.",
}
_NO_DIGEST = "Not sent: you no longer ask for a digest."
_UNWANTED = {
    Category.REMINDERS: "Not sent: you asked for no reminders.",
    Category.MESSAGES: "Not sent: you asked for no letters about messages.",
    Category.CHALLENGES: "Not sent: you asked for no letters about challenges.",
    Category.LEAGUES: "Not sent: you asked for no news of leagues.",
    Category.FOLLOWS: "Not sent: you asked for no letters about what you follow.",
}
_NO_INVITATIONS = "Not sent: the owner of this address asked not to be invited."
_NO_ACCOUNT = "Not sent: an address without an account gets nothing but the invitation itself."


@dataclass(frozen=True, slots=True)
class MailPreferences:
    """A player's choice of letters."""

    turns: TurnMail = TurnMail.EACH
    digest_hour: int = 8
    """From 0 to 23, in the player's time zone."""
    reminders: bool = True
    messages: bool = True
    """Whether messages come as letters of their own; words with a turn come with its letter."""
    challenges: bool = True
    leagues: bool = True
    """Whether news of leagues come: seasons that open, begin or end, weekly reports, and organisers’ mails to many."""
    follows: bool = True
    """Whether letters come about what the player follows."""
    digest_at: datetime | None = None
    """When the next digest is due; None if the player wants none."""
    silent_since: datetime | None = None
    """When the one letter went out after which no more are sent until the player is back; None if none did."""
    silent_after: int | None = None
    """The id of that one letter."""

    @staticmethod
    def of(values: Sequence[Any]) -> "MailPreferences":
        """Those with the values of `PREFERENCE_COLUMNS`; every letter at once if there is no row."""
        turns, *others = values
        return MailPreferences() if turns is None else MailPreferences(TurnMail(turns), *others)


PREFERENCE_COLUMNS = tuple(PREFERENCE.c[name] for name in MailPreferences.__dataclass_fields__)
"""The columns that a statement needs for `MailPreferences.of`."""


def preferences(reader: Reader, player_id: int) -> MailPreferences:
    """The player's choice; by default every letter at once."""
    asked = select(*PREFERENCE_COLUMNS).where(PREFERENCE.c.player_id == player_id)
    found = reader.connection.execute(asked).first()
    return MailPreferences() if found is None else MailPreferences.of(found)


def read_turns(word: str) -> TurnMail:
    """
    How a player wants to hear of games, read from a field of a form.

    :raises InputError: it is none of the four ways.
    """
    return read_choice(TurnMail, word, "Choose how you want to hear of your games.", field="turns")


def set_preferences(uow: UnitOfWork, player_id: int, wanted: MailPreferences) -> MailPreferences:
    """
    Store the player's choice; gives it back with the moment of the next digest.

    :raises InputError: there is no such hour.
    """
    if not 0 <= wanted.digest_hour < _HOURS:
        raise InputError("Choose an hour from 0 to 23 for the digest.", field="digest_hour")
    values = {
        "turns": wanted.turns.value,
        "digest_hour": wanted.digest_hour,
        "reminders": wanted.reminders,
        "messages": wanted.messages,
        "challenges": wanted.challenges,
        "leagues": wanted.leagues,
        "follows": wanted.follows,
    }
    _change(uow, player_id, values)
    return preferences(uow, player_id)


def set_turn_mail(uow: UnitOfWork, player_id: int, turns: TurnMail) -> None:
    """Change how the player hears of games, and nothing else."""
    _change(uow, player_id, {"turns": turns.value})


def set_wanted(uow: UnitOfWork, player_id: int, category: Category, *, is_wanted: bool) -> None:
    """Change whether the player gets letters of a category that has a switch of its own, and nothing else."""
    assert category in SWITCHED
    _change(uow, player_id, {category.value: is_wanted})


def move_digest(uow: UnitOfWork, player_id: int) -> None:
    """Calculate the moment of the player's next digest anew, after the time zone was changed."""
    if preferences(uow, player_id).turns is TurnMail.DIGEST:
        _change(uow, player_id, {})


def reason_to_withhold(
    reader: Reader,
    kind: str,
    player_id: int | None,
    address: str | None,
    *,
    letter_id: int | None = None,
    wants: MailPreferences | None = None,
) -> str:
    """
    Why a letter of *kind* is not sent, in one sentence for the delivery ledger; empty if it may go.

    :param player_id: whom it is for; None for an address without an account.
    :param address: where it goes, if not to the player's main address.
    :param letter_id: the letter itself: if a player wants only one, that one is tried again after a fault.
    :param wants: the player's choice, if it was read before.
    """
    category = category_of(kind, has_account=player_id is not None)
    if category is None:
        return ""
    if category is Category.INVITATIONS:
        return _reason_at_address(reader, NoticeKind(kind), (address or "").lower())
    assert player_id is not None
    return _reason(wants or preferences(reader, player_id), NoticeKind(kind), category, letter_id)


def wants_one_letter(wants: MailPreferences, kind: str) -> bool:
    """Whether a player wants only one letter about turns until they are back, and *kind* is about turns."""
    return wants.turns is TurnMail.ONE and category_of(kind) is Category.TURNS


def begin_silence(uow: UnitOfWork, player_id: int, letter_id: int) -> bool:
    """
    Make a letter the only one until the player is back; call it before the letter goes out.

    :return: whether it may go; False if another letter is the only one. If several ask at once, one of them gets it.
    """
    is_free = or_(PREFERENCE.c.silent_since.is_(None), PREFERENCE.c.silent_after == letter_id)
    mine = (PREFERENCE.c.player_id == player_id, PREFERENCE.c.turns == TurnMail.ONE.value, is_free)
    begun = update(PREFERENCE).where(*mine).values(silent_since=uow.now, silent_after=letter_id)
    return uow.connection.execute(begun).rowcount == 1


def end_silence_after(uow: UnitOfWork, letter_id: int) -> None:
    """Record that a letter never goes out: if it was to be the only one for its player, the next one may be."""
    player_id = select(_LETTER.c.player_id).where(_LETTER.c.id == letter_id).scalar_subquery()
    after_it = (PREFERENCE.c.player_id == player_id, PREFERENCE.c.silent_after == letter_id)
    uow.connection.execute(update(PREFERENCE).where(*after_it).values(silent_since=None, silent_after=None))


def come_back(uow: UnitOfWork, player_id: int) -> None:
    """
    Record that the player did something: somebody who gets only one letter until they are back gets the next one again.

    Pages call it with the session, mail when it has understood something.
    """
    silent = (PREFERENCE.c.player_id == player_id) & PREFERENCE.c.silent_since.is_not(None)
    uow.connection.execute(update(PREFERENCE).where(silent).values(silent_since=None))


def _change(uow: UnitOfWork, player_id: int, values: Mapping[str, Any]) -> None:
    """Write *values* into the player's row, which is made if there is none, with the moment of the next digest."""
    usual: dict[str, Any] = {"turns": TurnMail.EACH.value, "digest_hour": 8}
    switched = {category.value: True for category in SWITCHED}
    add_new(uow.connection, PREFERENCE, [{"player_id": player_id, **usual, **switched}], unique="player_id")
    mine = PREFERENCE.c.player_id == player_id
    columns = select(PREFERENCE, _PLAYER.c.zone).join(_PLAYER, _PLAYER.c.id == PREFERENCE.c.player_id)
    now = uow.connection.execute(columns.where(mine).with_for_update(of=PREFERENCE)).mappings().one()
    wanted = {**now, **values}
    was_digest, is_digest = (found["turns"] == TurnMail.DIGEST.value for found in (now, wanted))
    # A digest that is due already, and will be told soon, stays due.
    is_due = was_digest and now["digest_at"] <= uow.now
    moment = now["digest_at"] if is_due else next_at_hour(uow.now, wanted["digest_hour"], wanted["zone"])
    further = {
        "digest_at": moment if is_digest else None,
        # The first digest covers games that end from now on; letters of their own told of those before.
        "digested_at": now["digested_at"] if was_digest else uow.now,
        "silent_since": now["silent_since"] if wanted["turns"] == TurnMail.ONE.value == now["turns"] else None,
    }
    uow.connection.execute(update(PREFERENCE).where(mine).values(**values, **further))


def _reason(wanted: MailPreferences, kind: NoticeKind, category: Category, letter_id: int | None) -> str:
    if kind is NoticeKind.DIGEST:
        return "" if wanted.turns is TurnMail.DIGEST else _NO_DIGEST
    if category is Category.TURNS:
        is_one = wanted.silent_since is None or (letter_id is not None and wanted.silent_after == letter_id)
        is_free = wanted.turns is TurnMail.ONE and is_one
        return "" if is_free else _REASONS.get(wanted.turns, "")
    return "" if getattr(wanted, category.value) else _UNWANTED[category]


def _reason_at_address(reader: Reader, kind: NoticeKind, address_key: str) -> str:
    """Why nothing goes to an address that may or may not have an account."""
    mailbox = _STANDING.c.address_key.in_({address_key, mailbox_of(address_key)})
    refused = select(_STANDING.c.address_key).where(mailbox, _STANDING.c.no_invitations_at.is_not(None)).limit(1)
    if reader.connection.execute(refused).first() is not None:
        return _NO_INVITATIONS
    owner = reader.connection.execute(
        select(_ADDRESS.c.player_id).where(_ADDRESS.c.address_key == address_key)
    ).scalar_one_or_none()
    if owner is None:
        # The end of an invitation is no news for somebody who never answered it.
        return "" if kind is NoticeKind.INVITATION else _NO_ACCOUNT
    return "" if preferences(reader, owner).challenges else _UNWANTED[Category.CHALLENGES]

"""
Reports: what players tell the administrators about others, and what these do about it.

The words are copied into the report, so that hiding them loses nothing. Each decision is kept for good, with its reason
and whoever made it; both players are told by letter, and neither is told who decided.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, insert, select, update

from corr.base import notices
from corr.base.notices import To
from corr.base.rate_limits import Limit, count
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, read_choice
from corr.game.game_row import PLAYER, change_games, get_game_row, get_game_row_locked, show_anew
from corr.mail.queues.address_changes import call_off_change
from corr.play.challenges import withdraw_challenge
from corr.play.messages import MESSAGE, read_message
from corr.play.offer_rows import IS_STORED_OPEN, OFFER
from corr.play.proposals import CHALLENGE, IS_BY_PLAYER, IS_OPEN
from corr.players.profiles import addresses_of, admins
from corr.players.reply_tokens import renew_command_address, revoke_all_tokens
from corr.players.sanctions import IS_LIFTED, SANCTION
from corr.players.sessions import end_other_sessions
from corr.store.base import is_id, table
from corr.store.tables.games import OfferState
from corr.store.tables.moderation import Report, SanctionKind

LONGEST_REASON = 500
MOST_DAYS = 365
_REPORTS = Limit("reports", 10, timedelta(days=1), "You have sent 10 reports, the most for one day.")
_MOST_COPIED = 20
_MOST_SHOWN = 50
_NO_SESSION = 0
_REPORT = table(Report)
_BY, _ABOUT = PLAYER.alias("by"), PLAYER.alias("about")
_FOR_DAYS = frozenset({SanctionKind.WORDS, SanctionKind.OFFERS, SanctionKind.INVITATIONS})
_LINES: Select[Any] = (
    select(_REPORT, _BY.c.name.label("by_name"), _ABOUT.c.name.label("about_name"))
    .join(_BY, _BY.c.id == _REPORT.c.by_player_id)
    .join(_ABOUT, _ABOUT.c.id == _REPORT.c.about_id)
)
_JOURNAL: Select[Any] = (
    select(SANCTION, _BY.c.name.label("by_name"), _ABOUT.c.name.label("about_name"))
    .join(_BY, _BY.c.id == SANCTION.c.by_player_id)
    .join(_ABOUT, _ABOUT.c.id == SANCTION.c.player_id)
    .order_by(SANCTION.c.id.desc())
    .limit(_MOST_SHOWN)
)
_IN_FORCE: Select[Any] = (
    select(SANCTION, _REPORT.c.by_player_id.label("reporter_id"), _ABOUT.c.name.label("about_name"))
    .join(_REPORT, _REPORT.c.id == SANCTION.c.report_id)
    .join(_ABOUT, _ABOUT.c.id == SANCTION.c.player_id)
    .where(SANCTION.c.until > bindparam("now"), ~IS_LIFTED, _ABOUT.c.closed_at.is_(None))
    .order_by(SANCTION.c.until, SANCTION.c.id)
)
_HIDE = update(MESSAGE).where(
    MESSAGE.c.game_id == bindparam("of_game"),
    MESSAGE.c.seat == bindparam("of_seat"),
    MESSAGE.c.id <= bindparam("up_to"),
    MESSAGE.c.hidden_at.is_(None),
)
_CHALLENGES = select(CHALLENGE.c.id).where(IS_OPEN, IS_BY_PLAYER)
_WORDS = {
    SanctionKind.NOTHING: "Nothing was forbidden.",
    SanctionKind.HIDE: "The words are hidden from both players.",
    SanctionKind.WORDS: "No messages can be written for {days}, nor anything else that others read.",
    SanctionKind.OFFERS: (
        "No offers, challenges or leagues can be made for {days}, and nobody can be asked to play in one; open "
        "offers and challenges are withdrawn."
    ),
    SanctionKind.INVITATIONS: "Nobody can be invited by mail address for {days}.",
    SanctionKind.CLOSE: "The account is closed.",
}
_AGAIN = {
    SanctionKind.WORDS: "Messages and other words can be written again.",
    SanctionKind.OFFERS: "Offers, challenges and leagues can be made again.",
    SanctionKind.INVITATIONS: "People can be invited by mail address again.",
}


@dataclass(frozen=True, slots=True)
class MakeReport:
    """What a player tells about another one."""

    by_player_id: int
    about_id: int
    reason: str
    game_id: str = ""
    """The game of the two whose words are copied; empty for none."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an administrator decides about a report."""

    report_id: int
    admin_id: int
    kind: str
    reason: str
    days: int = 7


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A report that waits for a decision."""

    id: int
    by_name: str
    about_name: str
    game_id: str | None
    evidence: str
    reason: str
    made_at: datetime
    may_decide: bool
    """Whether the administrator is none of the two."""


@dataclass(frozen=True, slots=True)
class SanctionLine:
    """What is forbidden to somebody at the moment."""

    id: int
    about_name: str
    words: str
    until: datetime
    may_lift: bool
    """Whether the administrator is none of the two whom its report is about."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A decision in the journal."""

    about_name: str
    by_name: str
    words: str
    reason: str
    at: datetime


def report(uow: UnitOfWork, order: MakeReport) -> None:
    """
    Tell the administrators about a player, with a copy of what that player wrote in a game of the two.

    :raises InputError: there is no reason, or it is too long.
    :raises NotAllowedError: it is about oneself, or the game is of others.
    :raises TooManyError: there were too many today.
    """
    if order.by_player_id == order.about_id:
        raise NotAllowedError("That is you: only others can be reported.")
    reason, evidence, last = _read_reason(order.reason), "", None
    if order.game_id:
        evidence, last = _evidence(uow, order)
    count(uow, {_REPORTS: str(order.by_player_id)})
    row = {
        "by_player_id": order.by_player_id,
        "about_id": order.about_id,
        "game_id": order.game_id or None,
        "last_message_id": last,
        "evidence": evidence,
        "reason": reason,
        "made_at": uow.now,
    }
    report_id = uow.connection.execute(insert(_REPORT).values(**row).returning(_REPORT.c.id)).scalar_one()
    for admin in admins(uow):
        facts = {
            "title": "A player was reported",
            "sentences": ["Somebody has reported a player. The words and the reason stand on the page of reports."],
            "path": "/admin/reports",
            "link": "Reports",
        }
        uow.tell(notices.moderation(f"report:{report_id}", To(admin.id), facts))


def open_reports(reader: Reader, admin_id: int) -> tuple[ReportLine, ...]:
    """The reports that wait for a decision, the oldest first."""
    rows = reader.connection.execute(
        _LINES.where(_REPORT.c.settled_at.is_(None)).order_by(_REPORT.c.id).limit(_MOST_SHOWN)
    )
    return tuple(
        ReportLine(
            row.id,
            row.by_name,
            row.about_name,
            row.game_id,
            row.evidence,
            row.reason,
            row.made_at,
            may_decide=admin_id not in {row.by_player_id, row.about_id},
        )
        for row in rows
    )


def journal(reader: Reader) -> tuple[JournalLine, ...]:
    """The latest decisions, the newest first."""
    rows = reader.connection.execute(_JOURNAL)
    return tuple(
        JournalLine(
            row.about_name, row.by_name, _decided(SanctionKind(row.kind), row.at, row.until), row.reason, row.at
        )
        for row in rows
    )


def sanctions_in_force(reader: Reader, admin_id: int) -> tuple[SanctionLine, ...]:
    """What is forbidden to players at the moment, the next to end first."""
    rows = reader.connection.execute(_IN_FORCE.limit(_MOST_SHOWN), {"now": reader.now})
    return tuple(
        SanctionLine(
            row.id,
            row.about_name,
            _decided(SanctionKind(row.kind), row.at, row.until),
            row.until,
            may_lift=admin_id not in {row.reporter_id, row.player_id},
        )
        for row in rows
    )


def lift_sanction(uow: UnitOfWork, sanction_id: int, admin_id: int, reason: str) -> str:
    """
    Allow again before its time what was forbidden to a player, and tell both; what is allowed, in a sentence.

    All that was forbidden to the player in the same way ends. The journal has both, the decision and this.

    :raises NotFoundError: nothing is forbidden by that decision any more, or nothing ever was.
    :raises NotAllowedError: the administrator is one of the two.
    :raises InputError: the reason cannot be used.
    """
    report_id = uow.connection.execute(select(SANCTION.c.report_id).where(SANCTION.c.id == _id(sanction_id))).scalar()
    report_row = _get_locked(uow, report_id or 0)
    asked = _IN_FORCE.where(SANCTION.c.id == _id(sanction_id))
    found = uow.connection.execute(asked, {"now": uow.now}).mappings().first()
    if found is None:
        raise NotFoundError("This does not hold any more.")
    if admin_id in {found["reporter_id"], found["player_id"]}:
        raise NotAllowedError("This is about you, or a report of yours: another administrator decides.")
    kind, told = SanctionKind(found["kind"]), _read_reason(reason)
    row = {"report_id": found["report_id"], "player_id": found["player_id"], "by_player_id": admin_id}
    row |= {"kind": kind.value, "reason": told, "at": uow.now, "until": uow.now}
    lift_id = uow.connection.execute(insert(SANCTION).values(**row).returning(SANCTION.c.id)).scalar_one()
    facts = {"sentences": ["An administrator has decided again:", _AGAIN[kind]]}
    by_id, about_id = int(report_row["by_player_id"]), int(found["player_id"])
    uow.tell(notices.moderation(f"lifted:{lift_id}", To(by_id), {"title": "Your report", **facts}))
    facts["sentences"].append(f"The reason: {told}")
    uow.tell(notices.moderation(f"lifted:{lift_id}", To(about_id), {"title": "A report about you", **facts}))
    return _AGAIN[kind]


def decide(uow: UnitOfWork, order: Decision) -> str:
    """
    Decide about a report, carry that out and tell both; what was decided, in a sentence.

    :raises NotAllowedError: the administrator is one of the two.
    :raises ConflictError: it is decided already.
    :raises InputError: the decision, its reason or the number of days cannot be used.
    """
    found = _get_locked(uow, order.report_id)
    if order.admin_id in {found["by_player_id"], found["about_id"]}:
        raise NotAllowedError("This report is about you, or yours: another administrator decides.")
    if found["settled_at"] is not None:
        raise ConflictError("Another administrator has decided about this report already.")
    kind, reason, about_id = _read_kind(order.kind, found), _read_reason(order.reason), int(found["about_id"])
    until = uow.now + timedelta(days=_read_days(order.days)) if kind in _FOR_DAYS else None
    words = _decided(kind, uow.now, until)
    uow.connection.execute(update(_REPORT).where(_REPORT.c.id == found["id"]).values(settled_at=uow.now))
    row = {"report_id": found["id"], "player_id": about_id, "by_player_id": order.admin_id, "kind": kind.value}
    uow.connection.execute(insert(SANCTION).values(**row, reason=reason, at=uow.now, until=until))
    told = "" if kind is SanctionKind.NOTHING else f"The reason: {reason}"
    _tell(uow, found, words, told)
    if kind is SanctionKind.HIDE:
        _hide(uow, found)
    elif kind is SanctionKind.OFFERS:
        _withdraw_offers(uow, about_id)
        asked = {"now": uow.now, "player": about_id}
        for challenge_id in uow.connection.execute(_CHALLENGES, asked).scalars().all():
            withdraw_challenge(uow, challenge_id, about_id)
    elif kind is SanctionKind.CLOSE:
        _close(uow, about_id)
    return words


def _tell(uow: UnitOfWork, found: Mapping[str, Any], words: str, reason: str) -> None:
    """Tell both what was decided; the reported player only if there is a *reason*, which means that it is something."""
    thanks = "Thank you for your report. An administrator has looked at it and decided:"
    facts = {"title": "Your report", "sentences": [thanks, words]}
    uow.tell(notices.moderation(f"decided:{found['id']}", To(int(found["by_player_id"])), facts))
    if reason:
        told = ["An administrator has looked at a report about you and decided:", words, reason]
        facts = {"title": "A report about you", "sentences": told}
        # To the address, since letters to a closed account are not sent.
        for address in addresses_of(uow, int(found["about_id"]))[:1]:
            uow.tell(notices.moderation(f"about:{found['id']}", To(None, address), facts))


def _hide(uow: UnitOfWork, found: Mapping[str, Any]) -> None:
    game_row = get_game_row_locked(uow, found["game_id"])
    seat = game_row.get_seat(int(found["about_id"])).seat
    asked = {"of_game": game_row.id, "of_seat": seat, "up_to": found["last_message_id"]}
    change_games(uow, _HIDE.values(hidden_at=uow.now), asked)
    show_anew(uow, [game_row.id])


def _close(uow: UnitOfWork, player_id: int) -> None:
    """Close an account: its browsers, letters and offers are good for nothing more; clocks of its games run on."""
    uow.connection.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(closed_at=uow.now))
    end_other_sessions(uow, player_id, _NO_SESSION)
    revoke_all_tokens(uow, player_id)
    renew_command_address(uow, player_id)
    # Else the address would be free for another account.
    call_off_change(uow, player_id)
    _withdraw_offers(uow, player_id)


def _withdraw_offers(uow: UnitOfWork, player_id: int) -> None:
    """Withdraw all open offers and links of a player."""
    ended = {"state": OfferState.WITHDRAWN.value, "ended_at": uow.now}
    uow.connection.execute(update(OFFER).where(OFFER.c.player_id == player_id, IS_STORED_OPEN).values(**ended))


def _evidence(uow: UnitOfWork, order: MakeReport) -> tuple[str, int | None]:
    """What the reported player wrote in the game last, and the id of the last of it."""
    game_row = get_game_row(uow, order.game_id)
    game_row.get_seat(order.by_player_id)
    seat = game_row.get_seat(order.about_id).seat
    theirs = select(MESSAGE.c.id, MESSAGE.c.text).where(MESSAGE.c.game_id == game_row.id, MESSAGE.c.seat == seat)
    rows = uow.connection.execute(theirs.order_by(MESSAGE.c.id.desc()).limit(_MOST_COPIED)).all()
    return "\n\n".join(row.text for row in reversed(rows)), rows[0].id if rows else None


def _get_locked(uow: UnitOfWork, report_id: int) -> Mapping[str, Any]:
    asked = select(_REPORT).where(_REPORT.c.id == _id(report_id)).with_for_update()
    found = uow.connection.execute(asked).mappings().first()
    if found is None:
        raise NotFoundError("There is no such report.")
    return dict(found)


def _read_reason(text: str) -> str:
    try:
        return read_message(text, LONGEST_REASON)
    except InputError as refusal:
        raise InputError(refusal.sentence.replace("message", "reason"), field="reason") from None


def _read_kind(word: str, found: Mapping[str, Any]) -> SanctionKind:
    kind = read_choice(SanctionKind, word, "Choose what to do.", field="kind")
    if kind is SanctionKind.HIDE and found["last_message_id"] is None:
        raise InputError("This report has no words that could be hidden.", field="kind")
    return kind


def _read_days(days: int) -> int:
    if not 1 <= days <= MOST_DAYS:
        raise InputError(f"Choose from 1 to {MOST_DAYS} days.", field="days")
    return days


def _id(number: int) -> int:
    """That number, or 0, which is nobody's, for one that no database can hold."""
    return number if is_id(number) else 0


def _decided(kind: SanctionKind, at: datetime, until: datetime | None) -> str:
    if until == at:
        return _AGAIN[kind]
    days = (until - at).days if until else 0
    return _WORDS[kind].format(days="1 day" if days == 1 else f"{days} days")

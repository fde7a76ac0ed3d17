"""
The delivery ledger: what happened to each letter on its way, line by line, and what its player may see of it.

Tokens never enter it: other mail servers repeat addresses, so whatever looks like a token is removed from their words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Row, Select, and_, func, insert, select

from corr.base.notices import NoticeKind, season_of
from corr.base.paging import Page, page_of
from corr.base.tokens import TOKEN
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.games.seats import Seat
from corr.store.base import table
from corr.store.compiled_statements import CompiledChange
from corr.store.tables.games import Game, GameSeat
from corr.store.tables.leagues import League, Season
from corr.store.tables.mails import DeliveryEvent, DeliveryKind, Outbox, OutboxState
from corr.store.tables.player_accounts import Player

PAGE = 30
"""How many letters one page of the ledger shows."""
LETTER = table(Outbox)
EVENT = table(DeliveryEvent)
_GAME = table(Game)
_OWN_SEAT = table(GameSeat).alias("own_seat")
_OTHER_SEAT = table(GameSeat).alias("other_seat")
_OPPONENT = table(Player)
_SEASON = table(Season)
_LEAGUE = table(League)
_NOTE = CompiledChange(insert(EVENT), ("outbox_id", "kind", "began_at", "at", "host", "words"))
_LONGEST_WORDS = 300

_ABOUT = {
    NoticeKind.SIGN_IN: "Signing in",
    NoticeKind.SIGN_UP: "Your account",
    NoticeKind.INVITATION: "Invitation",
    NoticeKind.CHALLENGE: "Challenge",
    NoticeKind.CHALLENGE_DECLINED: "Challenge declined",
    NoticeKind.CHALLENGE_WITHDRAWN: "Challenge withdrawn",
    NoticeKind.CHALLENGE_EXPIRED: "Challenge expired",
    NoticeKind.OFFER_EXPIRED: "Offer expired",
    NoticeKind.OFFERS_PAUSED: "Offers paused",
    NoticeKind.GAME_STARTED: "Game started",
    NoticeKind.YOUR_TURN: "Your turn",
    NoticeKind.GAME_OVER: "Game over",
    NoticeKind.LAPSED: "Your time ran out",
    NoticeKind.CLAIMABLE: "A game to claim",
    NoticeKind.FROZEN: "Game frozen",
    NoticeKind.THAWED: "Game goes on",
    NoticeKind.ABANDONING: "Game about to be closed",
    NoticeKind.DRAW_OFFERED: "Draw offered",
    NoticeKind.DRAW_DECLINED: "Draw declined",
    NoticeKind.DRAW_WITHDRAWN: "Draw offer withdrawn",
    NoticeKind.TIME_GIVEN: "Time given",
    NoticeKind.TIME_EXTENDED: "More time",
    NoticeKind.REMINDER: "Reminder",
    NoticeKind.AUTOMATIC_LEAVE: "A day of leave by itself",
    NoticeKind.ANSWER: "Answer to your mail",
    NoticeKind.MESSAGE: "Message",
    NoticeKind.DIGEST: "Daily digest",
    NoticeKind.SEASON_OPENS: "A season opens",
    NoticeKind.REPLACEMENT: "You are asked to play on for somebody",
    NoticeKind.SEASON_STARTED: "A season begins",
    NoticeKind.SEASON_ENDED: "A season is over",
    NoticeKind.SEASON_REPORT: "Weekly report",
    NoticeKind.ANNOUNCEMENT: "Organisers’ announcement",
    NoticeKind.LEAGUE_NEWS: "League news",
    NoticeKind.TEST: "Test letter",
    NoticeKind.ADDRESS_TO_CONFIRM: "An address to confirm",
    NoticeKind.ADDRESS_ASKED_FOR: "A new address",
    NoticeKind.ADDRESS_CHANGED: "Your address",
    NoticeKind.ADDRESS_REMOVED: "An address removed",
    NoticeKind.MODERATION: "A report",
    NoticeKind.HELD: "A mail to confirm",
}
_OF_REPORTS = {"report": "A player was reported", "decided": "Your report", "about": "A report about you"}
"""What letters about reports are about, by what their keys say after their kind."""
_STEPS = {
    DeliveryKind.ACCEPTED: "accepted for {host}",
    DeliveryKind.PUT_OFF: "put off",
    DeliveryKind.REFUSED: "refused",
    DeliveryKind.DELAYED: "delayed on its way",
    DeliveryKind.BOUNCED: "came back",
    DeliveryKind.COMPLAINED: "a complaint came in",
    DeliveryKind.OBSOLETE: "not sent, as it was no longer needed",
    DeliveryKind.WITHHELD: "not sent",
    DeliveryKind.DROPPED: "thrown away by an administrator",
    DeliveryKind.RETRIED: "queued again by an administrator",
}
_TAGS: Mapping[str, str] = {
    OutboxState.OBSOLETE: "not needed",
    OutboxState.WITHHELD: "not sent",
    OutboxState.DROPPED: "thrown away",
}
_STATES = {
    OutboxState.SENT: "handed over",
    OutboxState.OBSOLETE: "not sent, as it was no longer needed",
    OutboxState.WITHHELD: "not sent",
    OutboxState.FAILED: "given up",
    OutboxState.DROPPED: "thrown away by an administrator",
}


@dataclass(frozen=True, slots=True)
class DeliveryStep:
    """One thing that happened to a letter."""

    kind: str
    """ "accepted", "put-off", "refused", "bounced" …: a `DeliveryKind`."""
    began_at: datetime | None
    """When the attempt to hand the letter over began; None if it was no attempt."""
    at: datetime
    words: str
    """What happened, for people: "accepted for example.org: 250 OK"."""

    @property
    def is_done(self) -> bool:
        """Whether it took the letter further."""
        return self.kind in {DeliveryKind.ACCEPTED, DeliveryKind.RETRIED}

    @property
    def is_lost(self) -> bool:
        """Whether the letter went no further."""
        return self.kind in {DeliveryKind.BOUNCED, DeliveryKind.REFUSED, DeliveryKind.COMPLAINED}


@dataclass(frozen=True, slots=True)
class LetterLeague:
    """The league of which a letter has news."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    """A letter in its player's ledger."""

    letter_id: int
    kind: str
    """The kind of notice: "your-turn" …"""
    about: str
    """The same for people: "Your turn in Chess"."""
    game_id: str | None
    opponent: str
    """The other player's name; empty for a letter that is about no game of its player."""
    league: LetterLeague | None
    """The league of which it has news; None if it has none."""
    turn_number: int | None
    to: str
    """The address that it goes to; empty while that is not decided."""
    queued_at: datetime
    state: str
    """ "waiting", "sent", "obsolete", "withheld", "failed" or "dropped"."""
    outcome: str
    """The state of its delivery, for people: "queued", "accepted for example.org: 250 OK" …"""
    changed_at: datetime
    """Since when that is so."""
    is_trouble: bool
    """Whether it did not arrive, or is late, although it should."""

    @property
    def is_unfinished(self) -> bool:
        """Whether there is more to say than its tag does: it waits, or did not arrive."""
        return self.is_trouble or self.state not in {OutboxState.SENT, OutboxState.OBSOLETE}

    @property
    def is_needless(self) -> bool:
        """Whether it was not sent since nobody needed it any more."""
        return self.state == OutboxState.OBSOLETE

    @property
    def tag(self) -> str:
        """The state in a word or two, for people."""
        return _TAGS.get(self.state, self.state)


@dataclass(frozen=True, slots=True)
class LetterBoard:
    """What a small board of the game of a letter, or of a mail, needs."""

    id: str
    version: int
    turn_number: int
    seat: Seat | None
    """Who looks at it: None is everybody."""


@dataclass(frozen=True, slots=True)
class DeliveryView:
    """A letter with everything that happened to it."""

    line: DeliveryLine
    tries: int
    """How often it was claimed to be sent."""
    next_try_at: datetime | None
    """When it is tried next; None if it waits no longer."""
    sent_at: datetime | None
    """When our own mail server took it."""
    bounced_at: datetime | None
    steps: tuple[DeliveryStep, ...] = field(default=())
    """Oldest first."""
    board: LetterBoard | None = None
    """The board of its game; None if it is about no game of its player."""

    @property
    def is_waiting(self) -> bool:
        """Whether it is still to be handed over."""
        return self.line.state == OutboxState.WAITING

    @property
    def is_taken(self) -> bool:
        """Whether the other mail server has accepted it, as far as is known."""
        return self.line.state == OutboxState.SENT and self.bounced_at is None

    @property
    def may_change(self) -> bool:
        """Whether an administrator may queue it again, or throw it away."""
        return self.line.state in {OutboxState.WAITING, OutboxState.FAILED}


def note(
    uow: UnitOfWork,
    letter_id: int,
    kind: DeliveryKind,
    *,
    host: str = "",
    words: str = "",
    began_at: datetime | None = None,
) -> None:
    """Add one line to the ledger."""
    values = {"kind": kind.value, "host": host, "words": plain_words(words), "began_at": began_at, "at": uow.now}
    _NOTE.run(uow.connection, {"outbox_id": letter_id, **values})


def plain_words(words: str) -> str:
    """*words* of another mail server in one line, shortened, and without anything that looks like a token."""
    printable = "".join(sign if sign.isprintable() else " " for sign in words)
    return TOKEN.sub("…", " ".join(printable.split()))[:_LONGEST_WORDS]


def host_of(address: str | None) -> str:
    """The domain of *address*; empty if there is none."""
    return (address or "").rpartition("@")[2].lower()


def ledger(reader: Reader, player_id: int, number: int = 1) -> Page[DeliveryLine]:
    """A page of the player's own letters, newest first."""
    asked = _letters().where(LETTER.c.player_id == player_id).order_by(LETTER.c.id.desc())
    return page_of(reader, asked, lambda rows: _lines(reader, rows), number=number, size=PAGE)


def get_delivery(reader: Reader, player_id: int, letter_id: int) -> DeliveryView:
    """
    One of the player's own letters.

    :raises NotFoundError: there is none of that number, or it is somebody else's.
    """
    asked = _letters().where(LETTER.c.id == letter_id, LETTER.c.player_id == player_id)
    row = reader.connection.execute(asked).first()
    if row is None:
        raise NotFoundError("There is no such letter.")
    return _view(reader, row)


def get_any_delivery(reader: Reader, letter_id: int) -> DeliveryView:
    """
    A letter of any player, for administrators only.

    :raises NotFoundError: there is none of that number.
    """
    row = reader.connection.execute(_letters().where(LETTER.c.id == letter_id)).first()
    if row is None:
        raise NotFoundError("There is no such letter.")
    return _view(reader, row)


def _view(reader: Reader, row: Row[Any]) -> DeliveryView:
    """The letter of *row*, which has the columns of `_letters`, with its events."""
    events = reader.connection.execute(select(EVENT).where(EVENT.c.outbox_id == row.id).order_by(EVENT.c.id)).all()
    is_waiting = row.state == OutboxState.WAITING.value
    return DeliveryView(
        line=_line(reader, row, events[-1] if events else None, _leagues(reader, [row])),
        tries=row.tries,
        next_try_at=row.try_at if is_waiting else None,
        sent_at=row.sent_at,
        bounced_at=row.bounced_at,
        steps=tuple(DeliveryStep(event.kind, event.began_at, event.at, _words(event)) for event in events),
        board=None if row.seat is None else LetterBoard(row.game_id, row.version, row.game_turn, Seat(row.seat)),
    )


def _words(event: Row[Any]) -> str:
    """An event of the ledger in words."""
    said = _STEPS[DeliveryKind(event.kind)].format(host=event.host or "the far end")
    words = event.words.removeprefix("Not sent: ") if event.kind == DeliveryKind.WITHHELD else event.words
    return f"{said}: {words}" if words else said


def about(reader: Reader, kind: str, ruleset: str | None) -> str:
    """The subject of a letter in words: "Your turn in Chess"."""
    known = _ABOUT.get(NoticeKind(kind), kind.replace("-", " ").capitalize())
    return f"{known} in {reader.registry.get_rules(ruleset).info.title}" if ruleset else known


def _of_report(key: str) -> str:
    return _OF_REPORTS.get(key.split(":")[1], _ABOUT[NoticeKind.MODERATION])


@lru_cache(maxsize=1)
def _letters() -> Select[Any]:
    """The columns of letters that may be shown: no facts and no bytes, since they hold tokens."""
    names = ("id", "key", "kind", "game_id", "turn_number", "created_at", "state", "try_at", "tries", "lease_until")
    more = ("recipient", "address", "sent_at", "bounced_at")
    columns = [LETTER.c[name] for name in (*names, *more)]
    own = and_(_OWN_SEAT.c.game_id == LETTER.c.game_id, _OWN_SEAT.c.player_id == LETTER.c.player_id)
    other = and_(_OTHER_SEAT.c.game_id == _OWN_SEAT.c.game_id, _OTHER_SEAT.c.seat != _OWN_SEAT.c.seat)
    joined = LETTER.outerjoin(_GAME, _GAME.c.id == LETTER.c.game_id).outerjoin(_OWN_SEAT, own)
    joined = joined.outerjoin(_OTHER_SEAT, other).outerjoin(_OPPONENT, _OPPONENT.c.id == _OTHER_SEAT.c.player_id)
    game = (_GAME.c.ruleset, _GAME.c.version, _GAME.c.turn_number.label("game_turn"), _OWN_SEAT.c.seat)
    return select(*columns, *game, _OPPONENT.c.name.label("opponent")).select_from(joined)


def _last_events(reader: Reader, letters: Sequence[int]) -> dict[int, Row[Any]]:
    """The last event of each of *letters* that has one."""
    newest = select(func.max(EVENT.c.id)).where(EVENT.c.outbox_id.in_(letters)).group_by(EVENT.c.outbox_id)
    found = reader.connection.execute(select(EVENT).where(EVENT.c.id.in_(newest)))
    return {event.outbox_id: event for event in found}


def _lines(reader: Reader, rows: Sequence[Row[Any]]) -> Iterator[DeliveryLine]:
    last = _last_events(reader, [row.id for row in rows])
    leagues = _leagues(reader, rows)
    return (_line(reader, row, last.get(row.id), leagues) for row in rows)


def _leagues(reader: Reader, rows: Sequence[Row[Any]]) -> dict[str, LetterLeague]:
    """The leagues of which letters have news, by the letters' keys."""
    seasons = {row.key: season for row in rows if (season := season_of(row.key)) is not None}
    if not seasons:
        return {}
    joined = _SEASON.join(_LEAGUE, _LEAGUE.c.id == _SEASON.c.league_id)
    asked = select(_SEASON.c.id, _LEAGUE.c.id.label("league_id"), _LEAGUE.c.name).select_from(joined)
    found = reader.connection.execute(asked.where(_SEASON.c.id.in_(set(seasons.values()))))
    leagues = {row.id: LetterLeague(row.league_id, row.name) for row in found}
    return {key: leagues[season] for key, season in seasons.items() if season in leagues}


def _line(reader: Reader, row: Row[Any], last: Row[Any] | None, leagues: Mapping[str, LetterLeague]) -> DeliveryLine:
    outcome, changed_at = _outcome(reader, row, last)
    troubles = {DeliveryKind.PUT_OFF, DeliveryKind.REFUSED, DeliveryKind.DELAYED, DeliveryKind.BOUNCED}
    return DeliveryLine(
        letter_id=row.id,
        kind=row.kind,
        about=_of_report(row.key) if row.kind == NoticeKind.MODERATION else about(reader, row.kind, row.ruleset),
        game_id=row.game_id,
        opponent=row.opponent or "",
        league=leagues.get(row.key),
        turn_number=row.turn_number,
        to=row.recipient or row.address or "",
        queued_at=row.created_at,
        state=row.state,
        outcome=outcome,
        changed_at=changed_at,
        is_trouble=row.state == OutboxState.FAILED or (last is not None and last.kind in troubles),
    )


def _outcome(reader: Reader, row: Row[Any], last: Row[Any] | None) -> tuple[str, datetime]:
    """The state of a letter's delivery in words, and since when it is so."""
    if row.state == OutboxState.WAITING and row.lease_until is not None and row.lease_until > reader.now:
        return "being handed over", reader.now
    if last is not None:
        return _words(last), last.at
    if row.state == OutboxState.WAITING:
        return "queued", row.created_at
    return _STATES[OutboxState(row.state)], row.sent_at or row.created_at

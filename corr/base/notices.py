"""
Notices: facts for one person; and the channels that deliver them. Mail is one.

Each kind has its constructor here, so that all keys are in one place. The key identifies a notice: one that is told
twice is still one letter.

A channel queues what it delivers of the notices of a transaction, in that transaction, so that nothing is told that did
not happen, and nothing that happened is lost. What it takes from elsewhere: which notices go together and can be ended
(`category_of`), who has a row in hand and when it is tried again (`heartbeat`), and what a notice says and whether
anybody still needs it (`mail.letters.letter_facts`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy import Connection

from corr.store.base import add_new, table
from corr.store.tables.mails import Outbox, OutboxState

Facts = Mapping[str, Any]
"""What a letter needs beyond the game, as JSON values. They may hold secrets in clear."""
_OUTBOX = table(Outbox)


class NoticeKind(StrEnum):
    """What a notice is about; the value is the name of its templates."""

    SIGN_IN = "sign-in"
    SIGN_UP = "sign-up"
    INVITATION = "invitation"
    CHALLENGE = "challenge"
    CHALLENGE_DECLINED = "challenge-declined"
    CHALLENGE_WITHDRAWN = "challenge-withdrawn"
    CHALLENGE_EXPIRED = "challenge-expired"
    OFFER_EXPIRED = "offer-expired"
    OFFERS_PAUSED = "offers-paused"
    GAME_STARTED = "game-started"
    YOUR_TURN = "your-turn"
    GAME_OVER = "game-over"
    FROZEN = "frozen"
    THAWED = "thawed"
    ABANDONING = "abandoning"
    DRAW_OFFERED = "draw-offered"
    DRAW_DECLINED = "draw-declined"
    DRAW_WITHDRAWN = "draw-withdrawn"
    TIME_GIVEN = "time-given"
    TIME_EXTENDED = "time-extended"
    LAPSED = "lapsed"
    CLAIMABLE = "claimable"
    FOLLOWED = "followed"
    REMINDER = "reminder"
    AUTOMATIC_LEAVE = "automatic-leave"
    MESSAGE = "message"
    DIGEST = "digest"
    SEASON_OPENS = "season-opens"
    REPLACEMENT = "replacement"
    SEASON_STARTED = "season-started"
    SEASON_ENDED = "season-ended"
    SEASON_REPORT = "season-report"
    ANNOUNCEMENT = "announcement"
    LEAGUE_NEWS = "league-news"
    ANSWER = "answer"
    HELD = "held"
    TEST = "test"
    ADDRESS_TO_CONFIRM = "address-to-confirm"
    ADDRESS_ASKED_FOR = "address-asked-for"
    ADDRESS_CHANGED = "address-changed"
    ADDRESS_REMOVED = "address-removed"
    MODERATION = "moderation"


ABOUT_CHALLENGES = frozenset(
    {
        NoticeKind.CHALLENGE,
        NoticeKind.CHALLENGE_DECLINED,
        NoticeKind.CHALLENGE_WITHDRAWN,
        NoticeKind.CHALLENGE_EXPIRED,
    }
)
"""The kinds that `about_challenge` makes."""
ABOUT_DRAWS = frozenset({NoticeKind.DRAW_OFFERED, NoticeKind.DRAW_DECLINED, NoticeKind.DRAW_WITHDRAWN})
"""The kinds that `about_draw` makes."""
ABOUT_TIME = frozenset({NoticeKind.TIME_GIVEN, NoticeKind.TIME_EXTENDED})
"""The kinds that `about_time` makes."""

ABOUT_SEASONS = frozenset(
    {
        NoticeKind.SEASON_OPENS,
        NoticeKind.REPLACEMENT,
        NoticeKind.SEASON_STARTED,
        NoticeKind.SEASON_ENDED,
        NoticeKind.SEASON_REPORT,
        NoticeKind.ANNOUNCEMENT,
        NoticeKind.LEAGUE_NEWS,
    }
)
"""The kinds that `about_season` makes."""


class Category(StrEnum):
    """Notices that can be ended together."""

    TURNS = "turns"
    REMINDERS = "reminders"
    MESSAGES = "messages"
    CHALLENGES = "challenges"
    LEAGUES = "leagues"
    """News for many; what changes a player's own place or games in a season cannot be ended."""
    FOLLOWS = "follows"
    """News of players, games and leagues that somebody follows."""
    INVITATIONS = "invitations"
    """Letters to an address that may have no account: invitations, and their answers and ends."""


_CATEGORIES: Mapping[NoticeKind, Category] = {
    NoticeKind.GAME_STARTED: Category.TURNS,
    NoticeKind.YOUR_TURN: Category.TURNS,
    NoticeKind.GAME_OVER: Category.TURNS,
    NoticeKind.FROZEN: Category.TURNS,
    NoticeKind.THAWED: Category.TURNS,
    **dict.fromkeys(ABOUT_DRAWS | ABOUT_TIME, Category.TURNS),
    NoticeKind.DIGEST: Category.TURNS,
    NoticeKind.AUTOMATIC_LEAVE: Category.TURNS,
    NoticeKind.REMINDER: Category.REMINDERS,
    NoticeKind.LAPSED: Category.REMINDERS,
    NoticeKind.CLAIMABLE: Category.REMINDERS,
    NoticeKind.ABANDONING: Category.REMINDERS,
    NoticeKind.MESSAGE: Category.MESSAGES,
    **dict.fromkeys(ABOUT_CHALLENGES, Category.CHALLENGES),
    NoticeKind.FOLLOWED: Category.FOLLOWS,
    NoticeKind.OFFER_EXPIRED: Category.CHALLENGES,
    NoticeKind.OFFERS_PAUSED: Category.CHALLENGES,
    NoticeKind.INVITATION: Category.INVITATIONS,
    NoticeKind.SEASON_OPENS: Category.LEAGUES,
    NoticeKind.REPLACEMENT: Category.LEAGUES,
    NoticeKind.SEASON_STARTED: Category.LEAGUES,
    NoticeKind.SEASON_ENDED: Category.LEAGUES,
    NoticeKind.SEASON_REPORT: Category.LEAGUES,
    NoticeKind.ANNOUNCEMENT: Category.LEAGUES,
}


def category_of(kind: str, *, has_account: bool = True) -> Category | None:
    """
    The category of notices of *kind*; None for those that nobody can end, such as sign-in letters and answers.

    :param has_account: whether they go to a player, not to an address without an account.
    """
    category = _CATEGORIES.get(NoticeKind(kind))
    return Category.INVITATIONS if category is Category.CHALLENGES and not has_account else category


@dataclass(frozen=True, slots=True)
class Notice:
    """One fact for one person."""

    kind: NoticeKind
    key: str
    player_id: int | None
    """Whom it is for; None for a person without an account."""
    address: str | None = None
    """Where it goes, if not to the player's main address at the time of sending."""
    game_id: str | None = None
    turn_number: int | None = None
    """The turn that was due: a letter shows the position of that moment."""
    facts: Facts = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class To:
    """Whom a notice is for: a player, an address, or a player at one particular address."""

    player_id: int | None = None
    address: str | None = None

    @property
    def key(self) -> str:
        """The person's part in the key of a notice."""
        return str(self.player_id) if self.player_id is not None else "stranger"


class Channel(Protocol):
    """A way in which notices reach people."""

    def queue(self, connection: Connection, notices: Sequence[Notice], now: datetime) -> None:
        """Store what is to be delivered of *notices*, whose keys differ; once for each key, however often told."""
        ...


class MailQueue:
    """The channel of letters: every notice waits in the outbox."""

    def queue(self, connection: Connection, notices: Sequence[Notice], now: datetime) -> None:
        """Store *notices* as letters that wait."""
        add_new(connection, _OUTBOX, [waiting_row(notice, now) for notice in notices], unique="key")


def followed(fact: str, player_id: int) -> Notice:
    """
    News of somebody or something that the player follows.

    :param fact: the key of the fact.
    """
    return Notice(NoticeKind.FOLLOWED, f"followed:{fact}:{player_id}", player_id, facts={"fact": fact})


def sign_in(link_hash: str, to: To, facts: Facts) -> Notice:
    """A link and a code for somebody who has an account."""
    return Notice(NoticeKind.SIGN_IN, f"sign-in:{link_hash}", to.player_id, to.address, facts=facts)


def sign_up(link_hash: str, to: To, facts: Facts) -> Notice:
    """A link and a code that make an account."""
    return Notice(NoticeKind.SIGN_UP, f"sign-in:{link_hash}", to.player_id, to.address, facts=facts)


def invitation(challenge_id: str, address: str, facts: Facts) -> Notice:
    """A challenge to a mail address."""
    return Notice(NoticeKind.INVITATION, f"invitation:{challenge_id}", None, address, facts=facts)


def about_challenge(kind: NoticeKind, challenge_id: str, to: To, facts: Facts) -> Notice:
    """A challenge to a player, or its answer or end."""
    assert kind in ABOUT_CHALLENGES
    return Notice(kind, f"{kind}:{challenge_id}:{to.key}", to.player_id, to.address, facts=facts)


def offer_expired(key: str, player_id: int, facts: Facts) -> Notice:
    """The time of a player's offer, link or standing offer is over; the *key* tells which."""
    return Notice(NoticeKind.OFFER_EXPIRED, f"offer-expired:{key}", player_id, facts=facts)


def offers_paused(player_id: int, at: datetime) -> Notice:
    """A player's offers wait, since nothing was heard of the player for long."""
    return Notice(NoticeKind.OFFERS_PAUSED, f"offers-paused:{player_id}:{at.isoformat()}", player_id)


def game_started(game_id: str, player_id: int, facts: Facts) -> Notice:
    """A game has begun, and the other player is due."""
    key = f"game-started:{game_id}:{player_id}"
    return Notice(NoticeKind.GAME_STARTED, key, player_id, game_id=game_id, turn_number=1, facts=facts)


def first_turn(game_id: str, player_id: int, facts: Facts) -> Notice:
    """A game has begun, and the player owes a turn."""
    return replace(your_turn(game_id, 1, player_id), facts=facts)


def your_turn(game_id: str, turn_number: int, player_id: int) -> Notice:
    """The player owes a turn."""
    key = f"your-turn:{game_id}:{turn_number}:{player_id}"
    return Notice(NoticeKind.YOUR_TURN, key, player_id, game_id=game_id, turn_number=turn_number)


def your_turn_elsewhere(game_id: str, turn_number: int, player_id: int, occasion: str) -> Notice:
    """The player owes a turn; the earlier letter cannot be answered, since the address is no longer the player's."""
    told = your_turn(game_id, turn_number, player_id)
    return replace(told, key=f"{told.key}:address-{occasion}")


def address_to_confirm(change_id: int, address: str, facts: Facts) -> Notice:
    """A link for the reader of a mailbox whose address is to become a player's."""
    return Notice(NoticeKind.ADDRESS_TO_CONFIRM, f"address-to-confirm:{change_id}", None, address, facts=facts)


def address_asked_for(change_id: int, player_id: int, address: str, facts: Facts) -> Notice:
    """Another address is asked for: a link for the present address to confirm or stop it."""
    key = f"address-asked-for:{change_id}"
    return Notice(NoticeKind.ADDRESS_ASKED_FOR, key, player_id, address, facts=facts)


def address_changed(change_id: int, player_id: int, address: str, facts: Facts) -> Notice:
    """The address has changed; both addresses are told."""
    key = f"address-changed:{change_id}:{address.lower()}"
    return Notice(NoticeKind.ADDRESS_CHANGED, key, player_id, address, facts=facts)


def address_removed(occasion: str, player_id: int, address: str, facts: Facts) -> Notice:
    """A second address was removed from the account; both addresses are told."""
    key = f"address-removed:{occasion}:{address.lower()}"
    return Notice(NoticeKind.ADDRESS_REMOVED, key, player_id, address, facts=facts)


def moderation(occasion: str, to: To, facts: Facts) -> Notice:
    """A report, for administrators, or what came of it, for the two whom it is about."""
    return Notice(NoticeKind.MODERATION, f"moderation:{occasion}:{to.key}", to.player_id, to.address, facts=facts)


def your_turn_again(game_id: str, turn: tuple[int, int], player_id: int) -> Notice:
    """The player owes a turn, and was perhaps told before, but has no letter to answer; *turn* as in `frozen`."""
    turn_number, version = turn
    told = your_turn(game_id, turn_number, player_id)
    return replace(told, key=f"{told.key}:{version}")


def taken_over(game_id: str, turn: tuple[int, int], player_id: int) -> Notice:
    """The player has taken a game over and owes a turn in it; *turn* as in `frozen`."""
    return replace(your_turn_again(game_id, turn, player_id), facts={"is_taken_over": True})


def game_over(game_id: str, turn_number: int, player_id: int) -> Notice:
    """The game is over."""
    key = f"game-over:{game_id}:{player_id}"
    return Notice(NoticeKind.GAME_OVER, key, player_id, game_id=game_id, turn_number=turn_number)


def frozen(game_id: str, turn: tuple[int, int], player_id: int, facts: Facts) -> Notice:
    """
    Nobody can play on until an administrator has looked at the game.

    :param turn: the number of the due turn and the version of the game, since a game may be frozen more than once.
    """
    return replace(_of_change(NoticeKind.FROZEN, game_id, turn, player_id), facts=facts)


def thawed(game_id: str, turn: tuple[int, int], player_id: int) -> Notice:
    """A game that was frozen goes on; *turn* as in `frozen`."""
    return _of_change(NoticeKind.THAWED, game_id, turn, player_id)


def abandoning(game_id: str, turn: tuple[int, int], player_id: int, facts: Facts) -> Notice:
    """A game in which nobody acts will be closed soon; *turn* as in `frozen`."""
    return replace(_of_change(NoticeKind.ABANDONING, game_id, turn, player_id), facts=facts)


def lapsed(turn: tuple[str, int], player_id: int, due_at: datetime) -> Notice:
    """
    The player's time ran out in a game that the other may claim now.

    :param turn: the id of the game and the number of the turn that is due.
    :param due_at: the deadline, since one turn may have several.
    """
    return _of_deadline(NoticeKind.LAPSED, turn, player_id, due_at)


def claimable(turn: tuple[str, int], player_id: int, due_at: datetime) -> Notice:
    """The other player's time ran out, and the player may claim the game now; the rest as in `lapsed`."""
    return _of_deadline(NoticeKind.CLAIMABLE, turn, player_id, due_at)


def _of_deadline(kind: NoticeKind, turn: tuple[str, int], player_id: int, due_at: datetime) -> Notice:
    game_id, turn_number = turn
    key = f"{kind}:{game_id}:{turn_number}:{player_id}:{due_at:%Y%m%dT%H%M%S.%f}"
    return Notice(kind, key, player_id, game_id=game_id, turn_number=turn_number)


def _of_change(kind: NoticeKind, game_id: str, turn: tuple[int, int], player_id: int) -> Notice:
    turn_number, version = turn
    key = f"{kind}:{game_id}:{version}:{player_id}"
    return Notice(kind, key, player_id, game_id=game_id, turn_number=turn_number)


def about_draw(kind: NoticeKind, game_id: str, turn_number: int, player_id: int) -> Notice:
    """The other player offered, declined or withdrew a draw. A turn has one offer at most, so the key needs no more."""
    assert kind in ABOUT_DRAWS
    key = f"{kind}:{game_id}:{turn_number}:{player_id}"
    return Notice(kind, key, player_id, game_id=game_id, turn_number=turn_number)


def about_time(kind: NoticeKind, turn: tuple[str, int], player_id: int, *, number: int, facts: Facts) -> Notice:
    """
    The other player, or an administrator, gave time.

    :param turn: the id of the game and the number of the turn that is due.
    :param number: the number of the gift among those of its kind in that game.
    """
    assert kind in ABOUT_TIME
    game_id, turn_number = turn
    key = f"{kind}:{game_id}:{number}:{player_id}"
    return Notice(kind, key, player_id, game_id=game_id, turn_number=turn_number, facts=facts)


def reminder(player_id: int, turns: Sequence[tuple[str, int]], lead: int) -> Notice:
    """
    Turns that are due soon, in one letter.

    :param turns: the id of each game and the number of the turn that is due; the most urgent first.
    :param lead: how many hours before the deadline of the first one the reminder was set.
    """
    game_id, turn_number = turns[0]
    key = f"reminder:{game_id}:{turn_number}:{player_id}:{lead}"
    facts = {"turns": [list(turn) for turn in turns]}
    return Notice(NoticeKind.REMINDER, key, player_id, game_id=game_id, turn_number=turn_number, facts=facts)


def about_season(kind: NoticeKind, season_id: int, player_id: int, *, occasion: str, facts: Facts) -> Notice:
    """
    News of a season of a league.

    :param occasion: tells it apart from others of its kind in that season; empty if there is only one.
    """
    assert kind in ABOUT_SEASONS
    key = f"{kind}:{season_id}:{occasion}:{player_id}"
    return Notice(kind, key, player_id, facts={"season_id": season_id, **facts})


def season_of(key: str) -> int | None:
    """The season of the notice that `about_season` gave that key; None for any other notice."""
    kind, _, rest = key.partition(":")
    season_id = rest.partition(":")[0]
    return int(season_id) if kind in ABOUT_SEASONS and season_id.isdecimal() else None


def challenge_of(key: str) -> str:
    """The challenge of the notice with that key; empty for any notice that is about none."""
    kind, _, rest = key.partition(":")
    return rest.partition(":")[0] if kind in ABOUT_CHALLENGES else ""


def automatic_leave(player_id: int, leave_id: int, turns: Sequence[tuple[str, int]], facts: Facts) -> Notice:
    """
    A day of automatic leave was used.

    :param turns: the ids of the games whose clocks stand still because of it, and the numbers of the due turns.
    """
    told = {"turns": [list(turn) for turn in turns], **facts}
    return Notice(NoticeKind.AUTOMATIC_LEAVE, f"automatic-leave:{leave_id}", player_id, facts=told)


def message(message_id: int, game_id: str, turn_number: int, player_id: int) -> Notice:
    """
    The other player wrote something that comes with no other letter.

    :param turn_number: the turn that was due when it came.
    """
    key = f"message:{message_id}:{player_id}"
    facts = {"message_id": message_id}
    return Notice(NoticeKind.MESSAGE, key, player_id, game_id=game_id, turn_number=turn_number, facts=facts)


def digest_key(player_id: int, day: str) -> str:
    """The key of a player's digest of one day."""
    return f"digest:{player_id}:{day}"


def digest(player_id: int, day: str, facts: Facts) -> Notice:
    """
    The daily letter about all games.

    :param day: the day in the player's time zone: "2026-03-02".
    """
    return Notice(NoticeKind.DIGEST, digest_key(player_id, day), player_id, facts=facts)


def held(inbox_id: int, player_id: int, turn: tuple[str, int], facts: Facts) -> Notice:
    """
    A mail asks for something in the player's name and has to be confirmed, since it came from another address.

    :param turn: the id of the game and the number of the turn that was due in the letter that was answered.
    """
    game_id, turn_number = turn
    return Notice(NoticeKind.HELD, f"held:{inbox_id}", player_id, None, game_id, turn_number=turn_number, facts=facts)


def test_letter(player_id: int, key: str) -> Notice:
    """
    A letter that its player asked for, to see whether letters arrive.

    :param key: the key of the order, so that it counts once.
    """
    return Notice(NoticeKind.TEST, f"test:{player_id}:{key}", player_id)


def answer(mail_id: int, to: To, turn: tuple[str, int] | None, facts: Facts, *, occasion: str = "") -> Notice:
    """
    The answer to a mail that came in; there is one on each occasion.

    :param turn: the id of the game that it is about, and the number of the turn that is due now.
    :param occasion: what happened to its orders later; empty for the answer when it came in.
    """
    game_id, turn_number = turn or (None, None)
    key = ":".join(filter(None, ("answer", str(mail_id), occasion)))
    return Notice(NoticeKind.ANSWER, key, to.player_id, to.address, game_id, turn_number=turn_number, facts=facts)


def gathered_answers(player_id: int, hour: datetime, facts: Facts) -> Notice:
    """The answers to mails of a player that were too many to go out one by one before that *hour*."""
    return Notice(NoticeKind.ANSWER, f"answers:{player_id}:{hour:%Y%m%d%H}", player_id, facts=facts)


def waiting_row(notice: Notice, now: datetime) -> Mapping[str, object]:
    """*notice* as a row of a queue, which may be claimed at once."""
    return {
        "key": notice.key,
        "kind": notice.kind.value,
        "player_id": notice.player_id,
        "address": notice.address,
        "game_id": notice.game_id,
        "turn_number": notice.turn_number,
        "facts": dict(notice.facts),
        "state": OutboxState.WAITING.value,
        "created_at": now,
        "try_at": now,
        "tries": 0,
        "fault": "",
    }

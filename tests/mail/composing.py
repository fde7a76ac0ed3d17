"""Builders for letters: any kind of notice about a real game, composed as it would be sent."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from typing import Any

from corr.base.notices import ABOUT_CHALLENGES, ABOUT_SEASONS, ABOUT_TIME, NoticeKind, category_of
from corr.mail.letters.compose import compose_letter
from corr.mail.letters.letter import Letter
from corr.mail.letters.letter_facts import find_letters
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.outbox import ClaimedLetter, RenderedLetter
from corr.play.challenges import MakeChallenge, make_challenge
from corr.play.endings import offer_draw, resign
from corr.play.followed_facts import tell_next_followers
from corr.play.following import follow, get_target
from corr.play.messages import SendMessage, send_message
from corr.play.proposed_terms import TypedTerms
from corr.store.tables.follows import FollowNews
from corr.store.tables.leagues import Division, Season
from corr.store.tables.player_accounts import Player
from tests.mail.leagues.seasons import a_season, ask_to_play_on, begin, close
from tests.mail.leagues.seasons import tell as tell_of_season
from tests.mail.office import IDENTITY, Office
from tests.playing import a_game

GAMES: Mapping[str, tuple[str, ...]] = {
    "kelasu/1": ("B3-C3, B4-C4, B5-C5, B6-C6",),
    "kyo/1": ("C0>C1:2, C1>D2:1",),
    "kerd/1": ("infiltrator F11", "infiltrator E2", "A2-A3"),
}
"""Every game with its first turns, after which the second player is due."""
REPLY_TOKEN = "b" * 26
UNSUBSCRIBE_TOKEN = "u" * 26
COMMAND_ADDRESS = IDENTITY.reply.address("c" * 26)
_ANSWERABLE = {NoticeKind.DIGEST, NoticeKind.TEST, NoticeKind.CHALLENGE, NoticeKind.INVITATION}
_OF_LATE_GAMES = {NoticeKind.LAPSED, NoticeKind.CLAIMABLE, NoticeKind.FROZEN}
"""Letters of games in which time ran out or nothing goes on; tests of their own compose them."""
KINDS = [kind.value for kind in NoticeKind if kind not in _OF_LATE_GAMES]
RECURRING = [kind for kind in KINDS if category_of(kind)]
_ABOUT_ADDRESSES = (NoticeKind.ADDRESS_TO_CONFIRM, NoticeKind.ADDRESS_ASKED_FOR, NoticeKind.ADDRESS_CHANGED,
                    NoticeKind.ADDRESS_REMOVED)  # fmt: skip
WITHOUT_GAME = {*_ABOUT_ADDRESSES, *ABOUT_CHALLENGES, NoticeKind.SIGN_IN, NoticeKind.SIGN_UP, NoticeKind.INVITATION,
                NoticeKind.DIGEST, NoticeKind.TEST, NoticeKind.AUTOMATIC_LEAVE, NoticeKind.MODERATION,
                NoticeKind.OFFER_EXPIRED, NoticeKind.OFFERS_PAUSED,
                NoticeKind.FOLLOWED,
                *ABOUT_SEASONS}  # fmt: skip
ABOUT_GAMES = [kind for kind in KINDS if kind not in WITHOUT_GAME]
TO_NOBODY = {NoticeKind.SIGN_UP, NoticeKind.INVITATION, NoticeKind.ADDRESS_TO_CONFIRM}
"""Letters to an address without an account."""
_OF_RECIPIENT = {"address", "name", "zone"}
_WITH_FACTS = {NoticeKind.ANSWER, NoticeKind.SIGN_IN, NoticeKind.SIGN_UP}
FACTS: dict[str, Any] = {
    "token": "a" * 26, "code": "123456", "minutes": 15, "asked": "sign-in", "name": "Bob", "title": "A title",
    "lines": ["Action 2, “I4-E4”: a Blank goes one square."], "turns": ["B3-C3, B4-C4"], "yours": ["B3-C3", "help"],
    "has_board": True, "has_hints": True, "in_reply_to": "x@example.org",
}  # fmt: skip
_HELD = {
    "why": "stranger", "written_by": "eve@example.org", "token": "a" * 26, "asked": ["B3-C3", "resign"],
    "words": ["B3-C3", "say: I win"],
}  # fmt: skip
_GIVEN = {"days": 3, "reason": "resign\nB3-C3", "seat": 1}


_WEEK = {
    "division": "Division 1", "results": ["Ada – Bob 1 : 0, Blue has won"], "left_out": 2, "open": 3,
    "dramatic": "Ada – Bob", "dramatic_game": "7f3a9c",
    "at_risk": [["Ada has until ", {"at": "2026-03-02T13:00:00+00:00"}]],
    "away": ["Ada"], "table": [{"place": "1.", "name": "Ada", "points": "1", "record": "1–0–0", "moved": "up 1"}],
}  # fmt: skip
_OF_SEASON: dict[str, Any] = {
    NoticeKind.SEASON_REPORT: _WEEK,
    NoticeKind.ANNOUNCEMENT: {"title": "Hello", "by": "Ada", "to": "all players", "text": "resign\njoin summer-cup"},
    NoticeKind.LEAGUE_NEWS: {"title": "Paused", "sentences": [["All games stand still."]]},
}
_EXPIRED = {"kind": "link", "game": "tiny", "title": "Tiny", "pace": "3 days for each turn", "taken": 1, "seats": 3}
_REPORT = {
    "title": "A report about you",
    "sentences": ["The words are hidden from both players.", "The reason: <b>Rude</b>"],
    "path": "/admin/reports",
    "link": "Reports",
}


def turns_of(ruleset: str) -> tuple[str, ...]:
    """The first turns of a game."""
    return GAMES[ruleset]


def tell(office: Office, text: str, *, seat: int = 0, number: int | None = None) -> None:
    """Let a player write to the other."""
    key = " ".join(f"{seat} {text}".split())[:100]
    with office.room.workshop.open() as uow:
        send_message(uow, SendMessage(office.game.id, office.game.players[seat], text, "web", key, number))


def challenged(office: Office, message: str = "Hello!") -> str:
    """A challenge of Ada to Bob."""
    with office.room.workshop.open() as uow:
        return make_challenge(
            uow, MakeChallenge(office.game.players[0], "Bob", TypedTerms("kelasu", {}, "3d/turn", "first", message))
        ).id


_NEW_ADDRESS = {
    "address": "bob@second.example",
    "new_address": "bob@new.example", "old_address": "bob@example.org", "is_second": False, "reason": "He wrote to us.",
    "token": FACTS["token"],
}  # fmt: skip


def claimed(office: Office, kind: str, facts: Mapping[str, Any] | None = None) -> ClaimedLetter:
    """A notice of *kind* to Bob, about to be composed."""
    if kind == NoticeKind.DRAW_OFFERED and office.game.draw_offered_by() is None:
        with office.room.workshop.open() as uow:
            offer_draw(uow, office.game.id, office.game.players[0], "web")
    game, now = office.game.view(), office.room.clock.now()
    has_game = kind not in WITHOUT_GAME
    return ClaimedLetter(
        id=1_000_000,
        kind=kind,
        key=f"{kind}:x",
        player_id=None if kind in TO_NOBODY else office.game.players[1],
        address="eve@example.org" if kind in TO_NOBODY else None,
        game_id=game.id if has_game else None,
        turn_number=game.turn_number if has_game else None,
        facts=_facts(office, kind) if facts is None else facts,
        # A letter about a turn would tell an offer of the same moment.
        created_at=now - timedelta(microseconds=1) if kind == NoticeKind.DRAW_OFFERED else now,
        tries=1,
    )


def read_letter(office: Office, letter: ClaimedLetter, *, identity: MailIdentity = IDENTITY) -> Letter:
    """*letter* with everything that it tells."""
    with office.room.workshop.look() as reader:
        return find_letters(reader, identity, [letter])[letter.id]


def rendered(
    office: Office,
    letter: ClaimedLetter,
    *,
    identity: MailIdentity = IDENTITY,
    **changed: Any,  # noqa: ANN401
) -> RenderedLetter:
    """*letter* with its bytes, with some of what it is composed from, or of its recipient, *changed*."""
    found = read_letter(office, letter, identity=identity)
    of_recipient = {name: value for name, value in changed.items() if name in _OF_RECIPIENT}
    others = {name: value for name, value in changed.items() if name not in _OF_RECIPIENT}
    told = replace(found, to=replace(found.to, **of_recipient), **others)
    return compose_letter(replace(told, **_tokens(told)), identity)


def composed(office: Office, kind: str, *, identity: MailIdentity = IDENTITY, **changed: Any) -> Message:  # noqa: ANN401
    """A letter of *kind* to Bob, as a client reads it."""
    return message_from_bytes(rendered(office, claimed(office, kind), identity=identity, **changed).message)


def _tokens(letter: Letter) -> dict[str, Any]:
    is_answerable = letter.game is not None or letter.season is not None or letter.kind in _ANSWERABLE
    return {
        "reply_token": REPLY_TOKEN if is_answerable else "",
        "unsubscribe_token": UNSUBSCRIBE_TOKEN if letter.category else "",
        "command_address": COMMAND_ADDRESS if letter.command_address else "",
    }


def _facts(office: Office, kind: str) -> Mapping[str, Any]:
    now = office.room.clock.now()
    turns = [[office.game.id, office.game.view().turn_number]]
    if kind in ABOUT_CHALLENGES or kind == NoticeKind.INVITATION:
        return {"challenge_id": challenged(office), "token": FACTS["token"]}
    if kind in ABOUT_SEASONS:
        of_season = {"season_id": _season(office, kind), **_OF_SEASON.get(kind, {})}
        divisions = office.room.rows(Division)
        return {**of_season, "division_id": divisions[-1]["id"]} if divisions else of_season
    if kind == NoticeKind.FOLLOWED:
        return {"fact": _followed(office)}
    of_kind: dict[str, Mapping[str, Any]] = {
        NoticeKind.REMINDER: {"turns": turns},
        NoticeKind.DIGEST: {"since": (now - timedelta(days=1)).isoformat(), "until": now.isoformat()},
        NoticeKind.HELD: _HELD,
        NoticeKind.MODERATION: _REPORT,
        NoticeKind.OFFER_EXPIRED: _EXPIRED,
        NoticeKind.ABANDONING: {"days": 14},
        **dict.fromkeys(_ABOUT_ADDRESSES, _NEW_ADDRESS),
        NoticeKind.AUTOMATIC_LEAVE: {"turns": turns, "until": (now + timedelta(days=1)).isoformat(), "days_left": 9},
        **dict.fromkeys(ABOUT_TIME, _GIVEN),
        **dict.fromkeys(_WITH_FACTS, FACTS),
    }
    return of_kind.get(kind, {})


def _followed(office: Office) -> str:
    """The key of a fact that Bob was told: two others whom he follows have finished a game."""
    number = len(office.room.rows(Player))
    names = f"Cleo{number}", f"Dan{number}"
    game = a_game(office.room, names=" ".join(names))
    with office.room.workshop.open() as uow:
        for name in names:
            follow(uow, office.game.players[1], get_target(uow, "player", name), "letter", each_turn=False)
    with office.room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")
    with office.room.workshop.open() as uow:
        tell_next_followers(uow)
    return str(office.room.rows(FollowNews)[-1]["fact"])


def _season(office: Office, kind: str) -> int:
    """A season of the two and a third, as far as a letter of *kind* tells of it."""
    others = (*office.game.players, office.room.player(f"Third{len(office.room.rows(Player))}"))
    number = len(office.room.rows(Season))
    season_id = a_season(office.room, others[0], league=f"cup-{number}", name=f"Summer Cup {number}")
    if kind == NoticeKind.REPLACEMENT:
        ada, bob, third = others
        begin(office.room, season_id, (ada, third, office.room.player(f"Fourth{third}")))
        ask_to_play_on(office.room, season_id, bob, third)
    elif kind == NoticeKind.SEASON_OPENS:
        tell_of_season(office.room, NoticeKind.SEASON_OPENS, season_id, others[1])
    else:
        begin(office.room, season_id, others)
    if kind == NoticeKind.SEASON_ENDED:
        close(office.room, season_id, {player_id: place for place, player_id in enumerate(others, 1)})
    return season_id

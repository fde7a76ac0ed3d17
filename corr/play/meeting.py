"""
Meeting: the one place that judges whether two players may begin something together, and what newcomers may begin.

A block is never named to whoever is blocked: they read what everybody reads whom a player's wishes keep out.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, exists, not_, or_, select

from corr.base.rate_limits import Limit
from corr.base.uow import Reader
from corr.errors import InputError
from corr.game.game_row import PLAYER, SEAT
from corr.players.blocks import BlocksBetween, blocks_between, is_blocked_between, is_muted
from corr.store.base import table
from corr.store.tables.player_accounts import ChallengesFrom, MailAddress

_ADDRESS = table(MailAddress)
_THEIRS = SEAT.alias("theirs")
_ASKED = select(PLAYER.c.name, PLAYER.c.closed_at, PLAYER.c.challenges_from).where(PLAYER.c.id == bindparam("player"))
LONGEST_TO_STRANGERS = 200
"""How many characters the words of an invitation have at most."""
_UNTIL = "until you have finished a game"
_DAY = timedelta(days=1)
_CHALLENGES = Limit("first-challenges", 5, _DAY, f"You have made 5 challenges or links, the most for one day {_UNTIL}.")
_INVITATIONS = Limit(
    "first-invitations", 2, _DAY, f"You have invited 2 times by mail address, the most for one day {_UNTIL}."
)
_FINISHED = select(SEAT.c.game_id).where(
    SEAT.c.player_id == bindparam("player", type_=Integer), SEAT.c.ended_at.is_not(None)
)
_LINK = re.compile(r"://|\bwww[.．。｡]|\bmailto:|(?<=[^\s.．。｡])[.．。｡][^\W\d_]{2}", re.IGNORECASE)
"""What mail programs make links of: also a word, a dot and two letters, with any dot that browsers take for one."""
_MOST_QUOTED = 40


def _shared(asked: ColumnElement[int]) -> Select[Any]:
    """The games that somebody who *asks* and *asked* have or had with each other."""
    return (
        select(SEAT.c.game_id)
        .join(_THEIRS, and_(_THEIRS.c.game_id == SEAT.c.game_id, _THEIRS.c.seat != SEAT.c.seat))
        .where(SEAT.c.player_id == bindparam("asks", type_=Integer), _THEIRS.c.player_id == asked)
    )


_SHARED = _shared(bindparam("asked", type_=Integer)).limit(1)


_OWNER = select(PLAYER.c.id).join(_ADDRESS, _ADDRESS.c.player_id == PLAYER.c.id)
_UNWELCOME = _OWNER.where(
    _ADDRESS.c.address_key == bindparam("address"),
    PLAYER.c.closed_at.is_(None),
    or_(
        PLAYER.c.challenges_from == ChallengesFrom.NONE.value,
        and_(PLAYER.c.challenges_from == ChallengesFrom.PLAYED.value, not_(exists(_shared(PLAYER.c.id)))),
        is_blocked_between(PLAYER.c.id, bindparam("asks")),
        # The letter of an invitation is words of whoever sends it.
        is_muted(PLAYER.c.id, bindparam("asks")),
    ),
)


class _Asked(NamedTuple):
    name: str
    closed_at: Any
    challenges_from: str


def why_not_meet(reader: Reader, asks_id: int, asked_id: int) -> str:
    """
    Why one player may not begin anything with another, in a sentence for whoever asks; empty if they may.

    It holds for whatever brings two together: taking an offer, accepting, asking for a roster. A challenge
    must also be wanted: `why_not_challenge`.
    """
    return _why_not_meet(reader, asks_id, asked_id, _asked(reader, asked_id))


def why_not_challenge(reader: Reader, asks_id: int, asked_id: int) -> str:
    """Why one player may not challenge another, in a sentence for whoever asks; empty if they may."""
    asked = _asked(reader, asked_id)
    if asked.challenges_from == ChallengesFrom.NONE.value:
        return _takes_none(asked.name)
    if asked.challenges_from == ChallengesFrom.PLAYED.value and not _have_played(reader, asks_id, asked_id):
        return f"{asked.name} takes challenges only from people who have played a game with them."
    return _why_not_meet(reader, asks_id, asked_id, asked)


def _why_not_meet(reader: Reader, asks_id: int, asked_id: int, asked: _Asked) -> str:
    if asked.closed_at is not None:
        return _takes_none(asked.name)
    return why_not_meet_some(reader, asks_id, {asked_id: asked.name}).get(asked_id, "")


def is_unwelcome_at(reader: Reader, asks_id: int, address_key: str) -> bool:
    """
    Whether the owner of an address takes no challenges of a player; False if nobody owns it. It must not be told, and
    takes one statement in any case.
    """
    return reader.connection.execute(_UNWELCOME, {"asks": asks_id, "address": address_key}).first() is not None


def why_not_meet_some(reader: Reader, asks_id: int, asked: Mapping[int, str]) -> dict[int, str]:
    """The same as `why_not_meet` for players with accounts, given by id and name, without those who may meet."""
    return unmet_by(blocks_between(reader, asks_id, asked), asked)


def unmet_by(blocks: BlocksBetween, asked: Mapping[int, str]) -> dict[int, str]:
    """The same from the blocks between whoever asks and those who are *asked*."""
    return {one: _takes_none(asked[one]) for one in blocks.by_others} | {
        one: you_have_blocked(asked[one]) for one in blocks.by_player
    }


def you_have_blocked(name: str) -> str:
    """What is said of one's own block."""
    return f"You have blocked {name}. You can unblock them in your settings."


def _takes_none(name: str) -> str:
    """What is said of a block, too."""
    return f"{name} takes no new games at the moment."


def _asked(reader: Reader, player_id: int) -> _Asked:
    return _Asked(*reader.connection.execute(_ASKED, {"player": player_id}).one())


def _have_played(reader: Reader, asks_id: int, asked_id: int) -> bool:
    return reader.connection.execute(_SHARED, {"asks": asks_id, "asked": asked_id}).first() is not None


def challenge_limits(reader: Reader, player_id: int) -> Mapping[Limit, str]:
    """What a challenge to a player, or a link, counts against besides all else; nothing after a finished game."""
    return {} if has_finished(reader, player_id) else {_CHALLENGES: str(player_id)}


def invitation_limits(reader: Reader, player_id: int) -> Mapping[Limit, str]:
    """What an invitation counts against besides all else; nothing after a finished game."""
    return {} if has_finished(reader, player_id) else {_INVITATIONS: str(player_id)}


def check_words_to_stranger(message: str) -> None:
    """
    Refuse words that would make a letter to a stranger an advertisement.

    :raises InputError: there are too many, or one would become a link.
    """
    if len(message) > LONGEST_TO_STRANGERS:
        raise InputError(
            f"With an invitation by mail address you can write at most {LONGEST_TO_STRANGERS} characters; "
            f"these are {len(message)}.",
            field="message",
        )
    linked = next((word for word in message.split() if _LINK.search(word)), "")
    if linked:
        raise InputError(
            f"“{linked[:_MOST_QUOTED]}” would become a link in the letter, and an invitation has none but our own. "
            "Please write it without, or with a space after the full stop.",
            field="message",
        )


def has_finished(reader: Reader, player_id: int) -> bool:
    """Whether the player has finished a game."""
    return reader.connection.execute(_FINISHED.limit(1), {"player": player_id}).first() is not None

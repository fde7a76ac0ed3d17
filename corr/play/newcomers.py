"""What is limited until somebody has finished a game, and what may stand in a letter to a stranger."""

import re
from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import Integer, bindparam, select

from corr.base.rate_limits import Limit
from corr.base.uow import Reader
from corr.errors import InputError
from corr.game.game_row import SEAT

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

"""Whom a challenge is to: read from what somebody typed."""

from dataclasses import dataclass
from difflib import get_close_matches

from sqlalchemy import select

from corr.base.addresses import Address, read_address
from corr.base.uow import Reader
from corr.errors import InputError, NotFoundError
from corr.game.game_row import PLAYER
from corr.players.names import name_key
from corr.players.profiles import PlayerView, player_named
from corr.store.base import table
from corr.store.tables.accounts import MailAddress

_ADDRESS = table(MailAddress)
_ONESELF = "That is you: a game needs somebody else."


@dataclass(frozen=True, slots=True)
class Receiver:
    """A player, or a mail address, whether or not that has an account."""

    player: PlayerView | None = None
    address: Address | None = None


def read_receiver(reader: Reader, challenger_id: int, text: str) -> Receiver:
    """
    Whom *text*, a name or a mail address, stands for.

    :raises InputError: nobody, or the challenger.
    """
    typed = text.strip()
    if not typed:
        raise InputError("Whom do you challenge? Write a player’s name or a mail address.", field="opponent")
    if "@" in typed:
        address = read_address(typed, field_name="opponent")
        mine = select(_ADDRESS.c.address_key).where(_ADDRESS.c.player_id == challenger_id)
        if address.key in reader.connection.execute(mine).scalars().all():
            raise InputError(_ONESELF, field="opponent")
        return Receiver(address=address)
    try:
        player = player_named(reader, typed)
    except NotFoundError:
        raise InputError(_unknown_player(reader, typed), field="opponent") from None
    if player.id == challenger_id:
        raise InputError(_ONESELF, field="opponent")
    return Receiver(player)


def _unknown_player(reader: Reader, typed: str) -> str:
    sentence = "There is no player of that name."
    close = _close_names(reader, typed)
    if close:
        sentence += f" Did you mean {' or '.join(f'“{name}”' for name in close)}?"
    return f"{sentence} Somebody without an account can be invited by mail address."


def _close_names(reader: Reader, typed: str) -> list[str]:
    """Names of players, which are public, that begin alike and differ by little."""
    key = name_key(typed[:40]) if typed.isprintable() else ""
    if not key:
        return []
    query = (
        select(PLAYER.c.name_key, PLAYER.c.name)
        .where(PLAYER.c.name_key.startswith(key[:1], autoescape=True), PLAYER.c.closed_at.is_(None))
        .order_by(PLAYER.c.name_key)
        .limit(500)
    )
    names = {row.name_key: row.name for row in reader.connection.execute(query)}
    return [names[found] for found in get_close_matches(key, names, n=3, cutoff=0.7)]

"""
Addresses for commands: the one of each player to which commands go that answer no letter, such as a list of offers.

Its token is worked out from the player and a number, so that every letter can show it and only its hash is stored. A
new address has the next number, and the one before counts no more.
"""

from collections.abc import Collection, Mapping

from sqlalchemy import Row, select, update

from corr.base.tokens import hash_given, hash_token, keyed_token
from corr.base.uow import Reader, UnitOfWork
from corr.players.reply_tokens import COMMANDS, AccountTarget
from corr.store.base import table
from corr.store.statements import add_new
from corr.store.tables.mails import CommandAddress

_ADDRESS = table(CommandAddress)


def command_tokens(reader: Reader, players: Collection[int]) -> Mapping[int, str]:
    """
    The tokens in the addresses of *players*; for who has none yet, the one that `store_command_tokens` makes count.

    Those whose address was made with another secret of the service are left out: they need a new one.
    """
    if not players:
        return {}
    rows = reader.connection.execute(select(_ADDRESS).where(_ADDRESS.c.player_id.in_(players)))
    known = {row.player_id: row for row in rows}
    found = {player: _token(reader, player, known[player].number if player in known else 1) for player in players}
    return {player: token for player, token in found.items() if _is_hashed(known.get(player), token)}


def find_command_token(reader: Reader, player_id: int) -> str:
    """The token in the player's address for commands; empty if there is none that counts."""
    row = reader.connection.execute(select(_ADDRESS).where(_ADDRESS.c.player_id == player_id)).first()
    token = "" if row is None else _token(reader, player_id, row.number)
    return token if row is not None and _is_hashed(row, token) else ""


def store_command_tokens(uow: UnitOfWork, players: Collection[int]) -> None:
    """Let the first addresses of those of *players* count who have none."""
    rows = [
        {"player_id": player, "number": 1, "token_hash": hash_token(_token(uow, player, 1))}
        for player in sorted(players)
    ]
    if rows:
        add_new(uow.connection, _ADDRESS, rows, unique="player_id")


def renew_command_address(uow: UnitOfWork, player_id: int) -> None:
    """Give the player a new address for commands; the one before counts no more."""
    mine = _ADDRESS.c.player_id == player_id
    number = uow.connection.execute(select(_ADDRESS.c.number).where(mine).with_for_update()).scalar_one_or_none()
    if number is None:
        store_command_tokens(uow, [player_id])
        return
    hashed = hash_token(_token(uow, player_id, number + 1))
    uow.connection.execute(update(_ADDRESS).where(mine).values(number=number + 1, token_hash=hashed))


def renew_if_known(uow: UnitOfWork, token: str) -> bool:
    """Renew the address with that *token*, which others have seen; False if it is none."""
    target = find_command_target(uow, token)
    if target is None:
        return False
    renew_command_address(uow, target.player_id)
    return True


def find_command_target(reader: Reader, token: str) -> AccountTarget | None:
    """The player to whose address for commands *token* belongs, whatever its case; None if it is none."""
    mine = select(_ADDRESS.c.player_id).where(_ADDRESS.c.token_hash == hash_given(token))
    player_id = reader.connection.execute(mine).scalar_one_or_none()
    return None if player_id is None else AccountTarget(player_id, COMMANDS, is_expired=False)


def _token(reader: Reader, player_id: int, number: int) -> str:
    return keyed_token(reader.secret, "command address", f"{player_id} {number}")


def _is_hashed(row: Row[tuple[object, ...]] | None, token: str) -> bool:
    return row is None or row.token_hash == hash_token(token)

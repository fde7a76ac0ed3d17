"""
Addresses for commands: the one of each player to which commands go that answer no letter, such as a list of offers.

Its token is worked out from the player and a number, so that every letter can show it and only its hash is stored. A
new address has the next number, and the one before counts no more.
"""

from collections.abc import Collection

from sqlalchemy import select, update

from corr.base.tokens import hash_given, hash_token, keyed_token
from corr.base.uow import Reader, UnitOfWork
from corr.players.reply_tokens import COMMANDS, AccountTarget
from corr.store.base import table
from corr.store.statements import add_new
from corr.store.tables.mails import CommandAddress

COMMAND_ADDRESS = table(CommandAddress)


def command_token(reader: Reader, player_id: int, number: int | None, token_hash: str | None) -> str:
    """
    The token in the player's address, whose *number* and *token_hash* are stored; if None are, the one that
    `store_command_tokens` makes count. Empty if it was made with another secret of the service: a new one is needed.
    """
    token = _token(reader, player_id, number or 1)
    return token if token_hash in {None, hash_token(token)} else ""


def find_command_token(reader: Reader, player_id: int) -> str:
    """The token in the player's address for commands; empty if there is none that counts."""
    row = reader.connection.execute(select(COMMAND_ADDRESS).where(COMMAND_ADDRESS.c.player_id == player_id)).first()
    return "" if row is None else command_token(reader, player_id, row.number, row.token_hash)


def store_command_tokens(uow: UnitOfWork, players: Collection[int]) -> None:
    """Let the first addresses of those of *players* count who have none."""
    rows = [
        {"player_id": player, "number": 1, "token_hash": hash_token(_token(uow, player, 1))}
        for player in sorted(players)
    ]
    if rows:
        add_new(uow.connection, COMMAND_ADDRESS, rows, unique="player_id")


def renew_command_address(uow: UnitOfWork, player_id: int) -> None:
    """Give the player a new address for commands; the one before counts no more."""
    mine = COMMAND_ADDRESS.c.player_id == player_id
    number = uow.connection.execute(select(COMMAND_ADDRESS.c.number).where(mine).with_for_update()).scalar_one_or_none()
    if number is None:
        store_command_tokens(uow, [player_id])
        return
    hashed = hash_token(_token(uow, player_id, number + 1))
    uow.connection.execute(update(COMMAND_ADDRESS).where(mine).values(number=number + 1, token_hash=hashed))


def renew_if_known(uow: UnitOfWork, token: str) -> bool:
    """Renew the address with that *token*, which others have seen; False if it is none."""
    target = find_command_target(uow, token)
    if target is None:
        return False
    renew_command_address(uow, target.player_id)
    return True


def find_command_target(reader: Reader, token: str) -> AccountTarget | None:
    """The player to whose address for commands *token* belongs, whatever its case; None if it is none."""
    mine = select(COMMAND_ADDRESS.c.player_id).where(COMMAND_ADDRESS.c.token_hash == hash_given(token))
    player_id = reader.connection.execute(mine).scalar_one_or_none()
    return None if player_id is None else AccountTarget(player_id, COMMANDS, is_expired=False)


def _token(reader: Reader, player_id: int, number: int) -> str:
    return keyed_token(reader.secret, "command address", f"{player_id} {number}")

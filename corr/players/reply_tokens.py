"""
The tokens in addresses to which players write: reply tokens are the right to answer for a game, account tokens belong
to letters that are not about one game, and each player has an address for commands that answer no letter, such as to
see a list of offers.

The token of an address for commands is worked out from the player and a number, so that every letter can show it and
only its hash is stored. A new address has the next number, and the one before counts no more.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, RowMapping, Select, Table, and_, bindparam, func, insert, or_, select, update

from corr.base.notices import challenge_of, season_of
from corr.base.tokens import hash_given, hash_token, keyed_token, new_token
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import add_new, table, value_of
from corr.store.compiled_statements import CompiledChange, CompiledQuery
from corr.store.tables.games import Game
from corr.store.tables.mails import AccountToken, AccountTokenPurpose, CommandAddress, Outbox, ReplyToken

VALID_FOR = timedelta(days=90)
"""How long a letter can be answered. Longer than most turns take; a later answer gets a fresh letter."""
COMMANDS = "commands"
"""The purpose of a player's address for commands."""
_TOKEN, _ACCOUNT_TOKEN, _LETTER = table(ReplyToken), table(AccountToken), table(Outbox)
_GAME = table(Game)
COMMAND_ADDRESS = table(CommandAddress)
_ALL = (_TOKEN, _ACCOUNT_TOKEN)
_STORED = ("token_hash", "player_id", "outbox_id", "held_order_id", "created_at", "expires_at")
_STORE_OF_TURNS = CompiledChange(insert(_TOKEN), (*_STORED, "game_id", "turn_number", "draw_offer_id"))
_STORE_OF_ACCOUNTS = CompiledChange(insert(_ACCOUNT_TOKEN), (*_STORED, "purpose"))


class ReplyTarget(NamedTuple):
    """The meaning of a reply token."""

    player_id: int
    game_id: str
    turn_number: int
    """The turn that was due in the letter."""
    is_expired: bool
    held_order_id: int | None = None
    """The held order that the letter asks about; None for a letter that asks nothing."""
    ruleset: str = ""
    """The ruleset of the game."""
    draw_offer_id: int | None = None
    """The draw offer that the letter shows; None if it shows none."""
    kind: str = ""
    """The kind of notice that the letter was; empty if it is no longer kept."""


@dataclass(frozen=True, slots=True)
class AccountTarget:
    """The meaning of an account token."""

    player_id: int
    purpose: str
    """The kind of letter: "test", or "digest" for every letter that is not about one game; else "commands"."""
    is_expired: bool
    kind: str = ""
    """The kind of notice that the letter was."""
    season_id: int | None = None
    """The season of a league that the letter is about; None if it is about none."""
    held_order_id: int | None = None
    """The held order that the letter asks about; None for a letter that asks nothing."""
    challenge_id: str = ""
    """The challenge that the letter is about; empty if it is about none."""

    @property
    def is_for_commands(self) -> bool:
        """Whether it is no letter at all, but the player's address for commands."""
        return self.purpose == COMMANDS

    @property
    def is_test(self) -> bool:
        """Whether it is a test letter: an answer proves that letters arrive and answers come back."""
        return self.purpose == AccountTokenPurpose.TEST


_TARGETS = (
    select(
        _TOKEN.c.player_id,
        _TOKEN.c.game_id,
        _TOKEN.c.turn_number,
        (_TOKEN.c.expires_at <= bindparam("now")).label("is_expired"),
        _TOKEN.c.held_order_id,
        _GAME.c.ruleset,
        _TOKEN.c.draw_offer_id,
        func.coalesce(_LETTER.c.kind, "").label("kind"),
    )
    .join(_GAME, _GAME.c.id == _TOKEN.c.game_id)
    .outerjoin(_LETTER, _LETTER.c.id == _TOKEN.c.outbox_id)
)
_FOUND = CompiledQuery(
    _TARGETS.where(
        _TOKEN.c.token_hash == bindparam("token"),
        or_(_TOKEN.c.revoked_at.is_(None), _TOKEN.c.revoked_at >= bindparam("revoked_since")),
    ),
    ReplyTarget,
)


@dataclass(frozen=True, slots=True)
class LetterToken:
    """The token in the reply address of one letter: of a game and its turn, or of a player's account."""

    token: str = field(repr=False)
    player_id: int
    letter_id: int | None
    """The letter that carries it, by whose Message-ID the token is found as well."""
    turn: tuple[str, int] | None = None
    """The id of the game and the number of the turn that was due; None for a letter that is not about one game."""
    purpose: str = AccountTokenPurpose.DIGEST.value
    """The kind of letter that is not about one game: "test", or "digest" for every other one."""
    held_order_id: int | None = None
    """The held order that the letter asks about, if any."""
    draw_offer_id: int | None = None
    """The draw offer that the letter shows, if any."""


def store_tokens(uow: UnitOfWork, tokens: Collection[LetterToken]) -> None:
    """Let *tokens* count from now on. Earlier ones stay valid."""
    of_turns, of_accounts = [], []
    for token in tokens:
        row = {
            "token_hash": hash_token(token.token),
            "player_id": token.player_id,
            "outbox_id": token.letter_id,
            "held_order_id": token.held_order_id,
            "created_at": uow.now,
            "expires_at": uow.now + VALID_FOR,
        }
        if token.turn is None:
            of_accounts.append({**row, "purpose": AccountTokenPurpose(token.purpose).value})
        else:
            game_id, turn_number = token.turn
            of_game = {"game_id": game_id, "turn_number": turn_number, "draw_offer_id": token.draw_offer_id}
            of_turns.append({**row, **of_game})
    _STORE_OF_TURNS.run_many(uow.connection, of_turns)
    _STORE_OF_ACCOUNTS.run_many(uow.connection, of_accounts)


def mint_reply_token(uow: UnitOfWork, player_id: int, game_id: str, turn_number: int) -> str:
    """Store a new token for that turn of a game, which no letter carries."""
    token = new_token()
    store_tokens(uow, [LetterToken(token, player_id, None, (game_id, turn_number))])
    return token


def revoke_reply_tokens(uow: UnitOfWork, player_id: int, games: Collection[str]) -> None:
    """Revoke the tokens of all letters about *games* that the player got."""
    theirs = (_TOKEN.c.player_id == player_id, _TOKEN.c.game_id.in_(games), _TOKEN.c.revoked_at.is_(None))
    uow.connection.execute(update(_TOKEN).where(*theirs).values(revoked_at=uow.now))


def revoke_token(uow: UnitOfWork, token: str) -> None:
    """Revoke *token*, which may be a reply token or an account token."""
    for tokens in _ALL:
        uow.connection.execute(update(tokens).where(is_valid(tokens, token, None)).values(revoked_at=uow.now))


def revoke_all_tokens(uow: UnitOfWork, player_id: int) -> None:
    """Revoke the tokens of all letters that the player got."""
    for tokens in _ALL:
        theirs = (tokens.c.player_id == player_id, tokens.c.revoked_at.is_(None))
        uow.connection.execute(update(tokens).where(*theirs).values(revoked_at=uow.now))


def find_reply_target(reader: Reader, token: str, *, at: datetime | None = None) -> ReplyTarget | None:
    """
    The meaning of *token*, whatever its case; None if it is unknown, revoked, or no token at all.

    :param at: when the mail came; a token that was revoked later than that still counts. None for now.
    """
    return _FOUND.first(reader.connection, {"token": hash_given(token), "revoked_since": at, "now": reader.now})


def is_valid(tokens: Table, token: str, at: datetime | None) -> ColumnElement[bool]:
    """A condition on *tokens*: it is *token*, whatever its case, and is not revoked, or was not yet *at* a moment."""
    is_open = tokens.c.revoked_at.is_(None)
    is_in_time = is_open if at is None else or_(is_open, tokens.c.revoked_at >= at)
    return and_(tokens.c.token_hash == hash_given(token), is_in_time)


def reply_targets_of_letters(reader: Reader, message_ids: Sequence[str]) -> tuple[ReplyTarget, ...]:
    """The meanings of the tokens that letters with these Message-IDs carry and that are not revoked."""
    theirs = (_LETTER.c.message_id.in_(message_ids), _TOKEN.c.revoked_at.is_(None))
    rows = reader.connection.execute(_TARGETS.where(*theirs), {"now": reader.now})
    return tuple(ReplyTarget(*row) for row in rows)


def find_account_target(reader: Reader, token: str, *, at: datetime | None = None) -> AccountTarget | None:
    """
    The meaning of *token*, whatever its case; None if it is unknown, revoked, or no token at all.

    :param at: when the mail came; a token that was revoked later than that still counts. None for now.
    """
    found = _account_targets(reader).where(is_valid(_ACCOUNT_TOKEN, token, at))
    row = reader.connection.execute(found).mappings().first()
    return None if row is None else _account_target(row)


def account_targets_of_letters(reader: Reader, message_ids: Sequence[str]) -> tuple[AccountTarget, ...]:
    """The meanings of the tokens that letters with these Message-IDs carry and that are not revoked."""
    theirs = (_LETTER.c.message_id.in_(message_ids), _ACCOUNT_TOKEN.c.revoked_at.is_(None))
    found = _account_targets(reader).where(*theirs)
    return tuple(map(_account_target, reader.connection.execute(found).mappings()))


def mark_answered(uow: UnitOfWork, token: str) -> bool:
    """Record that an answer to the letter came; False if one had come before."""
    mine = (_ACCOUNT_TOKEN.c.token_hash == hash_given(token), _ACCOUNT_TOKEN.c.answered_at.is_(None))
    changed = update(_ACCOUNT_TOKEN).where(*mine).values(answered_at=uow.now).returning(_ACCOUNT_TOKEN.c.token_hash)
    return uow.connection.execute(changed).first() is not None


def _account_targets(reader: Reader) -> Select[Any]:
    own = (
        _ACCOUNT_TOKEN.c.player_id,
        _ACCOUNT_TOKEN.c.purpose,
        (_ACCOUNT_TOKEN.c.expires_at <= reader.now).label("is_expired"),
        _ACCOUNT_TOKEN.c.held_order_id,
    )
    return select(*own, _LETTER.c.kind, _LETTER.c.key).join(_LETTER, _LETTER.c.id == _ACCOUNT_TOKEN.c.outbox_id)


def _account_target(row: RowMapping) -> AccountTarget:
    return value_of(AccountTarget, row, season_id=season_of(row["key"]), challenge_id=challenge_of(row["key"]))


def command_token(reader: Reader, player_id: int, number: int | None, token_hash: str | None) -> str:
    """
    The token in the player's address, whose *number* and *token_hash* are stored; if None are, the one that
    `store_command_tokens` makes count. Empty if it was made with another secret of the service: a new one is needed.
    """
    token = _token_of(reader, player_id, number or 1)
    return token if token_hash in {None, hash_token(token)} else ""


def find_command_token(reader: Reader, player_id: int) -> str:
    """The token in the player's address for commands; empty if there is none that counts."""
    row = reader.connection.execute(select(COMMAND_ADDRESS).where(COMMAND_ADDRESS.c.player_id == player_id)).first()
    return "" if row is None else command_token(reader, player_id, row.number, row.token_hash)


def store_command_tokens(uow: UnitOfWork, players: Collection[int]) -> None:
    """Let the first addresses of those of *players* count who have none."""
    rows = [
        {"player_id": player, "number": 1, "token_hash": hash_token(_token_of(uow, player, 1))}
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
    hashed = hash_token(_token_of(uow, player_id, number + 1))
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


def _token_of(reader: Reader, player_id: int, number: int) -> str:
    return keyed_token(reader.secret, "command address", f"{player_id} {number}")

"""
Unsubscribing from letters by the link or address in each of them, without signing in.

The token in it is computed from the player, the address and the category, so it is the same in all such letters and
never expires: an old letter can end new ones. It gives no other right, and only its hash is stored. When a player
drops an address, its tokens are deleted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, or_, select

from corr.base.notices import Category
from corr.base.tokens import hash_given, hash_token, keyed_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.game.game_row import PLAYER
from corr.players.address_reputation import reputation_of, set_invitations
from corr.players.mail_preferences import MailPreferences, preferences, set_turn_mail, set_wanted
from corr.store.base import add_new, table
from corr.store.tables.mails import TurnMail, UnsubscribeToken

_TOKEN = table(UnsubscribeToken)
LETTERS: Mapping[Category, str] = {
    Category.TURNS: "letters about your turns and games",
    Category.REMINDERS: "reminders of deadlines",
    Category.MESSAGES: "letters with messages of your opponents",
    Category.CHALLENGES: "letters about challenges",
    Category.LEAGUES: "news of leagues",
    Category.FOLLOWS: "letters about what you follow",
    Category.INVITATIONS: "invitations to this address",
}
"""The letters of each category in words."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A category of letters to a player or an address, wanted or ended."""

    category: Category
    player_id: int | None
    """The player who gets them; None for an address alone."""
    address_key: str | None
    name: str
    """The player's name; empty for an address alone."""
    is_ended: bool
    turns: TurnMail
    """The player's preference for letters about turns; without meaning for an address alone."""


def subscription_token(reader: Reader, player_id: int | None, address_key: str, category: Category) -> str:
    """The token that ends letters of *category* to a player at that address, or to an address; always the same."""
    whose = f"player {player_id} at {address_key}" if player_id is not None else f"address {address_key}"
    return keyed_token(reader.secret, "unsubscribe", f"{whose}\n{category}")


def unsubscribe_tokens(uow: UnitOfWork, whose: Sequence[tuple[int | None, str, Category]]) -> list[str]:
    """
    The same tokens, in their order, which count from now on.

    :param whose: for each the player, or None for an address alone, the address and the category of letters.
    """
    tokens = [subscription_token(uow, *one) for one in whose]
    rows = [
        {
            "token_hash": hash_token(token),
            "player_id": player_id,
            "address_key": address_key,
            "category": category.value,
        }
        for token, (player_id, address_key, category) in zip(tokens, whose, strict=True)
    ]
    if rows:
        add_new(uow.connection, _TOKEN, rows, unique="token_hash")
    return tokens


def forget_tokens(uow: UnitOfWork, player_id: int, address_key: str) -> None:
    """Delete the tokens in letters to that address of the player, which then end or resume nothing."""
    # The version before did not note the address.
    there = or_(_TOKEN.c.address_key == address_key, _TOKEN.c.address_key.is_(None))
    uow.connection.execute(delete(_TOKEN).where(_TOKEN.c.player_id == player_id, there))


def find_subscription(reader: Reader, token: str) -> Subscription | None:
    """The subscription that *token* can end, whatever its case; None if the token is unknown."""
    wanted = hash_given(token)
    joined = _TOKEN.join(PLAYER, PLAYER.c.id == _TOKEN.c.player_id, isouter=True)
    columns = (_TOKEN.c.player_id, _TOKEN.c.address_key, _TOKEN.c.category, PLAYER.c.name)
    found = reader.connection.execute(select(*columns).select_from(joined).where(_TOKEN.c.token_hash == wanted)).first()
    if found is None:
        return None
    category = Category(found.category)
    if found.player_id is None:
        is_ended = not reputation_of(reader, found.address_key).takes_invitations
        return Subscription(category, None, found.address_key, "", is_ended, TurnMail.EACH)
    wants = preferences(reader, found.player_id)
    is_ended = _is_ended(wants, category)
    return Subscription(category, found.player_id, None, found.name, is_ended, wants.turns)


def unsubscribe(uow: UnitOfWork, token: str) -> bool:
    """End the letters of *token*; repeating it changes nothing. False if the token is unknown."""
    subscription = find_subscription(uow, token)
    if subscription is None:
        return False
    if not subscription.is_ended:
        _set(uow, subscription, is_wanted=False, turns=TurnMail.NONE)
    return True


def resubscribe(uow: UnitOfWork, token: str, turns: TurnMail = TurnMail.EACH) -> None:
    """
    Resume the letters of *token*; repeating it changes nothing.

    :param turns: the player's earlier preference for letters about turns.
    :raises NotFoundError: the token is unknown.
    """
    subscription = find_subscription(uow, token)
    if subscription is None:
        raise NotFoundError("There is nothing to subscribe to behind this link.")
    if subscription.is_ended:
        _set(uow, subscription, is_wanted=True, turns=TurnMail.EACH if turns is TurnMail.NONE else turns)


def set_wanted_letters(uow: UnitOfWork, player_id: int, category: Category, *, is_wanted: bool) -> None:
    """End or resume letters of *category* to a player, which are not invitations; repeating it changes nothing."""
    if _is_ended(preferences(uow, player_id), category) is is_wanted:
        turns = TurnMail.EACH if is_wanted else TurnMail.NONE
        _set_of_player(uow, player_id, category, is_wanted=is_wanted, turns=turns)


def _is_ended(wants: MailPreferences, category: Category) -> bool:
    return wants.turns is TurnMail.NONE if category is Category.TURNS else not getattr(wants, category.value)


def _set(uow: UnitOfWork, subscription: Subscription, *, is_wanted: bool, turns: TurnMail) -> None:
    if subscription.player_id is None:
        assert subscription.address_key is not None
        set_invitations(uow, subscription.address_key, is_wanted=is_wanted)
    else:
        _set_of_player(uow, subscription.player_id, subscription.category, is_wanted=is_wanted, turns=turns)


def _set_of_player(uow: UnitOfWork, player_id: int, category: Category, *, is_wanted: bool, turns: TurnMail) -> None:
    if category is Category.TURNS:
        set_turn_mail(uow, player_id, turns)
    else:
        set_wanted(uow, player_id, category, is_wanted=is_wanted)

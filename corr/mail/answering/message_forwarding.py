"""Words for the other player that stand in a mail: passed on, and the writer told which."""

import re
from dataclasses import dataclass

from corr.base.tokens import TOKEN
from corr.base.uow import Reader, UnitOfWork
from corr.errors import CorrError, InputError
from corr.game.game_row import get_game_row
from corr.game.views import TurnReceipt
from corr.games.notation import folded
from corr.mail.answering.answers import quoted
from corr.mail.answering.authority import DOOR, GameRequester
from corr.mail.reading.words.acts import Act
from corr.mail.reading.words.orders import Orders
from corr.play.messages import SayMessage, say

_WORD = re.compile(r"\S+")
_ADDRESSING = frozenset("@/")
_LEFT_OUT = "[…]"
_SIGNS = re.compile(r"[\W_]+")
_NAMES_A_CHOICE = (
    "They name something that can be chosen in secret, and that must not slip out. If you mean it, write it on "
    "the page of the game."
)
_BESIDE_A_CHOICE = (
    "What you wrote beside your choice was not passed on, so that it stays secret. To write to the other "
    "player, put “say:” before the words."
)
_REPEATED = (
    "What you wrote beside the turn was not passed on, since the turn had been played before. To write to the other "
    "player, put “say:” before the words."
)


@dataclass(frozen=True, slots=True)
class ForwardedWords:
    """What became of the words for the other player."""

    code: str = ""
    """Why they were not passed on; empty if they were, or if there were none."""
    sentence: str = ""
    """Empty if there were none."""
    lines: tuple[str, ...] = ()
    """What was passed on."""
    left_out: str = ""
    """Why some of the writer's words were not, in a sentence; empty if nothing was left out."""


def pass_on(uow: UnitOfWork, requester: GameRequester, orders: Orders, turn: TurnReceipt | None) -> ForwardedWords:
    """
    Pass on what *orders* hold for the other player. That this fails undoes nothing else.

    :param turn: what became of the turn in the same mail, if there was one. Its words go with it.
    """
    left_out = _reason_to_leave_out(uow, requester, turn) if turn and orders.rest.strip() else ""
    words = (orders.say, orders.rest if turn and not left_out else "")
    text = without_tokens("\n".join(part.strip() for part in words if part.strip()))
    if not text and Act.SAY not in orders.acts:
        return ForwardedWords(left_out=left_out)
    message = SayMessage(
        game_id=requester.target.game_id,
        player_id=requester.target.player_id,
        text=text,
        door=DOOR,
        order_key=f"{requester.order_key}:say",
        turn_number=turn.turn_number if turn else None,
    )
    try:
        with uow.attempt():
            _check_keeps_secrets(uow, requester, text, turn)
            receipt = say(uow, message)
    except CorrError as error:
        return ForwardedWords(error.code, f"Your words were not passed on. {error.sentence}", left_out=left_out)
    return ForwardedWords("", receipt.sentence, quoted(text), left_out)


def without_tokens(text: str) -> str:
    """*text* without reply addresses and links that hold a token: what is left of a quote would give it away."""
    return _WORD.sub(lambda found: _LEFT_OUT if _holds_token(found[0]) else found[0], text)


def _holds_token(word: str) -> bool:
    return bool(_ADDRESSING.intersection(word)) and TOKEN.search(word) is not None


def _reason_to_leave_out(reader: Reader, requester: GameRequester, turn: TurnReceipt) -> str:
    """Why free words beside *turn* stay where they are; empty if they go with it."""
    if turn.repeated:
        return _REPEATED
    return _BESIDE_A_CHOICE if turn.is_sealed or _is_secret(reader, requester, turn) else ""


def _is_secret(reader: Reader, requester: GameRequester, turn: TurnReceipt) -> bool:
    return bool(_secret_words(reader, requester, turn))


def _check_keeps_secrets(reader: Reader, requester: GameRequester, text: str, turn: TurnReceipt | None) -> None:
    """
    Make sure that *text* names nothing that can be chosen in secret now: below “say:” may stand a choice that was not
    understood as one, and what is told once cannot be taken back.

    :raises InputError: it does.
    """
    secrets = _words_to_choose(reader, requester) | _secret_words(reader, requester, turn)
    told = {_SIGNS.sub("", word) for word in folded(text).casefold().split()}
    if any(word.casefold() in told for word in secrets):
        raise InputError(_NAMES_A_CHOICE, field="text")


def _words_to_choose(reader: Reader, requester: GameRequester) -> frozenset[str]:
    """By what the choices differ that the player has now, at the same time as the other one; nothing otherwise."""
    game_row = get_game_row(reader, requester.target.game_id)
    rules, seat = game_row.rules(reader), game_row.get_seat(requester.target.player_id).seat
    position = rules.parse_position(game_row.position)
    if len(rules.due(position)) == 1:
        return frozenset()
    choices = [frozenset(rules.write_action(action).split()) for action in rules.begin(position, seat).actions()]
    return frozenset().union(*choices) - frozenset.intersection(*choices) if choices else frozenset()


def _secret_words(reader: Reader, requester: GameRequester, turn: TurnReceipt | None) -> frozenset[str]:
    """What *turn* still hides."""
    if turn is None:
        return frozenset()
    game_row = get_game_row(reader, requester.target.game_id)
    rules = game_row.rules(reader)
    secret = rules.secret(turn.text, rules.parse_position(game_row.position))
    return frozenset() if secret is None else frozenset({secret.word})

"""Words for the other player in a mail, passed on as a message."""

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
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders
from corr.play.messages import SendMessage, send_message

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
    """The result of passing words on to the other player."""

    code: str = ""
    """The code of the refusal; empty if they were passed on, or if there were none."""
    sentence: str = ""
    """What became of them; empty if there were none."""
    lines: tuple[str, ...] = ()
    """The lines that were passed on."""
    left_out: str = ""
    """Why some words were left out, in a sentence; empty if none were."""


def pass_on(uow: UnitOfWork, requester: GameRequester, orders: Orders, turn: TurnReceipt | None) -> ForwardedWords:
    """
    Pass on the words for the other player in *orders*; a refusal undoes nothing else.

    :param turn: the receipt of the turn in the same mail, if there was one; words below it are passed on too.
    """
    left_out = _reason_to_leave_out(uow, requester, turn) if turn and orders.rest.strip() else ""
    words = (orders.say, orders.rest if turn and not left_out else "")
    text = without_tokens("\n".join(part.strip() for part in words if part.strip()))
    if not text and Act.SAY not in orders.acts:
        return ForwardedWords(left_out=left_out)
    message = SendMessage(
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
            receipt = send_message(uow, message)
    except CorrError as error:
        return ForwardedWords(error.code, f"Your words were not passed on. {error.sentence}", left_out=left_out)
    return ForwardedWords("", receipt.sentence, quoted(text), left_out)


def without_tokens(text: str) -> str:
    """*text* without addresses and links that hold a token, which the rest of a quotation could give away."""
    return _WORD.sub(lambda found: _LEFT_OUT if _holds_token(found[0]) else found[0], text)


def _holds_token(word: str) -> bool:
    return bool(_ADDRESSING.intersection(word)) and TOKEN.search(word) is not None


def _reason_to_leave_out(reader: Reader, requester: GameRequester, turn: TurnReceipt) -> str:
    """Why words beside *turn* are not passed on; empty if they are."""
    if turn.repeated:
        return _REPEATED
    return _BESIDE_A_CHOICE if turn.is_sealed or _is_secret(reader, requester, turn) else ""


def _is_secret(reader: Reader, requester: GameRequester, turn: TurnReceipt) -> bool:
    return bool(_secret_words(reader, requester, turn))


def _check_keeps_secrets(reader: Reader, requester: GameRequester, text: str, turn: TurnReceipt | None) -> None:
    """
    Make sure that *text* names no secret choice: below “say:” may stand a choice that was not read as one, and what is
    told once cannot be taken back.

    :raises InputError: it names one.
    """
    secrets = _words_to_choose(reader, requester) | _secret_words(reader, requester, turn)
    told = {_SIGNS.sub("", word) for word in folded(text).casefold().split()}
    if any(word.casefold() in told for word in secrets):
        raise InputError(_NAMES_A_CHOICE, field="text")


def _words_to_choose(reader: Reader, requester: GameRequester) -> frozenset[str]:
    """The words that differ among the player's possible choices, if both players choose at the same time now."""
    game_row = get_game_row(reader, requester.target.game_id)
    rules, seat = game_row.rules(reader), game_row.get_seat(requester.target.player_id).seat
    position = rules.parse_position(game_row.position)
    if len(rules.due(position)) == 1:
        return frozenset()
    choices = [frozenset(rules.write_action(action).split()) for action in rules.begin(position, seat).actions()]
    return frozenset().union(*choices) - frozenset.intersection(*choices) if choices else frozenset()


def _secret_words(reader: Reader, requester: GameRequester, turn: TurnReceipt | None) -> frozenset[str]:
    """The word that *turn* still keeps secret."""
    if turn is None:
        return frozenset()
    game_row = get_game_row(reader, requester.target.game_id)
    rules = game_row.rules(reader)
    secret = rules.secret(turn.text, rules.parse_position(game_row.position))
    return frozenset() if secret is None else frozenset({secret.word})

"""
Challenges: made to a player or to a mail address, accepted, declined, withdrawn, and expired; and rematches.

A rematch is a challenge to play a finished game once more on the same terms, with the seats swapped. One player asks,
and the other accepts, by asking as well or like any challenge. Of a game there is one rematch at most, so whoever asks
twice has asked once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import func, insert, select, update

from corr.base import notices, rate_limits, tokens
from corr.base.addresses import Address, read_address
from corr.base.notices import NoticeKind, To
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, TooManyError, read_choice
from corr.game.game_row import get_game_row_locked
from corr.game.views import ChallengeReceipt
from corr.games.seats import other
from corr.play.lifecycle import NewGame, start_game
from corr.play.meeting import (
    challenge_limits,
    check_words_to_stranger,
    invitation_limits,
    is_unwelcome_at,
    why_not_challenge,
    why_not_meet,
)
from corr.play.proposals import CHALLENGE, Proposal, find_proposal, get_proposal, is_to, rematch_of
from corr.play.proposed_terms import TypedTerms, lock_proposer, read_terms, read_wish, seated
from corr.players.blocks import blocks_between, takes_no_messages
from corr.players.profiles import PlayerView, did_you_mean, player_named
from corr.players.sanctions import Outreach, check_may_reach
from corr.store.base import table
from corr.store.tables.games import ChallengeState, DeclineReason
from corr.store.tables.player_accounts import MailAddress

_ADDRESS = table(MailAddress)
_ONESELF = "That is you: a game needs somebody else."
LASTS = timedelta(days=14)
"""How long a challenge waits for an answer."""
_MOST_OPEN = 20
_DAY = timedelta(days=1)
_CHALLENGES = rate_limits.Limit("challenges", 30, _DAY, "You have made 30 challenges to players, the most for one day.")
_CHALLENGES_TO_ONE = rate_limits.Limit(
    "challenges-to-one", 5, _DAY, "You have challenged this player 5 times, the most for one day."
)
_INVITATIONS = rate_limits.Limit(
    "invitations", 10, _DAY, "You have invited 10 times by mail address, the most for one day."
)
_INVITATIONS_TO_ONE = rate_limits.Limit(
    "invitations-to-one", 3, _DAY, "3 invitations were sent to this address already, the most for one day."
)
_INVITATIONS_TO_MAILBOX = rate_limits.Limit(
    "invitations-to-mailbox",
    6,
    _DAY,
    "6 invitations were sent to addresses like this one already, the most for one day.",
)
_GONE = {
    ChallengeState.ACCEPTED: "This challenge has been accepted already.",
    ChallengeState.DECLINED: "This challenge was declined.",
    ChallengeState.WITHDRAWN: "This challenge was withdrawn.",
    ChallengeState.EXPIRED: "This challenge was not answered within 14 days and has expired.",
}
_REASONS = "Choose a reason: pace, games, now, or none."


@dataclass(frozen=True, slots=True)
class _Receiver:
    """The player or the mail address that a challenge is to; the address may or may not have an account."""

    player: PlayerView | None = None
    address: Address | None = None


def _read_receiver(reader: Reader, challenger_id: int, text: str) -> _Receiver:
    """
    The player or address that *text*, a name or a mail address, stands for.

    :raises InputError: it stands for nobody, or for the challenger.
    """
    typed = text.strip()
    if not typed:
        raise InputError("Whom do you challenge? Write a player’s name or a mail address.", field="opponent")
    if "@" in typed:
        address = read_address(typed, field_name="opponent")
        mine = select(_ADDRESS.c.address_key).where(_ADDRESS.c.player_id == challenger_id)
        if address.key in reader.connection.execute(mine).scalars().all():
            raise InputError(_ONESELF, field="opponent")
        return _Receiver(address=address)
    try:
        player = player_named(reader, typed)
    except NotFoundError:
        raise InputError(_unknown_player(reader, typed), field="opponent") from None
    if player.id == challenger_id:
        raise InputError(_ONESELF, field="opponent")
    return _Receiver(player)


def _unknown_player(reader: Reader, typed: str) -> str:
    meant = did_you_mean(reader, typed)
    return f"There is no player of that name.{meant} Somebody without an account can be invited by mail address."


@dataclass(frozen=True, slots=True)
class MakeChallenge:
    """A challenge as it was typed into a form."""

    challenger_id: int
    opponent: str
    """A player's name or a mail address."""
    terms: TypedTerms
    order_key: str | None = field(default=None, repr=False)
    """The same key is the same order, however often it comes."""
    is_private: bool = False
    """Whether only the two would see the game."""


def make_challenge(uow: UnitOfWork, order: MakeChallenge) -> ChallengeReceipt:
    """
    Propose a game and tell whoever it is proposed to; an order that was carried out before changes nothing.

    :raises InputError: something cannot be proposed; the field says what.
    :raises OptionError: the game has no such option.
    :raises ConflictError: the order's key is that of another challenge.
    """
    lock_proposer(uow, order.challenger_id)
    earlier = _find_earlier(uow, order)
    if order.is_private and order.terms.is_rated:
        raise InputError("A private game cannot count for ratings. Choose one of the two.", field="rated")
    values = {**read_terms(uow, order.terms), "is_private": order.is_private, "order_key": order.order_key}
    receiver = _read_receiver(uow, order.challenger_id, order.opponent)
    unsaid = _unsaid(uow, order, receiver)
    values["message"] = "" if unsaid else values["message"]
    if earlier is not None:
        return replace(_receipt_of_earlier(earlier, receiver, values), unsaid=unsaid)
    _check_room(uow, order.challenger_id)
    return replace(_propose(uow, order.challenger_id, receiver, values), unsaid=unsaid)


def accept_challenge(uow: UnitOfWork, challenge_id: str, player_id: int, wish: str = "") -> str:
    """
    Accept a challenge, which starts the game and tells both; gives the game's id, again if it was accepted before.

    :param wish: the seat that the player would like, if the challenger made none a condition; empty for either.
    """
    return accept_proposal(uow, _get_to(uow, challenge_id, player_id), player_id, wish)


def decline_challenge(uow: UnitOfWork, challenge_id: str, player_id: int, reason: str = "") -> None:
    """
    Decline a challenge and tell the challenger.

    :param reason: "pace", "games" or "now"; empty for none.
    """
    decline_proposal(uow, _get_to(uow, challenge_id, player_id), reason)


def check_may_answer(reader: Reader, challenge_id: str, player_id: int) -> None:
    """
    Refuse whoever may neither accept nor decline a challenge.

    :raises NotFoundError: there is no such challenge to the player.
    :raises NotAllowedError: it is the player's own.
    """
    _check_to(reader, get_proposal(reader, challenge_id), player_id)


def withdraw_challenge(uow: UnitOfWork, challenge_id: str, player_id: int) -> None:
    """Withdraw one's own challenge and tell whoever it was to."""
    proposal = get_proposal(uow, challenge_id, is_locked=True)
    if proposal.challenger_id != player_id:
        raise NotFoundError("You made no such challenge.")
    if proposal.state is ChallengeState.WITHDRAWN:
        return
    _settle(uow, proposal, ChallengeState.WITHDRAWN)
    _tell_receiver(uow, NoticeKind.CHALLENGE_WITHDRAWN, proposal)


def expire_next(uow: UnitOfWork) -> bool:
    """Close one challenge that nobody answered in time and tell both; False if there is none."""
    old = (CHALLENGE.c.state == ChallengeState.OPEN.value) & (CHALLENGE.c.expires_at <= uow.now)
    proposal = find_proposal(uow, old, is_locked=True)
    if proposal is None:
        return False
    _expire(uow, proposal)
    return True


def _expire(uow: UnitOfWork, proposal: Proposal) -> None:
    """Close a locked challenge that nobody answered in time and tell both."""
    if _has_become(uow, proposal, ChallengeState.EXPIRED):
        _tell(uow, NoticeKind.CHALLENGE_EXPIRED, proposal, To(proposal.challenger_id))
        _tell_receiver(uow, NoticeKind.CHALLENGE_EXPIRED, proposal)


def accept_proposal(uow: UnitOfWork, proposal: Proposal, player_id: int, wish: str = "") -> str:
    """Start the game of a locked proposal that *player_id* may accept; gives the game's id. *wish* is for a seat."""
    if proposal.challenger_id == player_id:
        raise NotAllowedError("This is your own challenge: somebody else has to accept it.")
    if proposal.state is ChallengeState.ACCEPTED and proposal.opponent_id == player_id and proposal.game_id:
        return proposal.game_id
    check_open(uow, proposal)
    if why_not := why_not_meet(uow, player_id, proposal.challenger_id):
        raise NotAllowedError(why_not)
    game_id = start_game(
        uow,
        NewGame(
            proposal.ruleset,
            proposal.options,
            proposal.terms,
            players=seated(proposal.seat, proposal.challenger_id, player_id, read_wish(wish)),
            challenger_id=proposal.challenger_id,
            is_rated=proposal.is_rated,
            is_private=proposal.is_private,
            is_rematch=proposal.rematch_of is not None,
        ),
    )
    _settle(uow, proposal, ChallengeState.ACCEPTED, opponent_id=player_id, game_id=game_id)
    return game_id


def decline_proposal(uow: UnitOfWork, proposal: Proposal, reason: str = "") -> None:
    """Decline a locked proposal for that *reason*; doing so again changes nothing."""
    why = _read_reason(reason)
    if proposal.state is ChallengeState.DECLINED:
        return
    _settle(uow, proposal, ChallengeState.DECLINED, decline_reason=why.value)
    _tell(uow, NoticeKind.CHALLENGE_DECLINED, proposal, To(proposal.challenger_id))


def check_open(reader: Reader, proposal: Proposal) -> None:
    """
    Refuse to act on a challenge that is not open.

    :raises ConflictError: it was answered or withdrawn, or has expired.
    """
    state = proposal.state_at(reader.now)
    if state is not ChallengeState.OPEN:
        raise ConflictError(_GONE[state])


def _settle(uow: UnitOfWork, proposal: Proposal, state: ChallengeState, **more: object) -> None:
    """Set the new *state* of an open challenge."""
    check_open(uow, proposal)
    if not _has_become(uow, proposal, state, **more):
        raise ConflictError("Somebody was faster: this challenge is not open any more.")


def _has_become(uow: UnitOfWork, proposal: Proposal, state: ChallengeState, **more: object) -> bool:
    """Write the new *state* if the challenge is still stored as open; whether it was."""
    changed = uow.connection.execute(
        update(CHALLENGE)
        .where(CHALLENGE.c.id == proposal.id, CHALLENGE.c.state == ChallengeState.OPEN.value)
        .values(state=state.value, answered_at=uow.now, **more)
    )
    return changed.rowcount == 1


def _read_reason(word: str) -> DeclineReason:
    return read_choice(DeclineReason, word.strip().lower(), _REASONS, field="reason")


def _propose(
    uow: UnitOfWork, challenger_id: int, receiver: _Receiver, values: Mapping[str, object]
) -> ChallengeReceipt:
    """Store a challenge and tell whoever it is to; *values* are the cells that say which game is proposed."""
    row = {
        "id": tokens.new_challenge_id(),
        "challenger_id": challenger_id,
        "state": ChallengeState.OPEN.value,
        "created_at": uow.now,
        "expires_at": uow.now + LASTS,
        **values,
    }
    if values["message"]:
        check_may_reach(uow, challenger_id, Outreach.NOTE, "message")
    outreach = Outreach.CHALLENGE if receiver.address is None else Outreach.INVITATION
    check_may_reach(uow, challenger_id, outreach, "opponent")
    if receiver.address is not None:
        return _invite(uow, challenger_id, receiver.address, row)
    assert receiver.player is not None
    return _challenge(uow, challenger_id, receiver.player, row)


def _challenge(uow: UnitOfWork, challenger_id: int, to: PlayerView, row: Mapping[str, Any]) -> ChallengeReceipt:
    if why_not := why_not_challenge(uow, challenger_id, to.id):
        raise InputError(why_not, field="opponent")
    to_one = f"{challenger_id} {to.id}"
    limits = {**challenge_limits(uow, challenger_id), _CHALLENGES: str(challenger_id), _CHALLENGES_TO_ONE: to_one}
    rate_limits.count(uow, limits)
    uow.connection.execute(insert(CHALLENGE).values(**row, opponent_id=to.id))
    uow.tell(notices.about_challenge(NoticeKind.CHALLENGE, row["id"], To(to.id), {"challenge_id": row["id"]}))
    return ChallengeReceipt(row["id"], to.name)


def _invite(uow: UnitOfWork, challenger_id: int, to: Address, row: Mapping[str, Any]) -> ChallengeReceipt:
    """
    The same for a mail address, whether or not it has an account, so that nobody learns of it; if its owner takes no
    challenges from this player, only the letter is left out.
    """
    is_withheld = is_unwelcome_at(uow, challenger_id, to.key)
    reply_token = tokens.new_token()
    token = tokens.invitation_token(uow.secret, reply_token)
    check_words_to_stranger(str(row["message"]))
    limits = {_INVITATIONS: str(challenger_id), _INVITATIONS_TO_ONE: to.key}
    limits |= {**invitation_limits(uow, challenger_id), _INVITATIONS_TO_MAILBOX: to.mailbox}
    rate_limits.count(uow, limits)
    sent_to = {"address": to.address, "address_key": to.key, "invitation_hash": tokens.hash_token(token)}
    uow.connection.execute(insert(CHALLENGE).values(**row, **sent_to, is_withheld=is_withheld))
    if not is_withheld:
        facts = {"challenge_id": row["id"], "token": token, "reply_token": reply_token}
        uow.tell(notices.invitation(row["id"], to.address, facts))
    return ChallengeReceipt(row["id"], to.address)


def _unsaid(reader: Reader, order: MakeChallenge, receiver: _Receiver) -> str:
    """Why the words with a challenge are not passed on, in a sentence; empty if they are, or if there are none."""
    if receiver.player is None or not order.terms.message.strip():
        return ""
    is_unheard = order.challenger_id in blocks_between(reader, receiver.player.id, (order.challenger_id,)).muted
    return f"Your words were not passed on: {takes_no_messages(receiver.player.name)}" if is_unheard else ""


def _find_earlier(uow: UnitOfWork, order: MakeChallenge) -> Proposal | None:
    if order.order_key is None:
        return None
    tokens.check_order_key(order.order_key)
    same = (CHALLENGE.c.challenger_id == order.challenger_id) & (CHALLENGE.c.order_key == order.order_key)
    return find_proposal(uow, same)


def _receipt_of_earlier(earlier: Proposal, receiver: _Receiver, values: Mapping[str, object]) -> ChallengeReceipt:
    written = {**earlier.cells, "is_private": earlier.is_private, "message": earlier.message}
    is_to_same = earlier.address_key == receiver.address.key if receiver.address else _is_to_player(earlier, receiver)
    if not is_to_same or any(values[name] != value for name, value in written.items()):
        raise ConflictError(
            f"This form was used before, for your challenge to {earlier.address or earlier.opponent}. If this is meant "
            "as another challenge, send it once more."
        )
    return ChallengeReceipt(earlier.id, earlier.address or earlier.opponent)


def _is_to_player(earlier: Proposal, receiver: _Receiver) -> bool:
    return receiver.player is not None and earlier.address is None and earlier.opponent_id == receiver.player.id


def _check_room(uow: UnitOfWork, challenger_id: int) -> None:
    """
    Refuse one more challenge of a player who has as many open ones as one may have.

    :raises TooManyError: that is so.
    """
    is_open = (CHALLENGE.c.state == ChallengeState.OPEN.value) & (CHALLENGE.c.expires_at > uow.now)
    mine = select(func.count()).where(CHALLENGE.c.challenger_id == challenger_id, is_open)
    if uow.connection.execute(mine).scalar_one() >= _MOST_OPEN:
        raise TooManyError(f"You have {_MOST_OPEN} open challenges; withdraw one, or wait until one is answered.")


def _get_to(uow: UnitOfWork, challenge_id: str, player_id: int) -> Proposal:
    proposal = get_proposal(uow, challenge_id, is_locked=True)
    _check_to(uow, proposal, player_id)
    return proposal


def _check_to(reader: Reader, proposal: Proposal, player_id: int) -> None:
    if proposal.challenger_id == player_id:
        raise NotAllowedError("This is your own challenge: you can withdraw it, but only your opponent can answer it.")
    if not is_to(reader, proposal, player_id):
        raise NotFoundError("There is no such challenge to you.")


def _tell_receiver(uow: UnitOfWork, kind: NoticeKind, proposal: Proposal) -> None:
    if not proposal.is_withheld:
        is_named = proposal.opponent_id is not None
        _tell(uow, kind, proposal, To(proposal.opponent_id) if is_named else To(address=proposal.address))


def _tell(uow: UnitOfWork, kind: NoticeKind, proposal: Proposal, to: To) -> None:
    uow.tell(notices.about_challenge(kind, proposal.id, to, {"challenge_id": proposal.id}))


@dataclass(frozen=True, slots=True)
class AskRematch:
    """A wish for a rematch."""

    game_id: str
    player_id: int
    order_key: str | None = field(default=None, repr=False)
    """The same key is the same wish, even after it was declined."""


@dataclass(frozen=True, slots=True)
class RematchReceipt:
    """What became of the wish for a rematch."""

    opponent: str
    challenge_id: str
    game_id: str | None
    """The game, if it has begun."""
    is_repeated: bool
    """Whether nothing was changed, since it had been asked for before."""


def ask_rematch(uow: UnitOfWork, order: AskRematch) -> RematchReceipt:
    """
    Ask for a rematch, or accept the one that the opponent asked for, which starts the game.

    :raises NotAllowedError: the player does not play that game.
    :raises ConflictError: the game is still running.
    :raises InputError: the opponent takes no challenges of this player.
    """
    # The game's lock makes one of two wishes at once the first.
    game = get_game_row_locked(uow, order.game_id)
    mine = game.get_seat(order.player_id)
    opponent = game.seats[other(mine.seat)]
    if not game.is_over:
        raise ConflictError("This game is still running: you can ask for a rematch when it is over.")
    asked = _find_standing(uow, order)
    if asked is not None:
        return _answered(uow, asked, order.player_id, opponent.name)
    lock_proposer(uow, order.player_id)
    _check_room(uow, order.player_id)
    to = _Receiver(PlayerView(opponent.player_id, opponent.name))
    again = rematch_of(game, order.player_id)
    more = {"is_private": again.is_private, "message": "", "rematch_of": game.id, "order_key": order.order_key}
    receipt = _propose(uow, order.player_id, to, again.cells | more)
    return RematchReceipt(opponent.name, receipt.id, None, is_repeated=False)


def _find_standing(uow: UnitOfWork, order: AskRematch) -> Proposal | None:
    """The rematch of the game that is open or accepted, or that this very order asked for."""
    of_game = CHALLENGE.c.rematch_of == order.game_id
    if order.order_key is not None:
        mine = (CHALLENGE.c.challenger_id == order.player_id) & (CHALLENGE.c.order_key == order.order_key)
        earlier = find_proposal(uow, of_game & mine)
        if earlier is not None:
            return earlier
    stands = CHALLENGE.c.state.in_([ChallengeState.OPEN.value, ChallengeState.ACCEPTED.value])
    found = find_proposal(uow, of_game & stands, is_locked=True)
    if found is None or found.state_at(uow.now) is not ChallengeState.EXPIRED:
        return found
    _expire(uow, found)
    return None


def _answered(uow: UnitOfWork, asked: Proposal, player_id: int, opponent: str) -> RematchReceipt:
    is_to_accept = asked.challenger_id != player_id and asked.state is ChallengeState.OPEN
    game_id = accept_proposal(uow, asked, player_id) if is_to_accept else asked.game_id
    return RematchReceipt(opponent, asked.id, game_id, is_repeated=not is_to_accept)

"""Taking back by mail what was proposed: one's own open offers, links and challenges, wherever they were made."""

from dataclasses import dataclass

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, NotAllowedError, NotFoundError
from corr.leagues.rows import get_league
from corr.mail.answering.answers import Pointer
from corr.mail.answering.authority import PlayerRequester
from corr.mail.answering.information import InformationAnswer
from corr.mail.reading.words.orders import Orders
from corr.play.challenges import withdraw_challenge
from corr.play.offers import standing_offers_of, withdraw_offer
from corr.play.open_offers import offers_of
from corr.play.proposals import get_proposal, open_challenges
from corr.players.names import name_key

_MOST = 10
_OFFERS = Pointer("All open offers", "/offers")


@dataclass(frozen=True, slots=True)
class _Proposal:
    """Something open that the player has proposed."""

    id: str
    opponent: str
    """Whom a challenge is to; empty for an offer."""
    words: str
    """What it proposes: the game, and "3 days for each turn"."""

    def is_called(self, name: str) -> bool:
        """Whether *name* means it."""
        return name.lower() == self.id or bool(self.opponent and name_key(name) == name_key(self.opponent))


def withdraw(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    """
    Withdraw what *orders* name, or else what the answered letter is about, or the only thing that is open.

    :raises CorrError: nothing like that is open, or more than one thing is; the sentence says what to write.
    """
    mine, name = _open_ones(uow, requester.player_id), orders.wanted
    if orders.about and not name:
        _check_is_own(uow, orders.about, requester.player_id)
        name = orders.about if any(one.id == orders.about for one in mine) else ""
    meant = [one for one in mine if one.is_called(name)] if name else mine
    if len(meant) > 1:
        raise ConflictError(f"More than one thing is open. Write which one you mean: {_choice(meant)}.")
    if meant:
        return _withdrawn(uow, requester.player_id, meant[0])
    if name.isascii() and name.isalnum():
        # It may have been withdrawn before, or be taken or too old, which is told.
        try:
            withdraw_offer(uow, name.lower(), requester.player_id)
            return _answer(f"Your offer {name.lower()} is withdrawn.")
        except NotFoundError:
            pass
    others = f" These are open: {_choice(mine)}." if mine else ""
    raise ConflictError(f"{_none_called(uow, name)}{others}")


def _open_ones(reader: Reader, player_id: int) -> list[_Proposal]:
    """All that the player has proposed and nobody has answered: challenges, then offers, the latest first."""
    _, challenges = open_challenges(reader, player_id)
    offers = (offer for offer in offers_of(reader, player_id) if offer.state == "open")
    standing = (offer for offer in standing_offers_of(reader, player_id) if offer.offer_id)
    return [
        *(_Proposal(one.id, one.opponent, f"{one.game_title}, {one.pace_words}") for one in challenges),
        *(_Proposal(one.id, "", f"{one.game_title}, {one.pace_words}") for one in offers),
        *(_Proposal(one.offer_id, "", f"{one.title}, {one.pace_words}, again and again") for one in standing),
    ]


def _choice(proposals: list[_Proposal]) -> str:
    """What to write for each of *proposals*."""
    names = [one.opponent for one in proposals]
    listed = [
        f"“withdraw {one.opponent if names.count(one.opponent) == 1 and one.opponent else one.id}”"
        f" ({f'the challenge to {one.opponent}' if one.opponent else 'the offer'}: {one.words})"
        for one in proposals[:_MOST]
    ]
    return "; ".join([*listed, *(["and more"] if len(proposals) > _MOST else [])])


def _none_called(reader: Reader, name: str) -> str:
    """The sentence that nothing called *name* is open; a league of that name may be meant."""
    if not name:
        return "You have no open offer and no open challenge."
    sentence = f"You have no open offer and no open challenge “{name}”."
    try:
        league = get_league(reader, name)
    except NotFoundError:
        return sentence
    return f"{sentence} To withdraw from {league.name}, write “leave {league.id}”, alone on a line."


def _check_is_own(reader: Reader, challenge_id: str, player_id: int) -> None:
    """
    Refuse to withdraw the challenge of a letter that somebody else has made.

    :raises NotAllowedError: that is so.
    """
    proposal = get_proposal(reader, challenge_id)
    if proposal.challenger_id != player_id:
        raise NotAllowedError(
            f"“withdraw” takes back what you have proposed. To say no to {proposal.challenger}, write “decline”."
        )


def _withdrawn(uow: UnitOfWork, player_id: int, proposal: _Proposal) -> InformationAnswer:
    if proposal.opponent:
        withdraw_challenge(uow, proposal.id, player_id)
        return _answer(f"Your challenge to {proposal.opponent} is withdrawn.", proposal.words)
    withdraw_offer(uow, proposal.id, player_id)
    return _answer(f"Your offer {proposal.id} is withdrawn.", proposal.words)


def _answer(title: str, words: str = "") -> InformationAnswer:
    return InformationAnswer(title, title, (f"It was for {words}.",) if words else (), (_OFFERS,))

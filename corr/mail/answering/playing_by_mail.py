"""Finding somebody to play by mail: challenges, offers and rematches, answering a letter or not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, CorrError, InputError, NotFoundError
from corr.mail.answering.answers import OFFERS_BY_MAIL, Pointer
from corr.mail.answering.information import InformationAnswer
from corr.mail.answering.joining_by_mail import LeagueRequester
from corr.mail.reading.words.commands import OF_PLAYING, Act
from corr.mail.reading.words.orders import Orders
from corr.play.challenges import (
    AskRematch,
    MakeChallenge,
    accept_challenge,
    ask_rematch,
    decline_challenge,
    make_challenge,
)
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer, take_offer
from corr.play.proposals import challenge_page
from corr.play.proposed_terms import TypedTerms

_USUAL_PACE = "3d/turn"
_SEATS = {"first": "first", "second": "second"}
_RATED = {"rated": True, "unrated": False}
_NOTHING = {
    Act.ACCEPT_CHALLENGE: "No game has begun.",
    Act.DECLINE_CHALLENGE: "Nothing was declined.",
    Act.REMATCH: "No rematch was asked for.",
    Act.OFFER: "No offer was made.",
    Act.TAKE: "No game has begun.",
    Act.CHALLENGE: "No challenge was made.",
}
_REASONS = {"too many games": "games", "many games": "games", "not now": "now"}


@dataclass(frozen=True, slots=True)
class _Words:
    """The words after “offer” or “challenge”, without those about terms."""

    names: tuple[str, ...]
    pace: str
    seat: str
    is_rated: bool

    @classmethod
    def read(cls, text: str) -> "_Words":
        """*text* cut into names and terms, which come last in any order."""
        names, pace, seat, is_rated = text.split(), _USUAL_PACE, "either", True
        while len(names) > 1:
            word = names[-1].casefold()
            if word in _SEATS:
                seat = _SEATS[word]
            elif word in _RATED:
                is_rated = _RATED[word]
            elif word == "untimed" or any(sign.isdigit() for sign in word):
                pace = word
            else:
                break
            names.pop()
        return cls(tuple(names), pace, seat, is_rated)

    def terms(self, reader: Reader) -> TypedTerms:
        """The terms of a game whose name is the last of the names."""
        return TypedTerms(_game(reader, self.names[-1]), {}, self.pace, self.seat, is_rated=self.is_rated)


def settled_playing(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> Mapping[Act, InformationAnswer]:
    """Challenge, offer, take, accept, decline or ask for a rematch as *orders* ask; the answer to each act."""
    return {act: _settled(uow, requester, orders, act) for act in orders.acts if act in OF_PLAYING}


def is_pointless(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> bool:
    """
    Whether *orders* ask for new games alone, and none of that can be done, so that nobody need be asked about it: each
    act is done and undone.
    """
    return all(act in OF_PLAYING and not _can_be_done(uow, requester, orders, act) for act in orders.acts)


def _can_be_done(uow: UnitOfWork, requester: LeagueRequester, orders: Orders, act: Act) -> bool:
    try:
        with uow.attempt() as part:
            _DOING[act](uow, requester, orders)
            part.undo()
    except CorrError:
        return False
    return True


def _settled(uow: UnitOfWork, requester: LeagueRequester, orders: Orders, act: Act) -> InformationAnswer:
    try:
        with uow.attempt():
            return _DOING[act](uow, requester, orders)
    except CorrError as refusal:
        title = _NOTHING[act]
        lines = (
            (refusal.sentence, OFFERS_BY_MAIL)
            if isinstance(refusal, InputError | NotFoundError)
            else (refusal.sentence,)
        )
        return InformationAnswer(title, f"{title} {refusal.sentence}", lines, (Pointer("All open offers", "/offers"),))


def _accept(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> InformationAnswer:
    _check_answers(orders, "accept")
    return _begun(accept_challenge(uow, orders.about, requester.player_id, orders.wanted))


def _decline(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> InformationAnswer:
    _check_answers(orders, "decline")
    decline_challenge(uow, orders.about, requester.player_id, _REASONS.get(orders.wanted, orders.wanted))
    challenge = challenge_page(uow, orders.about, requester.player_id)
    title = f"You have declined {challenge.challenger}’s challenge."
    return InformationAnswer(title, title, (f"{challenge.challenger} is told: {challenge.declined_words}",))


def _check_answers(orders: Orders, word: str) -> None:
    if not orders.about:
        raise ConflictError(f"“{word}” answers a challenge: write it in a reply to the letter with the challenge.")


def _rematch(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> InformationAnswer:
    if not orders.about:
        raise ConflictError("“rematch” answers the letter of a game’s end: write it in a reply to that letter.")
    receipt = ask_rematch(uow, AskRematch(orders.about, requester.player_id, requester.order_key))
    if receipt.game_id is not None:
        return _begun(receipt.game_id)
    asked = f"You have asked {receipt.opponent} for a rematch."
    title = f"You had asked {receipt.opponent} for a rematch already." if receipt.is_repeated else asked
    lines = ("The terms are the same, and the seats are swapped. A letter tells you when the game begins.",)
    return InformationAnswer(title, title, lines, (Pointer("The challenge", f"/challenges/{receipt.challenge_id}"),))


def _offer(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> InformationAnswer:
    words = _Words.read(orders.wanted)
    if len(words.names) > 1:
        raise InputError(f"“{orders.wanted}” does not say which game at which pace.", field="game")
    order = MakeOffer(requester.player_id, words.terms(uow), Conditions(), requester.order_key)
    offer_id = make_offer(uow, order)
    title = f"Your offer {offer_id} is open."
    lines = ("Whoever takes it first plays with you, and a letter tells you then. It can be withdrawn on its page.",)
    return InformationAnswer(title, title, lines, (Pointer(f"The offer {offer_id}", f"/offers/{offer_id}"),))


def _take(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> InformationAnswer:
    # An offer never changes and its name is never given to another, so what is taken is what was read.
    offer_id, _, seat = orders.wanted.partition(" ")
    return _begun(take_offer(uow, offer_id, requester.player_id, seat))


def _challenge(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> InformationAnswer:
    words = _Words.read(orders.wanted)
    if len(words.names) == 1:
        raise InputError(f"Which game? Write its name after “challenge {words.names[0]}”.", field="game")
    opponent = " ".join(words.names[:-1])
    receipt = make_challenge(uow, MakeChallenge(requester.player_id, opponent, words.terms(uow), requester.order_key))
    title = f"Your challenge to {receipt.to} is on its way."
    lines = ("A letter tells you when it is answered. It can be withdrawn on its page.",)
    return InformationAnswer(title, title, lines, (Pointer("The challenge", f"/challenges/{receipt.id}"),))


_DOING: Mapping[Act, Callable[[UnitOfWork, LeagueRequester, Orders], InformationAnswer]] = {
    Act.ACCEPT_CHALLENGE: _accept,
    Act.DECLINE_CHALLENGE: _decline,
    Act.REMATCH: _rematch,
    Act.OFFER: _offer,
    Act.TAKE: _take,
    Act.CHALLENGE: _challenge,
}


def _begun(game_id: str) -> InformationAnswer:
    lines = ("A letter of its own tells you of it: answer that one with your turn when you are due.",)
    return InformationAnswer(
        "The game has begun.", "The game has begun.", lines, (Pointer("The game", f"/games/{game_id}"),)
    )


def _game(reader: Reader, typed: str) -> str:
    """
    The game that somebody named.

    :raises InputError: there is none of that name; the sentence says which there are.
    """
    titles = {name: info.game for info in reader.registry.games() for name in (info.game, info.title.casefold())}
    found = titles.get(typed.casefold())
    if found is not None:
        return found
    raise InputError(_unknown_game(typed, list(titles), [info.title for info in reader.registry.games()]), field="game")


def _unknown_game(typed: str, known: Sequence[str], titles: Sequence[str]) -> str:
    meant = get_close_matches(typed.casefold(), known, n=1)
    hint = f" Did you mean {meant[0]}?" if meant else f" These can be played: {', '.join(titles)}."
    return f"There is no game called {typed}.{hint}"

"""Finding somebody to play by mail, answering a letter or not: challenges, offers, rematches, and leagues."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from corr.base.notices import NoticeKind
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import moment_words, owner_of
from corr.errors import ConflictError, CorrError, InputError, NotFoundError
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import TakeOver, take_over
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.consents import find_open_ask
from corr.leagues.rows import SeasonRow, find_entry, get_season
from corr.leagues.season_search import leagues_to_join, season_to_join, season_to_leave
from corr.leagues.seasons.entries import JoinSeason, LeaveSeason, join_season, leave_season
from corr.mail.answering.answers import AnswerQuestion, Pointer
from corr.mail.answering.authority import DOOR, PlayerRequester
from corr.mail.answering.information import InformationAnswer
from corr.mail.answering.questions import question
from corr.mail.answering.received_mail import packed
from corr.mail.answering.withdrawing_by_mail import withdraw
from corr.mail.queues.held_orders import HoldReason, NewHeldOrder, hold
from corr.mail.queues.mail_history import why_asked
from corr.mail.reading.words.commands import OF_PLAYING, Act
from corr.mail.reading.words.free_requests import LEAGUES_BY_MAIL, OFFERS_BY_MAIL
from corr.mail.reading.words.orders import Orders
from corr.play.challenges import (
    AskRematch,
    MakeChallenge,
    accept_challenge,
    ask_rematch,
    decline_challenge,
    make_challenge,
)
from corr.play.meeting import has_finished
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer, take_offer
from corr.play.proposals import challenge_page
from corr.play.proposed_terms import TypedTerms

_LEAGUES = Pointer("All leagues", "/leagues")
_OFFERS = Pointer("All open offers", "/offers")
ASKING = frozenset({NoticeKind.SEASON_OPENS.value, NoticeKind.REPLACEMENT.value})
"""The kinds of letters that ask whether somebody plays; in an answer to one, yes means join."""
_WHICH = "That does not say which league you mean."
_USUAL_PACE = "3d/turn"
_SEATS = {"first": "first", "second": "second"}
_RATED = {"rated": True, "unrated": False}
_NOT_RATED_YET = "The game is not rated, since you have not finished one here yet. Add “rated” if you want it to count."
_NOTHING = {
    Act.JOIN: "You have not joined.",
    Act.LEAVE_LEAGUE: "Nothing was changed.",
    Act.CONFIRM_WITHDRAWAL: "Nothing was changed.",
    Act.ACCEPT_CHALLENGE: "No game has begun.",
    Act.DECLINE_CHALLENGE: "Nothing was declined.",
    Act.REMATCH: "No rematch was asked for.",
    Act.OFFER: "No offer was made.",
    Act.TAKE: "No game has begun.",
    Act.CHALLENGE: "No challenge was made.",
    Act.WITHDRAW: "Nothing was withdrawn.",
}
_REASONS = {"too many games": "games", "many games": "games", "not now": "now"}


def season_page(season: SeasonRow) -> Pointer:
    """A link to the page of a season."""
    return Pointer(season.name, season.path)


def _join(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    asked = _season_to_play_on(uow, requester, orders.league)
    if asked is not None:
        return _take_over(uow, requester, asked)
    season = season_to_join(uow, orders.league or _league_of(uow, requester))
    receipt = join_season(uow, JoinSeason(season.id, requester.player_id, DOOR))
    title = f"You have joined {season.name}." if receipt.is_changed else f"You are in {season.name} already."
    lines = (
        f"It begins on {_moment(uow, requester, season)}: all your games begin then, and letters tell you of them.",
        f"“leave {season.league_id}”, alone on a line in an answer to any letter of ours, leaves it again until then.",
    )
    return InformationAnswer(title, title, lines, (season_page(season),))


def _season_to_play_on(reader: Reader, requester: PlayerRequester, league: str) -> SeasonRow | None:
    """The season of the answered letter, if the player is asked to take over for somebody in it, or has done so."""
    season = None if requester.season_id is None else get_season(reader, requester.season_id)
    if season is None or not season.is_running or league.lower() not in {"", season.league_id}:
        return None
    ask = find_open_ask(reader, season.id, requester.player_id)
    entry = find_entry(reader, season.id, requester.player_id)
    return season if ask is not None or (entry is not None and entry.took_over_at is not None) else None


def _take_over(uow: UnitOfWork, requester: PlayerRequester, season: SeasonRow) -> InformationAnswer:
    receipt = take_over(uow, TakeOver(season.id, requester.player_id, DOOR))
    lines = (
        "A letter comes for each turn that is due: answer that one with your turn.",
        f"“leave {season.league_id}”, alone on a line in an answer to any letter of ours, asks whether you withdraw.",
    )
    return InformationAnswer(receipt.sentence, receipt.sentence, lines, (season_page(season),))


def _leave(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    season = season_to_leave(uow, orders.league, requester.player_id)
    if season.is_running:
        return _asked_back(uow, requester, season)
    leave_season(uow, LeaveSeason(season.id, requester.player_id, DOOR))
    title = f"You have left {season.name}."
    line = f"“join {season.league_id}”, alone on a line in an answer to any letter of ours, enters it again."
    lines = (line,) if season.takes_players(uow.now) else ()
    return InformationAnswer(title, title, lines, (season_page(season),))


def _asked_back(uow: UnitOfWork, requester: PlayerRequester, season: SeasonRow) -> InformationAnswer:
    """The question whether the player withdraws from a running season, with what that means; nothing is done yet."""
    asked = OwnWithdrawal(season.id, requester.player_id).preview(uow, requester.player_id)
    zone = owner_of(uow, requester.player_id).zone
    title = f"Do you want to withdraw from {season.name}?"
    told = (asked.intro, *(sentence.told(lambda at: moment_words(at, zone)) for sentence in asked.sentences))
    if requester.mail_id:
        held = _held(uow, requester, season)
        lines = (*told, f"Nothing has been changed yet. {why_asked(HoldReason.WITHDRAWAL, '')}")
        return InformationAnswer(
            title, f"{title} It waits for your word.", lines, (season_page(season),), question=held
        )
    how = (
        "Nothing has been changed yet. If you want it, say so on the season’s page; or "
        f"“confirm withdraw {season.league_id}”, alone on a line in an answer to this letter, does it."
    )
    return InformationAnswer(title, f"{title} It waits for your word.", (*told, how), (season_page(season),))


def _held(uow: UnitOfWork, requester: PlayerRequester, season: SeasonRow) -> AnswerQuestion:
    """Hold a withdrawal until it is confirmed; the question about it."""
    typed = f"leave {season.league_id}"
    wanted = Orders(acts=(Act.CONFIRM_WITHDRAWAL,), typed=(typed,), league=season.league_id)
    order = NewHeldOrder(
        inbox_id=requester.mail_id,
        player_id=requester.player_id,
        game_id=None,
        turn_number=None,
        orders=packed(wanted),
        written_by="",
        received_at=uow.now,
        why=HoldReason.WITHDRAWAL,
    )
    held = hold(uow, order)
    return question(held.id, f"/held/{held.token}", wanted, is_of_game=False)


def _withdraw(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    season = season_to_leave(uow, orders.league, requester.player_id)
    if not season.is_running:
        raise ConflictError(
            f"{season.name} has not begun, so nobody needs to withdraw. "
            f"“leave {orders.league}”, alone on a line, leaves it."
        )
    withdrawal = OwnWithdrawal(season.id, requester.player_id, door=DOOR)
    becomes = withdrawal.preview(uow, requester.player_id).sentences[0]
    withdrawal.carry_out(uow, ActRequest(requester.player_id, order_key=requester.order_key))
    title = f"You have withdrawn from {season.name}."
    return InformationAnswer(title, title, (str(becomes),), (season_page(season),))


def _league_of(reader: Reader, requester: PlayerRequester) -> str:
    """
    The id of the league of the answered letter.

    :raises InputError: the letter is about no league.
    """
    if requester.season_id is None:
        known = ", ".join(f"{league.id} ({league.name})" for league in leagues_to_join(reader)[:3])
        raise InputError(f"{_WHICH} These take players now: {known}." if known else _WHICH, field="league")
    return get_season(reader, requester.season_id).league_id


def _moment(reader: Reader, requester: PlayerRequester, season: SeasonRow) -> str:
    return moment_words(season.dates.starts_at, owner_of(reader, requester.player_id).zone)


@dataclass(frozen=True, slots=True)
class _Words:
    """The words after “offer” or “challenge”, without those about terms."""

    names: tuple[str, ...]
    pace: str
    seat: str
    is_rated: bool | None
    """Whether the game is rated; None if no word says so."""

    @classmethod
    def read(cls, text: str) -> "_Words":
        """*text* cut into names and terms, which come last in any order."""
        names, pace, seat, is_rated = text.split(), _USUAL_PACE, "either", None
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

    def terms(self, reader: Reader, player_id: int) -> TypedTerms:
        """The terms of a game whose name is the last of the names, as that player proposes it."""
        is_rated = has_finished(reader, player_id) if self.is_rated is None else self.is_rated
        return TypedTerms(_game(reader, self.names[-1]), {}, self.pace, self.seat, is_rated=is_rated)

    def hints(self, terms: TypedTerms) -> tuple[str, ...]:
        """That the game is not rated, if that was not written."""
        return (_NOT_RATED_YET,) if self.is_rated is None and not terms.is_rated else ()


def settle_playing(uow: UnitOfWork, requester: PlayerRequester, orders: Orders, act: Act) -> InformationAnswer:
    """
    Do one act about leagues or new games.

    :raises CorrError: that cannot be done.
    """
    return _DOING[act](uow, requester, orders)


def refused_playing(act: Act, refusal: CorrError) -> InformationAnswer:
    """The answer to an act about leagues or new games that was refused."""
    title, words = _NOTHING[act], (refusal.sentence,)
    if act in OF_PLAYING:
        how, page, is_misread = OFFERS_BY_MAIL, _OFFERS, isinstance(refusal, InputError | NotFoundError)
    else:
        how, page, is_misread = LEAGUES_BY_MAIL, _LEAGUES, isinstance(refusal, InputError)
    lines = (*words, how) if is_misread else words
    return InformationAnswer(title, f"{title} {refusal.sentence}", lines, (page,))


def _accept(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    _check_answers(orders, "accept")
    return _begun(accept_challenge(uow, orders.about, requester.player_id, orders.wanted))


def _decline(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    _check_answers(orders, "decline")
    decline_challenge(uow, orders.about, requester.player_id, _REASONS.get(orders.wanted, orders.wanted))
    challenge = challenge_page(uow, orders.about, requester.player_id)
    title = f"You have declined {challenge.challenger}’s challenge."
    return InformationAnswer(title, title, (f"{challenge.challenger} is told: {challenge.declined_words}",))


def _check_answers(orders: Orders, word: str) -> None:
    if not orders.about:
        raise ConflictError(f"“{word}” answers a challenge: write it in a reply to the letter with the challenge.")


def _rematch(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    if not orders.about:
        raise ConflictError("“rematch” answers the letter of a game’s end: write it in a reply to that letter.")
    receipt = ask_rematch(uow, AskRematch(orders.about, requester.player_id, requester.order_key))
    if receipt.game_id is not None:
        return _begun(receipt.game_id)
    asked = f"You have asked {receipt.opponent} for a rematch."
    title = f"You had asked {receipt.opponent} for a rematch already." if receipt.is_repeated else asked
    lines = ("The terms are the same, and the seats are swapped. A letter tells you when the game begins.",)
    return InformationAnswer(title, title, lines, (Pointer("The challenge", f"/challenges/{receipt.challenge_id}"),))


def _offer(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    words = _Words.read(orders.wanted)
    if len(words.names) > 1:
        raise InputError(f"“{orders.wanted}” does not say which game at which pace.", field="game")
    terms = words.terms(uow, requester.player_id)
    offer_id = make_offer(uow, MakeOffer(requester.player_id, terms, Conditions(), requester.order_key))
    title = f"Your offer {offer_id} is open."
    lines = (
        "The first person to accept plays you, and you get an email then.",
        f"“withdraw {offer_id}”, alone on a line, takes it back.",
        *words.hints(terms),
    )
    return InformationAnswer(title, title, lines, (Pointer(f"The offer {offer_id}", f"/offers/{offer_id}"),))


def _take(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    # An offer never changes and its name is never given to another, so what is taken is what was read.
    offer_id, _, seat = orders.wanted.partition(" ")
    return _begun(take_offer(uow, offer_id, requester.player_id, seat))


def _challenge(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> InformationAnswer:
    words = _Words.read(orders.wanted)
    if len(words.names) == 1:
        raise InputError(f"Which game? Write its name after “challenge {words.names[0]}”.", field="game")
    opponent = " ".join(words.names[:-1])
    terms = words.terms(uow, requester.player_id)
    receipt = make_challenge(uow, MakeChallenge(requester.player_id, opponent, terms, requester.order_key))
    title = f"Your challenge to {receipt.to} is on its way."
    lines = (
        "A letter tells you when it is answered.",
        f"“withdraw {receipt.to}”, alone on a line, takes it back.",
        *words.hints(terms),
    )
    return InformationAnswer(title, title, lines, (Pointer("The challenge", f"/challenges/{receipt.id}"),))


_DOING: Mapping[Act, Callable[[UnitOfWork, PlayerRequester, Orders], InformationAnswer]] = {
    Act.JOIN: _join,
    Act.LEAVE_LEAGUE: _leave,
    Act.CONFIRM_WITHDRAWAL: _withdraw,
    Act.ACCEPT_CHALLENGE: _accept,
    Act.DECLINE_CHALLENGE: _decline,
    Act.REMATCH: _rematch,
    Act.OFFER: _offer,
    Act.TAKE: _take,
    Act.CHALLENGE: _challenge,
    Act.WITHDRAW: withdraw,
}


def _begun(game_id: str) -> InformationAnswer:
    lines = ("A letter of its own tells you of it: answer that one with your turn when you are due.",)
    return InformationAnswer("The game has begun.", "The game has begun.", lines, begun=game_id)


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

"""Proposals: the rows of challenges, and challenges as each of the two players may see them."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Integer, RowMapping, Select, and_, bindparam, case, or_, select

from corr.base.uow import Reader
from corr.core.pace import terms_sentences
from corr.errors import NotFoundError
from corr.game.game_row import GAME, PLAYER, SEAT, GameRow, get_game_row, terms_of
from corr.game.views import ChallengeView
from corr.game.words import option_words, rated_words, seat_words
from corr.games.api import Info
from corr.games.seats import FIRST, Seat, other
from corr.play.proposed_terms import ORDER, ProposedGame, ProposedSeat, proposed_seat, seat_of, wished_seat_words
from corr.ratings.player_ratings import ratings_in
from corr.ratings.rated_games import NOT_RATED_WORDS, game_of, have_reached_limit
from corr.store.base import table, value_of
from corr.store.tables.games import Challenge, ChallengeState, DeclineReason, SeatWish
from corr.store.tables.player_accounts import MailAddress

CHALLENGE = table(Challenge)
_ADDRESS = table(MailAddress)
_CHALLENGERS = PLAYER.alias("challenger")
_OPPONENTS = PLAYER.alias("opponent")
_ID = re.compile(r"[a-z0-9]{1,24}")
_MOST = 100
"""How many open challenges of one player are shown."""
_DECLINED = {
    DeclineReason.NONE: "Perhaps another time.",
    DeclineReason.PACE: "{name} would like to play, but at another pace.",
    DeclineReason.GAMES: "{name} has enough games for now. Perhaps later.",
    DeclineReason.NOW: "Just now is not a good time for {name}. Perhaps later.",
}
"""What a challenger reads of each reason to decline."""

_PROPOSALS: Select[Any] = (
    select(CHALLENGE, _CHALLENGERS.c.name.label("challenger_name"), _OPPONENTS.c.name.label("opponent_name"))
    .join(_CHALLENGERS, _CHALLENGERS.c.id == CHALLENGE.c.challenger_id)
    .outerjoin(_OPPONENTS, _OPPONENTS.c.id == CHALLENGE.c.opponent_id)
)
IS_OPEN = and_(CHALLENGE.c.state == ChallengeState.OPEN.value, CHALLENGE.c.expires_at > bindparam("now"))
"""The condition that a challenge still waits for an answer."""


def is_to_player(player_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that an open challenge is to that player, by name or by a verified mail address."""
    # The player may be a column of a query that lies further out than the one about challenges.
    owned = select(_ADDRESS.c.address_key).where(_ADDRESS.c.player_id == player_id).correlate_except(_ADDRESS)
    is_invited = and_(CHALLENGE.c.address_key.in_(owned), CHALLENGE.c.is_withheld.is_(False))
    return or_(CHALLENGE.c.opponent_id == player_id, is_invited)


IS_TO_PLAYER = is_to_player(bindparam("player", type_=Integer))
IS_BY_PLAYER = CHALLENGE.c.challenger_id == bindparam("player")
# One's own come first: of them nobody has many, so that they leave room for the others.
_OPEN_OF_PLAYER = (
    _PROPOSALS.where(IS_OPEN, or_(IS_TO_PLAYER, IS_BY_PLAYER))
    .order_by(case((IS_BY_PLAYER, 0), else_=1), CHALLENGE.c.created_at.desc(), CHALLENGE.c.id)
    .limit(2 * _MOST)
)


_LAST_BEGUN = (
    select(GAME.c.id)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(SEAT.c.player_id == bindparam("player"), SEAT.c.ended_at.is_(None), GAME.c.season_id.is_(None))
    .order_by(GAME.c.created_at.desc(), GAME.c.id)
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Proposal(ProposedGame):
    """The row of a challenge with the players' names."""

    id: str
    challenger_id: int
    challenger: str
    opponent_id: int | None
    address: str | None
    address_key: str | None
    opponent: str
    """The opponent's name; the invited address while no player has that role."""
    is_private: bool
    message: str
    state: ChallengeState
    is_withheld: bool
    """Whether it is shown to its challenger alone."""
    created_at: datetime
    expires_at: datetime
    decline_reason: DeclineReason
    game_id: str | None
    rematch_of: str | None
    """The finished game that it asks to play again."""

    def state_at(self, now: datetime) -> ChallengeState:
        """Its state at that moment: an open one that is too old counts as expired before that is stored."""
        is_old = self.state is ChallengeState.OPEN and self.expires_at <= now
        return ChallengeState.EXPIRED if is_old else self.state


@dataclass(frozen=True, slots=True)
class Proposed(ProposedGame):
    """What a player would propose again: a game like one of theirs."""

    is_private: bool
    opponent: str
    """With whom that one is or was played."""


def rematch_of(row: GameRow, player_id: int) -> Proposed:
    """
    A rematch of a game of that player, with the seats swapped.

    :raises NotAllowedError: the player does not play it.
    """
    seat = row.get_seat(player_id).seat
    return _like(row, seat, SeatWish.SECOND if seat == FIRST else SeatWish.FIRST)


def rematch(reader: Reader, game_id: str, player_id: int) -> Proposed:
    """The same for the game of that id."""
    return rematch_of(get_game_row(reader, game_id), player_id)


def last_agreed(reader: Reader, player_id: int) -> Proposed | None:
    """The terms of the latest of a player's running games outside of leagues; None without any."""
    game_id = reader.connection.execute(_LAST_BEGUN, {"player": player_id}).scalar_one_or_none()
    if game_id is None:
        return None
    row = get_game_row(reader, game_id)
    return _like(row, row.get_seat(player_id).seat, SeatWish.EITHER)


def _like(row: GameRow, seat: Seat, wish: SeatWish) -> Proposed:
    proposed_seat = ProposedSeat(wish, is_wish=False)
    opponent = row.seats[other(seat)].name
    return Proposed(row.ruleset, row.options, row.terms, row.is_rated, proposed_seat, row.is_private, opponent)


def challenge_page(reader: Reader, challenge_id: str, player_id: int) -> ChallengeView:
    """A challenge as one of the two may see it."""
    proposal = get_proposal(reader, challenge_id)
    if player_id != proposal.challenger_id and not is_to(reader, proposal, player_id):
        raise NotFoundError(_unknown())
    return rated_view_of(reader, proposal, is_yours=player_id == proposal.challenger_id)


def open_challenges(reader: Reader, player_id: int) -> tuple[tuple[ChallengeView, ...], tuple[ChallengeView, ...]]:
    """The open challenges to a player, and those that the player made, the latest first: one statement."""
    asked = {"player": player_id, "now": reader.now}
    found = [_proposal(row) for row in reader.connection.execute(_OPEN_OF_PLAYER, asked).mappings()]
    incoming = [proposal for proposal in found if proposal.challenger_id != player_id]
    outgoing = [proposal for proposal in found if proposal.challenger_id == player_id]
    return (
        tuple(view_of(reader, proposal, is_yours=False) for proposal in incoming[:_MOST]),
        tuple(view_of(reader, proposal, is_yours=True) for proposal in outgoing[:_MOST]),
    )


def get_proposal(reader: Reader, challenge_id: str, *, is_locked: bool = False) -> Proposal:
    """The challenge of that id; locked until the end of the transaction if *is_locked*."""
    if _ID.fullmatch(challenge_id) is None:
        raise NotFoundError(_unknown())
    found = find_proposal(reader, CHALLENGE.c.id == challenge_id, is_locked=is_locked)
    if found is None:
        raise NotFoundError(_unknown())
    return found


def find_proposal(reader: Reader, condition: ColumnElement[bool], *, is_locked: bool = False) -> Proposal | None:
    """A challenge for which *condition* holds, if there is one."""
    statement = _PROPOSALS.where(condition).limit(1)
    if is_locked:
        statement = statement.with_for_update(of=CHALLENGE, key_share=True)
    row = reader.connection.execute(statement).mappings().first()
    return None if row is None else _proposal(row)


def is_to(reader: Reader, proposal: Proposal, player_id: int) -> bool:
    """Whether the challenge is to that player: by name, by having been accepted, or by a verified mail address."""
    if proposal.opponent_id is not None:
        return proposal.opponent_id == player_id
    if proposal.is_withheld:
        return False
    mine = select(_ADDRESS.c.id).where(
        _ADDRESS.c.player_id == player_id, _ADDRESS.c.address_key == proposal.address_key
    )
    return reader.connection.execute(mine).first() is not None


def view_of(reader: Reader, proposal: Proposal, *, is_yours: bool) -> ChallengeView:
    """The challenge as its challenger sees it if *is_yours*, else as its opponent does."""
    info = reader.registry.get_rules(proposal.ruleset).info
    state = proposal.state_at(reader.now)
    is_open = state is ChallengeState.OPEN
    return ChallengeView(
        id=proposal.id,
        challenger=proposal.challenger,
        opponent=proposal.opponent,
        game=info.game,
        game_title=info.title,
        ruleset=proposal.ruleset,
        options=option_words(info, dict(proposal.options)),
        pace=proposal.terms.pace.text,
        pace_words=proposal.terms.pace.words,
        terms=(*terms_sentences(proposal.terms, info.length), _counts(proposal)),
        your_seat_words=_your_seat_words(info, proposal, is_yours=is_yours),
        may_wish=is_open and not is_yours and proposal.seat.is_open,
        message=proposal.message,
        state=state.value,
        created_at=proposal.created_at,
        expires_at=proposal.expires_at,
        is_yours=is_yours,
        may_accept=is_open and not is_yours,
        may_withdraw=is_open and is_yours,
        game_id=proposal.game_id,
        declined_words=_DECLINED[proposal.decline_reason].format(name=proposal.opponent),
        rematch_of=proposal.rematch_of,
    )


def rated_view_of(reader: Reader, proposal: Proposal, *, is_yours: bool) -> ChallengeView:
    """The same with the ratings of those players who have one."""
    names = {proposal.challenger_id: proposal.challenger}
    if proposal.opponent_id is not None:
        names[proposal.opponent_id] = proposal.opponent
    found = ratings_in(reader, game_of(proposal.ruleset), list(names))
    ratings = tuple((name, found[player].words) for player, name in names.items() if player in found)
    return replace(told_view_of(reader, proposal, is_yours=is_yours), ratings=ratings)


def told_view_of(reader: Reader, proposal: Proposal, *, is_yours: bool) -> ChallengeView:
    """The same without ratings; it says if the two have begun too many rated games for another one."""
    view = view_of(reader, proposal, is_yours=is_yours)
    is_asked = proposal.is_rated and proposal.opponent_id is not None and view.state == ChallengeState.OPEN.value
    if is_asked and have_reached_limit(reader, proposal.challenger_id, proposal.opponent_id or 0):
        return replace(view, terms=(*view.terms[:-1], NOT_RATED_WORDS))
    return view


def _your_seat_words(info: Info, proposal: Proposal, *, is_yours: bool) -> str:
    seat, is_wish = seat_of(proposal.seat.of_proposer), proposal.seat.is_wish
    if not is_yours and proposal.state is ChallengeState.OPEN:
        return wished_seat_words(info, proposal.seat, proposal.challenger)
    if seat is None:
        return "Who moves first is decided at random when the game starts."
    if is_wish:
        return f"{proposal.challenger} would like to play {info.seats[seat]} and move {ORDER[seat]}."
    return seat_words(info, seat if is_yours else other(seat))


def _counts(proposal: Proposal) -> str:
    return rated_words(is_rated=proposal.is_rated, is_private=proposal.is_private)


def _proposal(row: RowMapping) -> Proposal:
    return value_of(
        Proposal,
        row,
        challenger=row["challenger_name"],
        opponent=row["opponent_name"] or row["address"],
        terms=terms_of(row),
        seat=proposed_seat(row),
    )


def _unknown() -> str:
    return "There is no such challenge."

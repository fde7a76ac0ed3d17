"""
The contents of a demo: players, one of them on leave, games of every kind in every state, challenges, leagues, and mail
in and out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.administration.installation import become_demo
from corr.administration.reports import MakeReport, report
from corr.base.uow import UnitOfWork, Workshop
from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.core.pace import Late, Terms, read_pace
from corr.demo.demo_mails import ReplyAddress, ask_for_letters, lay_in_mails
from corr.demo.league.demo_leagues import furnish_leagues
from corr.demo.sample_games import (
    AWAY,
    BY_MAIL,
    CHOOSING,
    FINISHED,
    IN_CHECK,
    OVERSLEPT,
    REVEALED,
    RUNNING,
    STACKS,
    Sample,
    others,
    turns_of,
)
from corr.errors import TurnError
from corr.game.game_row import GameRow, get_game_row
from corr.games.api import AnyRules
from corr.games.notation import shown
from corr.games.registry import broken_file
from corr.games.shown_turns import TURNS
from corr.play.challenges import MakeChallenge, make_challenge
from corr.play.deadlines import enforce_deadline_of
from corr.play.endings import resign
from corr.play.followed_facts import tell_next_followers
from corr.play.following import follow, get_target
from corr.play.lifecycle import NewGame, start_game
from corr.play.messages import SendMessage, send_message
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer
from corr.play.proposed_terms import TypedTerms
from corr.play.public_games import GamesWanted, public_games
from corr.play.turns import SubmitTurn, submit_turn
from corr.players.profiles import grant, make_player
from corr.store.statements import lift_limits
from corr.store.tables.follows import FollowWay

_ZONE = "UTC"
_DOOR = "web"
_MEMBERS_SINCE = timedelta(days=30)
_AWAY_SINCE = timedelta(days=2)
_DAYS_AWAY = 9
_CLAIMABLE_SINCE = timedelta(hours=23)
_RUDE_SINCE = timedelta(hours=5)

_SAMPLES = (FINISHED, REVEALED, OVERSLEPT, RUNNING, STACKS, IN_CHECK, BY_MAIL)


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    """A demo player: anybody at this machine may sign in as this player."""

    name: str
    address: str


PLAYERS = (
    DemoPlayer("Ada", "ada@demo.example"),
    DemoPlayer("Ben", "ben@demo.example"),
    DemoPlayer("Cleo", "cleo@demo.example"),
)


def set_up_demo(workshop: Workshop, reply_address: ReplyAddress) -> bool:
    """
    Make an empty database a demo, in one transaction; a database that is a demo already is left as it is.

    :param reply_address: the address for answers, for a reply token.
    :return: whether the database was empty.
    :raises NotAllowedError: real people play there.
    :raises BrokenGameError: the turns that a game brings for a demo cannot be played.
    """
    # A second process waits for the first one, which may be slow.
    with workshop.wait_limits.within(None), workshop.open() as uow:
        lift_limits(uow.connection)
        is_new = become_demo(uow)
        if is_new:
            _furnish(uow, reply_address)
        return is_new


def sign_in_words(url: str) -> Iterator[str]:
    """Lines about who may sign in at a demo, and where; *url* is that of the service."""
    *names, last = (player.name for player in PLAYERS)
    yield f"Demo: sign in as {', '.join(names)} or {last} with one click at {url}/demo"
    yield "Demo players exist only with --demo, and this database will never serve as a real one."


def _furnish(uow: UnitOfWork, reply_address: ReplyAddress) -> None:
    with _earlier(uow, _MEMBERS_SINCE):
        ada, ben, cleo = (make_player(uow, player.name, player.address, _ZONE, is_demo=True) for player in PLAYERS)
    grant(uow, PLAYERS[0].name)
    for followed in PLAYERS[1:]:
        follow(uow, ada, get_target(uow, "player", followed.name), FollowWay.FEED.value, each_turn=False)
    _play(uow, (ada, cleo), AWAY)
    with _earlier(uow, _AWAY_SINCE):
        take_leave(uow, TakeLeave(cleo, ForDays(_DAYS_AWAY), _DOOR, "demo"))
    games = {sample: _play(uow, (ada, ben), sample) for sample in _SAMPLES}
    with _earlier(uow, _CLAIMABLE_SINCE):
        enforce_deadline_of(uow, games[OVERSLEPT])
    _play(uow, (ben, ada), CHOOSING)
    for sample in others(uow.registry.games()):
        # Ada is the one who is due.
        is_hers = len(turns_of(sample, uow.registry.get_rules_of_game(sample.game))) % 2 == 0
        _play(uow, (ada, ben) if is_hers else (ben, ada), sample)
    terms = TypedTerms(
        game="kelasu",
        options={"spend_all": "true"},
        pace="10d+1d/20d",
        seat_wish="first",
        message="Another one, with all energy spent?",
        is_rated=True,
    )
    make_challenge(uow, MakeChallenge(ben, PLAYERS[0].name, terms, order_key="demo"))
    _offer(uow, ben, cleo)
    _send_link(uow, ada)
    furnish_leagues(uow, (ada, ben, cleo), _earlier)
    _report(uow, cleo)
    while tell_next_followers(uow):
        pass
    ask_for_letters(uow, ada, ben)
    lay_in_mails(uow, ada, games, reply_address)


def _offer(uow: UnitOfWork, ben: int, cleo: int) -> None:
    """Offers that Ada can take, and one that is not for her."""
    anybody, others = Conditions(one_at_a_time=False), Conditions()
    orders = (
        (ben, "kyo", "3d/turn", "Still learning the chains.", anybody),
        (cleo, "kerd", "7d/turn", "", anybody),
        (ben, "kelasu", "1d/turn", "Somebody new?", others),
    )
    for player, game, pace, message, conditions in orders:
        terms = TypedTerms(game, {}, pace, "either", message, is_rated=True)
        make_offer(uow, MakeOffer(player, terms, conditions, order_key=f"demo {game}"))


def _send_link(uow: UnitOfWork, ada: int) -> None:
    """A link for a club."""
    terms = TypedTerms("kyo", {}, "7d/turn", "either", "For our Tuesday table.")
    make_offer(uow, MakeOffer(ada, terms, Conditions(), order_key="demo link", is_link=True, seats=5))


def _report(uow: UnitOfWork, cleo: int) -> None:
    """A report about somebody in the league, for the administrator to decide."""
    demo_names = {player.name for player in PLAYERS}
    games = public_games(uow, GamesWanted(player_id=cleo)).items
    rude, game_id = next((seat.name, game.id) for game in games for seat in game.seats if seat.name not in demo_names)
    rude_id = int(get_target(uow, "player", rude).id)
    words = "Three weeks and no turn? Resign, you have lost anyway."
    with _earlier(uow, _RUDE_SINCE):
        send_message(uow, SendMessage(game_id, rude_id, words, _DOOR, order_key="demo report"))
    report(uow, MakeReport(cleo, rude_id, "I am on leave, as everybody can see. Please ask for kinder words.", game_id))


def _play(uow: UnitOfWork, players: tuple[int, int], sample: Sample) -> str:
    """Play a sample game; its id."""
    rules = uow.registry.get_rules_of_game(sample.game)
    with _earlier(uow, sample.ago):
        new = NewGame(rules.info.ruleset, rules.options, _terms(sample), players, is_rated=True)
        game_id = start_game(uow, new)
        for text in turns_of(sample, rules):
            _play_turn(uow, game_id, rules, text)
        if sample.is_given_up:
            resign(uow, game_id, _due(get_game_row(uow, game_id)), _DOOR)
    return game_id


def _play_turn(uow: UnitOfWork, game_id: str, rules: AnyRules, text: str) -> None:
    game_row = get_game_row(uow, game_id)
    if game_row.is_over:
        raise broken_file(rules, TURNS, "has turns after the end of a game")
    order = SubmitTurn(game_id, _due(game_row), game_row.turn_number, text, _DOOR, received_at=uow.now)
    try:
        submit_turn(uow, order)
    except TurnError as refused:
        reason = f"has a turn that cannot be played, “{shown(text)}”: {refused.sentence.rstrip('.')}"
        raise broken_file(rules, TURNS, reason) from refused


def _due(game_row: GameRow) -> int:
    """The player who is due, the first of several."""
    return next(seated.player_id for seated in game_row.seats if seated.is_due)


def _terms(sample: Sample) -> Terms:
    late = Late.CLAIM if sample.has_to_be_claimed else Late.LOSE
    allows_leave = not sample.has_to_be_claimed
    return Terms(read_pace(sample.pace), sample.has_weekends_off, late, allows_leave)


@contextmanager
def _earlier(uow: UnitOfWork, ago: timedelta) -> Iterator[None]:
    """A context in which everything happens as if it were so long *ago*."""
    now: datetime = uow.now
    uow.now = now - ago
    try:
        yield
    finally:
        uow.now = now

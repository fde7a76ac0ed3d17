"""
The list of players, its search and the list of offers, with 100 and with 100,000 players, 100 and 10,000 offers.

Each list shows a full page either way. The processor time of PostgreSQL's own processes is added.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from statistics import median
from typing import Any

from sqlalchemy import Connection, insert

from corr.base.paging import Place
from corr.base.uow import Reader
from corr.core.pace import Late
from corr.play.offers import LASTS
from corr.play.open_offers import met_words, offers_of, open_offers
from corr.players.listing import search_words
from corr.ratings.player_list import Order, PlayersWanted, listed_players
from corr.store.base import table
from corr.store.tables.games import Offer, OfferState
from corr.store.tables.player_accounts import ListedPlayer, NameWord, Player
from corr.store.tables.ratings import Rating
from tests.bench._crowd import settle
from tests.bench._figures import Figure, ratio
from tests.bench._metering import Meter, Work, cpu_of, in_turns, together
from tests.bench._model_games import DemoGamesWish
from tests.bench._worlds import World, a_world, sites

FEW, MANY = 100, 100_000
MOST_OFFERS = 10_000
_AIM = 1.3
_AT_ONCE = 5_000
_NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon"]
_GAME = "kyo"
Question = Callable[[Reader], object]


def _players(**wanted: Any) -> Question:  # noqa: ANN401 - the fields of a class
    return lambda reader: listed_players(reader, PlayersWanted(**wanted), None)


def _offers(game: str) -> Question:
    return lambda reader: open_offers(reader, 1, game=game)


def _last_offers(game: str) -> Question:
    return lambda reader: open_offers(reader, 1, game=game, before=Place(reader.now - timedelta(days=365), "a"))


QUESTIONS: dict[str, Question] = {
    "players, lately here first": _players(),
    "players by name": _players(order=Order.NAME),
    "players by rating": _players(game=_GAME, order=Order.RATING),
    "active players by name": _players(is_active=True, order=Order.NAME),
    "active players of a range of ratings": _players(
        game=_GAME, is_active=True, lowest=1000, highest=1700, order=Order.RATING
    ),
    "search that finds all": _players(search="q", order=Order.NAME),
    "search that finds all, active, by rating": _players(search="q", game=_GAME, is_active=True, order=Order.RATING),
    "offers": _offers(""),
    "offers of one game": _offers(_GAME),
    "offers, last page": _last_offers(""),
    "offers of one game, last page": _last_offers(_GAME),
    "one's own offers": lambda reader: offers_of(reader, 1),
    "how many offers a newcomer meets": lambda reader: met_words(reader, 2),
}


def figures() -> Iterator[Figure]:
    """Those of both databases."""
    for site in sites():
        with ExitStack() as stack:
            works: dict[int, dict[str, Work]] = {}
            for players in (FEW, MANY):
                name = f"meeting_{players}"
                world = stack.enter_context(a_world(site.new_url(name), DemoGamesWish(0)))
                fill(world, range(1, players + 1))
                meter = together(lambda: cpu_of(os.getpid()), site.backends_of(name))
                works[players] = {what: _asked(world, ask, meter) for what, ask in QUESTIONS.items()}
            for what in QUESTIONS:
                spent = in_turns({str(players): each[what] for players, each in works.items()}, rounds=9)
                many, few = spent[str(MANY)], spent[str(FEW)]
                detail = f"{median(many):.2f} ms, {median(few):.2f} ms"
                yield Figure(f"{site.name}: {what}", ratio(many, few), _AIM, detail=detail)


def fill(world: World, ids: Sequence[int]) -> None:
    """
    Add players of these *ids*, each with a rating, listed, and with an offer, as long as there are few enough of these.

    Every third of them was here lately.
    """
    names = {one: f"{_NAMES[one % len(_NAMES)]} Q{one:06}" for one in ids}
    today = world.clock.now().date()
    with world.workshop.open() as uow:
        connection = uow.connection
        shared = {"zone": "UTC", "created_at": uow.now, "is_demo": False}
        keys = {one: name.lower() for one, name in names.items()}
        _add(
            connection,
            Player,
            [{"id": one, "name": names[one], "name_key": keys[one], "look_key": keys[one], **shared} for one in ids],
        )
        _add(connection, ListedPlayer, [row for one in ids for row in _listed(one, keys[one], today)])
        _add(
            connection, NameWord, [{"word": word, "player_id": one} for one in ids for word in search_words(names[one])]
        )
        rated = {"game": _GAME, "deviation": 60.0, "volatility": 0.06, "games": 5, "last_day": today}
        _add(connection, Rating, [{"player_id": one, "rating": _rating(one), **rated} for one in ids])
        _add(connection, Offer, [_offer(world, one) for one in ids if one <= MOST_OFFERS])
    settle(world.database)


def _asked(world: World, ask: Question, meter: Meter) -> Work:
    def once() -> None:
        with world.workshop.look() as reader:
            ask(reader)

    return Work(meter, lambda: once, times=30)


def _add(connection: Connection, rows: Any, values: Sequence[dict[str, Any]]) -> None:  # noqa: ANN401 - a class of rows
    for begin in range(0, len(values), _AT_ONCE):
        connection.execute(insert(table(rows)), values[begin : begin + _AT_ONCE])


def _rating(player: int) -> float:
    return 1000.0 + player * 37 % 1000


def _listed(player: int, key: str, today: date) -> Iterator[dict[str, Any]]:
    is_active = player % 3 == 0
    day = today - timedelta(days=player % 20 if is_active else 40 + player % 400)
    shared = {"player_id": player, "name_key": key, "active_on": day, "is_active": is_active}
    yield {**shared, "game": "", "rating": None}
    yield {**shared, "game": _GAME, "rating": _rating(player)}


def _offer(world: World, player: int) -> dict[str, Any]:
    made = world.clock.now() - timedelta(minutes=player)
    return {
        "id": f"o{player:05}",
        "player_id": player,
        "ruleset": next(one.ruleset for one in world.workshop.registry.rulesets() if one.game == _GAME),
        "options": {},
        "pace": "3d/turn",
        "weekends_off": False,
        "late": Late.LOSE.value,
        "allows_leave": True,
        "is_rated": True,
        "seat_wish": "either",
        "message": "",
        "known_only": False,
        "one_at_a_time": True,
        "state": OfferState.OPEN.value,
        "created_at": made,
        "expires_at": made + LASTS,
    }

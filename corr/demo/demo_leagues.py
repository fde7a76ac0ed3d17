"""
The leagues of a demo: one of two divisions in the middle of its season, and one that can be joined.

Their players besides those of the demo are invented guests, who also play each other outside the league.
"""

from collections.abc import Sequence
from datetime import timedelta

from corr.base.uow import UnitOfWork
from corr.core.pace import Terms, read_pace
from corr.demo.sample_games import End, Sample, draw, earlier, play, play_turns, turns_of
from corr.game.game_row import get_game_row
from corr.leagues.acts.before_start import StartSeason
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import get_season
from corr.leagues.rules.division_table import Meeting
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.seasons.entries import JoinSeason, join_season
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from corr.leagues.seasons.league_founding import MakeLeague, make_league
from corr.play.endings import resign
from corr.players.profiles import make_player

GUESTS = ("Dana", "Emil", "Frida", "Goran", "Hanna", "Ivo", "Jale", "Karim", "Lena")
"""The names of the league's players besides the demo players."""
_DOOR = "web"
_FOUNDED = timedelta(days=30)
_STARTED = timedelta(days=20)
_BEFORE = timedelta(days=1)
"""How long before the start everybody joins."""
_LASTS = timedelta(days=90)
_RESULTS = ("x10110", "0x½00½", "1½x½11", "01½x½1", "010½x1", "1½000x")
"""The results of each player of a division against each other player, by their numbers."""
_FINISHED = 10
"""The number of finished games of a division."""
_OPENINGS = ("first", "second", "third")
"""The names of the turns with which games of the league begin."""
_FEWEST_TURNS = 10
_THINKS = timedelta(hours=9)
"""How long after the last turn a game ends."""
_BEFORE_AWAY = timedelta(days=3)
"""When the player who is on leave was there last."""
_AMONG_GUESTS = (
    ("Dana", "Emil", Sample("kelasu", "finished", most=11, ago=timedelta(hours=5), lasted=timedelta(days=19))),
    ("Hanna", "Ivo", Sample("kerd", "long", most=23, ago=timedelta(hours=9), lasted=timedelta(days=14))),
    ("Frida", "Karim", Sample("kelasu", "finished", most=17, ago=timedelta(hours=26), lasted=timedelta(days=27))),
    ("Goran", "Frida", Sample("kelasu", "finished", ago=timedelta(days=3), lasted=timedelta(days=25))),
    ("Lena", "Jale", Sample("kerd", "long", end=End.DRAW, ago=timedelta(days=4), lasted=timedelta(days=22))),
    ("Karim", "Hanna", Sample("kelasu", "finished", 14, End.RESIGNATION, ago=timedelta(days=6), lasted=timedelta(20))),
    ("Ivo", "Dana", Sample("kerd", "long", 17, End.TIME_OUT, "2d/turn", ago=timedelta(days=4), lasted=timedelta(16))),
)
"""Games that guests play outside the league, with the names of their players in the order of the seats."""


def furnish_leagues(uow: UnitOfWork, demo_players: Sequence[int]) -> None:
    """
    Make a league of two divisions with the demo players, run by the first of them; and a second league, whose organiser
    is the second player and asks the first one to join.
    """
    with earlier(uow, _FOUNDED + timedelta(days=10)):
        guests = [make_player(uow, name, f"{name.lower()}@demo.example", "UTC", is_demo=False) for name in GUESTS]
    for first, second, sample in _AMONG_GUESTS:
        play(uow, (guests[GUESTS.index(first)], guests[GUESTS.index(second)]), sample)
    with earlier(uow, _FOUNDED):
        season_id = _found_cup(uow, demo_players[0])
    players = [*demo_players, *guests]
    with earlier(uow, _STARTED + _BEFORE):
        for player_id in players:
            # These players are invented, so nobody has to agree.
            join_season(uow, JoinSeason(season_id, player_id, _DOOR))
    with earlier(uow, _STARTED):
        request = ActRequest(demo_players[0], version=get_season(uow, season_id).version)
        StartSeason(season_id).carry_out(uow, request)
    for tier, division in enumerate(division_tables(uow, get_season(uow, season_id))):
        _play(uow, division, away=demo_players[-1], tier=tier)
    _open_sign_up(uow, demo_players)


def _found_cup(uow: UnitOfWork, player_id: int) -> int:
    settings = SeasonSettings(
        ruleset=uow.registry.get_info("kyo").ruleset,
        terms=Terms(read_pace("30d+1d/40d")),
        tie_breaks=(TieBreak.SONNEBORN_BERGER, TieBreak.WINS, TieBreak.LOT),
        players_per_division=6,
    )
    starts_at = uow.now + _FOUNDED - _STARTED
    ends_at = (starts_at + _LASTS).replace(hour=18, minute=0, second=0, microsecond=0)
    dates = Dates(starts_at, starts_at, ends_at)
    words = "Two divisions, friendly people, a month for whoever needs it. The two best of the second division go up."
    return make_league(uow, MakeLeague(player_id, "autumn-cup", "Autumn Cup", words, settings, dates)).season_id


def _play(uow: UnitOfWork, division: DivisionTable, *, away: int, tier: int) -> None:
    """Play the games of a division, and end the first of them, one a day."""
    entries = {entry.id: entry for entry in division.entries}
    order = {entry.id: at for at, entry in enumerate(reversed(division.entries) if tier else division.entries)}
    for number, meeting in enumerate(division.table.meetings):
        players = (entries[meeting.first].player_id, entries[meeting.second].player_id)
        turns = _turns(uow, meeting, number * 2 + tier)
        if number < _FINISHED:
            ago = _STARTED - timedelta(days=3 + number, hours=tier)
            play_turns(uow, meeting.game_id, turns, ago=ago + _THINKS, lasted=_STARTED - ago - _THINKS)
            with earlier(uow, ago):
                _end(uow, meeting, players, _RESULTS[order[meeting.first]][order[meeting.second]])
        else:
            ago = _BEFORE_AWAY if away in players else timedelta(hours=3 + 7 * (number - _FINISHED) + 2 * tier)
            play_turns(uow, meeting.game_id, turns, ago=ago, lasted=_STARTED - ago)


def _turns(uow: UnitOfWork, meeting: Meeting, number: int) -> list[str]:
    """The turns of a league's game: no other game of the league has come as far in the same opening."""
    rules = get_game_row(uow, meeting.game_id).rules(uow)
    name = _OPENINGS[number % len(_OPENINGS)]
    return turns_of(Sample(rules.info.game, name, most=_FEWEST_TURNS + number // len(_OPENINGS)), rules)


def _end(uow: UnitOfWork, meeting: Meeting, players: tuple[int, int], result: str) -> None:
    first, second = players
    if result == "½":
        draw(uow, meeting.game_id, first, second)
    else:
        resign(uow, meeting.game_id, second if result == "1" else first, _DOOR)


def _open_sign_up(uow: UnitOfWork, demo_players: Sequence[int]) -> None:
    settings = SeasonSettings(
        ruleset=uow.registry.get_info("kelasu").ruleset, legs=2, players_per_division=5, up=1, down=1, rolls_over=True
    )
    starts_at = (uow.now + timedelta(days=15)).replace(hour=18, minute=0, second=0, microsecond=0)
    dates = Dates(starts_at - timedelta(days=1), starts_at, starts_at + timedelta(days=120))
    words = "Everybody meets everybody twice, once with each seat. It opens again by itself."
    order = MakeLeague(demo_players[1], "winter-league", "Winter League", words, settings, dates)
    season_id = make_league(uow, order).season_id
    ask_players(uow, AskPlayers(demo_players[1], season_id, ["Ada"]))

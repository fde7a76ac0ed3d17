"""The games to watch, and how people choose among them."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response

from corr.base.paging import KeysetPage, Place
from corr.base.uow import Reader
from corr.errors import InputError, NotFoundError
from corr.games.api import Info
from corr.play.public_games import GamesWanted, WatchedGame, public_games
from corr.players.profiles import names_like, player_named
from corr.web import forms
from corr.web.auth import reading
from corr.web.rendering import page

_OVER = "over"
_NAME_LENGTH = 60
_CURSOR_LENGTH = 40

pages = Blueprint("watch", __name__)


@dataclass(frozen=True, slots=True)
class Filters:
    """What somebody chose, as it stands in addresses."""

    game: str = ""
    player: str = ""
    is_over: bool = False

    @property
    def is_any(self) -> bool:
        """Whether not all games are meant."""
        return bool(self.game or self.player)

    @property
    def running(self) -> str:
        """The address of those of the games that are being played."""
        return replace(self, is_over=False).address()

    @property
    def over(self) -> str:
        """The address of those that are over."""
        return replace(self, is_over=True).address()

    @property
    def cleared(self) -> str:
        """The address of all games."""
        return Filters(is_over=self.is_over).address()

    def with_player(self, name: str) -> str:
        """The address of the games of somebody else."""
        return replace(self, player=name).address()

    def address(self, **cursor: str) -> str:
        """The address of the list, with a *cursor* for a page other than the first."""
        values = {"game": self.game, "player": self.player, "state": _OVER if self.is_over else "", **cursor}
        query = forms.query_of(values)
        return f"/games?{query}" if query else "/games"


@dataclass(frozen=True, slots=True)
class WatchPage:
    """Games that anybody may watch."""

    games: KeysetPage[WatchedGame]
    filters: Filters
    infos: tuple[Info, ...]
    """All games there are, to choose from."""
    fault: str = ""
    """Why nothing was found, in a sentence; empty if something could be looked for."""
    names: tuple[str, ...] = ()
    """Names of players that may have been meant."""

    @property
    def nothing_words(self) -> str:
        """Why no game is listed, in a sentence."""
        if self.games.is_beyond_end:
            return "No more games."
        if self.filters.is_any:
            return "No finished game matches." if self.filters.is_over else "No game that is being played matches."
        return "No game has ended yet." if self.filters.is_over else "No game is being played right now."


_NOTHING: KeysetPage[WatchedGame] = KeysetPage((), newer="", older="", is_first=True)


@pages.get("/games")
def games_to_watch() -> Response:
    """Games to watch."""
    state = forms.query("state", _NAME_LENGTH)
    if state not in {"", _OVER}:
        raise InputError(
            f"This address can only ask for “state={_OVER}”, or leave it out for games that are running.", field="state"
        )
    typed = Filters(forms.query("game", _NAME_LENGTH), forms.query("player", _NAME_LENGTH), state == _OVER)
    after, before = (forms.query(name, _CURSOR_LENGTH) for name in ("after", "before"))
    places = (Place.read(after) if after else None, Place.read(before) if before else None)
    with reading() as reader:
        return page("home/games.html", _found(reader, typed, *places))


def _found(reader: Reader, typed: Filters, after: Place | None, before: Place | None) -> WatchPage:
    infos = reader.registry.games()
    try:
        game = reader.registry.get_info(typed.game).game if typed.game else ""
    except NotFoundError as unknown:
        return WatchPage(_NOTHING, replace(typed, game=""), infos, unknown.sentence)
    filters = replace(typed, game=game)
    try:
        player = player_named(reader, typed.player) if typed.player else None
    except NotFoundError as unknown:
        return WatchPage(_NOTHING, filters, infos, unknown.sentence, tuple(names_like(reader, typed.player)))
    if player is not None:
        filters = replace(filters, player=player.name)
    wanted = GamesWanted(filters.is_over, game, None if player is None else player.id)
    return WatchPage(public_games(reader, wanted, after=after, before=before), filters, infos)

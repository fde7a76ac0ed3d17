"""
Who may post a form at all. Whoever may not hears that, and not what is wrong with what the form holds.

Each use case judges the right again, and before anything else. This is for forms that cannot even be read.
"""

import re
from collections.abc import Callable, Mapping

from flask import request

from corr.administration.freezing import check_impartial
from corr.base.uow import Reader
from corr.game.game_row import get_standing
from corr.leagues.acting import get_playing
from corr.leagues.acts.rulings import ruling_preview
from corr.leagues.extensions import check_may_extend
from corr.leagues.views.season_view import season_at
from corr.web.auth import the_admin, the_player

_Names = Mapping[str, str]
_Right = Callable[[Reader, _Names], object]


def check_may_post(reader: Reader) -> None:
    """
    Refuse a form of the present request to whoever may not post there, whatever it holds.

    :raises SignInFirstError: it is for players.
    :raises NotFoundError: to others than administrators there is no such page; or there is not what it is about.
    :raises NotAllowedError: it is for others.
    """
    rule = request.url_rule.rule if request.url_rule is not None else ""
    names = {name: str(value) for name, value in (request.view_args or {}).items()}
    right = next((right for address, right in _RIGHTS if address.match(rule)), None)
    if right is not None:
        right(reader, names)


def _decides(reader: Reader, names: _Names) -> None:
    check_impartial(get_standing(reader, names["game_id"]), the_admin().player_id)


def _extends(reader: Reader, names: _Names) -> None:
    check_may_extend(reader, the_player().player_id, get_standing(reader, names["game_id"]))


def _plays(reader: Reader, names: _Names) -> None:
    get_standing(reader, names["game_id"]).get_seat(the_player().player_id)


def _rules(reader: Reader, names: _Names) -> None:
    by = the_player().player_id
    ruling_preview(reader, names["game_id"], result="draw", is_forfeit=False, by_player_id=by)


def _takes_part(reader: Reader, names: _Names) -> None:
    player_id = the_player().player_id
    get_playing(reader, season_at(reader, names["league_id"], names["number"]), player_id)


def _administers(_reader: Reader, _names: _Names) -> None:
    the_admin()


def _has_account(_reader: Reader, _names: _Names) -> None:
    the_player()


_SEASON = "/leagues/<league:league_id>/<count:number>"
_RIGHTS: tuple[tuple[re.Pattern[str], _Right], ...] = tuple(
    (re.compile(address), right)
    for address, right in (
        ("/admin/games/<id:game_id>/(freeze|end)", _decides),
        ("/admin/", _administers),
        ("/games/<id:game_id>/extension", _extends),
        ("/games/<id:game_id>/(turns|draw|time|messages)", _plays),
        (f"{_SEASON}/withdraw", _takes_part),
        (f"{_SEASON}/organise/results/<id:game_id>", _rules),
        ("/(account|challenge|games|leagues)", _has_account),
    )
)
"""By the address as it is declared; the first that fits. What stands nowhere is for anybody."""

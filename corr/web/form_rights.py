"""
Who may post a form at all. Whoever may not hears that, and not what is wrong with what the form holds.

Each use case judges the right again, and before anything else. This is for forms that cannot even be read.
"""

import re
from collections.abc import Callable, Mapping

from flask import request

from corr.administration.game_freezes import check_impartial
from corr.base.uow import Reader
from corr.game.game_row import get_game_row
from corr.leagues.extensions import check_may_extend
from corr.web.auth import current_admin, current_player

Names = Mapping[str, str]
"""What stands in an address, by name."""
Rights = tuple[tuple[str, Callable[[Reader, Names], object]], ...]
"""What refuses a form, by the beginning of its address as it is declared, a pattern; the first that fits counts."""


def check_may_post(reader: Reader, rights: Rights) -> None:
    """
    Refuse a form of the present request to whoever may not post there, whatever it holds.

    :raises SignInFirstError: it is for players.
    :raises NotFoundError: to others than administrators there is no such page; or there is not what it is about.
    :raises NotAllowedError: it is for others.
    """
    rule = request.url_rule.rule if request.url_rule is not None else ""
    names = {name: str(value) for name, value in (request.view_args or {}).items()}
    right = next((right for address, right in rights if re.match(address, rule)), None)
    if right is not None:
        right(reader, names)


def _decides(reader: Reader, names: Names) -> None:
    check_impartial(get_game_row(reader, names["game_id"]), current_admin().player_id)


def _extends(reader: Reader, names: Names) -> None:
    check_may_extend(reader, current_player().player_id, get_game_row(reader, names["game_id"]))


def _plays(reader: Reader, names: Names) -> None:
    get_game_row(reader, names["game_id"]).get_seat(current_player().player_id)


def _administers(_reader: Reader, _names: Names) -> None:
    current_admin()


def _has_account(_reader: Reader, _names: Names) -> None:
    current_player()


RIGHTS: Rights = (
    ("/admin/games/<id:game_id>/(freeze|end)", _decides),
    ("/admin/", _administers),
    ("/games/<id:game_id>/extension", _extends),
    ("/games/<id:game_id>/(turns|draw|time|messages)", _plays),
    ("/(account|challenge|games|leagues)", _has_account),
)
"""What stands nowhere is for anybody."""

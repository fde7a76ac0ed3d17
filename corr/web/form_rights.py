"""
The right to post a form. Somebody without it is told so, and not what is wrong with the form's fields.

Each use case checks the right again before anything else. This is for forms that cannot be read and so reach none.
Who posts is asked first: only then does nobody learn which games exist that others cannot see.
"""

import re
from collections.abc import Callable, Mapping

from flask import request

from corr.administration.game_freezes import check_impartial
from corr.base.uow import Reader
from corr.game.game_row import get_game_row
from corr.leagues.extensions import check_may_extend
from corr.play.challenges import check_may_answer
from corr.play.invitations import check_invited
from corr.play.offer_rows import get_offer
from corr.web.auth import current_admin, current_player

Names = Mapping[str, str]
"""The variable parts of an address, by name."""
Rights = tuple[tuple[str, Callable[[Reader, Names], object]], ...]
"""Checks by a pattern for the beginning of the route, as it is declared; the first that matches counts."""


def check_may_post(reader: Reader, rights: Rights) -> None:
    """
    Refuse the form of the present request if the player may not post it, whatever its fields are.

    :raises SignInFirstError: it is for players, and nobody is signed in.
    :raises NotFoundError: it is for administrators alone, or is about something that does not exist.
    :raises NotAllowedError: it is for other players.
    """
    rule = request.url_rule.rule if request.url_rule is not None else ""
    names = {name: str(value) for name, value in (request.view_args or {}).items()}
    right = next((right for address, right in rights if re.match(address, rule)), None)
    if right is not None:
        right(reader, names)


def _decides(reader: Reader, names: Names) -> None:
    admin = current_admin()
    check_impartial(get_game_row(reader, names["game_id"]), admin.player_id)


def _extends(reader: Reader, names: Names) -> None:
    check_may_extend(reader, current_player().player_id, get_game_row(reader, names["game_id"]))


def _plays(reader: Reader, names: Names) -> None:
    player = current_player()
    get_game_row(reader, names["game_id"]).get_seat(player.player_id)


def _is_challenged(reader: Reader, names: Names) -> None:
    check_may_answer(reader, names["challenge_id"], current_player().player_id)


def _is_invited(reader: Reader, names: Names) -> None:
    check_invited(reader, names["token"], current_player().player_id)


def _knows_offer(reader: Reader, names: Names) -> None:
    get_offer(reader, names["offer_id"], with_links_of=current_player().player_id)


def _administers(_reader: Reader, _names: Names) -> None:
    current_admin()


def _has_account(_reader: Reader, _names: Names) -> None:
    current_player()


def _anybody(_reader: Reader, _names: Names) -> None:
    pass


RIGHTS: Rights = (
    ("/admin/games/<id:game_id>/(freeze|end)", _decides),
    ("/admin/", _administers),
    ("/games/<id:game_id>/extension", _extends),
    ("/games/<id:game_id>/(turns|draw|time|messages|kept-draft|rematch)", _plays),
    ("/challenges/<id:challenge_id>/(accept|decline)", _is_challenged),
    ("/invitations/<token:token>/(accept|decline)", _is_invited),
    ("/offers/<id:offer_id>/join", _anybody),
    ("/offers/<id:offer_id>/", _knows_offer),
    ("/l/<token:token>/take", _has_account),
    ("/(follow$|following/(<|end-all))", _has_account),
    ("/(account|challenge|games|leagues|offers|players)", _has_account),
)
"""Forms that are not listed are for everybody."""

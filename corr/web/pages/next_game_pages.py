"""Where players go once a turn is submitted: to the next game that waits, to their games, or nowhere."""

from flask import Blueprint, Response

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import get_game_row
from corr.play.running_games import running_games
from corr.players.profiles import set_after_turn
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.rendering import go_to

pages = Blueprint("next_game", __name__)
_ID_LENGTH = 16
_WORD_LENGTH = 10
_KEPT = {
    "stay": "After each turn you stay on its page from now on.",
    "next": "After each turn you go to the next game from now on.",
    "games": "After each turn you go to your games from now on.",
}


@pages.get("/next")
def next_game() -> Response:
    """Lead to the most urgent game that waits for the player, other than the one that they come from."""
    game_id = forms.query("after", _ID_LENGTH)
    with reading() as reader:
        player_id = current_player().player_id
        lines = running_games(reader, player_id).page.items
        played = _played(reader, game_id, player_id)
    found = next((line.id for line in lines if line.is_your_turn and line.id != game_id), "")
    sentence = "This game is next." if found else "No other game waits for you."
    return go_to(f"/games/{found}" if found else "/", sentence, played=played)


def _played(reader: Reader, game_id: str, player_id: int) -> str:
    """The game that a player comes from, if it is one of theirs."""
    try:
        return game_id if get_game_row(reader, game_id).find_seat(player_id) else ""
    except NotFoundError:
        return ""


@pages.post("/account/after-turn")
def change_after_turn() -> Response:
    """Remember where to go, and go there."""
    word = forms.field("after", _WORD_LENGTH)
    game_id = forms.field("game", _ID_LENGTH)
    with writing() as uow:
        wanted = set_after_turn(uow, current_player().player_id, word)
    if not forms.is_game_id(game_id):
        return go_to("/account", _KEPT[wanted])
    if wanted == "next":
        return go_to(f"/next?after={game_id}")
    return go_to("/" if wanted == "games" else f"/games/{game_id}", _KEPT[wanted], played=game_id)

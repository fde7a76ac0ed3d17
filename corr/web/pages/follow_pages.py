"""Following players, games and leagues: the news of them, the list of them, beginning and ending it."""

from dataclasses import dataclass
from urllib.parse import quote

from flask import Blueprint, Response

from corr.base.paging import Page, page_of
from corr.errors import CorrError, NotFoundError
from corr.play import following
from corr.play.followed_facts import PAGE, News, latest_news, shown_news
from corr.play.following import FollowView, Target, find_follow, find_stopped, follows_of, get_target
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import current_player, reading, writing
from corr.web.errors import refused_form
from corr.web.rendering import go_to, page

_KIND_LENGTH = 10
_WHAT_LENGTH = 60
_ENDED = (
    "Nothing is followed through this link any more. If emails still come, end them under “Following” in your account."
)
pages = Blueprint("follows", __name__)


@dataclass(frozen=True, slots=True)
class FollowingPage:
    """What a player follows, and what happened there lately."""

    news: Page[News]
    follows: tuple[FollowView, ...]


@dataclass(frozen=True, slots=True)
class FollowPage:
    """The form to follow something, or to change how."""

    target: Target
    now: FollowView | None
    """How it is followed now; None if it is not."""
    way: str
    each_turn: bool
    ways: tuple[tuple[str, str], ...] = (
        ("feed", "On my news page and in its feed"),
        ("digest", "Also in my daily digest, if I get one"),
        ("letter", "Also by email each time"),
    )
    fault: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class StopPage:
    """What a link in a letter ends, before or after that was done."""

    token: str
    title: str
    is_ended: bool = False


@pages.get("/following")
def news_and_list() -> Response:
    """The news of what a player follows, and the list of that."""
    number = forms.page_number()
    with reading() as reader:
        player_id = current_player().player_id
        news = page_of(reader, latest_news(player_id), lambda rows: shown_news(reader, rows), number=number, size=PAGE)
        return page("players/following.html", FollowingPage(news, follows_of(reader, player_id)))


@pages.get("/follow")
def follow_form() -> Response:
    """The form to follow a player, a game or a league."""
    kind, what = forms.query("kind", _KIND_LENGTH), forms.query("what", _WHAT_LENGTH)
    with reading() as reader:
        player_id = current_player().player_id
        target = get_target(reader, kind, what)
        now = find_follow(reader, player_id, target)
        way, each_turn = (now.way, now.each_turn) if now else ("feed", False)
        return page("players/follow.html", FollowPage(target, now, way, each_turn))


@pages.post("/follow")
def follow() -> Response:
    """Follow something, or follow it in another way."""
    kind, what = forms.field("kind", _KIND_LENGTH), forms.field("what", _WHAT_LENGTH)
    way, each_turn = forms.field("way", _KIND_LENGTH), forms.field("turns", _KIND_LENGTH) == "yes"
    try:
        with writing() as uow:
            target = get_target(uow, kind, what)
            following.follow(uow, current_player().player_id, target, way, each_turn=each_turn)
    except NotFoundError:
        raise
    except CorrError as refusal:
        with reading() as reader:
            target = get_target(reader, kind, what)
            now = find_follow(reader, current_player().player_id, target)
            return refused_form("players/follow.html", FollowPage(target, now, way, each_turn), refusal)
    return go_to(quote(target.path), f"You follow {target.title}.")


@pages.post("/following/<count:follow_id>/end")
def end(follow_id: str) -> Response:
    """Follow something no longer."""
    with writing() as uow:
        following.end_follow(uow, current_player().player_id, int(follow_id))
    return go_to("/following", "You no longer follow that.")


@pages.post("/following/end-all")
def end_all() -> Response:
    """Follow nothing any more."""
    with writing() as uow:
        following.end_all_follows(uow, current_player().player_id)
    return go_to("/following", "You no longer follow anything.")


@pages.get("/following/stop/<token:token>")
def ask_to_stop(token: str) -> Response:
    """What a link in a letter would end; opening it changes nothing."""
    with app_state().workshop.look() as reader:
        found = find_stopped(reader, token)
        if found is None:
            raise NotFoundError(_ENDED)
        return page("players/stop.html", StopPage(token, found[1].title))


@pages.post("/following/stop/<token:token>")
def stop(token: str) -> Response:
    """End what a link in a letter stands for. The link is the right to do so; no session is read."""
    with app_state().workshop.open() as uow:
        found = find_stopped(uow, token)
        if found is None:
            raise NotFoundError(_ENDED)
        player_id, ended = found
        following.end_follow(uow, player_id, ended.id)
        return page("players/stop.html", StopPage(token, ended.title, is_ended=True))

"""The pages of a service as one Flask application."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Response, send_from_directory
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter

from corr.base.uow import Workshop
from corr.mail.inbound.intake import Webhook
from corr.resources import game_folder, templates_folder
from corr.web.app_state import SCRIPTS, App, AppState, PageCache, Statics, WebSettings
from corr.web.auth import finish_session
from corr.web.errors import answer_errors
from corr.web.form_rights import RIGHTS
from corr.web.letterbox import Letterbox
from corr.web.pages import (
    account,
    account_settings,
    admin,
    appearance_pages,
    challenge_pages,
    entry,
    feed_pages,
    follow_pages,
    game_acts,
    game_pages,
    home,
    leave_pages,
    letters,
    live_pages,
    mail_pages,
    mailbox,
    moderation_pages,
    offer_pages,
    player_pages,
    practice,
    rating_pages,
    small_board_pages,
    status_pages,
    turn_pages,
    unsubscribe,
    watch_pages,
    webhook,
)
from corr.web.pages.leagues import act_pages, entry_pages, organiser_hub, season_pages, season_players, settings_pages
from corr.web.pages.leagues.organiser_access import LEAGUE_RIGHTS
from corr.web.rendering import prepare_templates
from corr.web.security import finish_answer, guard, log_refusal, with_fixed_headers

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

    _Write = Callable[[bytes], object]

_STATIC = Path(__file__).parent / "static"
_LARGEST_BODY = 64 * 1024
_MOST_FIELDS = 100
_PAGES_KEPT = 128
"""
The places for frames of pages of games, six megabytes, for what fills them, and for front pages of players, four.
"""
_TABLES_KEPT = 64
"""The places for pages and files of leagues: a dozen megabytes at most."""
_FORETOLD_KEPT = 1024
_BOARDS_KEPT = 1024
"""The places for small boards, compressed: two megabytes."""
_PAGES = (
    home,
    watch_pages,
    player_pages,
    entry,
    account_settings,
    account,
    appearance_pages,
    leave_pages,
    moderation_pages,
    unsubscribe,
    mail_pages,
    letters,
    feed_pages,
    follow_pages,
    challenge_pages,
    offer_pages,
    game_pages,
    small_board_pages,
    turn_pages,
    live_pages,
    game_acts,
    rating_pages,
    practice,
    admin,
    status_pages,
    webhook,
    season_pages,
    entry_pages,
    organiser_hub,
    settings_pages,
    season_players,
    act_pages,
)


class _GameId(BaseConverter):
    """The id of a game or challenge in an address; anything else is not found."""

    regex = "[a-z0-9]{1,16}"


class _LeagueId(BaseConverter):
    """A league's short name in an address, in upper or lower case."""

    regex = "[A-Za-z0-9][A-Za-z0-9-]{1,38}[A-Za-z0-9]"


class _Token(BaseConverter):
    """A token in a link."""

    regex = "[A-Za-z0-9_-]{1,64}"


class _Count(BaseConverter):
    """A number in an address, small enough for every database."""

    regex = "[0-9]{1,9}"


class _Front:
    """What stands before Flask: the time limit and the headers of all answers, and the one answer without it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._flask = app.wsgi_app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, with a limit on how long all its database work may wait."""
        state = self._app.state

        def start(status: str, headers: list[tuple[str, str]], fault: "OptExcInfo | None" = None, /) -> "_Write":
            return start_response(status, with_fixed_headers(headers, is_secure=state.is_secure), fault)

        with state.workshop.wait_limits.within(state.settings.patience):
            found = live_pages.find_quick_answer(state, environ, start)
            return self._flask(environ, start) if found is None else found


def create_app(
    workshop: Workshop, settings: WebSettings, letterbox: Letterbox | None = None, mail_hook: Webhook | None = None
) -> Flask:
    """
    The pages for *workshop*.

    :param letterbox: the letters for the mailbox page; None leaves that page out.
    :param mail_hook: the receiver of mails that a provider posts; None if nobody may post any.
    """
    app = create_empty_app(settings, has_mailbox=letterbox is not None)
    app.state = make_app_state(workshop, settings, letterbox, mail_hook)
    return app


def create_empty_app(settings: WebSettings, *, has_mailbox: bool = False) -> App:
    """An application with all pages, but without its state."""
    app = App("corr.web", static_folder=str(_STATIC), template_folder=str(templates_folder()))
    app.config.update(MAX_CONTENT_LENGTH=_LARGEST_BODY, MAX_FORM_MEMORY_SIZE=_LARGEST_BODY, MAX_FORM_PARTS=_MOST_FIELDS)
    app.url_map.converters |= {"id": _GameId, "league": _LeagueId, "token": _Token, "count": _Count}
    prepare_templates(app)
    answer_errors(app, LEAGUE_RIGHTS + RIGHTS)
    _register(app, settings, has_mailbox=has_mailbox)
    app.wsgi_app = _Front(app)  # type: ignore[method-assign]  # Flask's documented way
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]  # Flask's documented way
    return app


def largest_body(path: str, *, has_hook: bool = False) -> int:
    """The most bytes of a body that any page at *path* takes; *has_hook* says whether a provider may post mails."""
    return webhook.LARGEST_BODY if has_hook and path == webhook.ADDRESS else _LARGEST_BODY


def make_app_state(
    workshop: Workshop, settings: WebSettings, letterbox: Letterbox | None = None, mail_hook: Webhook | None = None
) -> AppState:
    """The state for *workshop*, with empty caches; the parameters are those of `create_app`."""
    # Forms and flashed sentences are signed with a key of their own, made from the service's secret.
    key = b"corr web forms\0" + workshop.secret
    address = urlsplit(settings.url)
    is_secure = address.scheme == "https"
    games = {game_folder(type(workshop.registry.get_rules(info.ruleset))) for info in workshop.registry.rulesets()}
    return AppState(
        workshop,
        settings,
        host=address.netloc.lower(),
        is_secure=is_secure,
        cookie_prefix="__Host-" if is_secure else "",
        statics=Statics.of(_STATIC, templates_folder(), games),
        key=key,
        pages=PageCache(_PAGES_KEPT),
        frames=PageCache(_PAGES_KEPT),
        forecasts=PageCache(_FORETOLD_KEPT),
        tables=PageCache(_TABLES_KEPT),
        homes=PageCache(_PAGES_KEPT),
        small_boards=PageCache(_BOARDS_KEPT),
        letterbox=letterbox,
        hook=mail_hook,
    )


def _register(app: Flask, settings: WebSettings, *, has_mailbox: bool) -> None:
    for module in _PAGES:
        app.register_blueprint(module.pages)
    if settings.is_demo:
        app.register_blueprint(entry.demo_pages)
    if has_mailbox:
        app.register_blueprint(mailbox.pages)
    app.add_url_rule(f"/static/{SCRIPTS}/<token:digest>/<name>", "script", _script)
    app.before_request(guard)
    app.after_request(log_refusal)
    app.after_request(finish_answer)
    app.after_request(finish_session)


def _script(digest: str, name: str) -> Response:  # noqa: ARG001 - old pages may ask for scripts that have changed
    """A script, whatever digest its address has: `finish_answer` tells browsers how long they may keep it."""
    return send_from_directory(_STATIC / SCRIPTS, name)

"""
All that a player can write or ask for, and all that anyone is told, stands here with what of it reaches others.

A field, an act, a command or a kind of notice that is new makes a test fail, so that somebody decides which sanction
forbids it: `players/sanctions.py`. Where it is none, this says why.
"""

import re
from collections.abc import Mapping

from corr.base.notices import NoticeKind
from corr.leagues.acts.organiser_act import ReasonField
from corr.mail.reading.words.commands import Act
from corr.players.sanctions import Outreach
from corr.web.app import create_empty_app
from corr.web.app_state import WebSettings
from corr.web.pages.leagues.act_pages import LEAGUE_ACTS, SEASON_ACTS
from tests.gates import tree

Place = Outreach | str
"""What reaches others, or why nothing does."""
_VALUE = "It is read as a value, and refused if it is none."
_SEARCH = "It only chooses what a page shows to who typed it."
_ADMINISTRATORS = "Only administrators write it, who answer for the service."
_NEW = "It is for those who have no account yet, so nothing is forbidden them."
_OWN = "It reaches nobody but its player."
_ANSWER = "It answers what others asked, with no words of one's own."
_PLAY = "It is a part of a game that is running."
_FACT = "It tells what happened, with no words of anybody's."
_LEAVING = "Nobody is kept in a game or a league."
_FIELDS: Mapping[str, Mapping[str, Place]] = {
    "account/addresses.html": {"address": "It is confirmed from the present address, or by its code."},
    "account/clock.html": {"days": _VALUE},
    "account/report.html": {"reason": "Everyone may call for help, and administrators alone read it."},
    "account/sections/clock.html": {"leads": _VALUE},
    "account/sections/profile.html": {"name": Outreach.NAME, "zone": _VALUE},
    "admin/addresses.html": dict.fromkeys(("name", "address", "reason"), _ADMINISTRATORS),
    "admin/game.html": {"reason": _ADMINISTRATORS},
    "admin/games.html": {"game": _SEARCH},
    "admin/reports.html": {"reason": _ADMINISTRATORS},
    "challenges/form.html": {"opponent": Outreach.INVITATION},
    "entry/kept.html": {"{{ field.name }}": "It repeats a form that stands here."},
    "entry/mail_sent.html": {"code": _VALUE},
    "games/extend.html": {"days": _VALUE, "reason": Outreach.REQUIRED_REASON},
    "home/games.html": {"player": _SEARCH},
    "leagues/withdraw.html": {"reason": Outreach.REASON},
    "macros/forms.html": {"address": _NEW, "name": Outreach.NAME, "zone": _VALUE},
    "macros/my_games.html": {"opponent": _SEARCH},
    "macros/organise.html": {"reason": Outreach.REASON},
    "macros/play.html": {"text": Outreach.MESSAGE},
    "macros/practice.html": {"position": _OWN},
    "macros/proposing.html": {"own_pace": _VALUE, "message": Outreach.NOTE},
    "macros/settings.html": dict.fromkeys(("{{ setting.key }}", "own_pace"), _VALUE) | {"description": Outreach.LEAGUE},
    "macros/turn.html": {"words": Outreach.MESSAGE, "text": _PLAY},
    "mailbox/letter.html": {"text": "It is the mailbox of a demo; what is written there comes in as a mail."},
    "offers/offers.html": {"most_games": _VALUE},
    "organise/act.html": {"{{ field.name }}": "They are fields of acts, which stand below."},
    "organise/ask.html": {"names": Outreach.ASK_TO_JOIN},
    "organise/found.html": dict.fromkeys(("name", "id", "description"), Outreach.LEAGUE),
    "organise/mail.html": dict.fromkeys(("title", "text"), Outreach.ANNOUNCEMENT),
    "organise/roster.html": dict.fromkeys(("roster", "file"), Outreach.ASK_TO_JOIN),
    "players/players.html": dict.fromkeys(("q", "from", "to"), _SEARCH),
}
"""The fields to write in, and files to send, by templates."""
_HANDED_OVER = "A league can always be handed over to others."
_ACT_FIELDS: Mapping[str, Place] = {
    "AddOrganiser.name": _HANDED_OVER,
    "AskToReplace.name": Outreach.ASK_TO_REPLACE,
    "AskToReplace.reason": Outreach.REQUIRED_REASON,
    "CallOff.reason": Outreach.REASON,
    "ChangeLeague.name": Outreach.LEAGUE_WORDS,
    "ChangeLeague.description": Outreach.LEAGUE_WORDS,
    "MoveEnd.ends_at": _VALUE,
    "MoveEnd.reason": Outreach.REQUIRED_REASON,
    "Pause.reason": Outreach.REQUIRED_REASON,
    "Resume.reason": Outreach.REASON,
    "SetResult.result": _VALUE,
    "SetResult.reason": Outreach.REQUIRED_REASON,
    **dict.fromkeys(("Tighten.pace", "Tighten.own_pace", "Tighten.holds_from"), _VALUE),
    "Tighten.reason": Outreach.REQUIRED_REASON,
    "UndoResult.reason": Outreach.REQUIRED_REASON,
    "UndoTightening.reason": Outreach.REASON,
    "Withdraw.reason": Outreach.REQUIRED_REASON,
}
"""The fields of acts of organisers; all reasons are checked where acts are run."""
_COMMANDS: Mapping[Act, Place] = {
    Act.SAY: Outreach.MESSAGE,
    Act.REMATCH: Outreach.CHALLENGE,
    Act.OFFER: Outreach.OFFER,
    Act.CHALLENGE: Outreach.CHALLENGE,
    **dict.fromkeys(
        (Act.ACCEPT, Act.DECLINE, Act.ACCEPT_CHALLENGE, Act.DECLINE_CHALLENGE, Act.TAKE, Act.JOIN), _ANSWER
    ),
    **dict.fromkeys((Act.TURN, Act.OFFER_DRAW, Act.ACCEPT_DRAW, Act.DECLINE_DRAW, Act.WITHDRAW_DRAW, Act.CLAIM), _PLAY),
    **dict.fromkeys((Act.RESIGN, Act.LEAVE_LEAGUE, Act.CONFIRM_WITHDRAWAL), _LEAVING),
    **dict.fromkeys((Act.AWAY, Act.BACK, Act.CONFIRM, Act.REJECT), _OWN),
    **dict.fromkeys((Act.BOARD, Act.RULES, Act.GAMES, Act.OFFERS, Act.HELP), _OWN),
    **dict.fromkeys((Act.STANDINGS, Act.RATINGS, Act.SIGN_IN), _OWN),
    **dict.fromkeys((Act.BLOCK, Act.UNBLOCK, Act.FOLLOW, Act.UNFOLLOW), _OWN),
    **dict.fromkeys((Act.TIME_ZONE, Act.UNSUBSCRIBE, Act.SUBSCRIBE), _OWN),
    Act.WITHDRAW: _ANSWER,
}
_NOTICES: Mapping[NoticeKind, Place] = {
    NoticeKind.MESSAGE: Outreach.MESSAGE,
    NoticeKind.CHALLENGE: Outreach.CHALLENGE,
    NoticeKind.INVITATION: Outreach.INVITATION,
    NoticeKind.SEASON_OPENS: Outreach.ASK_TO_JOIN,
    NoticeKind.REPLACEMENT: Outreach.ASK_TO_REPLACE,
    NoticeKind.ANNOUNCEMENT: Outreach.ANNOUNCEMENT,
    NoticeKind.LEAGUE_NEWS: Outreach.REASON,
    NoticeKind.TIME_EXTENDED: Outreach.REQUIRED_REASON,
    NoticeKind.GAME_OVER: Outreach.REQUIRED_REASON,
    NoticeKind.FOLLOWED: Outreach.SEASON,
    **dict.fromkeys((NoticeKind.FROZEN, NoticeKind.THAWED, NoticeKind.MODERATION), _ADMINISTRATORS),
    **dict.fromkeys((NoticeKind.CHALLENGE_DECLINED, NoticeKind.CHALLENGE_WITHDRAWN), _ANSWER),
    **dict.fromkeys((NoticeKind.DRAW_OFFERED, NoticeKind.DRAW_DECLINED, NoticeKind.DRAW_WITHDRAWN), _PLAY),
    **dict.fromkeys(
        (NoticeKind.GAME_STARTED, NoticeKind.YOUR_TURN, NoticeKind.TIME_GIVEN, NoticeKind.CLAIMABLE), _PLAY
    ),
    **dict.fromkeys((NoticeKind.CHALLENGE_EXPIRED, NoticeKind.OFFER_EXPIRED, NoticeKind.OFFERS_PAUSED), _FACT),
    **dict.fromkeys((NoticeKind.ABANDONING, NoticeKind.LAPSED, NoticeKind.REMINDER, NoticeKind.DIGEST), _FACT),
    **dict.fromkeys((NoticeKind.SEASON_STARTED, NoticeKind.SEASON_ENDED, NoticeKind.SEASON_REPORT), _FACT),
    **dict.fromkeys((NoticeKind.AUTOMATIC_LEAVE, NoticeKind.HELD, NoticeKind.ANSWER, NoticeKind.TEST), _OWN),
    **dict.fromkeys((NoticeKind.SIGN_IN, NoticeKind.SIGN_UP, NoticeKind.ADDRESS_TO_CONFIRM), _OWN),
    **dict.fromkeys((NoticeKind.ADDRESS_ASKED_FOR, NoticeKind.ADDRESS_CHANGED, NoticeKind.ADDRESS_REMOVED), _OWN),
}
_FORMS: Mapping[str, Place] = {
    "/account": Outreach.NAME,
    "/account/.+": _OWN,
    "/address/<token:token>/(confirm|stop)": _OWN,
    "/admin/.+": _ADMINISTRATORS,
    "/(appearance|follow|following/.+|players/<name>/block)": _OWN,
    "/players/<name>/report": "Everyone may call for help.",
    "/(sign-in|sign-up|sign-out|code|link/.+|invitations/<token:token>/code|[lo][^/]*/<[^/]+>/join)": _NEW,
    "/(u/<token:token>|held/.+|hooks/mail)": "It is checked by what it stands for.",
    "/challenge": Outreach.CHALLENGE,
    "/challenges/<id:challenge_id>/(accept|decline|withdraw)": _ANSWER,
    "/invitations/<token:token>/(accept|decline)": _ANSWER,
    "/games/<id:game_id>/rematch": Outreach.CHALLENGE,
    "/games/<id:game_id>/messages": Outreach.MESSAGE,
    "/games/<id:game_id>/extension": Outreach.REQUIRED_REASON,
    "/games/<id:game_id>/(claim|draw|held/.+|kept-draft|messages/read|resign|time|turns)": _PLAY,
    "/offers": Outreach.OFFER,
    "/offers/(limit|standing/<count:standing_id>/end|<id:offer_id>/(take|withdraw))": _OWN,
    "/l/<token:token>/take": _ANSWER,
    "/leagues/new": Outreach.LEAGUE,
    "/leagues/<league:league_id>/<count:number>/(join|asked|standing)": _ANSWER,
    "/leagues/<league:league_id>/<count:number>/leave": _LEAVING,
    "/leagues/<league:league_id>/<count:number>/withdraw": Outreach.REASON,
    "/leagues/<league:league_id>/organise/next": Outreach.SEASON,
    "/leagues/<league:league_id>/<count:number>/organise/(ask|roster)": Outreach.ASK_TO_JOIN,
    "/leagues/<league:league_id>/<count:number>/organise/mail": Outreach.ANNOUNCEMENT,
    "/leagues/<league:league_id>/<count:number>/organise/(plan|settings)": _VALUE,
}
"""All forms but those of acts, which have a table above; a form matches one line."""
_FIELD = re.compile(r"<(?:textarea|input)\b(?:[^<>\"]|\"[^\"]*\"|\{%.*?%\})*>")
_NAME, _TYPE = re.compile(r'\sname="([^"]*)"'), re.compile(r'\stype="([^"]*)"')
_CHOSEN = frozenset({"hidden", "radio", "checkbox", "number", "date", "datetime-local", "submit"})
"""Kinds of fields in which nobody writes words."""


def _written_fields() -> set[tuple[str, str]]:
    found = set()
    for name, text in tree.texts(".html").items():
        fields = _FIELD.findall(text) if name.startswith("templates/") else []
        assert not name.startswith("templates/") or len(fields) == len(re.findall("<(?:textarea|input)", text)), name
        for field in fields:
            named, kind = _NAME.search(field), _TYPE.search(field)
            if named is not None and not (kind is not None and kind[1] in _CHOSEN):
                found.add((name.removeprefix("templates/"), named[1]))
    return found


def test_every_field_to_write_in_is_known() -> None:
    assert _written_fields() == {(template, name) for template, fields in _FIELDS.items() for name in fields}


def test_every_field_of_an_act_is_known() -> None:
    acts = {address.act for address in (*LEAGUE_ACTS, *SEASON_ACTS)}
    fields = {f"{act.__name__}.{name}" for act in acts for name, _ in act.typed_fields}
    reasons = {f"{act.__name__}.reason": act.why for act in acts if act.why is not ReasonField.NO}

    assert fields | set(reasons) == set(_ACT_FIELDS)
    needed = {name for name, place in _ACT_FIELDS.items() if place is Outreach.REQUIRED_REASON}
    assert {name for name, why in reasons.items() if why is ReasonField.MUST} == needed


def test_every_form_is_known() -> None:
    rules = list(create_empty_app(WebSettings("http://localhost")).url_map.iter_rules())
    acts = {str(rule.endpoint) for rule in rules if ".do_" in str(rule.endpoint)}
    forms = {rule.rule for rule in rules if "POST" in (rule.methods or set()) and rule.endpoint not in acts}
    lines = {form: [line for line in _FORMS if re.fullmatch(line, form)] for form in forms}

    assert {form: found for form, found in lines.items() if len(found) != 1} == {}
    assert {line for found in lines.values() for line in found} == set(_FORMS)


def test_every_command_of_a_mail_is_known() -> None:
    assert set(Act) == set(_COMMANDS)


def test_every_kind_of_notice_is_known() -> None:
    assert set(NoticeKind) == set(_NOTICES)


def test_all_that_reaches_others_is_written_or_asked_somewhere_and_checked_in_a_use_case() -> None:
    fields = {place for places in _FIELDS.values() for place in places.values()}
    places = {*fields, *_ACT_FIELDS.values(), *_COMMANDS.values(), *_NOTICES.values()}
    sources = {name: text for name, text in tree.texts(".py").items() if name.startswith("corr/")}
    checked = {
        Outreach[found]
        for name, text in sources.items()
        for found in re.findall(r"\bOutreach\.([A-Z_]+)\b", text)
        if not name.startswith(("corr/web/", "corr/mail/", "corr/players/sanctions"))
    }

    assert {place for place in places if isinstance(place, Outreach)} == set(Outreach)
    assert checked == set(Outreach)

"""The journal of a league as sentences that its members can read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, bindparam, func, select

from corr.base.paging import Page, page_of
from corr.base.sentences import Sentence, joined, restored
from corr.base.uow import Reader
from corr.core.pace import read_pace
from corr.core.spans import counted
from corr.game.game_row import PLAYER
from corr.leagues.act_basics import because
from corr.leagues.journal import LEAGUE_EVENT, LeagueAct
from corr.leagues.rows import SEASON
from corr.leagues.rules.table_words import listed
from corr.players.names import isolated
from corr.states import Withdrawal

PAGE = 50
_Facts = Mapping[str, Any]
_LINES: Select[Any] = (
    select(
        LEAGUE_EVENT.c.id,
        LEAGUE_EVENT.c.at,
        LEAGUE_EVENT.c.kind,
        LEAGUE_EVENT.c.facts,
        SEASON.c.number,
        func.coalesce(PLAYER.c.name, "").label("by_name"),
    )
    .outerjoin(SEASON, SEASON.c.id == LEAGUE_EVENT.c.season_id)
    .outerjoin(PLAYER, PLAYER.c.id == LEAGUE_EVENT.c.by_player_id)
    .where(LEAGUE_EVENT.c.id.in_(bindparam("events", expanding=True)))
    .order_by(LEAGUE_EVENT.c.id.desc())
)
# The lines of a page are found by an index alone: with names and numbers of all lines before, far pages would be slow.
_WHICH: Select[Any] = (
    select(LEAGUE_EVENT.c.id).where(LEAGUE_EVENT.c.league_id == bindparam("league")).order_by(LEAGUE_EVENT.c.id.desc())
)
_WHICH_OF_SEASON = _WHICH.where(LEAGUE_EVENT.c.season_id == bindparam("season"))
_RULES = {
    "adjudicate": (
        "it stands still until the organisers have decided",
        "they stand still until the organisers have decided",
    ),
    "draw": ("it is a draw", "they are draws"),
    "no-result": ("it ends without a result", "they end without a result"),
    "play-on": ("it goes on", "they go on"),
}
"""What becomes of one game that is unfinished at the end date, and of several."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of the journal."""

    id: int
    at: datetime
    season: int | None
    """The number of the season; None for acts about the league."""
    act: str
    """The value of a `journal.LeagueAct`."""
    by: str
    """The name of whoever did it; empty for the service itself."""
    sentence: Sentence


def journal_page(reader: Reader, league_id: str, page: int = 1, season_id: int | None = None) -> Page[JournalLine]:
    """The journal of a league, or of one of its seasons, the latest first."""
    query = _WHICH if season_id is None else _WHICH_OF_SEASON

    def shown(rows: Sequence[Row[Any]]) -> Iterable[JournalLine]:
        lines = reader.connection.execute(_LINES, {"events": [row.id for row in rows]})
        return [
            JournalLine(
                row.id, row.at, row.number, row.kind, row.by_name, act_sentence(row.kind, row.facts, row.by_name)
            )
            for row in lines
        ]

    asked = {"league": league_id} if season_id is None else {"league": league_id, "season": season_id}
    return page_of(reader, query, shown, number=page, size=PAGE, asked=asked)


def act_sentence(kind: str, facts: _Facts, by: str) -> Sentence:
    """An act in a sentence or two, with its author and reason."""
    act, by = LeagueAct(kind), isolated(by)
    facts = {name: _isolated(fact) for name, fact in facts.items()}
    told = _WORDS[act](facts, by) if act in _WORDS else Sentence.of(_SIMPLE[act].format(by=by or "The service"))
    reason = facts.get("reason")
    return joined([told, because(reason)]) if reason else told


def _isolated(fact: Any) -> Any:  # noqa: ANN401 - facts are as JSON knows them
    """The fact with each of its texts isolated, since any may be a name that is written from right to left."""
    if isinstance(fact, str):
        return isolated(fact)
    return [_isolated(each) for each in fact] if isinstance(fact, list | tuple) else fact


_SIMPLE = {
    LeagueAct.CLOSED: "{by} closed the league: there will be no more seasons.",
    LeagueAct.REOPENED: "{by} opened the league again.",
}


def _moment(facts: _Facts, name: str) -> datetime:
    return datetime.fromisoformat(str(facts[name]))


def _players(facts: _Facts) -> str:
    return listed(str(name) for name in facts["players"])


def _made(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} founded the league “{facts['name']}”.")


def _changed(facts: _Facts, by: str) -> Sentence:
    said = []
    if facts["was"] != facts["name"]:
        said.append(f"{by} gave the league the name “{facts['name']}”; it was “{facts['was']}”.")
    if facts.get("is_described_anew"):
        said.append(f"{by} described it anew.")
    return Sentence.of(" ".join(said) or f"{by} looked after the league.")


def _added(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} made {facts['player']} an organiser.")


def _taken(facts: _Facts, by: str) -> Sentence:
    if facts["player"] == by:
        return Sentence.of(f"{by} is no organiser any more, by their own wish.")
    return Sentence.of(f"{by} took {facts['player']} from the organisers.")


def _opened(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by or 'The league'} opened the sign-up for season {facts['number']}.")


def _settings_changed(facts: _Facts, by: str) -> Sentence:
    changes = [restored(parts) for parts in facts["changes"]]
    return joined([Sentence.of(f"{by} changed the settings."), *changes])


def _joined(facts: _Facts, _by: str) -> Sentence:
    return Sentence.of(f"{facts['player']} joined{_by_door(facts)}.")


def _left(facts: _Facts, _by: str) -> Sentence:
    return Sentence.of(f"{facts['player']} left before the start{_by_door(facts)}.")


def _by_door(facts: _Facts) -> str:
    return " by mail" if facts.get("door") == "mail" else ""


def _entered(facts: _Facts, by: str) -> Sentence:
    # Older lines are from before players were asked: organisers entered whom they liked.
    allowed = ", as they allow" if "player_ids" in facts else ""
    return Sentence.of(f"{by or 'The league'} entered {_players(facts)}{allowed}.")


def _removed(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} took {_players(facts)} out before the start.")


def _asked(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by or 'The league'} asked {_players(facts)} whether they play.")


def _planned(facts: _Facts, by: str) -> Sentence:
    moves = listed(f"{name} from division {was} to division {now}" for name, was, now in facts["moves"])
    return Sentence.of(f"{by} changed the divisions before the start{': ' + moves if moves else ''}.")


def _started(facts: _Facts, by: str) -> Sentence:
    begun = f"{by} let the season begin" if by else "The season began"
    size = f"{counted(facts['players'], 'player')} in {counted(facts['divisions'], 'division')}"
    return Sentence.of(f"{begun}: {size}, {counted(facts['games'], 'game')}. Lots are drawn with “{facts['seed']}”.")


def _called_off(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by + ' called the season off' if by else 'The season was called off'}: {facts['why']}")


def _withdrawn(facts: _Facts, by: str) -> Sentence:
    player = facts["player"]
    who = f"{player} withdrew{_by_door(facts)}" if by == player else f"{by} withdrew {player}"
    return Sentence.of(f"{who} from {facts['division']}. {_becomes(facts)}")


def _becomes(facts: _Facts) -> str:
    if facts["becomes"] == Withdrawal.REMOVED:
        return "The results leave the table."
    if not facts["open"]:
        return "All results stay in the table."
    if facts["open"] == 1:
        return "The one open game counts as a forfeit."
    return f"The {facts['open']} open games count as forfeits."


def _replaced(facts: _Facts, by: str) -> Sentence:
    games = counted(facts["games"], "open game")
    if not by:
        asked = f", as {facts['by']} had asked" if facts.get("by") else ""
        return Sentence.of(f"{facts['new']} plays on for {facts['player']} in {games}{asked}{_by_door(facts)}.")
    return Sentence.of(f"{by} let {facts['new']} play on for {facts['player']} in {games}.")


def _asked_to_replace(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} asked {facts['new']} to play on for {facts['player']}.")


def _ruled(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} set the result of {_pair(facts)}: {facts['result']}")


def _ruling_undone(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} took back the result that was set for {_pair(facts)}. It is again: {facts['result']}")


def _pair(facts: _Facts) -> str:
    first, second = facts["players"]
    return f"{first} – {second}"


def _paused(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} paused the season: {counted(facts['games'], 'game')} stood still.")


def _resumed(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} let the season go on. Its end date is ", _moment(facts, "ends_at"), ".")


def _extended(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} moved the end date from ", _moment(facts, "was"), " to ", _moment(facts, "ends_at"), ".")


def _tightened(facts: _Facts, by: str) -> Sentence:
    pace = read_pace(facts["pace"]).words
    return Sentence.of(
        f"{by} announced a tighter pace: {pace}, for turns that begin from ", _moment(facts, "holds_from"), " on."
    )


def _tightening_undone(facts: _Facts, by: str) -> Sentence:
    return Sentence.of(f"{by} took the tighter pace back; it stays {read_pace(facts['pace']).words}.")


def _in_force(facts: _Facts, _by: str) -> Sentence:
    return Sentence.of(f"The tighter pace holds from now on: {read_pace(facts['pace']).words}.")


def _announced(facts: _Facts, by: str) -> Sentence:
    to = facts["division"] or "all players"
    return Sentence.of(f"{by} wrote a mail to {to}: “{facts['title']}”.")


def _time_is_up(facts: _Facts, _by: str) -> Sentence:
    if not facts["games"]:
        return Sentence.of("The end date came. No games were open.")
    one, several = _RULES[facts["rule"]]
    becomes = one if facts["games"] == 1 else several
    return Sentence.of(f"The end date came with {counted(facts['games'], 'open game')}: {becomes}.")


def _ended(facts: _Facts, _by: str) -> Sentence:
    champions = listed(str(name) for name in facts["champions"])
    return Sentence.of(f"The season is over.{f' The first place went to {champions}.' if champions else ''}")


_WORDS: Mapping[LeagueAct, Callable[[_Facts, str], Sentence]] = {
    LeagueAct.MADE: _made,
    LeagueAct.CHANGED: _changed,
    LeagueAct.ORGANISER_ADDED: _added,
    LeagueAct.ORGANISER_REMOVED: _taken,
    LeagueAct.OPENED: _opened,
    LeagueAct.SETTINGS_CHANGED: _settings_changed,
    LeagueAct.JOINED: _joined,
    LeagueAct.LEFT: _left,
    LeagueAct.ENTERED: _entered,
    LeagueAct.REMOVED: _removed,
    LeagueAct.ASKED: _asked,
    LeagueAct.PLANNED: _planned,
    LeagueAct.STARTED: _started,
    LeagueAct.CALLED_OFF: _called_off,
    LeagueAct.WITHDRAWN: _withdrawn,
    LeagueAct.ASKED_TO_REPLACE: _asked_to_replace,
    LeagueAct.REPLACED: _replaced,
    LeagueAct.RULED: _ruled,
    LeagueAct.RULING_UNDONE: _ruling_undone,
    LeagueAct.PAUSED: _paused,
    LeagueAct.RESUMED: _resumed,
    LeagueAct.EXTENDED: _extended,
    LeagueAct.TIGHTENED: _tightened,
    LeagueAct.TIGHTENING_UNDONE: _tightening_undone,
    LeagueAct.TIGHTENING_IN_FORCE: _in_force,
    LeagueAct.ANNOUNCED: _announced,
    LeagueAct.TIME_IS_UP: _time_is_up,
    LeagueAct.ENDED: _ended,
}

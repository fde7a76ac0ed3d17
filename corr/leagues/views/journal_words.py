"""The journal of a league as sentences that its members can read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from string import Formatter
from typing import Any

from sqlalchemy import Row, Select, bindparam, func, select

from corr.base.paging import Page, page_of
from corr.base.sentences import Sentence, joined, restored
from corr.base.uow import Reader
from corr.core.pace import read_pace
from corr.core.spans import counted
from corr.game.game_row import PLAYER
from corr.leagues.journal import LEAGUE_EVENT, LeagueAct, because
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


def journal_page(reader: Reader, league_id: str, page: int = 1) -> Page[JournalLine]:
    """The journal of a league, the latest first."""

    def shown(rows: Sequence[Row[Any]]) -> Iterable[JournalLine]:
        lines = reader.connection.execute(_LINES, {"events": [row.id for row in rows]})
        return [
            JournalLine(
                row.id, row.at, row.number, row.kind, row.by_name, act_sentence(row.kind, row.facts, row.by_name)
            )
            for row in lines
        ]

    return page_of(reader, _WHICH, shown, number=page, size=PAGE, asked={"league": league_id})


def act_sentence(kind: str, facts: _Facts, by: str) -> Sentence:
    """An act in a sentence or two, with its author and reason."""
    act, by = LeagueAct(kind), isolated(by)
    facts = {name: _isolated(fact) for name, fact in facts.items()}
    told = _WORDS[act](facts, by) if act in _WORDS else _filled(_TEMPLATES[act], facts, by)
    reason = facts.get("reason")
    return joined([told, because(reason)]) if reason else told


def _isolated(fact: Any) -> Any:  # noqa: ANN401 - facts are as JSON knows them
    """The fact with each of its texts isolated, since any may be a name that is written from right to left."""
    if isinstance(fact, str):
        return isolated(fact)
    return [_isolated(each) for each in fact] if isinstance(fact, list | tuple) else fact


_TEMPLATES = {
    LeagueAct.MADE: "{by} created the league “{name}”.",
    LeagueAct.ORGANISER_ADDED: "{by} made {player} an organiser.",
    LeagueAct.CLOSED: "{by:The service} closed the league: there will be no more seasons.",
    LeagueAct.REOPENED: "{by:The service} opened the league again.",
    LeagueAct.OPENED: "{by:The league} opened the sign-up for season {number}.",
    LeagueAct.JOINED: "{player} joined{door}.",
    LeagueAct.LEFT: "{player} left before the start{door}.",
    LeagueAct.REMOVED: "{by} took {players:list} out before the start.",
    LeagueAct.ASKED: "{by:The league} asked {players:list} whether they play.",
    LeagueAct.ASKED_TO_REPLACE: "{by} asked {new} to play on for {player}.",
    LeagueAct.RULED: "{by} set the result of {players:pair}: {result}",
    LeagueAct.RULING_UNDONE: ("{by} took back the result that was set for {players:pair}. It is again: {result}"),
    LeagueAct.PAUSED: "{by} paused the season: {games:game} stood still.",
    LeagueAct.RESUMED: "{by} let the season go on. Its end date is {ends_at:moment}.",
    LeagueAct.EXTENDED: "{by} moved the end date from {was:moment} to {ends_at:moment}.",
    LeagueAct.TIGHTENED: (
        "{by} announced a tighter pace: {pace:pace}, for turns that begin from {holds_from:moment} on."
    ),
    LeagueAct.TIGHTENING_UNDONE: "{by} took the tighter pace back; it stays {pace:pace}.",
    LeagueAct.TIGHTENING_IN_FORCE: "The tighter pace holds from now on: {pace:pace}.",
    LeagueAct.ANNOUNCED: "{by} wrote a mail to {division:all players}: “{title}”.",
}
"""Sentences whose gaps are facts; after the colon how a fact is written, or what stands for an empty one."""


def _filled(template: str, facts: _Facts, by: str) -> Sentence:
    parts: list[str | datetime] = []
    known = {**facts, "by": by, "door": _by_door(facts)}
    for text, name, how, _ in Formatter().parse(template):
        parts += [text, *([] if name is None else [_written(known[name], how or "")])]
    return Sentence.of(*parts)


def _written(fact: Any, how: str) -> str | datetime:  # noqa: ANN401 - facts are as JSON knows them
    match how:
        case "moment":
            return datetime.fromisoformat(str(fact))
        case "pace":
            return read_pace(fact).words
        case "list":
            return listed(str(name) for name in fact)
        case "pair":
            return " – ".join(fact)
        case _:
            return counted(fact, how) if how and isinstance(fact, int) else str(fact or how)


def _changed(facts: _Facts, by: str) -> Sentence:
    said = []
    if facts["was"] != facts["name"]:
        said.append(f"{by} gave the league the name “{facts['name']}”; it was “{facts['was']}”.")
    if facts.get("is_described_anew"):
        said.append(f"{by} described it anew.")
    return Sentence.of(" ".join(said) or f"{by} looked after the league.")


def _taken(facts: _Facts, by: str) -> Sentence:
    if facts["player"] == by:
        return Sentence.of(f"{by} is no organiser any more, by their own wish.")
    return Sentence.of(f"{by} took {facts['player']} from the organisers.")


def _settings_changed(facts: _Facts, by: str) -> Sentence:
    changes = [restored(parts) for parts in facts["changes"]]
    return joined([Sentence.of(f"{by} changed the settings."), *changes])


def _by_door(facts: _Facts) -> str:
    return " by mail" if facts.get("door") == "mail" else ""


def _entered(facts: _Facts, by: str) -> Sentence:
    # Older lines are from before players were asked: organisers entered whom they liked.
    allowed = ", as they allow" if "player_ids" in facts else ""
    return Sentence.of(f"{by or 'The league'} entered {listed(facts['players'])}{allowed}.")


def _planned(facts: _Facts, by: str) -> Sentence:
    moves = listed(f"{name} from division {was} to division {now}" for name, was, now in facts["moves"])
    return Sentence.of(f"{by} changed the divisions before the start{': ' + moves if moves else ''}.")


def _started(facts: _Facts, by: str) -> Sentence:
    begun = f"{by} started the season" if by else "The season began"
    size = f"{counted(facts['players'], 'player')} in {counted(facts['divisions'], 'division')}"
    lots = f"The number for drawing lots begins with {facts['seed'][:8]}; the season’s page shows it in full."
    return Sentence.of(f"{begun}: {size}, {counted(facts['games'], 'game')}. {lots}")


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
    LeagueAct.CHANGED: _changed,
    LeagueAct.ORGANISER_REMOVED: _taken,
    LeagueAct.SETTINGS_CHANGED: _settings_changed,
    LeagueAct.ENTERED: _entered,
    LeagueAct.PLANNED: _planned,
    LeagueAct.STARTED: _started,
    LeagueAct.CALLED_OFF: _called_off,
    LeagueAct.WITHDRAWN: _withdrawn,
    LeagueAct.REPLACED: _replaced,
    LeagueAct.TIME_IS_UP: _time_is_up,
    LeagueAct.ENDED: _ended,
}

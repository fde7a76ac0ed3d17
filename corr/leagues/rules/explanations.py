"""Explanations of places: why players stand where they stand, in words and in tables whose numbers add up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from corr.core.spans import counted
from corr.leagues.rules.division_table import EntryId, Game, GameResult, Names, Weights
from corr.leagues.rules.standings import Standings, StandingsPlace, TieBreakStep
from corr.leagues.rules.table_words import listed, listed_once, points_written, ratio_written, total, written
from corr.leagues.rules.tiebreaks import Criterion, meets

_Summand = tuple[Game, Fraction]
"""A game with the amount that it adds to a sum."""

_MOST_NAMES = 6
"""How many names a sentence lists; more are only counted."""
_MOST_TERMS = 8

_PLAYED = {GameResult.BEAT: "beat", GameResult.DREW: "drew with", GameResult.LOST: "lost to"}
_RESULTS = {GameResult.BEAT: "won", GameResult.DREW: "drawn", GameResult.LOST: "lost", GameResult.OPEN: "open"}
_GAMES = {GameResult.BEAT: "win", GameResult.DREW: "draw", GameResult.LOST: "loss"}
_MOST_ABOVE = 3
"""How many players with more points are named; more are only counted."""


@dataclass(frozen=True, slots=True)
class WordTable:
    """A table as text. Where the foot of a column is a number, the cells add up to it."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: tuple[str, ...]


class _Column(NamedTuple):
    head: str
    cells: Iterable[str]
    foot: str = ""


# Without slots, so that what several explanations need is worked out once.
@dataclass(frozen=True)
class _Facts:
    """The facts that every sentence needs."""

    standings: Standings
    names: Names

    @cached_property
    def places(self) -> Mapping[EntryId, StandingsPlace]:
        """The rows of the entries that are in the table."""
        return {place.entry: place for place in self.standings.places}

    @cached_property
    def games(self) -> Mapping[EntryId, Sequence[Game]]:
        """Their games."""
        return self.standings.scores.games()

    @cached_property
    def has_begun(self) -> bool:
        """Whether any game counts."""
        return self.standings.finished > 0

    @cached_property
    def parts(self) -> Mapping[EntryId, int]:
        """The points of each of them in parts, which are compared faster than fractions."""
        return dict(zip(self.standings.scores.entries, self.standings.scores.points, strict=True))

    @cached_property
    def achieved(self) -> Mapping[EntryId, str]:
        """What each of them has, of what was possible: "4½ of 9"."""
        possible = {entry: written(place.possible) for entry, place in self.places.items()}
        return {entry: f"{written(place.points)} of {possible[entry]}" for entry, place in self.places.items()}

    def listed(self, entries: Iterable[EntryId]) -> str:
        """The names of *entries* as a list in words."""
        return listed(self.names[entry] for entry in entries)


def _ledger_table(facts: _Facts, entry: EntryId) -> WordTable:
    """A table of all games of *entry*, with the points and tie-break values that each brings."""
    place, scores, names = facts.places[entry], facts.standings.scores, facts.names
    games = [game for game in facts.games[entry] if game.outcome is not GameResult.VOID]
    summed = [each for each in facts.standings.criteria if each.is_sum and each.code in place.values]
    parts = [scores.worth[game.outcome] for game in games]
    columns = [
        _Column("Opponent", [names[game.opponent] for game in games], "Sum"),
        _Column("Game", map(_result_written, games)),
        *(
            [_Column("Opponent has", [facts.achieved[game.opponent] for game in games])]
            if any(each.tells_opponents for each in summed)
            else []
        ),
        _Column("Points", _cells(parts, scores.unit), written(place.points)),
    ]
    steps = facts.standings.steps_of(entry)
    for criterion in summed:
        group = scores.indexes(_group_of(steps, criterion))
        cells = _cells(criterion.units(scores, group, games), criterion.unit(scores))
        columns.append(_Column(criterion.title, cells, written(place.values[criterion.code])))
    heads, lines, foot = zip(*columns, strict=True)
    return WordTable(f"{names[entry]}, game by game", heads, tuple(zip(*lines, strict=True)), foot)


def _cells(values: Iterable[int | None], unit: int) -> list[str]:
    return ["" if value is None else ratio_written(value, unit) for value in values]


def _group_of(steps: Iterable[TieBreakStep], criterion: Criterion) -> Sequence[EntryId]:
    """The group that a tie-break was applied to for the value in the standings, among the *steps* of an entry."""
    return max((step.group for step in steps if step.criterion is criterion and step.values), key=len, default=())


def _summands(games: Sequence[Game], amounts: Sequence[Fraction | None]) -> list[_Summand]:
    """The games that count, with their amounts."""
    return [(game, amount) for game, amount in zip(games, amounts, strict=True) if amount is not None]


def _points_words(facts: _Facts, place: StandingsPlace) -> str:
    """The sentence about the games that a player's points come from."""
    name = facts.names[place.entry]
    if not place.played:
        return f"{name} has not finished a game yet."
    if not place.points:
        return f"No game has brought {name} a point yet."
    games = facts.games[place.entry]
    made_of = _sum_written(_summands(games, facts.standings.scores.points_of(games)), facts.names)
    return f"{name}’s {points_written(place.points)}: {made_of}."


def _level_words(each: list[str]) -> Iterator[str]:
    """The sentence that a group is level on the tie-breaks *each*, which is emptied; nothing if it is empty."""
    if each:
        yield f"They are level on {listed(each)}."
        each.clear()


def _value_words(step: TieBreakStep, entry: EntryId) -> str:
    """A tie-break with the value that all of a group share."""
    assert step.values is not None  # Callers have checked that.
    return f"{step.criterion.name} ({written(step.values[entry])} each)"


def _not_used_words(facts: _Facts, step: TieBreakStep) -> str:
    """The sentence why head-to-head cannot be used on a group: a game among them is open, or has no result."""
    scores = facts.standings.scores
    title, among = step.criterion.title, _group_words(facts, step)
    if meets(scores, Weights(void=1), scores.indexes(step.group)):
        return f"{title} does not count among {among}: not all of their games have a result."
    return f"{title} does not count while games among {among} are open."


def _group_words(facts: _Facts, step: TieBreakStep) -> str:
    """A group by names, or by its size if it is large."""
    return facts.listed(step.group) if len(step.group) <= _MOST_NAMES else f"these {len(step.group)} players"


def _value_terms(facts: _Facts, step: TieBreakStep, entry: EntryId) -> Iterator[str]:
    """Sentences about the games that a player's value in a step comes from, where they are short."""
    assert step.values is not None  # It has split the group.
    scores, criterion, value = facts.standings.scores, step.criterion, step.values[entry]
    if criterion.origin:
        yield f"{facts.names[entry]}’s {criterion.origin(scores.entrants[scores.index[entry]])}."
    if not value or not criterion.is_sum:
        return
    place, games = facts.places[entry], facts.games[entry]
    summands = _summands(games, criterion.amounts(scores, scores.indexes(step.group), games))
    if not criterion.verb:
        yield f"{facts.names[entry]}’s {written(value)}: {_sum_written(summands, facts.names)}."
        if criterion.left_out and place.points > value:
            yield f"{points_written(place.points - value)} more {criterion.left_out}."
        return
    opponents = [game.opponent for game, _ in summands]
    if len(set(opponents)) <= _MOST_NAMES:
        yield f"{facts.names[entry]} {criterion.verb} {listed_once(facts.names[each] for each in opponents)}."


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation why a player has a place, or why one stands above another."""

    sentences: tuple[str, ...]
    tables: tuple[WordTable, ...]
    """The ledger table of each player; empty for an entry that left the table."""

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(self.sentences)


def explanation(standings: Standings, entry: EntryId, names: Names) -> Explanation:
    """The explanation why *entry* has its place."""
    return _explanation(_Facts(standings, names), entry)


def explanations(standings: Standings, names: Names) -> Mapping[EntryId, Explanation]:
    """The explanations why all entries, whose *names* these are, have their places."""
    facts = _Facts(standings, names)
    return {entry: _explanation(facts, entry) for entry in names}


def _explanation(facts: _Facts, entry: EntryId) -> Explanation:
    if entry in facts.standings.removed:
        name = facts.names[entry]
        return Explanation((f"{name} withdrew, and all of {name}’s results left the table: there is no place.",), ())
    place = facts.places[entry]
    sentences = (*_about_points(facts, place), *_about_steps(facts, entry), _about_place(facts, place))
    return Explanation(sentences, (_ledger_table(facts, entry),))


def _about_points(facts: _Facts, place: StandingsPlace) -> Iterator[str]:
    standings, name = facts.standings, facts.names[place.entry]
    if not facts.has_begun:
        yield "Nobody has finished a game yet, so everybody has 0 points."
        return
    parts, own = facts.parts, facts.parts[place.entry]
    more = [each.entry for each in standings.places if parts[each.entry] > own]
    same = [each.entry for each in standings.places if parts[each.entry] == own and each.entry != place.entry]
    if not more and not same:
        yield f"{name} has {points_written(place.points)}, more than anybody else."
    else:
        above = f"{_have(facts, more, most=_MOST_ABOVE)} more" if more else "nobody has more"
        level = f", and {_have(facts, same, most=_MOST_NAMES)} as many" if same else ""
        yield f"{name} has {points_written(place.points)}; {above}{level}."
    yield _points_words(facts, place)


def _have(facts: _Facts, entries: Sequence[EntryId], *, most: int) -> str:
    if len(entries) > most:
        return f"{len(entries)} others have"
    return f"{facts.listed(entries)} {'has' if len(entries) == 1 else 'have'}"


def _about_steps(facts: _Facts, entry: EntryId) -> Iterator[str]:
    level: list[str] = []
    has_split_by_games = False
    for step in facts.standings.steps_of(entry):
        if step.values is None:
            yield from _level_words(level)
            yield _not_used_words(facts, step)
        elif len(step.parts) == 1:
            # Before the first game everything is equal that is counted in games, and it need not be said.
            level += [_value_words(step, entry)] if facts.has_begun else []
        else:
            yield from _level_words(level)
            again = "Again, among those still level: " if has_split_by_games and step.criterion.is_in_group else ""
            yield again + _split(facts, step, entry)
            yield from _value_terms(facts, step, entry)
            has_split_by_games |= step.criterion.is_in_group
    yield from _level_words(level)


def _split(facts: _Facts, step: TieBreakStep, entry: EntryId) -> str:
    assert step.values is not None  # It has split the group.
    at = next(number for number, part in enumerate(step.parts) if entry in part)
    groups = [
        ("above", [other for part in step.parts[:at] for other in part]),
        ("below", [other for part in step.parts[at + 1 :] for other in part]),
        ("level", [other for other in step.parts[at] if other != entry]),
    ]
    if len(step.group) <= _MOST_NAMES:
        values = ", ".join(f"{written(step.values[part[0]])} for {facts.listed(part)}" for part in step.parts)
    else:
        values = f"{written(step.values[entry])} for {facts.names[entry]}"
    clauses = [_clause(facts, where, who, entry) for where, who in groups if who]
    return f"{step.criterion.title_with_order}: {values}; so {'; '.join(clauses)}."


def _clause(facts: _Facts, where: str, who: Sequence[EntryId], entry: EntryId) -> str:
    is_one = len(who) == 1
    names = facts.listed(who) if len(who) <= _MOST_NAMES else f"{len(who)} players"
    if where == "level":
        return f"{names} {'stays' if is_one else 'stay'} level with {facts.names[entry]}"
    return f"{names} {'stands' if is_one else 'stand'} {where} {facts.names[entry]}"


def _about_place(facts: _Facts, place: StandingsPlace) -> str:
    name = facts.names[place.entry]
    sharing = [each.entry for each in facts.standings.places if each.place == place.place]
    if len(sharing) == 1:
        return f"So {name} has place {place.place}."
    who = f"{facts.listed(sharing)} share" if len(sharing) <= _MOST_NAMES else f"all {len(sharing)} share"
    return f"Nothing else separates them, so {who} place {place.place}."


def why_above(standings: Standings, upper: EntryId, lower: EntryId, names: Names) -> Explanation:
    """The explanation why *upper* stands above *lower*, or that they share a place; correct in whichever order."""
    facts = _Facts(standings, names)
    one, other = sorted((standings.place_of(upper), standings.place_of(lower)), key=standings.places.index)
    tables = tuple(_ledger_table(facts, place.entry) for place in (one, other))
    if one.points != other.points:
        return Explanation(tuple(_by_points(facts, one, other)), tables)
    return Explanation(tuple(_by_tie_breaks(facts, one, other)), tables)


def _by_points(facts: _Facts, one: StandingsPlace, other: StandingsPlace) -> Iterator[str]:
    upper, lower = facts.names[one.entry], facts.names[other.entry]
    yield f"{upper} has {points_written(one.points)} and {lower} has {points_written(other.points)}."
    yield _points_words(facts, one)
    yield _points_words(facts, other)
    yield f"So {upper} stands above {lower}."


def _by_tie_breaks(facts: _Facts, one: StandingsPlace, other: StandingsPlace) -> Iterator[str]:
    pair = (one.entry, other.entry)
    yield f"{facts.listed(pair)} have {points_written(one.points)} each."
    level: list[str] = []
    for step in facts.standings.steps:
        if not set(pair) <= set(step.group):
            continue
        if step.values is None:
            yield from _level_words(level)
            yield _not_used_words(facts, step)
        elif step.values[one.entry] == step.values[other.entry]:
            level.append(_value_words(step, one.entry))
        else:
            yield from _level_words(level)
            yield from _decided(facts, step, pair)
            return
    yield from _level_words(level)
    yield f"Nothing else separates them, so {facts.listed(pair)} share place {one.place}."


def _decided(facts: _Facts, step: TieBreakStep, pair: tuple[EntryId, EntryId]) -> Iterator[str]:
    assert step.values is not None  # It separates the two.
    upper, lower = pair
    values = ", ".join(f"{written(step.values[entry])} for {facts.names[entry]}" for entry in pair)
    among = f" among {_group_words(facts, step)}" if step.criterion.is_in_group and len(step.group) > len(pair) else ""
    yield f"{step.criterion.title_with_order}{among}: {values}."
    for entry in pair:
        yield from _value_terms(facts, step, entry)
    yield f"So {facts.names[upper]} stands above {facts.names[lower]}."


# -- games in words ---------------------------------------------------------------------------------------------


def _sum_written(summands: Sequence[_Summand], names: Names) -> str:
    """
    The terms of a sum: 2 × 2½ (beat D and E) + 1½ (drew with C). Games that brought nothing are left out.

    Instead of too many different amounts, there is one amount for all wins and one for all draws.
    """
    bringing = [each for each in summands if each[1]]
    terms: dict[tuple[GameResult, bool, str], list[EntryId]] = {}
    for game, amount in bringing:
        terms.setdefault((game.outcome, _is_decided_by_forfeit(game), written(amount)), []).append(game.opponent)
    if len(terms) > _MOST_TERMS:
        return " + ".join(_all_of(bringing, outcome) for outcome in dict.fromkeys(game.outcome for game, _ in bringing))
    return " + ".join(
        _term(amount, len(opponents), _how(outcome, opponents, names, is_forfeit=is_forfeit))
        for (outcome, is_forfeit, amount), opponents in terms.items()
    )


def _result_written(game: Game) -> str:
    """The result of a game in a few words: won, drawn, lost by forfeit, open."""
    return f"{_RESULTS[game.outcome]}{' by forfeit' if _is_decided_by_forfeit(game) else ''}"


def _is_decided_by_forfeit(game: Game) -> bool:
    return game.is_forfeit and game.outcome in {GameResult.BEAT, GameResult.LOST}


def _all_of(summands: Iterable[_Summand], outcome: GameResult) -> str:
    amounts = [amount for game, amount in summands if game.outcome is outcome]
    return f"{written(total(amounts))} ({_games(outcome, len(amounts))})"


def _term(amount: str, count: int, how: str) -> str:
    times = f"{count} × " if count > 1 else ""
    return f"{times}{amount} ({how})"


def _how(outcome: GameResult, opponents: Sequence[EntryId], names: Names, *, is_forfeit: bool) -> str:
    forfeit = " by forfeit" if is_forfeit else ""
    if len(set(opponents)) > _MOST_NAMES:
        return f"{_games(outcome, len(opponents))}{forfeit}"
    return f"{_PLAYED[outcome]} {listed_once(names[each] for each in opponents)}{forfeit}"


def _games(outcome: GameResult, count: int) -> str:
    if outcome is GameResult.LOST:
        return "1 loss" if count == 1 else f"{count} losses"
    return counted(count, _GAMES[outcome])

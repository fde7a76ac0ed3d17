"""
Why everybody stands where they stand, in words and in tables whose numbers re-add to those that the standings show.

Everything is said of players by their names, as plain text: who shows it on a page escapes it there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.fractions import written
from corr.leagues.rules.part_arguments import Told, each_told, is_direct, level_told, not_used, points_sum, value_sum
from corr.leagues.rules.part_ledger_tables import WordTable, ledger_table
from corr.leagues.rules.standings import Place, Standings, Step
from corr.leagues.rules.table_words import MOST_NAMES, Names, points_written

_MOST_ABOVE = 3
"""How many players with more points are told by name: of many, that there are some is what matters."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a player has a place, or one stands above another."""

    sentences: tuple[str, ...]
    tables: tuple[WordTable, ...]
    """Each player's games with all they bring, column by column; empty for a row that left the table."""

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(self.sentences)


def explanation(standings: Standings, entry: EntryId, names: Names) -> Explanation:
    """Why *entry* has its place."""
    if entry in standings.removed:
        name = names[entry]
        return Explanation((f"{name} withdrew, and all of {name}’s results left the table: there is no place.",), ())
    told = Told(standings, names)
    place = standings.place_of(entry)
    sentences = (*_about_points(told, place), *_about_steps(told, entry), _about_place(told, place))
    return Explanation(sentences, (ledger_table(standings, entry, names),))


def _about_points(told: Told, place: Place) -> Iterator[str]:
    standings, name = told.standings, told.names[place.entry]
    if not standings.finished:
        yield "Nobody has finished a game yet, so everybody has 0 points."
        return
    more = [each.entry for each in standings.places if each.points > place.points]
    same = [each.entry for each in standings.places if each.points == place.points and each.entry != place.entry]
    if not more and not same:
        yield f"{name} has {points_written(place.points)}, more than anybody else."
    else:
        above = f"{_have(told, more, most=_MOST_ABOVE)} more" if more else "nobody has more"
        level = f", and {_have(told, same, most=MOST_NAMES)} as many" if same else ""
        yield f"{name} has {points_written(place.points)}; {above}{level}."
    yield points_sum(told, place)


def _have(told: Told, entries: Sequence[EntryId], *, most: int) -> str:
    if len(entries) > most:
        return f"{len(entries)} others have"
    return f"{told.listed(entries)} {'has' if len(entries) == 1 else 'have'}"


def _about_steps(told: Told, entry: EntryId) -> Iterator[str]:
    level: list[str] = []
    has_split_by_games = False
    for step in told.standings.steps_of(entry):
        if step.values is None:
            yield from level_told(level)
            yield not_used(told, step)
        elif len(step.parts) == 1:
            # Before the first game everything is equal that is counted in games, and it need not be said.
            level += [each_told(step, entry)] if told.standings.finished else []
        else:
            yield from level_told(level)
            again = "Again, among those still level: " if has_split_by_games and is_direct(step) else ""
            yield again + _split(told, step, entry)
            yield from value_sum(told, step, entry)
            has_split_by_games |= is_direct(step)
    yield from level_told(level)


def _split(told: Told, step: Step, entry: EntryId) -> str:
    assert step.values is not None  # It has split the group.
    at = next(number for number, part in enumerate(step.parts) if entry in part)
    groups = [
        ("above", [other for part in step.parts[:at] for other in part]),
        ("below", [other for part in step.parts[at + 1 :] for other in part]),
        ("level", [other for other in step.parts[at] if other != entry]),
    ]
    if len(step.group) <= MOST_NAMES:
        values = ", ".join(f"{written(step.values[part[0]])} for {told.listed(part)}" for part in step.parts)
    else:
        values = f"{written(step.values[entry])} for {told.names[entry]}"
    clauses = [_clause(told, where, who, entry) for where, who in groups if who]
    return f"{told.title(step.tie_break)}: {values}; so {'; '.join(clauses)}."


def _clause(told: Told, where: str, who: Sequence[EntryId], entry: EntryId) -> str:
    is_one = len(who) == 1
    names = told.listed(who) if len(who) <= MOST_NAMES else f"{len(who)} players"
    if where == "level":
        return f"{names} {'stays' if is_one else 'stay'} level with {told.names[entry]}"
    return f"{names} {'stands' if is_one else 'stand'} {where} {told.names[entry]}"


def _about_place(told: Told, place: Place) -> str:
    name = told.names[place.entry]
    sharing = [each.entry for each in told.standings.places if each.place == place.place]
    if len(sharing) == 1:
        return f"So {name} has place {place.place}."
    who = f"{told.listed(sharing)} share" if len(sharing) <= MOST_NAMES else f"all {len(sharing)} share"
    return f"Nothing else separates them, so {who} place {place.place}."

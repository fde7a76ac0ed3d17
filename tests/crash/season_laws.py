"""Laws about leagues: a season begins whole, all about it is told and noted once, and its numbers add up."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from tests.crash.facts import Act, Facts, Season, Seen

_BEGUN = frozenset({"running", "over"})
_ALL, _HALF, _NONE = Fraction(1), Fraction(1, 2), Fraction(0)
_POINTS = {"first": (_ALL, _NONE), "second": (_NONE, _ALL), "draw": (_HALF, _HALF)}


def whole(facts: Facts) -> Iterator[str]:
    """Seasons in which not all meet each other once, or that have games without a pairing."""
    for season in facts.seasons:
        divisions = defaultdict[int, list[int]](list)
        for entry in season.entries:
            if entry.division_id is not None:
                divisions[entry.division_id].append(entry.id)
        pairs = {frozenset(pair) for entries in divisions.values() for pair in combinations(entries, 2)}
        there = Counter(frozenset((pairing.first, pairing.second)) for pairing in season.pairings)
        wanted = pairs if season.state in _BEGUN else set[frozenset[int]]()
        for pair in sorted(wanted | there.keys(), key=sorted):
            if there[pair] != (pair in wanted):
                yield f"the entries {sorted(pair)} of season {season.number} meet {there[pair]} times"
        games = Counter(pairing.game_id for pairing in season.pairings)
        if games.keys() != season.games or games.total() != len(games):
            yield f"season {season.number} has {games.total()} pairings with {len(games)} of {len(season.games)} games"


def told_and_noted(facts: Facts) -> Iterator[str]:
    """Letters and lines of the journal that are missing, or that nothing calls for."""
    there = {notice.key for notice in facts.notices if notice.kind.startswith("season-")}
    wanted = frozenset[str]().union(*(_called_for(facts, season) for season in facts.seasons))
    yield from (f"nobody was told {key}" for key in sorted(wanted - there))
    yield from (f"nothing calls for {key}" for key in sorted(there - wanted))
    for season in facts.seasons:
        yield from _misnoted(season)
    noted = Counter(reason for season in facts.seasons for act, reason in season.acts if act == "ruled")
    sent = {order.words: order.seen for order in facts.orders if order.act is Act.RULE}
    for reason in sorted(noted.keys() | sent.keys()):
        least = int(sent.get(reason) is Seen.ACCEPTED)
        if not least <= noted[reason] <= int(reason in sent):
            yield f"a result that was set stands {noted[reason]} times in the journal: {reason}"


def standings_add_up(facts: Facts) -> Iterator[str]:
    """Points that are not those of the games, places that do not follow them, and final places that are others."""
    for season in facts.seasons:
        points, shown = _points(season), {line.player_id: line for line in season.shown}
        for entry in season.entries:
            line = shown.get(entry.player_id)
            if entry.division_id is None or entry.is_removed or line is None:
                continue
            if line.points != points[entry.id]:
                yield f"player {entry.player_id} has {points[entry.id]} points, and {line.points} are shown"
            better = {
                other.id
                for other in season.entries
                if other.division_id == entry.division_id and not other.is_removed and points[other.id] > line.points
            }
            if line.place is None or line.place <= len(better):
                yield f"player {entry.player_id} is on place {line.place}, and {len(better)} have more points"
            if season.state == "over" and entry.final_place != line.place:
                yield f"player {entry.player_id} ended on place {entry.final_place}; it is place {line.place}"


def _called_for(facts: Facts, season: Season) -> frozenset[str]:
    """The keys of the letters that a season calls for."""
    if season.state not in _BEGUN:
        return frozenset()
    played = [entry.player_id for entry in season.entries if entry.division_id is not None]
    keys = {f"season-started:{season.id}::{player_id}" for player_id in played}
    if season.state == "over":
        playing = [entry.player_id for entry in season.entries if entry.state == "playing"]
        following = [later.id for later in facts.seasons if later.number == season.number + 1]
        keys |= {f"season-ended:{season.id}::{player_id}" for player_id in playing}
        keys |= {f"season-opens:{later}::{player_id}" for later in following for player_id in played}
    return frozenset(keys)


def _misnoted(season: Season) -> Iterator[str]:
    counts = Counter(act for act, _ in season.acts)
    wanted = {
        "opened": 1,
        "started": int(season.state in _BEGUN),
        "ended": int(season.state == "over"),
        "called-off": int(season.state == "called-off"),
        "withdrawn": sum(entry.state == "withdrawn" for entry in season.entries),
        "joined": sum(entry.state != "left" for entry in season.entries),
        "time-is-up": min(1, counts["time-is-up"]),
    }
    for act, count in wanted.items():
        if counts[act] != count:
            yield f"the journal of season {season.number} has “{act}” {counts[act]} times in the place of {count}"


def _points(season: Season) -> Mapping[int, Fraction]:
    """The points of each entry, from the games alone."""
    removed = {entry.id for entry in season.entries if entry.is_removed}
    points = defaultdict[int, Fraction](Fraction)
    for pairing in season.pairings:
        if pairing.result in _POINTS and not removed & {pairing.first, pairing.second}:
            for entry, each in zip((pairing.first, pairing.second), _POINTS[pairing.result], strict=True):
                points[entry] += each
    return points

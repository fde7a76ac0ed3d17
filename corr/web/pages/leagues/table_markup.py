"""Large tables of leagues as finished markup: joined strings, since a template takes many times as long."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from markupsafe import Markup, escape

from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.explanations import WordTable
from corr.leagues.rules.standings import Day
from corr.leagues.rules.tiebreaks import CRITERIA, Criterion
from corr.leagues.views.division_games import DivisionGame
from corr.leagues.views.division_view import DivisionView, StandingRow
from corr.render.charts import Dot, Series, line_chart

_CLASSES = {"1": "won", "+": "won", "0": "lost", "−": "lost", "½": "drew", "·": "open", "–": "none"}
_FEWEST_DAYS, _MOST_DAYS = 2, 12
"""The fewest days that a chart needs, and the most days in the table beside it."""
_TABLES_KEPT = 1024
"""The number of tables of words that are kept: a few kilobytes each."""
_GAMES_KEPT = 4096
"""The number of games in cross-tables that are kept: two megabytes at most; after a result all others are the same."""
_SHARES_KEPT = 2048
"""The number of rows of simulations that are kept: a kilobyte each at most; a result does not change them."""
_BETWEEN_CELLS, _BETWEEN_ROWS = "\x1f", "\x1e"
"""Characters that no cell has."""
_SHORT = {each.title: each.short for each in CRITERIA.values() if each.short}
_SELF = '<td class="self">×</td>'


def cross_table(view: DivisionView, *, opens_anew: bool = False) -> Markup:
    """
    The cross-table of a division.

    :param opens_anew: whether links open a new window, as they must in a frame on another site.
    """
    target = ' target="_blank" rel="noopener"' if opens_anew else ""
    numbers = "".join([f'<th scope="col">{row.number}</th>' for row in view.rows])
    first, last = '<th scope="col">#</th>', '<th scope="col" class="score">Pts</th>'
    head = f'<tr>{first}<th scope="col" class="who">Player</th>{numbers}{last}</tr>'
    links = _links(view, target)
    rows = "".join([_row(row, view.shown.order, links[row.entry.id]) for row in view.rows])
    return Markup(f'<table class="cross"><thead>{head}</thead><tbody>{rows}</tbody></table>')  # noqa: S704 - names are escaped below


@lru_cache(maxsize=_TABLES_KEPT)
def word_table(table: WordTable) -> Markup:
    """A table of words, such as a player's games with what each brings."""
    head = "".join(f'<th scope="col">{_short(word)}</th>' for word in table.head)
    # Escaped as one text: that costs as much as one word does.
    whole = str(escape(_BETWEEN_ROWS.join([_BETWEEN_CELLS.join(row) for row in table.rows])))
    rows = "".join([f"<tr>{_cells(row)}</tr>" for row in whole.split(_BETWEEN_ROWS)]) if table.rows else ""
    foot = _cells(str(escape(_BETWEEN_CELLS.join(table.foot))))
    body = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody><tfoot><tr>{foot}</tr></tfoot>"
    caption = f"<caption>{escape(table.caption)}</caption>"
    return Markup(f'<table class="ledger">{caption}{body}</table>')  # noqa: S704 - every word is escaped


def _short(title: str) -> str:
    """The short name of a tie-break with a long one; any other word as it is."""
    short = _SHORT.get(title)
    return f'<abbr title="{escape(title)}">{escape(short)}</abbr>' if short else str(escape(title))


def value_cells(row: StandingRow, tie_breaks: Iterable[Criterion]) -> Markup:
    """The cells with the values of all tie-breaks in a row of the standings."""
    cells = [f"<td>{row.value(each.code)}</td>" for each in tie_breaks]
    # Those that seldom decide give way on phones.
    return Markup("".join(cells).replace("</td><td>", '</td><td class="more">'))  # noqa: S704 - they are numbers


def share_table(view: DivisionView) -> Markup | None:
    """How often each player ended on each place in the simulation, in percent; None without a simulation."""
    if view.forecast is None or view.forecast.simulation is None:
        return None
    places = "".join(f'<th scope="col">{row.number}</th>' for row in view.rows if row.standing)
    head = f'<tr><th scope="col" class="who">Player</th>{places}</tr>'
    rows = "".join(
        f'<tr><th scope="row" class="who"><bdi>{escape(row.entry.name)}</bdi></th>{_percents(found.counts)}</tr>'
        for row in view.rows
        if (found := view.find_forecast(row.entry.id)) is not None
    )
    return Markup(f'<table class="cross shares"><thead>{head}</thead><tbody>{rows}</tbody></table>')  # noqa: S704 - names are escaped


def place_chart(view: DivisionView) -> Markup | None:
    """
    Everybody's place over time; None before games have ended on two days.

    The viewer's own line stands out; for viewers who do not play here, the line of the first does.
    """
    if len(view.history) < _FEWEST_DAYS:
        return None
    is_stranger = not any(row.is_you for row in view.rows)
    first = view.rows[0].place
    series = [
        Series(
            row.entry.name,
            tuple(Dot(day.day, day.places[row.entry.id]) for day in view.history if row.entry.id in day.places),
            ends_at=row.place,
            is_own=row.is_you or (is_stranger and row.place == first),
            anchor=f"line-{row.entry.id}",
        )
        for row in view.rows
        if row.standing is not None
    ]
    return line_chart(series, title="Places over time", is_inverted=True)


def place_table(view: DivisionView) -> Markup | None:
    """The places of the chart as a table, for some days of the season; None where there is no chart."""
    if len(view.history) < _FEWEST_DAYS:
        return None
    last = len(view.history) - 1
    days = [view.history[at] for at in sorted({round(step * last / (_MOST_DAYS - 1)) for step in range(_MOST_DAYS)})]
    heads = "".join(f'<th scope="col">{day.day.day} {day.day:%b}</th>' for day in days)
    head = f'<tr><th scope="col" class="who">Player</th>{heads}</tr>'
    rows = "".join(_places(row, days) for row in view.rows if row.standing is not None)
    return Markup(f'<table class="cross"><thead>{head}</thead><tbody>{rows}</tbody></table>')  # noqa: S704 - names are escaped below


def _places(row: StandingRow, days: Iterable[Day]) -> str:
    name = f'<th scope="row" class="who"><bdi>{escape(row.entry.name)}</bdi></th>'
    cells = "".join(f"<td>{day.places.get(row.entry.id, '')}</td>" for day in days)
    return f"<tr{_mine(row)}>{name}{cells}</tr>"


def _mine(row: StandingRow) -> str:
    return ' class="is-you"' if row.is_you else ""


@lru_cache(maxsize=_SHARES_KEPT)
def _percents(counts: tuple[int, ...]) -> str:
    """The cells with the share of each of *counts*, in percent."""
    of_all = sum(counts)
    shares = [100 * count / of_all for count in counts]
    return "".join([f"<td>{'' if not share else '&lt;1' if share < 1 else f'{share:.0f}'}</td>" for share in shares])


def _cells(row: str) -> str:
    first, others = row.split(_BETWEEN_CELLS, 1)
    return f'<th scope="row">{first}</th><td>{others.replace(_BETWEEN_CELLS, "</td><td>")}</td>'


def _row(row: StandingRow, order: Iterable[EntryId], links: Mapping[EntryId, str]) -> str:
    own = row.entry.id
    cells = "".join([_SELF if each == own else f"<td>{links.get(each, '')}</td>" for each in order])
    shown = f"<bdi>{escape(row.entry.name)}</bdi>"
    name = f'<th scope="row" class="who">{shown if row.standing else f"<s>{shown}</s>"}</th>'
    return f'<tr{_mine(row)}><td class="number">{row.number}</td>{name}{cells}<td class="score">{row.points}</td></tr>'


def _links(view: DivisionView, target: str) -> Mapping[EntryId, Mapping[EntryId, str]]:
    """The links to the games of each entry, by opponents."""
    found: dict[EntryId, dict[EntryId, str]] = {entry: {} for entry in view.shown.order}
    for game in view.games:
        first, second = game.meeting.first, game.meeting.second
        if game.ruling or game.is_out:
            links = _unusual_links(game, target)
        else:
            links = _usual_links(game.meeting.game_id, game.signs, target)
        for of, against, link in ((first, second, links[0]), (second, first, links[1])):
            row = found[of]
            row[against] = f"{row[against]} {link}" if against in row else link
    return found


def _unusual_links(game: DivisionGame, target: str) -> tuple[str, str]:
    one, other = (
        f'<a class="{"out" if game.is_out else _CLASSES[sign]}" href="/games/{game.meeting.game_id}"{target}>'
        f"{f'<s>{sign}</s>' if game.is_out else sign}{'<sup>*</sup>' if game.ruling else ''}</a>"
        for sign in game.signs
    )
    return one, other


@lru_cache(maxsize=_GAMES_KEPT)
def _usual_links(game_id: str, signs: tuple[str, str], target: str) -> tuple[str, str]:
    """The links to a game from the cells of both players."""
    one, other = (f'<a class="{_CLASSES[sign]}" href="/games/{game_id}"{target}>{sign}</a>' for sign in signs)
    return one, other

"""The view of a question to a player: all terms of the season, and the games that are to be taken over."""

from dataclasses import dataclass
from datetime import timedelta

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.core.spans import span_words
from corr.game.game_row import get_game_row
from corr.game.views import GameView
from corr.leagues.asks import AskRow, find_open_ask
from corr.leagues.pairings import open_pairings
from corr.leagues.rows import SeasonRow, entries_of
from corr.leagues.settings_words import SettingLine, setting_lines
from corr.play.views import game_view
from corr.states import EntryState


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A game that is to be taken over, as the public sees it: sealed turns stay secret until the player says yes."""

    game: GameView
    opponent: str
    seat_title: str
    """The name that the game has for the seat that is to be taken over."""
    is_flipped: bool
    """Whether that is the second seat, from which the board is shown."""
    clocks: tuple[Sentence, ...]
    """Whose turn it is, and how much time the player would have."""


@dataclass(frozen=True, slots=True)
class AskedView:
    """A question to a player, with all that it is about."""

    season: SeasonRow
    ask: AskRow
    settings: tuple[SettingLine, ...]
    joined: int
    """How many players are in the season."""
    games: tuple[AskedGame, ...]
    """The games that are to be taken over; empty for a question whether somebody joins."""

    @property
    def is_replacement(self) -> bool:
        """Whether it asks to play on for somebody."""
        return self.ask.entry_id is not None


def find_asked(reader: Reader, season: SeasonRow, player_id: int) -> AskedView | None:
    """The open question to a player in a season; None without one."""
    ask = find_open_ask(reader, season.id, player_id)
    if ask is None:
        return None
    joined = entries_of(reader, season.id, (EntryState.JOINED, EntryState.PLAYING))
    settings = setting_lines(reader.registry, season)
    return AskedView(season, ask, settings, len(joined), tuple(_games(reader, season, ask)))


def _games(reader: Reader, season: SeasonRow, ask: AskRow) -> list[AskedGame]:
    if ask.entry_id is None or ask.replaced_id is None:
        return []
    pairings = open_pairings(reader, season.id, ask.entry_id)
    ordered = sorted(pairings, key=lambda pairing: (pairing.round, pairing.game_id))
    return [_game(reader, pairing.game_id, ask.replaced_id) for pairing in ordered]


def _game(reader: Reader, game_id: str, replaced_id: int) -> AskedGame:
    game_row = get_game_row(reader, game_id)
    mine = game_row.get_seat(replaced_id)
    view = game_view(reader, game_id, None)
    opponent = next(seat for seat in view.seats if seat.seat != mine.seat)
    clocks = []
    if mine.is_due:
        clocks.append(Sentence.of("It would be your turn."))
    if opponent.seat in {seated.seat for seated in game_row.seats if seated.is_due}:
        until = (", until ", opponent.due_at) if opponent.due_at else ()
        clocks.append(Sentence.of(f"It is {opponent.name}’s turn", *until, "."))
    if not game_row.terms.pace.is_untimed:
        time = span_words(timedelta(milliseconds=max(mine.bank_ms, game_row.terms.pace.bank_ms)))
        clocks.append(Sentence.of(f"You would have {time} for {'it' if mine.is_due else 'your next turn'}."))
    return AskedGame(view, opponent.name, view.seats[mine.seat].title, mine.seat == 1, tuple(clocks))

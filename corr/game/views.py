"""What use cases give out: games as one viewer may see them, messages, and what a half-made turn would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from corr.base.paging import Page
from corr.base.sentences import Sentence
from corr.game.words import RESIGNING_EARLY, early_words
from corr.games.api import Listing, OptionValue, Pick, Progress
from corr.games.scene import Scene
from corr.games.seats import Seat

_NAMED = 24
"""How many legal next actions are named beside a turn in the making."""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """What one player wrote to the other."""

    turn_number: int
    """The turn that it came with; for one that came alone, the turn that was due."""
    seat: Seat
    seat_title: str
    name: str
    """The player's."""
    text: str
    at: datetime
    is_yours: bool


@dataclass(frozen=True, slots=True)
class DigestGame:
    """A game that waits for a turn of the reader."""

    game_id: str
    title: str
    opponent: str
    turn_number: int
    due_at: datetime | None
    """None in a game without a time limit."""


@dataclass(frozen=True, slots=True)
class DigestEnding:
    """A game of the reader that ended since the last digest."""

    game_id: str
    title: str
    opponent: str
    outcome_words: str
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class DigestChallenge:
    """A challenge that the reader may answer."""

    id: str
    title: str
    """The game's name for people."""
    challenger: str
    pace_words: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class DigestView:
    """All that a digest tells."""

    waiting: tuple[DigestGame, ...]
    """By time left."""
    ended: tuple[DigestEnding, ...]
    """The first that ended first."""
    challenges: tuple[DigestChallenge, ...]
    """By the time left to answer them."""
    since: datetime
    """When the digest before was told."""

    @property
    def is_worth_telling(self) -> bool:
        """Whether there is anything that the digest before did not say, or that has to be said again."""
        # An open challenge was told when it came, and in a digest; to tell it every day would be a nuisance.
        is_new = any(challenge.created_at >= self.since for challenge in self.challenges)
        return bool(self.waiting or self.ended or is_new)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A place at the board and who sits there."""

    seat: Seat
    title: str
    """What the game calls the seat: "Blue"."""
    player_id: int
    name: str
    is_due: bool
    due_at: datetime | None
    """The deadline; None while the seat is not due or the game is over."""
    is_you: bool
    has_sealed: bool
    """Whether the seat has handed in a turn that is not shown before the other's is in."""
    away_until: datetime | None = None
    """Until when the player is on leave; None for who is not, and in a view of the past or of a game that is over."""


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One turn of the log."""

    number: int
    seat: Seat
    seat_title: str
    text: str
    """In canonical notation."""
    at: datetime
    """When it came."""
    door: str
    """How it came: "web" or "mail"."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """Something in a game's history that is not a turn."""

    turn_number: int
    """The turn that was due when it happened."""
    at: datetime
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Commitment:
    """What binds a seat, and the service, to a secret turn while nobody else may know it."""

    seat: Seat
    seat_title: str
    name: str
    """The player's."""
    turn_number: int
    at: datetime
    """When the turn came in."""
    is_changed: bool
    """Whether it came in place of an earlier one, for which there was another commitment."""
    digest: str
    """SHA-256 of "GAMEID WORD NONCE" in 64 hex digits."""
    word: str
    """The secret; empty until the game is over."""
    nonce: str
    """32 hex digits that nobody could guess; empty until the game is over."""


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """Where a game belongs in its league."""

    league_id: str
    league: str
    season: int
    tier: int
    division: str
    round: int

    @property
    def path(self) -> str:
        """The address of the division's page."""
        return f"/leagues/{self.league_id}/{self.season}/{self.tier}"

    @property
    def words(self) -> str:
        """All of it on one line."""
        return f"{self.league}, season {self.season}, {self.division}, round {self.round}"


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one viewer may see it, now or as it stood when an earlier turn was due."""

    id: str
    game: str
    """The name of the game in addresses: "chess"."""
    ruleset: str
    title: str
    """The game's name for people: "Chess"."""
    options: tuple[str, ...]
    """A short line for each option that differs from the usual."""
    pace: str
    pace_words: str
    terms: tuple[str, ...]
    """All that is agreed about time, in sentences, the pace first."""
    seats: tuple[SeatView, SeatView]
    you: Seat | None
    """The viewer's own seat; None for a spectator."""
    turn_number: int
    """The number of the turn that is due in this view."""
    is_past: bool
    """Whether the game has gone on since."""
    version: int
    scene: Scene
    position: str
    """The position in the game's notation, as the viewer may know it."""
    last: frozenset[str]
    """The squares that the last turn touched."""
    last_text: str
    """The last turn in canonical notation; empty before the first."""
    turns: tuple[TurnLine, ...]
    last_own: int
    """The number of the viewer's own last turn; 0 for who made none."""
    events: tuple[EventLine, ...]
    is_over: bool
    outcome_words: str
    """How the game ended, in one sentence; empty while it runs."""
    winner: Seat | None
    reason: str
    """The end reason, one word; empty while the game runs."""
    created_at: datetime
    ended_at: datetime | None
    is_your_turn: bool
    """Whether a turn of the viewer is wanted now; never in a view of the past."""
    due_at: datetime | None
    """The viewer's deadline if it is the viewer's turn, else the earliest that runs."""
    may_resign: bool
    may_offer_draw: bool
    draw_offered_by: Seat | None
    draw_offered_by_you: bool
    draw_offered_to_you: bool
    sealed_text: str
    """The viewer's own turn that waits for the other's, in canonical notation; it may be changed until then."""
    may_play: bool
    """Whether a turn of the viewer can be handed in: it is due, or waits sealed and may be changed."""
    commitments: tuple[Commitment, ...]
    """For each secret turn from the moment at which it came in, even while the other's is not in."""
    sample: str
    """A legal turn of the viewer in canonical notation, as an example; empty if none is wanted of the viewer."""
    bottom: Seat
    """The seat whose home is at the bottom of the board as the notation draws it."""
    option_values: Mapping[str, OptionValue]
    """The options that were set, by their names."""
    is_together: bool
    """Whether both choose at the same time now, each unseen by the other."""
    messages: tuple[MessageLine, ...]
    """What the players wrote to each other up to that turn, oldest first; nobody else is shown it."""
    may_write: bool
    """Whether the viewer may write to the other player; never in a view of the past."""
    allows_leave: bool = False
    """Whether clocks run in it that stand still while their players are on leave."""
    frozen_at: datetime | None = None
    """Since when nobody can play on until an administrator has looked at it; None for all other games."""
    frozen_for: str = ""
    """Why, in one sentence."""
    season_id: int | None = None
    """The season of a league that it belongs to; None for all other games."""
    place: LeaguePlace | None = None
    """Where it belongs in its league, where that is asked for; None for all other games."""
    is_rated: bool = False
    """Whether its result counts for the players' ratings, if it is played out."""
    void_words: str = ""
    """Why it counts for no ratings, however it ends if it runs; empty if it may, and for games that are not rated."""
    is_early: bool = False
    """Whether one of the two has not made two turns yet: whoever resigns so early is told what that means."""
    is_paused: bool = False
    """Whether it is frozen because the organisers of its league let it stand still."""

    @property
    def is_running(self) -> bool:
        """Whether it is not over, and has not gone on since."""
        return not self.is_over and not self.is_past

    @property
    def may_count(self) -> bool:
        """Whether its result counts for the ratings if it is played out, as far as anybody knows."""
        return self.is_rated and not self.void_words

    @property
    def void_warning(self) -> str:
        """Why it will count for no ratings, however it ends; empty if it may, and once it is over."""
        return "" if self.is_over else self.void_words

    @property
    def may_play_alone(self) -> bool:
        """Whether a turn of the viewer can be handed in while the other has none to make."""
        return self.may_play and not self.is_together

    @property
    def claim_words(self) -> str:
        """Why it will count for no ratings if it is claimed or resigned now; empty if it will, or is not rated."""
        if self.is_over or not self.is_rated:
            return ""
        return self.void_words or (early_words(is_rated=True) if self.is_early else "")

    @property
    def resign_words(self) -> str:
        """What is to be known before it is resigned; empty if nothing is."""
        if self.is_over or not self.is_early:
            return self.claim_words
        return f"{self.claim_words or early_words(is_rated=False)} {RESIGNING_EARLY}"


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list."""

    id: str
    title: str
    names: tuple[str, str]
    """The players, in the order of the seats."""
    seat_titles: tuple[str, str]
    turn_number: int
    is_your_turn: bool
    due_at: datetime | None
    """The earliest deadline that runs."""
    is_over: bool
    outcome_words: str
    changed_at: datetime
    opponent: str = ""
    """The other player's name, in lists of one player's games."""
    is_frozen: bool = False
    """Whether nobody can play on until an administrator has looked at it."""
    opponent_away_until: datetime | None = None
    """Until when the other player is on leave, in lists of one player's running games."""


@dataclass(frozen=True, slots=True)
class MyGames:
    """A player's games: those that wait for the player, by time left, then the others."""

    your_turn: tuple[GameLine, ...]
    their_turn: tuple[GameLine, ...]
    over: Page[GameLine]


@dataclass(frozen=True, slots=True)
class StepView:
    """One action of a turn."""

    text: str
    """In canonical notation."""
    sentence: str
    """In words: "Warrior captures the Stone on H2"."""


@dataclass(frozen=True, slots=True)
class StopView:
    """What it would mean to end a half-made turn where it stands."""

    progress: Progress
    must_go_on: str = ""
    """Why the turn may not stop here, in one sentence; empty if it may."""
    remark: str = ""
    """What is given away by stopping here: "3 energy unused"; empty if nothing."""
    why_over: str = ""
    """Why nothing can follow, in one sentence; empty if something can, or it is plain."""
    position: str = ""
    """The position after it, as the player would know it; empty if the turn may not stop here, or nobody knows yet."""
    outcome_words: str = ""
    """How the game would end by it; empty if it would go on."""

    @property
    def may_submit(self) -> bool:
        """Whether the turn may stop here."""
        return not self.must_go_on


@dataclass(frozen=True, slots=True)
class PreviewView:
    """What a typed turn would do."""

    game_id: str
    turn_number: int
    text: str
    """The turn as it was understood, in canonical notation."""
    steps: tuple[StepView, ...]
    scene: Scene
    """The board after it."""
    stop: StopView


@dataclass(frozen=True, slots=True)
class ComposeView:
    """A turn that is being made click by click."""

    game_id: str
    turn_number: int
    begun: str
    """The finished actions, in canonical notation; to be carried by the next links as `begun`."""
    before_last: str
    """`begun` without its last action: where an undo leads."""
    steps: tuple[StepView, ...]
    scene: Scene
    question: str
    """What to do now: "Choose a piece."; empty if the turn is complete."""
    picks: tuple[Pick, ...]
    picked: tuple[str, ...]
    """What was picked of the action that is not finished yet; to be carried by the next links."""
    stop: StopView
    listing: Listing
    """A few of the legal next actions in notation; none beside the game itself, where nothing is made yet."""
    chosen: tuple[str, ...] = ()
    """What was picked of the action that is not finished yet, for people: "E0", "with 2 chips"."""

    @property
    def may_begin_on_board(self) -> bool:
        """Whether the next action can begin with a square."""
        return not self.picked and any(pick.square for pick in self.picks)

    @property
    def has_more_possible(self) -> bool:
        """Whether there are more legal next actions than `possible` names."""
        return bool(self.listing.cuts) or len(self.listing.actions) > _NAMED

    @property
    def possible(self) -> tuple[str, ...]:
        """The first legal next actions in notation."""
        return self.listing.actions[:_NAMED]


@dataclass(frozen=True, slots=True)
class TurnReceipt:
    """What became of a turn."""

    game_id: str
    turn_number: int
    """The number of the turn that was played."""
    text: str
    """The turn in canonical notation."""
    remark: str
    """What it gave away: "3 energy unused"; empty if nothing."""
    repeated: bool
    """Whether it had been played already and nothing changed now."""
    outcome_words: str
    """How it ended the game; empty if the game goes on."""
    is_sealed: bool = False
    """Whether it waits, unseen by the other player, until that one's turn is in; it may be changed until then."""
    is_changed: bool = False
    """Whether it waits in place of an earlier one."""
    stands: str = ""
    """The turn that counts instead of this repeated one, which was changed later; empty if this one counts."""


@dataclass(frozen=True, slots=True)
class ActReceipt:
    """What became of a resignation or of something about a draw."""

    game_id: str
    sentence: str
    repeated: bool = False
    """Whether it had been done already and nothing changed now."""


@dataclass(frozen=True, slots=True)
class ChallengeReceipt:
    """What became of a challenge that was made."""

    id: str
    to: str
    """The player's name, or the mail address as it was written."""


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge as one of the two, or the holder of the invitation's link, may see it."""

    id: str
    challenger: str
    opponent: str
    """A name, or the address that the invitation went to."""
    game_title: str
    ruleset: str
    options: tuple[str, ...]
    """A short line for each option that differs from the usual."""
    pace: str
    pace_words: str
    terms: tuple[str, ...]
    """All that is agreed about time, in sentences, the pace first."""
    your_seat_words: str
    """Which seat the viewer gets: "You play Red, who moves second."."""
    message: str
    state: str
    """One of "open", "accepted", "declined", "withdrawn", "expired"."""
    created_at: datetime
    expires_at: datetime
    is_yours: bool
    """Whether the viewer made it."""
    may_accept: bool
    may_decline: bool
    may_withdraw: bool
    game_id: str | None
    ratings: tuple[tuple[str, str], ...] = ()
    """On the page of a challenge: the players' names with their ratings in that game, for those who have one."""

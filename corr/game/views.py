"""The values that use cases give out: games as a viewer may see them, messages, and previews of half-made turns."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.base.sentences import Sentence
from corr.game.words import BY_OTHERS, RESIGNING_EARLY, EventKind, early_words
from corr.games.api import OptionValue, Progress
from corr.games.courses import Course
from corr.games.guide import Listing, Pick
from corr.games.scene import Scene, Trace
from corr.games.seats import Seat

_NAMED = 24
"""How many legal next actions are listed beside a half-made turn."""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A message of one player to the other."""

    turn_number: int
    """The number of the turn that it came with; for one that came alone, of the turn that was due."""
    seat: Seat
    seat_title: str
    name: str
    """The name of the player."""
    text: str
    at: datetime
    is_yours: bool


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
    """Whether the seat has handed in a sealed turn, which is shown when the other's is in."""
    bank: timedelta | None = None
    """What is left in the bank while no clock of the seat runs; None if each turn has the same time."""
    away_until: datetime | None = None
    """Until when the player is on leave; None if not, and in a view of the past or of a game that is over."""


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
    """The commitment to a secret turn: it binds the seat and the service while nobody else may know the turn."""

    seat: Seat
    seat_title: str
    name: str
    """The name of the player."""
    turn_number: int
    at: datetime
    """When the turn came in."""
    is_changed: bool
    """Whether the turn replaced an earlier one, which had another commitment."""
    digest: str
    """SHA-256 of "GAMEID WORD NONCE" in 64 hex digits."""
    word: str
    """The secret; empty until the game is over."""
    nonce: str
    """32 hex digits that nobody could guess; empty until the game is over."""


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """The place of a game in its league."""

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
        """The place in one line."""
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
    """A short line for each option that differs from its default."""
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
    """Whether the view shows an earlier moment of the game."""
    version: int
    scene: Scene
    position: str
    """The position in the game's notation, as the viewer may know it."""
    course: Course
    """The last turn as the board shows it."""
    turns: tuple[TurnLine, ...]
    """The latest turns, and at least all since the viewer's own last one, oldest first."""
    made: tuple[int, int]
    """How many turns each seat has made up to then."""
    last_own: int
    """The number of the viewer's own last turn; 0 if there is none."""
    events: tuple[EventLine, ...]
    """The latest events, oldest first."""
    is_over: bool
    outcome_words: str
    """How the game ended, in one sentence; empty while it runs."""
    winner: Seat | None
    reason: str
    """The end reason, one word; empty while the game runs."""
    created_at: datetime
    ended_at: datetime | None
    is_your_turn: bool
    """Whether the viewer owes a turn now; never in a view of the past."""
    due_at: datetime | None
    """The viewer's deadline if it is the viewer's turn, otherwise the earliest that runs."""
    may_resign: bool
    may_offer_draw: bool
    has_offered_draw: bool
    """Whether the viewer offered one since their own last turn, which was passed over."""
    draw_offered_by_you: bool
    draw_offered_to_you: bool
    draw_offer_id: int | None
    """The id of the draw offer to the viewer; None if there is none."""
    draw_offer_crossed: bool
    """Whether the viewer's turn crossed that offer: the next turn of the player who made it withdraws it."""
    draw_news: EventKind | None
    """What a turn of the other player did to a draw offer since the viewer's own last turn; None if nothing."""
    sealed_text: str
    """The viewer's own sealed turn in canonical notation; it may be changed until the other's is in."""
    sealed_words: str
    """What the viewer has chosen by it: "the Tower on L1"."""
    may_play: bool
    """Whether the viewer can hand in a turn: one is due, or waits sealed and may be changed."""
    commitments: tuple[Commitment, ...]
    """One for each secret turn from the moment at which it came in, even while the other's is not in."""
    sample: str
    """A legal turn of the viewer in canonical notation, as an example; empty if the viewer owes none."""
    bottom: Seat
    """The seat whose home is at the bottom of the board as the notation draws it."""
    option_values: Mapping[str, OptionValue]
    """The options that were set, by their names."""
    is_together: bool
    """Whether both choose at the same time now, unseen by each other."""
    messages: tuple[MessageLine, ...]
    """The latest messages of the players up to that turn, oldest first; only the two players see them."""
    may_write: bool
    """Whether the viewer may write to the other player; never in a view of the past."""
    allows_leave: bool = False
    """Whether its clocks stand still while their players are on leave; False for a game without clocks."""
    frozen_at: datetime | None = None
    """Since when nobody can play on; None unless it is frozen or paused."""
    frozen_for: str = ""
    """The reason why it is frozen, in one sentence."""
    season_id: int | None = None
    """The season that it belongs to; None for a game outside leagues."""
    place: LeaguePlace | None = None
    """Its place in its league, where a page needs it; None for a game outside leagues."""
    is_rated: bool = False
    """Whether its result counts for the players' ratings, if it is played out."""
    is_private: bool = False
    """Whether only its players see it."""
    void_words: str = ""
    """Why it counts for no ratings; for a running game, however it ends. Empty if it may count, or is not rated."""
    is_early: bool = False
    """Whether one of the two has not made two turns yet: a player who resigns so early is told what that means."""
    is_paused: bool = False
    """Whether it is frozen because the organisers of its league paused it."""

    @property
    def is_running(self) -> bool:
        """Whether it is not over, and the view shows it as it is now."""
        return not self.is_over and not self.is_past

    @property
    def has_news(self) -> bool:
        """Whether turns have followed on the viewer's own last one."""
        return 0 < self.last_own < self.turn_number - 1

    @property
    def decision(self) -> Sentence | None:
        """Who decided its result, and why; None if it was played."""
        if self.reason not in BY_OTHERS or not self.events:
            return None
        return max(reversed(self.events), key=lambda event: event.at).sentence

    @property
    def may_count(self) -> bool:
        """Whether its result counts for the ratings if it is played out, as far as is known."""
        return self.is_rated and not self.void_words

    @property
    def void_warning(self) -> str:
        """Why it will count for no ratings, however it ends; empty if it may count, and once it is over."""
        return "" if self.is_over else self.void_words

    @property
    def may_play_alone(self) -> bool:
        """Whether the viewer can hand in a turn while the other player owes none."""
        return self.may_play and not self.is_together

    @property
    def claim_words(self) -> str:
        """Why it will not count for ratings if it is claimed or resigned now; empty if it will, or is not rated."""
        if self.is_over or not self.is_rated:
            return ""
        return self.void_words or (early_words(is_rated=True) if self.is_early else "")

    @property
    def resign_words(self) -> str:
        """The warning before it is resigned; empty if there is none."""
        if self.is_over or not self.is_early:
            return self.claim_words
        return f"{self.claim_words or early_words(is_rated=False)} {RESIGNING_EARLY}"


@dataclass(frozen=True, slots=True)
class StepView:
    """One action of a turn."""

    text: str
    """In canonical notation."""
    sentence: str
    """In words: "Warrior captures the Stone on H2"."""
    trace: Trace
    """Its course over the board, as the player may know it."""


@dataclass(frozen=True, slots=True)
class StopView:
    """The effect of ending a half-made turn after the actions made so far."""

    progress: Progress
    must_go_on: str = ""
    """Why the turn may not stop here, in one sentence; empty if it may."""
    remark: str = ""
    """What the player gives away by stopping here: "3 energy unused"; empty if nothing."""
    why_over: str = ""
    """Why no further action can follow, in one sentence; empty if one can, or if it is obvious."""
    position: str = ""
    """The position afterwards, as the player may know it; empty if the turn may not stop here, or it is unknown yet."""
    outcome_words: str = ""
    """How the game would end with it; empty if it would go on."""

    @property
    def may_submit(self) -> bool:
        """Whether the turn may stop here."""
        return not self.must_go_on

    @property
    def words(self) -> str:
        """What it means to stop here, in one sentence; empty if there is nothing to say."""
        has_remark = self.remark and self.progress is not Progress.COMPLETE
        return self.must_go_on or self.outcome_words or (f"If you end it now: {self.remark}." if has_remark else "")


@dataclass(frozen=True, slots=True)
class PreviewView:
    """The effect that a typed turn would have."""

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
    """The finished actions, in canonical notation; the next links carry them as `begun`."""
    before_last: str
    """`begun` without its last action, for the link that undoes it."""
    steps: tuple[StepView, ...]
    scene: Scene
    question: str
    """What to do now: "Choose a piece."; empty if the turn is complete."""
    picks: tuple[Pick, ...]
    picked: tuple[str, ...]
    """The picks of the unfinished action; the next links carry them."""
    stop: StopView
    listing: Listing
    """Some legal next actions in notation; none on the page of the game itself, where no action is made yet."""
    chosen: tuple[str, ...] = ()
    """The picks of the unfinished action in words: "E0", "with 2 chips"."""
    undone: tuple[str, ...] = ()
    """The picks that an undo leaves of the unfinished action: those before the last one with an alternative."""
    instead: tuple[Pick, ...] = ()
    """What the unfinished action could begin with instead; empty if nothing is picked."""
    is_preselected: bool = False
    """Whether what is picked is the only piece that can go on, which nobody had to pick."""
    is_gathering: bool = False
    """Whether the squares that are picked are a set, from which each can be taken out again."""

    @property
    def may_submit(self) -> bool:
        """Whether the turn may be handed in as it is: it may stop here, and no action is half made."""
        return self.stop.may_submit and (not self.picked or self.is_preselected)

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
    """The receipt of a turn."""

    game_id: str
    turn_number: int
    """The number of the turn that was played."""
    text: str
    """The turn in canonical notation."""
    remark: str
    """What the player gave away by it: "3 energy unused"; empty if nothing."""
    repeated: bool
    """Whether it had been played already and nothing changed now."""
    outcome_words: str
    """How it ended the game; empty if the game goes on."""
    is_sealed: bool = False
    """Whether it is sealed until the other player's turn is in; it may be changed until then."""
    is_changed: bool = False
    """Whether it replaces an earlier sealed turn."""
    stands: str = ""
    """The later turn that counts instead of this repeated one; empty if this one counts."""
    is_together: bool = False
    """Whether both players chose at the same time, and this choice came last."""
    draw_words: str = ""
    """What the turn did to a draw offer, in a sentence or two; empty if nothing."""


@dataclass(frozen=True, slots=True)
class ActReceipt:
    """The receipt of an act that is not a turn, such as a resignation or a draw offer."""

    game_id: str
    sentence: str
    repeated: bool = False
    """Whether it had been done already and nothing changed now."""


@dataclass(frozen=True, slots=True)
class ChallengeReceipt:
    """The receipt of a challenge that was made."""

    id: str
    to: str
    """The player's name, or the mail address as it was written."""
    unsaid: str = ""
    """Why the words with it were not passed on, in a sentence; empty if they were, or if there were none."""


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge as one of the two, or the holder of the invitation's link, may see it."""

    id: str
    challenger: str
    opponent: str
    """A name, or the address that the invitation went to."""
    game: str
    """The name of the game in addresses."""
    game_title: str
    ruleset: str
    options: tuple[str, ...]
    """A short line for each option that differs from its default."""
    pace: str
    pace_words: str
    terms: tuple[str, ...]
    """All that is agreed about time, in sentences, the pace first."""
    your_seat_words: str
    """The seat that the viewer gets, in a sentence: "You play Red and move second."."""
    may_wish: bool
    """Whether the viewer may accept it with a wish for a seat."""
    message: str
    state: str
    """One of "open", "accepted", "declined", "withdrawn", "expired"."""
    created_at: datetime
    expires_at: datetime
    is_yours: bool
    """Whether the viewer made it."""
    may_accept: bool
    may_withdraw: bool
    game_id: str | None
    declined_words: str
    """What the challenger reads of the reason once it was declined, in a sentence."""
    rematch_of: str | None
    """The finished game that it asks to play again; None for any other challenge."""
    ratings: tuple[tuple[str, str], ...] = ()
    """The names of the players with their ratings in that game, for those who have one; only on a challenge's page."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list of one player's own games."""

    id: str
    title: str
    your_seat: Seat
    opponent: str
    """The other player's name."""
    turn_number: int
    changed_at: datetime
    version: int
    """The number of changes of anything that a viewer could see of it."""
    is_your_turn: bool = False
    due_at: datetime | None = None
    """The earliest deadline that runs."""
    is_frozen: bool = False
    """Whether it is frozen or paused, so that nobody can play on."""
    opponent_away_until: datetime | None = None
    """Until when the other player is on leave; None if the game is over."""
    result: str = ""
    """What it was for the player: "Won", "Lost", "Draw" or "No result"; empty while it runs."""
    outcome_words: str = ""
    """How it ended, in a sentence; empty while it runs."""

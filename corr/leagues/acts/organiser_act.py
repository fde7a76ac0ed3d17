"""An act of an organiser: what it is asked for and says before, what it does, and the one way in which all are run."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, ClassVar, Generic, Self, TypeVar

from corr.base.notices import Facts
from corr.base.rate_limits import Limit, count
from corr.base.sentences import Sentence
from corr.base.time_zones import zone_of
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError, CorrError, InputError
from corr.leagues.journal import (
    ALREADY,
    LeagueAct,
    LeagueHappening,
    LeagueReceipt,
    act_key,
    because,
    check_season_runs,
    count_act,
    is_noted,
    note,
    read_optional_reason,
    read_required_reason,
)
from corr.leagues.league_news import members_of, organiser_ids, tell_news
from corr.leagues.paused_games import open_game_rows_locked
from corr.leagues.rows import (
    LeagueRow,
    SeasonRow,
    check_organiser,
    check_version,
    get_league,
    get_season,
    get_season_locked,
    lock_league,
    set_next_check,
    show_season_anew,
)
from corr.leagues.rules.settings_conversion import read_moment
from corr.players.sanctions import Outreach, check_may_reach

NOTICE = timedelta(days=7)
"""How long in advance players are told of a change to their disadvantage."""
_S = TypeVar("_S")


class ReasonField(Enum):
    """Whether an act is asked for with a reason."""

    NO = "no"
    MAY = "may"
    """It may stay empty."""
    MUST = "must"

    def check_may_write(self, reader: Reader, player_id: int) -> None:
        """
        Refuse the reason of somebody who is forbidden words.

        :raises ForbiddenError: that is so.
        """
        outreach = Outreach.REQUIRED_REASON if self is ReasonField.MUST else Outreach.REASON
        check_may_reach(reader, player_id, outreach, "reason")

    def read(self, text: str) -> str:
        """
        The reason that was written, as one line.

        :raises InputError: there is none, or it cannot be shown.
        """
        if self is ReasonField.NO:
            return ""
        return read_required_reason(text) if self is ReasonField.MUST else read_optional_reason(text)


@dataclass(frozen=True, slots=True)
class ActRequest:
    """Whoever asks for an act, why, and the state of things that they saw."""

    by_player_id: int
    reason: str = ""
    version: int | None = None
    """The version that was seen, so that nobody overwrites what somebody else decided meanwhile."""
    order_key: str | None = field(default=None, repr=False)
    """The same key is the same order, however often it comes."""


@dataclass(frozen=True, slots=True)
class ActTarget:
    """The address to which an act was sent, and what was typed into the fields of its form."""

    league_id: str
    season_id: int = 0
    """0 for a league as a whole."""
    player_id: int = 0
    game_id: str = ""
    by_player_id: int = 0
    zone: str = ""
    """The time zone of whoever asks."""
    typed: Mapping[str, str] = field(default_factory=dict)

    def word(self, name: str) -> str:
        """What was typed into a field; empty if nothing was."""
        return self.typed.get(name, "")

    def moment(self, name: str, *, is_end: bool = False) -> datetime:
        """
        The moment that was typed.

        :param is_end: whether a day without a time of day means its end.
        :raises InputError: it is none.
        """
        try:
            return read_moment(self.word(name), zone_of(self.zone), is_end=is_end)
        except InputError as refused:
            raise InputError(refused.sentence, field=name) from None


@dataclass(frozen=True, slots=True)
class ActQuestion:
    """The question whether an act is meant."""

    title: str
    button: str
    sentences: tuple[Sentence, ...]
    """What the act would do, and who is told."""
    version: int = 0
    """The version that the organiser sees."""
    intro: str = ""
    """How things stand, said before what the act would do."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of the form that an act is asked for with."""

    name: str
    label: str
    hint: Sentence | None = None
    value: str | datetime | None = ""
    """What is filled in; a moment, or None for an empty one, makes it a field for a date and a time of day."""
    longest: int = 80
    is_long: bool = False
    """Whether it has several lines."""
    note: str = ""
    """What it means to leave it empty; if there is no note, it has to be filled in."""
    choices: tuple[tuple[str, str], ...] = ()
    """(value, words) of what can be chosen; empty for a field to write in."""


@dataclass(frozen=True, slots=True)
class ActForm:
    """The form that an act is asked for with."""

    title: str
    intro: Sentence
    fields: tuple[FormField, ...]
    link: tuple[str, str] | None = None
    """The words and the address of a page to look at before."""
    people: tuple[tuple[str, str, str], ...] = ()
    """
    (name, note, address) of those who are listed above the form; the address, if there is one, is where one is removed.
    """
    version: int = 0
    """The version that the organiser sees, if the form does the act at once."""


@dataclass(frozen=True, slots=True)
class ActPlace:
    """Where an act is done: in a league, and in one of its seasons unless it is about the league as a whole."""

    league_id: str
    season: SeasonRow | None
    version: int


@dataclass(frozen=True, slots=True)
class Done:
    """What became of an act that was carried out."""

    sentence: str
    facts: Facts
    """What the line in the journal needs."""


class Act(ABC, Generic[_S]):
    """
    An act of an organiser about something, such as a season.

    Whoever adds one writes a class with these methods and gives it an address in `web/pages/leagues/act_pages.py`.
    """

    kind: ClassVar[LeagueAct]
    tool: ClassVar[tuple[str, str] | None] = None
    """The words of its link on the organisers' page, and a line about it; None if it is linked elsewhere."""
    why: ClassVar[ReasonField] = ReasonField.NO
    is_danger: ClassVar[bool] = False
    is_versioned: ClassVar[bool] = False
    """Whether it is refused to those who saw an older version."""
    limit: ClassVar[Limit | None] = None
    """How often it can be done in one place."""
    is_shown: ClassVar[bool] = True
    """Whether pages of the season show it, apart from the journal."""
    is_confirmed: ClassVar[bool] = True
    """Whether it says what it would do and is confirmed; if not, its form does it at once."""
    typed_fields: ClassVar[tuple[tuple[str, int], ...]] = ()
    """The fields of its form with their lengths; without the first of them the form is shown."""
    long_fields: ClassVar[frozenset[str]] = frozenset()
    """Those of them with several lines."""
    asks_again_after: ClassVar[tuple[type[CorrError], ...]] = (InputError,)
    """The refusals after which another value may be typed."""

    @classmethod
    @abstractmethod
    def read(cls, target: ActTarget) -> Self:
        """
        The act that was asked for.

        :raises InputError: something that was typed cannot be used.
        """

    @classmethod
    def form(cls, reader: Reader, target: ActTarget) -> ActForm:
        """
        Its form, for an act with fields.

        :raises ConflictError: it is not possible, whatever is typed.
        """
        raise NotImplementedError

    @abstractmethod
    def find(self, reader: Reader) -> _S:
        """What it is about, as it stands."""

    @abstractmethod
    def lock(self, uow: UnitOfWork) -> _S:
        """The same, locked; to prevent deadlocks games are locked before their season."""

    @abstractmethod
    def place(self, subject: _S) -> ActPlace:
        """Where that is."""

    def check_right(self, reader: Reader, subject: _S, by_player_id: int) -> None:
        """
        Refuse those who may not do it.

        :raises NotAllowedError: the player may not.
        """
        check_organiser(reader, self.place(subject).league_id, by_player_id)

    def judge(self, _reader: Reader, _subject: _S) -> str:
        """
        Refuse what cannot be done; gives a sentence if it was done already, so that nothing is to be done.

        :raises ConflictError: it is not possible as things are.
        :raises InputError: something that was typed cannot be used.
        """
        return ""

    def question(self, reader: Reader, subject: _S, by_player_id: int) -> ActQuestion:
        """
        The question whether it is meant, after `judge`; an act without one has a page of its own.

        :raises ConflictError: it was done already.
        """
        raise NotImplementedError

    @abstractmethod
    def perform(self, uow: UnitOfWork, subject: _S, request: ActRequest) -> Done:
        """
        Do it and tell those concerned; the reason was read.

        :raises ConflictError: it is not possible, which was no reason not to ask.
        :raises TooManyError: there would be too many.
        """

    def repeated(self, _subject: _S) -> str:
        """The sentence for whoever sends the same form again."""
        return ALREADY

    def preview(self, reader: Reader, by_player_id: int) -> ActQuestion:
        """
        The question whether it is meant, as things are now.

        :raises NotAllowedError: the player may not do it.
        :raises ConflictError: it is not possible, or was done already.
        :raises InputError: something that was typed cannot be used.
        """
        subject = self.find(reader)
        self.check_right(reader, subject, by_player_id)
        self.judge(reader, subject)
        return replace(self.question(reader, subject, by_player_id), version=self.place(subject).version)

    @classmethod
    def is_possible(cls, reader: Reader, target: ActTarget) -> bool:
        """Whether it can be asked for now, so that nobody is offered what would be refused."""
        try:
            if cls.typed_fields:
                cls.form(reader, target)
            else:
                cls.read(target).preview(reader, target.by_player_id)
        except CorrError:
            return False
        return True

    def carry_out(self, uow: UnitOfWork, request: ActRequest) -> LeagueReceipt:
        """
        Do it, once for each key, and write it into the journal.

        :raises NotAllowedError: the player may not do it.
        :raises ConflictError: it is not possible, or somebody has changed it meanwhile.
        :raises InputError: something that was typed cannot be used.
        :raises TooManyError: it was done too often today.
        """
        subject = self.lock(uow)
        place, by = self.place(subject), request.by_player_id
        key = act_key(by, request.order_key)
        # Before the right: those who gave it up by this very order are told that it was done.
        if is_noted(uow, place.league_id, key):
            return LeagueReceipt(self.repeated(subject), repeated=True)
        self.check_right(uow, subject, by)
        already = self.judge(uow, subject)
        if already:
            return LeagueReceipt(already, repeated=True)
        request = replace(request, reason=self.why.read(request.reason))
        if request.reason:
            self.why.check_may_write(uow, by)
        if self.is_versioned:
            check_version(place.version, request.version)
        season_id = place.season.id if place.season else None
        if self.limit:
            count(uow, {self.limit: str(season_id or place.league_id)})
        count_act(uow, by)
        done = self.perform(uow, subject, request)
        note(uow, LeagueHappening(self.kind, place.league_id, season_id, by, done.facts, key))
        if season_id is not None and self.is_shown:
            show_season_anew(uow, season_id)
        return LeagueReceipt(done.sentence)


AnyAct = Act[Any]
"""An act, where acts about seasons, leagues and games are mixed."""


@dataclass(frozen=True, slots=True)
class SeasonAct(Act[SeasonRow]):
    """An act about a season."""

    season_id: int

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.season_id)

    def find(self, reader: Reader) -> SeasonRow:
        return get_season(reader, self.season_id)

    def lock(self, uow: UnitOfWork) -> SeasonRow:
        return get_season_locked(uow, self.season_id)

    def place(self, subject: SeasonRow) -> ActPlace:
        return ActPlace(subject.league_id, subject, subject.version)

    def tell_everybody(
        self, uow: UnitOfWork, season: SeasonRow, title: str, sentences: Sequence[Sentence], *, reason: str
    ) -> None:
        """Tell the players and the organisers of a season what is changed and why, and let it be checked at once."""
        players = [*members_of(uow, season.id), *organiser_ids(uow, season.league_id)]
        said = (*sentences, *([because(reason)] if reason else ()))
        occasion = f"{self.kind.value}:{season.version + 1}"
        tell_news(uow, season, players, occasion=occasion, title=title, sentences=said)
        set_next_check(uow, season.id, uow.now)


class SeasonGamesAct(SeasonAct):
    """An act about a season with all its open games."""

    def lock(self, uow: UnitOfWork) -> SeasonRow:
        open_game_rows_locked(uow, self.season_id)
        return get_season_locked(uow, self.season_id)


@dataclass(frozen=True, slots=True)
class ActOnLeague(Act[LeagueRow]):
    """An act about a league as a whole."""

    league_id: str

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.league_id)

    def find(self, reader: Reader) -> LeagueRow:
        return get_league(reader, self.league_id)

    def lock(self, uow: UnitOfWork) -> LeagueRow:
        lock_league(uow, get_league(uow, self.league_id).id)
        return get_league(uow, self.league_id)

    def place(self, subject: LeagueRow) -> ActPlace:
        return ActPlace(subject.id, None, subject.version)


def check_goes_on(season: SeasonRow) -> None:
    """
    Refuse what can be done only while a season runs and is not paused.

    :raises ConflictError: the season does not run, or is paused.
    """
    check_season_runs(season)
    if season.paused_at is not None:
        raise ConflictError("The season is paused. Resume it first: its dates then move by the days of the pause.")


def everybody_told(reader: Reader, season: SeasonRow) -> Sentence:
    """The sentence that says who gets a mail about a change."""
    players = counted(len(members_of(reader, season.id)), "player")
    return Sentence.of(f"{players} and the organisers get one mail each.")

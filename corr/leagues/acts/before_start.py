"""What organisers do in a season before it begins: change settings, start at once, call off, plan, take players out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from sqlalchemy import bindparam, select

from corr.base.sentences import Sentence, stored
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError, NotFoundError
from corr.game.game_row import PLAYER
from corr.leagues.acts.organiser_act import ActQuestion, ActRequest, ActTarget, Done, ReasonField, SeasonAct
from corr.leagues.consents import STANDING, covered_by_standing_yes, open_asks_of
from corr.leagues.journal import CHANGES, LeagueAct, check_in_sign_up
from corr.leagues.league_news import members_of, organiser_ids, tell_news
from corr.leagues.rows import UPDATE_SEASON, EntryRow, SeasonRow, entries_of, find_entry, next_check
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.settings_conversion import mapping_of
from corr.leagues.rules.table_words import listed
from corr.leagues.seasons.division_plans import change_plan, plan_of
from corr.leagues.seasons.entries import write_departures
from corr.leagues.seasons.season_opening import call_off_season, check_dates, check_settings
from corr.leagues.seasons.season_start import TOO_FEW, begin_season
from corr.leagues.settings_words import draft_changes
from corr.players.names import isolated
from corr.states import SeasonState
from corr.store.base import is_id

_PLAYER = select(PLAYER.c.id).where(PLAYER.c.id == bindparam("player"))
_NOT_IN = "That player is not in this season."
_ONLY_MILDER = Sentence.of(
    "You had let the organisers sign you up only for seasons that are no stricter than the last one, so you are not in "
    "this one any more. If you want to play all the same, join on its page."
)
_STILL_ASKED = Sentence.of("You were asked to join, and have not answered. If you do nothing, you do not play.")


@dataclass(frozen=True, slots=True)
class ChangeSettings(SeasonAct):
    """An organiser changes settings or dates, and tells those who have joined and the other organisers."""

    settings: SeasonSettings
    dates: Dates

    kind = LeagueAct.SETTINGS_CHANGED
    is_versioned = True
    limit = CHANGES
    _same = "The settings are as you sent them. Nothing changed now."

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        check_in_sign_up(season)
        check_settings(reader, self.settings)
        check_dates(self.dates, self.settings.terms.pace, reader.now, season.dates)
        return "" if self._changes(reader, season) else self._same

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        changes, dates = self._changes(uow, season), self.dates
        values = {
            "settings": mapping_of(self.settings),
            "sign_up_until": dates.sign_up_until,
            "starts_at": dates.starts_at,
            "ends_at": dates.ends_at,
            "look_at": next_check(replace(season, dates=dates), uow.now),
        }
        uow.connection.execute(UPDATE_SEASON.values(**values), {"of_season": season.id})
        self._tell(uow, season, changes, request.by_player_id)
        told = "The settings are as you sent them. Everybody who has joined is told what changed."
        return Done(told, {"number": season.number, "changes": [stored(sentence) for sentence in changes]})

    def repeated(self, _season: SeasonRow) -> str:
        return self._same

    def _changes(self, reader: Reader, season: SeasonRow) -> tuple[Sentence, ...]:
        return draft_changes(reader.registry, season, self.settings, self.dates)

    def _tell(self, uow: UnitOfWork, season: SeasonRow, changes: Sequence[Sentence], by_player_id: int) -> None:
        said = (Sentence.of("The organisers have changed what is settled about the season before it begins."), *changes)
        leaving = Sentence.of("If that does not suit you, you may leave on the season’s page until it begins.")
        uncovered = self._let_uncovered_leave(uow, season)
        members = [one for one in members_of(uow, season.id) if one not in uncovered]
        asked = [ask.player_id for ask in open_asks_of(uow, season.id)]
        others = [one for one in organiser_ids(uow, season.league_id) if one not in {*members, by_player_id}]
        occasion, title = f"settings:{season.version + 1}", "The settings have changed"
        told: Sequence[tuple[Sequence[int], Sequence[Sentence]]]
        told = ((members, [leaving]), (uncovered, [_ONLY_MILDER]), (asked, [_STILL_ASKED]), (others, []))
        for players, further in told:
            tell_news(uow, season, players, occasion=occasion, title=title, sentences=(*said, *further))

    def _let_uncovered_leave(self, uow: UnitOfWork, season: SeasonRow) -> list[int]:
        """Take out those who entered by a standing yes that does not cover the new settings; gives their ids."""
        entered = [entry.player_id for entry in entries_of(uow, season.id) if entry.door == STANDING]
        changed = replace(season, settings=self.settings, dates=self.dates)
        covered = covered_by_standing_yes(uow, changed, entered)
        uncovered = [player_id for player_id in entered if player_id not in covered]
        write_departures(uow, season, uncovered)
        return uncovered


class StartSeason(SeasonAct):
    """An organiser lets a season begin before its day; nobody begins with other divisions than were shown."""

    kind = LeagueAct.STARTED
    tool = ("Start now", "Let all games begin before the day.")
    is_versioned = True

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        check_in_sign_up(season)
        if not season.has_possible_dates:
            raise ConflictError("The season would end before it starts. Change its dates first.")
        if not plan_of(reader, season).divisions:
            raise ConflictError(f"{TOO_FEW} Wait for more, or call the season off.")
        return ""

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        plan, dates = plan_of(reader, season), season.dates
        players = sum(len(division.players) for division in plan.divisions)
        sizes = ", ".join(f"{division.name} with {len(division.players)}" for division in plan.divisions)
        by_itself = "By itself the season would begin on "
        said = [
            Sentence.of(f"{counted(plan.games, 'game')} of {players} players begin at once: {sizes}."),
            Sentence.of(by_itself, dates.starts_at, ". It still ends on ", dates.ends_at, "."),
            Sentence.of("The sign-up is over then, and the settings are fixed. This cannot be undone."),
            Sentence.of(f"All {players} players get a mail."),
        ]
        unanswered = [isolated(ask.name) for ask in open_asks_of(reader, season.id)]
        if unanswered:
            have, are = ("has", "is") if len(unanswered) == 1 else ("have", "are")
            said.insert(0, Sentence.of(f"{listed(unanswered)} {have} not answered yet, and {are} left out."))
        return ActQuestion(f"Start season {season.number} now?", "Start now", tuple(said))

    def perform(self, uow: UnitOfWork, season: SeasonRow, _request: ActRequest) -> Done:
        plan = plan_of(uow, season)
        games = counted(plan.games, "game")
        return Done(f"The season has begun with {games}, and everybody is told.", begin_season(uow, plan))

    def repeated(self, _season: SeasonRow) -> str:
        return "The season has begun already; nothing changed now."


class CallOff(SeasonAct):
    """An organiser calls a season off before it begins, and tells everybody who has joined."""

    kind = LeagueAct.CALLED_OFF
    tool = ("Call off", "The season does not take place.")
    why = ReasonField.MAY
    is_danger = True
    _words = "The season is called off, and everybody is told."

    def judge(self, _reader: Reader, season: SeasonRow) -> str:
        if season.state is SeasonState.CALLED_OFF:
            return self._words
        check_in_sign_up(season)
        return ""

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        check_in_sign_up(season)
        players = len(entries_of(reader, season.id))
        joined = f"{counted(players, 'player')} who joined and the organisers" if players else "The organisers"
        rests = " No season opens by itself then until you open one." if season.settings.rolls_over else ""
        said = (
            f"The season does not take place. This cannot be undone, but you can open another one.{rests}",
            f"{joined} get a mail.",
        )
        return ActQuestion(f"Call season {season.number} off?", "Call off", tuple(map(Sentence.of, said)))

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        return Done(self._words, call_off_season(uow, season, request.reason or "The organisers gave no reason."))


@dataclass(frozen=True, slots=True)
class ChangePlan(SeasonAct):
    """An organiser moves players to other divisions before the start."""

    tiers: Mapping[int, int | None]
    """Tiers by the ids of entries; None to let the seeding decide again."""

    kind = LeagueAct.PLANNED
    is_versioned = True

    def judge(self, _reader: Reader, season: SeasonRow) -> str:
        check_in_sign_up(season)
        return "" if self.tiers else "Nothing was to be moved."

    def perform(self, uow: UnitOfWork, season: SeasonRow, _request: ActRequest) -> Done:
        change = change_plan(uow, season, self.tiers)
        only, *others = self.tiers
        said = "The players are where you put them." if others else change.sentence(only)
        return Done(said, {"moves": change.moves})


class ResetPlan(SeasonAct):
    """An organiser lets the seeding decide again about everybody."""

    kind = LeagueAct.PLANNED
    is_versioned = True
    _words = "The seeding decides again about everybody."

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        check_in_sign_up(season)
        return "" if _planned_entry_ids(reader, season) else self._words

    def question(self, _reader: Reader, _season: SeasonRow, _by_player_id: int) -> ActQuestion:
        said = Sentence.of(
            "Nobody stays in a division that was chosen by hand: the last season and the ratings decide. "
            "Nobody is told."
        )
        return ActQuestion("Let the seeding decide again?", "Reset", (said,))

    def perform(self, uow: UnitOfWork, season: SeasonRow, _request: ActRequest) -> Done:
        moves = change_plan(uow, season, dict.fromkeys(_planned_entry_ids(uow, season))).moves
        return Done(self._words, {"moves": moves})


@dataclass(frozen=True, slots=True)
class RemovePlayer(SeasonAct):
    """An organiser takes a player out of a season before it begins; the player is told."""

    player_id: int

    kind = LeagueAct.REMOVED
    is_danger = True

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.season_id, target.player_id)

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        check_in_sign_up(season)
        entry = self._find_entry(reader, season)
        if entry is None and not self._is_known(reader):
            raise NotFoundError(_NOT_IN)
        return "" if entry is not None and entry.is_in else "That player was not in the season any more."

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        entry = self._find_entry(reader, season)
        if entry is None or not entry.is_in:
            raise NotFoundError(_NOT_IN)
        said = (
            f"{isolated(entry.name)} is not in season {season.number} any more, and gets a mail that says so.",
            "As long as the sign-up is open the player may join again, and afterwards if you ask the player again.",
        )
        return ActQuestion(f"Take {entry.name} out?", "Take out", tuple(map(Sentence.of, said)))

    def perform(self, uow: UnitOfWork, season: SeasonRow, _request: ActRequest) -> Done:
        entry = self._find_entry(uow, season)
        assert entry is not None
        write_departures(uow, season, [self.player_id])
        said = (Sentence.of("The organisers have taken you out of the season before it begins."),)
        occasion, title = f"roster:{season.version + 1}", "You were taken out"
        tell_news(uow, season, [self.player_id], occasion=occasion, title=title, sentences=said)
        return Done(f"{entry.name} is out of the season, and is told.", {"players": [entry.name]})

    def _is_known(self, reader: Reader) -> bool:
        """Whether there is such a player at all."""
        asked = {"player": self.player_id}
        return is_id(self.player_id) and reader.connection.execute(_PLAYER, asked).first() is not None

    def _find_entry(self, reader: Reader, season: SeasonRow) -> EntryRow | None:
        return find_entry(reader, season.id, self.player_id) if is_id(self.player_id) else None


def _planned_entry_ids(reader: Reader, season: SeasonRow) -> list[int]:
    """The ids of the entries whose division an organiser chose."""
    return [entry.id for entry in entries_of(reader, season.id) if entry.planned_tier is not None]

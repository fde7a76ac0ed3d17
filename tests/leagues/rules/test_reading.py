"""Settings of a season from words that people typed."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.core.pace import Late, Terms, read_pace
from corr.games.registry import Registry
from corr.leagues.rules.division_table import Points
from corr.leagues.rules.setting_table import DATES, FIRST_FIELDS, SECTIONS
from corr.leagues.rules.settings import Newcomers, SeasonSettings, Unfinished, WithdrawalRule
from corr.leagues.rules.settings_conversion import mapping_of, settings_of, words_of
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.rules.typed_values import FaultsError, SettingFault, Typed
from tests.known_games import KNOWN_GAMES
from tests.leagues.typed_settings import KEYS, read_settings

REGISTRY = Registry.discover()
GAME = {"game": "kelasu"}
ALL = GAME | {
    "options.spend-all": "yes",
    "pace": "7d+1d/14d",
    "weekends_off": "yes",
    "late": "claim",
    "leave": "no",
    "rated": "no",
    "legs": "double",
    "points.win": "3",
    "points.draw": "1",
    "points.loss": "0",
    "tie_breaks": "koya, rating, lot",
    "higher_rating_first": "yes",
    "players_per_division": "8",
    "up": "1",
    "down": "3",
    "newcomers": "rating",
    "unfinished": "no result",
    "withdrawal": "Forfeits",
    "minimum_reliability": "80 %",
    "reports": "off",
    "rolls_over": "on",
    "sign_up_days": "21",
}
READ = SeasonSettings(
    ruleset="kelasu/1",
    options={"spend_all": True},
    terms=Terms(read_pace("7d+1d/14d"), has_weekends_off=True, late=Late.CLAIM, allows_leave=False),
    is_rated=False,
    legs=2,
    points=Points(Fraction(3), Fraction(1), Fraction(0)),
    tie_breaks=(TieBreak.KOYA, TieBreak.RATING, TieBreak.LOT),
    is_higher_rating_first=True,
    players_per_division=8,
    up=1,
    down=3,
    newcomers=Newcomers.RATING,
    unfinished=Unfinished.NO_RESULT,
    withdrawal=WithdrawalRule.FORFEITS,
    minimum_reliability=80,
    has_reports=False,
    rolls_over=True,
    sign_up_days=21,
)


def faults(typed: Typed) -> tuple[SettingFault, ...]:
    """What is wrong with what was typed."""
    with pytest.raises(FaultsError) as caught:
        read_settings(typed, REGISTRY)
    return caught.value.faults


def test_every_setting_can_be_typed() -> None:
    assert set(KEYS) <= set(ALL)
    assert read_settings(ALL, REGISTRY) == READ


def test_every_setting_has_one_place_in_the_form() -> None:
    placed = [*FIRST_FIELDS, *(key for _, rows in SECTIONS for keys in rows for key in keys)]

    assert sorted(placed) == sorted([*KEYS, *(date.key for date in DATES)])


def test_what_is_not_typed_is_as_usual() -> None:
    assert read_settings(GAME, REGISTRY) == SeasonSettings("kelasu/1", {"spend_all": False})


def test_tie_breaks_can_be_a_list_or_none_at_all() -> None:
    listed = read_settings(GAME | {"tie_breaks": ["h2h", "SB"]}, REGISTRY)
    none = read_settings(GAME | {"tie_breaks": ""}, REGISTRY)

    assert listed.tie_breaks == (TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER)
    assert none.tie_breaks == ()


@pytest.mark.parametrize("word", ["once", "1", "single"])
def test_meeting_once_has_many_names(word: str) -> None:
    assert read_settings(GAME | {"legs": word}, REGISTRY).legs == 1


@pytest.mark.parametrize(
    ("key", "word", "told"),
    [
        ("game", "chess", "There’s no game called “chess”. We have "),
        ("game", "", "There’s no game called “”. We have "),
        ("options.jokers", "2", "Kelasu has no option “jokers”; its options are: spend_all."),
        ("options.spend_all", "maybe", "The option “spend_all” is yes or no, not “maybe”."),
        ("pace", "untimed", "In a league somebody always waits, so that a game needs a pace; write one such as 3d"),
        ("pace", "3 days", "A pace looks like “3d/turn” or “7d+1d/14d”, with d for days and h for hours."),
        ("options.spend_all", "", "The option “spend_all” is yes or no, not nothing."),
        ("pace", "9999d/turn", "The time for a turn of a pace is from 1 hour to 90 days."),
        ("weekends_off", "2", "Whether clocks stand still on rest days is yes or no, not “2”."),
        ("late", "wait", "What becomes of a late player is lose or claim, not “wait”."),
        ("leave", "", "Whether leave is allowed is yes or no, not nothing."),
        ("rated", "perhaps", "Whether games are rated is yes or no, not “perhaps”."),
        ("legs", "3", "Each pair meets once or twice: write single or double, not “3”."),
        ("points.win", "-1", "“-1” is not a number of points. Write 1, ½, 0.5 or 1/2."),
        ("points.win", "0", "A win has to bring more than a loss."),
        ("points.draw", "2", "A draw brings no more than a win, and no less than a loss."),
        ("points.loss", "nan", "“nan” is not a number of points. Write 1, ½, 0.5 or 1/2."),
        ("tie_breaks", "wins, buchholz", "A tie-break is wins or sb or h2h or koya or open or rating or lot, not"),
        ("tie_breaks", "sb, wins, SB", "The tie-break “sb” is given twice; it can only part players once."),
        ("players_per_division", "2", "The number of players in a division is a whole number from 3 to 20, not “2”."),
        ("players_per_division", "21", "The number of players in a division is a whole number from 3 to 20, not “21”."),
        ("up", "-1", "How many are promoted is a whole number from 0 to 20, not “-1”."),
        ("down", "1.5", "How many are relegated is a whole number from 0 to 20, not “1.5”."),
        ("up", "9", "Of 10 players in a division, 9 up and 2 down are too many: up and down together are at most 10."),
        ("newcomers", "top", "Where newcomers begin is lowest or rating, not “top”."),
        ("unfinished", "x", "What becomes of unfinished games is adjudicate or draw or no-result or play-on, not “x”."),
        ("withdrawal", "x", "The withdrawal rule is half or forfeits, not “x”."),
        ("minimum_reliability", "101", "The least reliability, in percent, is a whole number from 0 to 100, not “1"),
        ("sign_up_days", "0", "The number of days to sign up is a whole number from 1 to 90, not “0”."),
        ("player_per_division", "9", "There is no setting “player_per_division”; did you mean “players_per_division”?"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_with_its_key(key: str, word: str, told: str) -> None:
    (fault,) = faults(GAME | {key: word})

    assert fault.field == key
    assert fault.sentence.startswith(told)


@pytest.mark.parametrize(
    "word", ["1_0", "１２", "٣", "1e1", "+5", "0x5", "5.0", "5 5", "1000000000", "9" * 5000, "\0", "\u202e5", "⑤"]
)
def test_only_plain_digits_are_a_number(word: str) -> None:
    (fault,) = faults(GAME | {"players_per_division": word})

    assert fault.field == "players_per_division"
    assert fault.sentence.startswith("The number of players in a division is a whole number from 3 to 20, not “")
    assert len(fault.sentence) < 200


@pytest.mark.parametrize("word", ["5", " 5 ", "05", "5\n"])
def test_spaces_and_zeros_around_a_number_do_not_matter(word: str) -> None:
    assert read_settings(GAME | {"players_per_division": word}, REGISTRY).players_per_division == 5


def test_a_game_has_to_be_chosen() -> None:
    assert faults({}) == (SettingFault("game", f"Which game is played? Give one of these: {KNOWN_GAMES}."),)


def test_a_list_where_one_word_is_due_is_refused() -> None:
    assert faults(GAME | {"pace": ["3d/turn", "5d/turn"]}) == (
        SettingFault("pace", "One value goes here, not a list of 2."),
    )


def test_all_of_a_division_may_go_up_or_down() -> None:
    read = read_settings(GAME | {"players_per_division": "4"}, REGISTRY)

    assert (read.up, read.down, read.players_per_division) == (2, 2, 4)


def test_a_draw_brings_no_less_than_a_loss() -> None:
    (fault,) = faults(GAME | {"points.win": "3", "points.draw": "1", "points.loss": "2"})

    assert fault == SettingFault("points.draw", "A draw brings no more than a win, and no less than a loss.")


def test_an_option_in_two_spellings_is_refused() -> None:
    (fault,) = faults(GAME | {"options.spend_all": "yes", "options.Spend-All": "no"})

    assert fault == SettingFault("options.Spend-All", "This option is given twice, in two spellings. Delete one.")


def test_all_faults_are_told_at_once_and_the_first_is_the_sentence() -> None:
    with pytest.raises(FaultsError) as caught:
        read_settings(GAME | {"up": "x", "late": "x", "points.win": "x"}, REGISTRY)

    assert {fault.field for fault in caught.value.faults} == {"up", "late", "points.win"}
    assert (caught.value.sentence, caught.value.field) == (
        caught.value.faults[0].sentence,
        caught.value.faults[0].field,
    )


def test_too_few_players_for_the_usual_moves_are_told_where_they_were_typed() -> None:
    assert [fault.field for fault in faults(GAME | {"players_per_division": "3"})] == ["players_per_division"]


@pytest.mark.parametrize("settings", [READ, SeasonSettings("kelasu/1", {"spend_all": False})])
def test_what_is_written_reads_back_as_it_was(settings: SeasonSettings) -> None:
    assert read_settings(words_of(settings), REGISTRY) == settings
    assert settings_of(mapping_of(settings)) == settings


def test_a_setting_that_did_not_exist_when_a_season_was_stored_is_as_usual() -> None:
    stored = mapping_of(READ)
    del stored["reports"], stored["late"]

    assert settings_of(stored) == replace(READ, has_reports=True, terms=replace(READ.terms, late=Late.LOSE))


@given(key=some.sampled_from([*KEYS, "options.spend_all", "options.\0"]), words=some.text() | some.lists(some.text()))
def test_whatever_is_typed_is_read_or_refused_in_words(key: str, words: str | list[str]) -> None:
    told: tuple[SettingFault, ...] = ()
    settings = SeasonSettings("kelasu/1", {"spend_all": False})
    try:
        settings = read_settings(GAME | {key: words}, REGISTRY)
    except FaultsError as refused:
        told = refused.faults

    assert all(fault.sentence.endswith((".", "?")) for fault in told)
    assert read_settings(words_of(settings), REGISTRY) == settings

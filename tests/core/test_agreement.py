"""What two players agree about time, in sentences."""

from datetime import timedelta

import pytest

from corr.core.pace import Late, Terms, longest_game, read_pace, terms_sentences


@pytest.mark.parametrize(
    ("pace", "weekends", "days"),
    [
        ("3d/turn", "count", 180),
        ("3d/turn", "off", 252),
        ("1d/turn", "count", 60),
        ("10d+1d/10d", "count", 78),
        ("10d+36h/10d", "count", 107),
        ("30d+0d/30d", "count", 60),
    ],
)
def test_a_game_of_sixty_turns_lasts_so_many_days(pace: str, weekends: str, days: int) -> None:
    terms = Terms(read_pace(pace), has_weekends_off=weekends == "off")

    assert longest_game(terms, 60) == timedelta(days=days)


@pytest.mark.parametrize(
    ("pace", "sentence"),
    [
        ("3d/turn", "At this pace a 60-turn game lasts half a year at most; most games are faster."),
        ("6d/turn", "At this pace a 60-turn game lasts a year at most; most games are faster."),
        ("90d/turn", "At this pace a 60-turn game lasts 15 years at most; most games are faster."),
        ("1d/turn", "At this pace a 60-turn game lasts 9 weeks at most; most games are faster."),
        ("4h/turn", "At this pace a 60-turn game lasts 10 days at most; most games are faster."),
        ("10d+1d/10d", "At this pace a 60-turn game lasts 3 months at most; most games are faster."),
        ("30d+0d/30d", "A game lasts 9 weeks at most."),
        ("12h+0d/12h", "A game lasts 1 day at most."),
    ],
)
def test_the_length_of_a_game_is_told_with_what_it_assumes(pace: str, sentence: str) -> None:
    assert terms_sentences(Terms(read_pace(pace)), 60)[1] == sentence


def test_the_length_is_told_of_as_many_turns_as_a_game_usually_takes() -> None:
    assert terms_sentences(Terms(read_pace("3d/turn")), 20)[1].startswith("At this pace a 20-turn game lasts 9 weeks")


def test_what_is_usual_is_told_in_full() -> None:
    assert terms_sentences(Terms(read_pace("3d/turn")), 60) == (
        "3 days for each turn.",
        "At this pace a 60-turn game lasts half a year at most; most games are faster.",
        "A player whose time runs out loses automatically.",
        "A player’s leave stops that player’s clock.",
    )


def test_each_agreement_is_told() -> None:
    told = terms_sentences(Terms(read_pace("3d/turn"), has_weekends_off=True, late=Late.CLAIM, allows_leave=False), 60)

    assert told[2:] == (
        "Rest days do not count: Saturdays and Sundays, or the days that a player has chosen instead.",
        "When a player’s time runs out, the opponent may claim the game; until then it continues.",
        "A game that nobody claims for 30 days is lost automatically; both players are told before.",
        "Leave does not stop the clocks of this game.",
    )


def test_of_a_game_without_a_time_limit_only_its_end_is_told() -> None:
    assert terms_sentences(Terms(read_pace("untimed"), has_weekends_off=True, late=Late.CLAIM), 60) == (
        "No time limit.",
        "A game in which nothing happens for 60 days is closed without a result; both players are warned first.",
    )

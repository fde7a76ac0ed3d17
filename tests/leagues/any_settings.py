"""Settings that an organiser may choose, by chance."""

from fractions import Fraction
from random import Random

from corr.leagues.rules.division_table import Points
from corr.leagues.rules.settings import Newcomers, SeasonSettings, Unfinished, WithdrawalRule
from corr.leagues.rules.tiebreaks import TieBreak
from tests.playing import terms

_POINTS = (("1", "1/2", "0"), ("3", "1", "0"), ("2", "1", "0"), ("3", "2", "1"), ("1", "1/3", "0"), ("5/2", "1", "1/4"))


def any_settings(chance: Random) -> SeasonSettings:
    """Settings for a season of small divisions, without a time limit."""
    pick = chance.choice
    ties = list(TieBreak)
    chance.shuffle(ties)
    win, draw, loss = pick(_POINTS)
    return SeasonSettings(
        "tiny/1",
        terms=terms("untimed"),
        is_rated=chance.random() < 0.8,
        legs=pick((1, 1, 2)),
        points=Points(Fraction(win), Fraction(draw), Fraction(loss)),
        tie_breaks=tuple(ties[: pick((0, 2, 4, 7))]),
        is_higher_rating_first=pick((True, False)),
        players_per_division=pick((3, 4, 4, 5)),
        up=pick((0, 1, 1, 2)),
        down=pick((0, 1, 1, 2)),
        newcomers=pick(tuple(Newcomers)),
        unfinished=pick(tuple(Unfinished)),
        withdrawal=pick((WithdrawalRule.HALF, WithdrawalRule.HALF, WithdrawalRule.FORFEITS)),
        has_reports=pick((True, False)),
        rolls_over=pick((True, True, False)),
    )

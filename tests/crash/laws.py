"""The laws of conservation: each looks at the facts and tells in words what breaks it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tests.crash import deadline_laws, delay_laws, letter_laws, season_laws, turn_laws
from tests.crash.facts import Facts


@dataclass(frozen=True, slots=True)
class Law:
    """One law, and what finds where it is broken."""

    sentence: str
    findings: Callable[[Facts], Iterator[str]]


LAWS: Mapping[str, Law] = {
    "L0": Law(
        "No process ends by itself, and no page shows a fault of the program", lambda facts: iter(facts.accidents)
    ),
    "L1": Law("What its submitter saw accepted is there exactly once", turn_laws.accepted_once),
    "L2": Law("What got no answer is there at most once", turn_laws.unanswered_at_most_once),
    "L3": Law("Nothing is stored that nobody sent", turn_laws.nothing_invented),
    "L4": Law("Turn numbers have no gap and equal the game's counter", turn_laws.numbers_without_gap),
    "L5": Law("Each turn has exactly its outbox rows", letter_laws.exactly_its_rows),
    "L6": Law("Each outbox row was delivered, or is settled with a reason", letter_laws.all_delivered),
    "L7": Law("Nothing was delivered that is not in the outbox", letter_laws.nothing_else_delivered),
    "L8": Law("One Message-ID for each notice", letter_laws.one_identity),
    "L9": Law("Letters come again only after a disruption, one for each sender", letter_laws.repeats_explained),
    "L10": Law("No deadline fired twice", deadline_laws.none_twice),
    "L11": Law("No deadline was missed", deadline_laws.none_missed),
    "L12": Law("No overdue game is left", deadline_laws.none_left),
    "L13": Law("No deadline fired early", deadline_laws.none_early),
    "L14": Law("`corr verify` has nothing to say", lambda facts: iter(facts.verified.splitlines())),
    "L15": Law("A season begins whole: everybody meets everybody, in one game each", season_laws.whole),
    "L16": Law("Ratings are what all games lead to", lambda facts: iter(facts.ratings)),
    "L17": Law("What happens in a season is told and noted once", season_laws.told_and_noted),
    "L18": Law("Standings that are shown are those of the games", season_laws.standings_add_up),
    "L19": Law(
        "A delayed turn is played once or not at all, and never before its moment without a yes",
        delay_laws.once_and_in_time,
    ),
}


def broken(facts: Facts) -> Mapping[str, list[str]]:
    """What breaks each law, by the law; laws that hold are left out."""
    found = {name: list(law.findings(facts)) for name, law in LAWS.items()}
    return {name: findings for name, findings in found.items() if findings}

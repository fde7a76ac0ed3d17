"""What must hold for every position and every text in Kelasu, tried on many."""

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from corr.errors import AmbiguousError, IllegalError, UnreadableError
from corr.games.api import Progress
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.merges import PRICES, Merge
from corr.games.kelasu.moves import Move
from corr.games.kelasu.squares import BITS, BOARD
from corr.games.replay import Track
from corr.games.seats import FIRST, other
from tests.examples import up_to
from tests.games.kelasu.samples import (
    RULES,
    STRICT,
    a_draft,
    choices_of_actions,
    chosen,
    first_actions,
    played,
    positions,
)
from tests.games.kelasu.test_merges import slow_sets
from tests.games.mutilating import Change, changes, mutilated

_SQUARES = tuple(BITS.values())
few_blanks = positions(letters="BBBbbbWRDCGSwrdcgsSs", most=16)


@up_to(60)
@given(positions(), choices_of_actions)
def test_every_listed_action_is_accepted(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers[:3])

    assert all(map(draft.accepts, first_actions(draft, 500)))


@up_to(30)
@given(few_blanks, choices_of_actions)
def test_every_accepted_move_is_listed(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers[:3])
    own, enemy, empty = ([bit for bit in _SQUARES if bit & squares] for squares in _occupation(draft))
    sources = {*own[:5], *enemy[:1], *empty[:1]}
    tried = (Move(sign, source, goal) for sign in "-x%@" for source in sources for goal in _SQUARES)

    accepted = {move for move in tried if draft.accepts(move)}

    assert accepted == {move for move in draft.moves() if move.source in sources}


def _occupation(draft: KelasuDraft) -> tuple[int, int, int]:
    """The squares of the player, of the opponent, and the empty ones."""
    return draft.own, draft.enemy, BOARD & ~(draft.own | draft.enemy)


@up_to(60)
@given(few_blanks, choices_of_actions)
def test_every_accepted_merge_is_listed(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers[:3])
    own = [name for name, bit in BITS.items() if bit & draft.own]
    sets = chain.from_iterable(((kind, squares) for squares in slow_sets(own, price)) for kind, price in PRICES.items())
    tried: list[Action] = [
        Merge(sum(BITS[name] for name in squares), kind, BITS[goal]) for kind, squares in sets for goal in squares
    ]

    accepted = {action for action in tried if draft.accepts(action)}

    assert accepted == {action for action in draft.actions() if isinstance(action, Merge)}


@up_to(80)
@given(positions(), choices_of_actions)
def test_counting_asking_and_listing_agree(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers)

    listed = list(draft.actions())

    assert draft.count() == len(listed) == len(set(listed))
    assert draft.has_action() == bool(listed)


@up_to(80)
@given(positions(), choices_of_actions)
def test_reading_what_was_written_gives_the_same_turn(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers)
    text = RULES.write(draft.made)

    read = a_draft(position, text)

    assert read.made == draft.made
    assert RULES.formed(text) == bool(draft.made)
    assert RULES.write(a_draft(position, text.lower().replace(", ", "\n")).made) == text


@up_to(300)
@given(positions(most=100))
def test_writing_what_was_parsed_gives_the_same_position(position: str) -> None:
    assert RULES.format_position(RULES.parse_position(position)) == position


@up_to(25)
@given(st.lists(st.integers(0, 2**32), min_size=50, max_size=200), st.booleans())
def test_random_games_end_or_go_on_and_never_stick(numbers: list[int], spend_all: bool) -> None:  # noqa: FBT001
    rules = STRICT if spend_all else RULES
    track = Track.begin(rules)
    draft = rules.begin(rules.start(), FIRST)
    for number in numbers:
        actions = first_actions(draft, 200)
        progress = rules.progress(draft)
        assert bool(actions) == (progress is not Progress.COMPLETE)
        if progress is Progress.COMPLETE or (progress is Progress.MAY_STOP and number % 5 == 0):
            track = track.after_position(played(rules, draft))
            assert rules.parse_position(track.text) == track.position
            if track.outcome:
                assert track.due == frozenset()
                break
            draft = rules.begin(played(rules, draft), other(draft.seat))
            assert draft.has_action()
        else:
            draft = draft.after(actions[number % len(actions)])


@up_to(1500)
@given(
    st.sampled_from(
        [
            "B3-C3, B4-C4, B5-C5",
            "D0+D1+D2+D3=R@D3, D4-E4",
            "merge Runner at 33 with 30 31 32, move 34 to 44",
            "[D0|D1|D2]=>(D3)Diplomat; D4→E4",
        ]
    ),
    changes("ABJKbw019-x%@+=:;,. \n[]()|>→×–\x00\u200bА٣𝟗é"),
)
def test_mutilated_turns_raise_nothing_but_the_three_refusals(text: str, changed: list[Change]) -> None:
    draft = a_draft("SSSSSS4/10/10/BBBBBB4/3D1b4/4b5/R8b/10/9b/ss2W5 b 0")
    typed = mutilated(text, changed)
    form = RULES.formed(typed)

    try:
        made = RULES.read(draft, typed).made
    except UnreadableError:
        assert not form
    except (IllegalError, AmbiguousError):
        # Nothing is asserted of the form here: an illegal action may come before a part that is none.
        pass
    else:
        assert form == bool(made)


@up_to(60)
@given(positions(), choices_of_actions)
def test_every_legal_action_has_words_and_squares(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers[:2])

    for action in first_actions(draft, 100):
        assert set(RULES.touched(action)) <= set(BITS)
        assert RULES.describe(draft, action)[0].isupper()

"""Turns as text: what is written is read, and what is none is refused in a useful way."""

import random
import re
from collections.abc import Callable, Hashable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.errors import TurnError, UnreadableError
from corr.games.api import AnyDraft, AnyRules, Progress
from corr.games.notation import LONGEST
from corr.games.seats import FIRST

from .cases import Case, every_case, first, games, moments, rounds, some, some_actions
from .mutilating import Change, changes, mutilated

_FEW = 8
_LONG = 300
_SQUARE = re.compile(r"[A-Z]\d{1,2}")
_SIGNS = "ABJKLabdk0123456789-x>/*^~&:=@+;,. \n\t()[]|→×–⎯⇒↺▮▯\x00\u200bАаХх３٣𝟗é♔😀"


@every_case
def test_every_turn_is_read_back_as_it_was_written(case: Case) -> None:
    rules = case.rules
    for one in rounds(case):
        for seat, text in one.texts.items():
            read = rules.read(rules.begin(one.track.position, seat), text)

            assert read.made == one.drafts[seat].made
            assert rules.write(read.made) == text
            assert rules.formed(text)
            assert text.isascii()
            assert text.isprintable()


@every_case
@pytest.mark.parametrize("change", [str.lower, lambda text: text.replace(", ", "\n"), lambda text: f" {text} ; "])
def test_a_turn_is_read_in_any_case_and_on_several_lines(case: Case, change: Callable[[str], str]) -> None:
    rules = case.rules
    for one in list(rounds(case))[::3]:
        for seat, text in one.texts.items():
            read = rules.read(rules.begin(one.track.position, seat), change(text))

            assert rules.write(read.made) == text


_SIGN_BETWEEN = re.compile(r"(?<=[0-9])[-x>@%](?=[A-Z][0-9])")


@every_case
@pytest.mark.parametrize("joint", [" and ", " then ", ", then ", " AND THEN ", " & ", "&", " and\n", ", & "])
def test_joining_words_say_no_more_than_a_comma(case: Case, joint: str) -> None:
    rules = case.rules
    for one in list(rounds(case))[::3]:
        for seat, text in one.texts.items():
            draft = rules.begin(one.track.position, seat)

            assert rules.write(rules.read(draft, text.replace(", ", joint)).made) == text
            assert rules.formed(text.replace(", ", joint))


@every_case
@pytest.mark.parametrize("between", ["", " ", "-", "–", " to ", "x"])
def test_a_lenient_spelling_is_read_as_the_turn_that_is_meant_or_refused(case: Case, between: str) -> None:
    rules = case.rules
    read = 0
    for one in rounds(case):
        for seat, text in one.texts.items():
            typed = _SIGN_BETWEEN.sub(between, text)
            try:
                found = rules.write(rules.read(rules.begin(one.track.position, seat), typed).made)
            except TurnError:
                continue
            assert found == text, typed
            read += 1
    assert read


@every_case
@pytest.mark.parametrize("end", [" and", " then", " &", " and more", " then resign", "& "])
def test_a_joining_word_joins_nothing_but_actions(case: Case, end: str) -> None:
    rules = case.rules
    one = next(iter(rounds(case)))
    for text in one.texts.values():
        assert not rules.formed(f"{text}{end}")
        assert not rules.formed(f"{end.strip()} {text}")


@every_case
def test_every_action_is_read_back_after_those_before_it(case: Case) -> None:
    chance, rules = random.Random(4), case.rules
    for draft in moments(case):
        for action in some(draft, chance, _FEW):
            text = rules.write_action(action)

            assert rules.read(draft, text).made == (*draft.made, action), rules.write((*draft.made, action))
            assert rules.formed(text)


@every_case
@pytest.mark.parametrize("text", ["", "   ", "\n\t "])
def test_an_empty_text_adds_nothing(case: Case, text: str) -> None:
    for draft in moments(case):
        assert case.rules.read(draft, text).made == draft.made
    assert not case.rules.formed(text)


@every_case
@pytest.mark.parametrize("text", ["x" * 1_000_000, "\x00" * 5000, None], ids=["x", "control", "turns"])
def test_an_overlong_text_is_refused_without_being_read(case: Case, text: str | None) -> None:
    rules, draft = case.rules, moments(case)[0]
    typed = f"{rules.sample(draft)} " * LONGEST if text is None else text

    with pytest.raises(UnreadableError, match=f"at most {LONGEST:,} characters"):
        rules.read(draft, typed)

    assert not rules.formed(typed)


@every_case
def test_an_illegal_action_is_refused_with_its_number_and_what_was_typed(case: Case) -> None:
    rules = case.rules
    met = 0
    for draft, text in _illegal(case):
        whole = ", ".join(filter(None, [rules.write(draft.made), text]))

        with pytest.raises(TurnError) as caught:
            rules.read(rules.begin(draft.position, draft.seat), whole)

        met += 1
        refused = caught.value
        assert refused.index == len(draft.made), whole
        assert refused.typed == text
        assert refused.begun == rules.write(draft.made)
        assert refused.refusal.rule.endswith((".", "!"))
        # The first may be the only one, so its number says nothing.
        number = f"Action {len(draft.made) + 1}, " if draft.made else ""
        assert refused.sentence.startswith(f"{number}“{text}”: ")
    assert met > _FEW


def _illegal(case: Case) -> Iterator[tuple[AnyDraft, str]]:
    """Half-made turns, each with the texts of some actions that may not follow, however leniently they are read."""
    chance = random.Random(5)
    pool = some_actions(case)
    for draft in moments(case):
        for action in chance.sample(pool, min(_FEW, len(pool))):
            text = case.rules.write_action(action)
            if not draft.accepts(action) and not _is_read(case.rules, draft, text):
                yield draft, text


def _is_read(rules: AnyRules, draft: AnyDraft, text: str) -> bool:
    try:
        rules.read(draft, text)
    except TurnError:
        return False
    return True


@every_case
def test_a_turn_on_other_squares_is_read_or_refused_with_its_place(case: Case) -> None:
    chance, rules = random.Random(11), case.rules
    for whole in moments(case):
        names = [square.name for square in rules.scene(whole).squares]
        draft = rules.begin(whole.position, whole.seat)
        for _ in range(_FEW):
            text = _SQUARE.sub(lambda _: chance.choice(names), rules.write(whole.made))  # noqa: B023 - used at once
            read = _made_or_refused(rules, draft, text)
            if isinstance(read, TurnError) and rules.formed(text):
                assert not isinstance(read, UnreadableError), text
                assert read.refusal.rule.endswith((".", "!")), text
                assert read.typed in text
                assert len(rules.read(draft, read.begun).made) == read.index


@every_case
def test_a_turn_that_goes_on_for_ever_is_read_back_or_is_too_long(case: Case) -> None:
    rules, chance = case.rules, random.Random(12)
    for whole in moments(case)[::_FEW]:
        draft = rules.begin(whole.position, whole.seat)
        while len(draft.made) < _LONG and (actions := first(draft)):
            draft = draft.after(chance.choice(actions))
        text = rules.write(draft.made)

        read = _made_or_refused(rules, rules.begin(whole.position, whole.seat), text)

        if len(text) <= LONGEST:
            assert read == draft.made
        else:
            assert isinstance(read, UnreadableError)
            assert not rules.formed(text)


@every_case
def test_a_turn_typed_in_few_letters_is_not_stored_in_more_than_can_be_read(case: Case) -> None:
    rules, chance = case.rules, random.Random(13)
    for whole in moments(case)[::_FEW]:
        start = draft = rules.begin(whole.position, whole.seat)
        typed = ""
        while (actions := first(draft)) and len(typed) + 20 < LONGEST:
            draft = draft.after(chance.choice(actions))
            typed = rules.write(draft.made).replace(", ", " ")

        read = _made_or_refused(rules, start, typed)

        if isinstance(read, TurnError):
            assert len(rules.write(draft.made)) > LONGEST
        else:
            assert rules.read(start, rules.write(read)).made == read


@every_case
def test_what_is_read_leniently_is_legal_all_the_same(case: Case) -> None:
    chance, rules = random.Random(6), case.rules
    pool = some_actions(case)
    for draft in moments(case):
        for action in chance.sample(pool, min(_FEW, len(pool))):
            text = rules.write_action(action)
            if _is_read(rules, draft, text):
                read = rules.read(draft, text)
                assert read.made[: len(draft.made)] == draft.made
                assert rules.read(draft, rules.write(read.made[len(draft.made) :])).made == read.made


@every_case
def test_sentences_about_a_turn_that_may_not_stop_or_go_on_are_sentences(case: Case) -> None:
    rules = case.rules
    for draft in moments(case):
        if rules.progress(draft) is Progress.MUST_GO_ON:
            assert rules.unfinished(draft).endswith(".")
            assert not rules.formed(rules.unfinished(draft))
        assert rules.why_over(draft) == "" or rules.why_over(draft).endswith(".")
        assert not rules.formed(rules.why_over(draft))


@every_case
def test_the_example_is_a_legal_turn_of_whoever_is_due_by_what_that_seat_knows(case: Case) -> None:
    rules = case.rules
    for one in rounds(case):
        for seat in one.drafts:
            sample = rules.sample(rules.begin(rules.observe(one.track.position, seat), seat))
            turn = rules.read(rules.begin(one.track.position, seat), sample)

            assert rules.write(turn.made) == sample
            assert rules.play(one.track.position, {**one.drafts, seat: turn}) is not None


@every_case
def test_the_example_goes_on_from_what_was_begun_and_is_empty_when_the_game_is_over(case: Case) -> None:
    for draft in moments(case):
        assert case.rules.sample(draft).startswith(case.rules.write(draft.made))
    for game in games(case):
        over = case.rules.begin(game.last.position, FIRST)
        assert over.has_action() or case.rules.sample(over) == ""


_GARBAGE = [
    "what?",
    "\x00",
    "😀",
    "А1-В2",
    "\u202eX7-Z9",
    "A1-B2 and then we shall see",
    "A0-",
    "-" * 500,
    "A1 " * (LONGEST // 3),
    "A1-" * (LONGEST // 3),
    "1" * LONGEST,
    "(" * LONGEST,
    "A1-A2, " * 20_000,
    "9" * 100_000,
    "A" * 100_000,
]


@every_case
@pytest.mark.parametrize("text", _GARBAGE, ids=lambda text: repr(text[:12]))
def test_garbage_is_refused_as_a_turn(case: Case, text: str) -> None:
    rules = case.rules
    draft = moments(case)[0]

    with pytest.raises(TurnError) as caught:
        rules.read(draft, text)

    assert caught.value.refusal.rule.endswith((".", "!"))
    assert len(caught.value.sentence) < 600
    assert caught.value.sentence.isprintable()


@every_case
@given(number=st.integers(0, 10_000), changed=changes(_SIGNS, most=5))
def test_a_mutilated_turn_is_read_or_refused(case: Case, number: int, changed: list[Change]) -> None:
    rules, whole = case.rules, moments(case)[number % len(moments(case))]
    draft = rules.begin(whole.position, whole.seat)
    typed = mutilated(rules.write(whole.made), changed)
    form = rules.formed(typed)

    read = _made_or_refused(rules, draft, typed)

    if isinstance(read, TurnError):
        assert read.refusal.rule.endswith((".", "!"))
        assert not (form and isinstance(read, UnreadableError))
    else:
        assert form == bool(read)
        assert rules.read(draft, rules.write(read)).made == read


@every_case
@given(text=st.text(max_size=60) | st.text(_SIGNS, max_size=12))
def test_any_text_is_read_or_refused(case: Case, text: str) -> None:
    rules, draft = case.rules, moments(case)[0]

    read = _made_or_refused(rules, draft, text)

    if isinstance(read, TurnError):
        assert read.refusal.rule.endswith((".", "!"))
    else:
        assert rules.formed(text) == bool(read)


def _made_or_refused(rules: AnyRules, draft: AnyDraft, text: str) -> tuple[Hashable, ...] | TurnError:
    try:
        return tuple(rules.read(draft, text).made)
    except TurnError as refused:
        return refused

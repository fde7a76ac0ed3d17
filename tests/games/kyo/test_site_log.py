"""The turn log of the public implementation is read exactly, or refused; never as another turn."""

import pytest

from corr.errors import AmbiguousError, IllegalError, UnreadableError
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.stacks import SHIELD, TOWER, pawn_of
from tests.games.kyo.samples import RULES, a_draft, a_position
from tests.games.kyo.site_log import Own, logged, random_turns, with_shields, with_shields_of_towers


def understood(text: str, position: str) -> str:
    """What a typed turn is in canonical notation."""
    return RULES.write(a_draft(position, text).made)


_GROUND = a_position(A0="DDDH", B3="P", C3="dP", E1="++T", E4="DDH", E5="d", F0="DLQ", G5="DDDD", H3="LL+H", J4="+h")


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("A0 → B0", "A0>B0:2"),
        ("a0→b0", "A0>B0:2"),
        ("A0 ⎯2→ B0", "A0>B0:1"),
        ("A0 ⎯ 2 → B0", "A0>B0:1"),
        ("A0 ⎯3→ B0", "A0>B0"),
        ("A0 ⇒ A1", "A0-A1:3"),
        ("A0 =2⇒ B1", "A0-B1:1"),
        ("A0 =1⇏ B1", "A0/B1:2"),
        ("A0 ⇏ B1", "A0/B1:3"),
        ("B3 ⇒ B4", "B3-B4"),
        ("C3 ⇒ C4", "C3-C4"),
        ("E1 ⇥ E2", "E1^E2:1"),
        ("E1 ⎯2⇥ E2", "E1^E2:2"),
        ("E1 ⇥ E2 ⇥ D2", "E1^E2:1, E1^D2:1"),
        ("E1 ⇥ D2 =1⇒ E2", "E1^D2:1, E1-E2"),
        ("E1 ⇒ D2 ⇥ D3 ⇥ C2", "E1-D2:2, D2^D3:1, D2^C2:1"),
        ("F0 ↺▯▮", "F0~LD"),
        ("F0 ↺▯▮ =1⇒ G0", "F0~LD, F0-G0:1"),
        ("F0 ↺▯▮ ⎯2→ F1", "F0~LD, F0>F1"),
        ("F0 ↺▯▮ ⎯2→ \n F1", "F0~LD, F0>F1"),
        ("E4 → E5 ⎯0→ E6", "E4>E5:1, E5>E6:1"),
        ("E4 ⎯2→ E5 ⎯0→ E6", "E4>E5, E5>E6"),
        ("A0 → B0 → C0", "A0>B0:2, B0>C0:1"),
        ("A0 → B0, B0 → C0", "A0>B0:2, B0>C0:1"),
        ("G5 ⇒ G6", "G5-G6:4"),
        ("G5 =3⇒ G6", "G5-G6:1"),
    ],
)
def test_a_path_says_what_stays_behind(typed: str, canonical: str) -> None:
    assert understood(typed, _GROUND) == canonical
    assert RULES.formed(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "A0 → A2",
        "A0 → B1",
        "A0 =1⇒ B0",
        "A0 ⎯4→ B0",
        "A0 ⎯0→ B0",
        "A0 =3⇏ B1",
        "B3 → B4",
        "C3 → C4",
        "J9 → J8",
        "D9 → D8",
        "E1 ⎯3⇥ E2",
        "E1 ⇏ E2",
        "F0 ↺▮▯",
        "F0 ↺▯▮ → F1",
        "A0 ↺▮▯ → B0",
        "A0 → B0 ⇒ C0",
        "A0 → B0 → C0 → D0 → E0",
    ],
)
def test_a_path_that_fits_no_legal_turn_is_refused(typed: str) -> None:
    with pytest.raises(IllegalError):
        understood(typed, _GROUND)

    assert RULES.formed(typed)


@pytest.mark.parametrize(
    ("stack", "typed", "why", "instead"),
    [
        ("D", "C0 → C1", "“→” leaves 1 chip of yours on C0, and you have only 1 there", ("C0-C1:1",)),
        ("D", "C0 ⎯2→ C1", "“⎯2→” leaves 2 chips of yours on C0, and you have only 1", ("C0-C1:1",)),
        ("DD", "C0 =2⇒ C1", "“=2⇒” leaves 2 chips of yours on C0", ("C0-C1:1", "C0-C1:2")),
        ("dL", "C0 =1⇒ C1", "“=1⇒” leaves 1 chip of yours on C0, and you have only 1", ("C0-C1:1",)),
        ("DH", "C0 =1⇏ D1", "“=1⇏” leaves 1 chip of yours on C0, and you have only 1", ("C0/D1:1",)),
    ],
)
def test_a_path_that_leaves_all_chips_behind_is_told_so(
    stack: str, typed: str, why: str, instead: tuple[str, ...]
) -> None:
    with pytest.raises(IllegalError) as caught:
        understood(typed, a_position(C0=stack))

    assert why in caught.value.sentence
    assert caught.value.sentence.endswith("so nothing would move.")
    assert set(instead) <= set(caught.value.refusal.legal)


@pytest.mark.parametrize(
    "typed", ["A0 ⟶ B0", "A0 ➔ A1", "A0 ⟹ A1", "A0 ⎯→ B0", "A0 ⎯⇥ B0", "A0 →", "→ A0", "A0 → B0 - C0", "A0 =⇒ B0"]
)
def test_arrows_that_are_not_those_of_the_log_are_not_taken_for_them(typed: str) -> None:
    with pytest.raises(UnreadableError):
        understood(typed, _GROUND)

    assert not RULES.formed(typed)


def test_shields_that_may_stay_or_go_make_a_path_ambiguous() -> None:
    with pytest.raises(AmbiguousError) as caught:
        understood("H3 ⇒ H4", a_position(H3="L+H"))

    assert caught.value.refusal.legal == ("H3-H4", "H3-H4:2")
    assert "Write which turn is meant" in caught.value.sentence


def test_hollow_glyphs_that_may_be_shields_make_a_shuffle_ambiguous() -> None:
    with pytest.raises(AmbiguousError) as caught:
        understood("F0 ↺▮▯▯", a_position(F0="LLD+Q"))

    assert set(caught.value.refusal.legal) == {"F0~DLL", "F0~DL"}
    assert understood("F0 ↺▯▮▯", a_position(F0="DL+Q")) == "F0~LD"


@pytest.mark.parametrize("own", [with_shields, with_shields_of_towers])
def test_no_turn_is_read_as_another_one(own: Own) -> None:
    read = refused = 0
    for start, whole in random_turns(8, 7):
        path = logged(start, whole.made, own)
        turns = read_or_asked(start, path)
        assert RULES.formed(path), path
        assert RULES.write(whole.made) in turns, path
        if len(turns) == 1:
            read += 1
        else:
            stack = start.stacks[whole.made[0].source]
            assert SHIELD in stack, path
            assert pawn_of(stack) != TOWER, path
            refused += 1

    assert read > 800
    assert refused < read / 50


def read_or_asked(start: KyoDraft, path: str) -> tuple[str, ...]:
    """The turn that a path is read as, or those that it is refused for because it may mean each."""
    try:
        return (RULES.write(RULES.read(start, path).made),)
    except AmbiguousError as error:
        return error.refusal.legal

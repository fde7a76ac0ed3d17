"""The colours of every theme: complete, readable, and told apart by all eyes."""

import re
from itertools import combinations

import pytest

from corr.render.glyphs import COLORS, MARK_COLOR
from tests.web.color_vision import (
    EYES,
    SCHEMES,
    STATIC,
    THEMES,
    Palette,
    contrast,
    difference,
    mixed,
    palette,
    read_color,
    rules,
    seen_by,
)

_TEXT, _GRAPHIC = 4.5, 3.0
"""WCAG 2.2: the least contrast of text (1.4.3) and of what has to be seen to be understood (1.4.11)."""
_MARKS = ("last", "marked", "link", "alarm")
"""The colours of what is painted on squares."""
_SIDES = (("blue", "red"), ("gold", "red"), ("white", "black"))
"""The colours that two sides of a game have."""
_HEX = re.compile(r"#[0-9a-fA-F]{3,8}\b(?![^{}]*\{)")
_ALL = [palette(theme, scheme) for theme in THEMES for scheme in SCHEMES]


def _name(found: Palette) -> str:
    return f"{found.theme}-{found.scheme}"


every_palette = pytest.mark.parametrize("colors", _ALL, ids=_name)


@pytest.mark.parametrize("name", ["colors.css", "dark.css"])
def test_every_theme_sets_all_colours_of_the_board(name: str) -> None:
    by_theme = {
        theme: {key for selectors, found in rules(name) if f"[data-theme={theme}]" in selectors for key in found}
        for theme in THEMES
    }
    wanted = {key for _, found in rules("colors.css") for key in found if key.startswith("board-")}

    assert len(wanted) > 40
    assert by_theme == dict.fromkeys(THEMES, wanted)


def test_dark_pages_set_all_colours_anew() -> None:
    light, dark = (
        {(part, key) for selectors, found in rules(name) for part in selectors for key in found}
        for name in ("colors.css", "dark.css")
    )

    assert dark == light


def test_colours_stand_nowhere_else() -> None:
    found = {path.name: _HEX.findall(path.read_text(encoding="utf-8")) for path in STATIC.glob("*.css")}

    assert {name for name, codes in found.items() if codes} == {"colors.css", "dark.css"}


def test_all_custom_properties_that_are_used_are_set() -> None:
    texts = [path.read_text(encoding="utf-8") for path in STATIC.glob("*.css")]
    used = {name for text in texts for name in re.findall(r"var\(--([a-z0-9-]+)\)", text)}
    set_somewhere = {name for text in texts for name in re.findall(r"--([a-z0-9-]+):", text)}

    assert used - set_somewhere == set()


@every_palette
def test_texts_of_pages_can_be_read(colors: Palette) -> None:
    pairs = [(text, ground) for text in ("ink", "quiet", "link", "alarm") for ground in ("paper", "sheet")]
    pairs += [("ink", "wash"), ("accent-strong", "wash"), ("accent-strong", "paper"), ("accent-strong", "sheet")]
    pairs += [("on-accent", "accent"), ("on-accent", "accent-strong"), ("alarm", "alarm-wash"), ("ink", "alarm-wash")]
    pairs += [("quiet", "wash"), ("board-ink", "paper"), ("board-ink", "board-ground"), ("chart-quiet", "chart-paper")]
    pairs += [("board-on-course", f"board-{name}") for name in ("last", "marked", "alarm")]

    assert _too_weak(colors, pairs, _TEXT) == {}


@every_palette
def test_lines_of_pages_can_be_seen(colors: Palette) -> None:
    pairs = [(name, ground) for name in ("accent", "quiet") for ground in ("paper", "sheet")]
    pairs += [("gold", "paper"), ("gold", "sheet")]
    pairs += [(f"chart-{number}", "chart-paper") for number in range(8)]

    assert _too_weak(colors, pairs, _GRAPHIC) == {}


@every_palette
def test_pieces_stand_out_from_every_square(colors: Palette) -> None:
    found = {}
    for piece in COLORS:
        body, edge, dark, light = (colors.color(f"board-{piece}-{tone}") for tone in ("body", "edge", "dark", "light"))
        for square, ground in colors.squares().items():
            to_body, to_edge, to_dark, to_light = (contrast(tone, ground) for tone in (body, edge, dark, light))
            # A piece and a hollow chip have an outline, a full chip has none.
            found[piece, square] = min(max(to_body, to_edge), max(to_light, to_edge), to_dark)

    assert {key: round(value, 2) for key, value in found.items() if value < _GRAPHIC} == {}


@every_palette
def test_signs_on_pieces_can_be_read(colors: Palette) -> None:
    pairs = [(f"board-{piece}-sign", f"board-{piece}-body") for piece in (*COLORS, MARK_COLOR)]

    assert _too_weak(colors, pairs, _TEXT) == {}


@every_palette
def test_chips_show_what_fills_them(colors: Palette) -> None:
    outlines = [(f"board-{piece}-edge", f"board-{piece}-light") for piece in COLORS]
    fillings = [(f"board-{piece}-dark", f"board-{piece}-light") for piece in COLORS if piece != "nobody"]

    assert _too_weak(colors, outlines, _GRAPHIC) == {}
    # A full one has no outline, either.
    assert _too_weak(colors, fillings, 1.8) == {}


@every_palette
def test_marks_stand_out_from_every_square(colors: Palette) -> None:
    found = {}
    for name in _MARKS:
        mark = colors.color(f"board-{name}")
        for square, ground in colors.squares().items():
            # A mark has a tint of its own colour around it.
            found[name, square] = min(contrast(mark, ground), contrast(mark, mixed(ground, mark, 0.16)))

    assert {key: round(value, 2) for key, value in found.items() if value < _GRAPHIC} == {}


@every_palette
def test_grounds_are_told_apart_by_lines_too(colors: Palette) -> None:
    texture, share = colors.color("board-texture"), float(colors.properties["board-texture-strength"])
    found = {name: contrast(mixed(ground, texture, share), ground) for name, ground in colors.squares().items()}

    assert {name: round(value, 2) for name, value in found.items() if value < 1.7} == {}


@every_palette
@pytest.mark.parametrize("eyes", ["all cones", *EYES])
def test_the_two_sides_look_different_to_all_eyes(colors: Palette, eyes: str) -> None:
    least = 45 if colors.theme in {"safe", "contrast"} else 35
    found = {}
    for one, other in _SIDES:
        first, second = (_seen(colors.color(f"board-{piece}-body"), eyes) for piece in (one, other))
        found[one, other] = difference(first, second)

    assert {sides: round(value) for sides, value in found.items() if value < least} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("eyes", ["all cones", *EYES])
def test_a_safe_theme_has_marks_that_look_different_to_all_eyes(scheme: str, eyes: str) -> None:
    colors = palette("safe", scheme)
    marks = {name: _seen(colors.color(f"board-{name}"), eyes) for name in ("last", "marked", "link")}

    found = {(one, other): difference(marks[one], marks[other]) for one, other in combinations(marks, 2)}
    assert {pair: round(value) for pair, value in found.items() if value < 30} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_high_contrast_is_higher(scheme: str) -> None:
    colors = palette("contrast", scheme)
    pairs = [("ink", "paper"), ("quiet", "paper"), ("quiet", "sheet"), ("link", "paper"), ("accent-strong", "paper")]
    pairs += [("board-ink", "paper"), ("alarm", "paper"), ("quiet", "wash")]
    pairs += [(f"board-{piece}-sign", f"board-{piece}-body") for piece in COLORS]

    # WCAG 2.2, 1.4.6 (AAA).
    assert _too_weak(colors, pairs, 7.0) == {}
    assert _too_weak(colors, [("line", "paper"), ("line", "sheet")], _GRAPHIC) == {}


def test_contrast_and_eyes_are_worked_out_as_published() -> None:
    black, white, grey = read_color("#000000"), read_color("#ffffff"), read_color("#767676")

    assert round(contrast(black, white), 2) == 21.0
    assert round(contrast(grey, white), 2) == 4.54
    for eyes in EYES.values():
        assert difference(seen_by(grey, eyes), grey) < 1
    # What looks alike without the cones for green.
    green, brown = read_color("#5f8a2f"), read_color("#8f7a2f")
    assert difference(green, brown) > 2 * difference(_seen(green, "deuteranopia"), _seen(brown, "deuteranopia"))


def _seen(color: tuple[float, float, float], eyes: str) -> tuple[float, float, float]:
    return seen_by(color, EYES[eyes]) if eyes in EYES else color


def _too_weak(colors: Palette, pairs: list[tuple[str, str]], least: float) -> dict[tuple[str, str], float]:
    found = {(one, other): contrast(colors.color(one), colors.color(other)) for one, other in pairs}
    return {pair: round(value, 2) for pair, value in found.items() if value < least}

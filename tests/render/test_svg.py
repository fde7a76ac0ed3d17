"""Boards as SVG."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import corr.web
from corr.games.courses import Course
from corr.games.drawing import Disc, Letter, Tone
from corr.games.scene import Check, Piece, Region, Scene, Square, Trace
from corr.games.seats import FIRST, SECOND
from corr.render.bars import FLOOR, STEPS, Size, bar_of, bar_shapes, stack
from corr.render.glyphs import COLORS, FLAT, SIGNS, Form, color, flat_token, form, token
from corr.render.seat_signs import svg_seat
from corr.render.svg import board_layer, board_legend, svg_board
from tests.render.scenes import (
    KELASU_MIDDLE,
    KINDS,
    REGION_NAMES,
    kelasu_piece,
    kelasu_scene,
    region_piece,
    regions_scene,
    regions_start,
    stack_piece,
    stacks_scene,
    stacks_start,
)

SVG = "{http://www.w3.org/2000/svg}"
LAYER = f"{SVG}g[@class='board-layer']"
HOSTILE = '"><script>alert(1)</script>&'


def drawn(svg: str) -> ET.Element:
    """The SVG as elements, which proves that it is well-formed."""
    return ET.fromstring(svg)  # noqa: S314 - made by ourselves a line ago


def places(svg: str) -> set[tuple[str | None, str | None]]:
    """The corners of the squares on which a single piece stands."""
    return {(use.get("x"), use.get("y")) for use in drawn(svg).iter(f"{SVG}use")}


def test_every_piece_is_drawn_on_its_square() -> None:
    svg = svg_board(stacks_scene({"C3": "K", "J9": "p"}))

    assert places(svg) == {("200", "300"), ("900", "900")}


def test_a_flipped_board_shows_every_piece_half_a_turn_round() -> None:
    svg = svg_board(stacks_scene({"C3": "K", "J9": "p"}), flipped=True)

    assert places(svg) == {("700", "600"), ("0", "0")}


@pytest.mark.parametrize(("flipped", "first"), [(False, "A"), (True, "J")])
def test_all_four_edges_name_the_squares(first: str, *, flipped: bool) -> None:
    names = drawn(svg_board(kelasu_scene(), flipped=flipped)).find(f"{SVG}g[@class='board-names']")

    assert names is not None
    texts = [text.text for text in names]
    assert sorted(filter(None, texts)) == sorted("ABCDEFGHIJ0123456789" * 2)
    assert next(text.text for text in names if float(text.get("x") or 0) < 0) == first


def test_hostile_names_are_escaped() -> None:
    piece = Piece(FIRST, HOSTILE, "<", HOSTILE, frozenset({"<b>"}))
    square = Square(HOSTILE, (piece,), "x")
    names = frozenset({HOSTILE})
    scene = Scene((HOSTILE,), (HOSTILE,), (square,), (Region("x", ".", HOSTILE),), (HOSTILE,), (HOSTILE,), marked=names)

    clicks = {HOSTILE: HOSTILE}
    trace = Trace((HOSTILE,), (HOSTILE,), (HOSTILE,), ((HOSTILE, HOSTILE),), (HOSTILE,))
    course = Course((trace,), (trace, trace), names)
    svg = svg_board(scene, links=clicks, labels=clicks, course=course, targets=names, picked=names, title=HOSTILE)

    assert "<script" not in svg
    assert "<b>" not in svg
    assert drawn(svg).get("aria-label") == HOSTILE


def test_nothing_in_it_needs_a_style_or_a_script() -> None:
    svg = svg_board(kelasu_scene(KELASU_MIDDLE), links={"C4": "/x"}, course=Course(touched=frozenset({"F5"})))

    for element in drawn(svg).iter():
        assert "style" not in element.attrib
        assert not element.tag.endswith(("style", "script"))


def test_a_linked_square_is_a_plain_link_as_large_as_the_square() -> None:
    svg = svg_board(kelasu_scene(KELASU_MIDDLE), links={"C4": "/there?a=1&b=2", "E5": "/free"})

    links = {link.get("href"): link for link in drawn(svg).iter(f"{SVG}a")}
    assert {href: link.get("aria-label") for href, link in links.items()} == {
        "/there?a=1&b=2": "C4, Blue Diplomat",
        "/free": "E5, empty, victory square",
    }
    assert links["/there?a=1&b=2"][0].get("d") == "M400 200h100v100h-100z"


def test_a_link_tells_the_whole_stack_and_what_its_top_is_marked_with() -> None:
    marked = Piece(SECOND, "pawn", "p", "Black Pawn", frozenset({"infiltrator"}))

    tall = svg_board(stacks_scene({"C3": "DL+K"}), links={"C3": "/x"})
    mark = svg_board(regions_scene({"F11": marked}), links={"F11": "/x"})

    assert 'aria-label="C3, Gold King on a Shield, a Gold Light Mana and a Gold Dark Mana"' in tall
    assert 'aria-label="F11, Black Pawn (infiltrator), air"' in mark


def test_a_link_says_what_a_click_does_where_that_is_known() -> None:
    svg = svg_board(stacks_scene({"C3": "d+"}), links={"C3": "/x", "C4": "/y"}, labels={"C3": "C3 – strike & stay"})

    labels = [link.get("aria-label") for link in drawn(svg).iter(f"{SVG}a")]
    assert labels == ["C3 – strike & stay, a Shield on a Red Dark Mana", "C4, empty"]


def test_links_are_in_reading_order_whatever_order_they_come_in() -> None:
    svg = svg_board(kelasu_scene(), links={"J9": "/last", "A0": "/first", "E5": "/middle"})

    assert [link.get("href") for link in drawn(svg).iter(f"{SVG}a")] == ["/first", "/middle", "/last"]


def test_a_board_without_links_is_an_image_with_a_name_and_a_description() -> None:
    root = drawn(svg_board(kelasu_scene(), title="Ann against Bob"))

    description = root.find(f"{SVG}desc")
    assert (root.get("role"), root.get("aria-label")) == ("img", "Ann against Bob")
    assert description is not None
    assert (description.text or "").startswith("Blue: Stones C0")
    assert root.get("aria-describedby") == description.get("id")


def test_a_board_with_links_does_not_hide_them_from_screen_readers() -> None:
    assert drawn(svg_board(kelasu_scene(), links={"A0": "/x"})).get("role") == "group"


def test_what_is_drawn_is_not_read_out_and_the_squares_are() -> None:
    checked = replace(kelasu_scene(KELASU_MIDDLE), checks=(Check("A1", ("J9",)),))
    root = drawn(svg_board(checked, course=Course((Trace(("C4", "E4")),)), links={"A0": "?pick=A0"}))

    hidden = {letter for group in root.iter() if group.get("aria-hidden") for letter in group.iter(f"{SVG}text")}
    assert hidden
    assert set(root.iter(f"{SVG}text")) == hidden
    assert not [link for group in root.iter() if group.get("aria-hidden") for link in group.iter(f"{SVG}a")]


def test_the_last_turn_and_the_turn_so_far_are_drawn_differently() -> None:
    svg = svg_board(kelasu_scene(marked=frozenset({"A1"})), course=Course(touched=frozenset({"A0"})))

    paths = {path.get("class"): path.get("d") for path in drawn(svg).iter(f"{SVG}path")}
    assert paths["board-last"] == paths["board-last-frame"] == "M5 5h90v90h-90z"
    assert paths["board-marked"] == "M100 0h100v100h-100z"
    assert (paths["board-corners"] or "").count("M") == 4


def test_every_kind_of_ground_has_a_colour_and_a_pattern_of_its_own() -> None:
    root = drawn(svg_board(regions_scene({})))

    paths = list(root.iter(f"{SVG}path"))
    fills = {path.get("class") for path in paths if (path.get("class") or "").startswith("board-region-")}
    textures = {path.get("d") for path in paths if (path.get("class") or "").startswith("board-texture-")}
    assert len(fills) == len(textures) == 3


def test_the_seats_and_nobody_have_tokens_of_different_forms() -> None:
    forms = [form(Piece(owner, "blank", "B", "")) for owner in (FIRST, SECOND, None)]

    assert forms == [Form.ROUND, Form.SQUARE, Form.RHOMB]


def test_every_piece_has_a_sign_of_its_own() -> None:
    kelasu = [kelasu_piece(letter) for letter in KINDS]
    stacks = [stack_piece(letter) for letter in "PHTQK"]
    regions = [region_piece(letter) for letter in REGION_NAMES]

    for pieces in (kelasu, stacks, regions):
        assert len({piece.sign or SIGNS[piece.shape] for piece in pieces}) == len(pieces)


def test_an_unknown_shape_is_drawn_as_its_letter() -> None:
    root = drawn(svg_board(regions_scene({"A1": Piece(FIRST, "zeppelin", "Z", "White Zeppelin")})))

    token = root.find(f"{LAYER}/{SVG}defs/{SVG}g/{SVG}g")
    assert token is not None
    assert [text.text for text in token.iter(f"{SVG}text")] == ["Z"]


def test_an_unknown_shape_on_a_stack_is_drawn_as_its_letter() -> None:
    pieces = (stack_piece("D"), Piece(FIRST, "zeppelin", "Z", "Gold Zeppelin"))

    root = drawn(svg_board(Scene(("1",), ("A",), (Square("A1", pieces),))))

    token = root.find(f"{LAYER}/{SVG}defs/{SVG}g/{SVG}g")
    assert token is not None
    assert [text.text for text in token.iter(f"{SVG}text")] == ["Z"]


def stack_of(svg: str) -> list[tuple[str, float]]:
    """The copied drawings of the only stack on a board by the ends of their ids, and how far down they begin."""
    root = drawn(svg)
    (group,) = (g for g in root.findall(f"{LAYER}/{SVG}g") if (g.get("transform") or "").startswith("translate"))
    return [(use.get("href") or "", float(use.get("y") or 0)) for use in group]


def test_a_stack_shows_each_of_its_pieces_from_bottom_to_top() -> None:
    shown = stack_of(svg_board(stacks_scene({"C3": "DLdl+K"})))

    assert len({name for name, _ in shown}) == 6
    assert [top for _, top in shown] == sorted((top for _, top in shown), reverse=True)


def test_chips_tell_owner_and_kind_by_form_and_filling() -> None:
    looks = [bar_of(stack_piece(chip), Size.THICK) for chip in "DLdl+"]

    assert [look.form for look in looks] == [Form.ROUND, Form.ROUND, Form.SQUARE, Form.SQUARE, Form.RHOMB]
    assert [look.filling for look in looks[:2]] == [look.filling for look in looks[2:4]]
    assert len({look.filling for look in looks}) == 3
    shapes = {tuple(replace(shape, tone=Tone.BODY) for shape in bar_shapes(look)) for look in looks}
    assert len(shapes) == len(looks)


@pytest.mark.parametrize("height", [1, 2, 3, 4, 6, 7, 12, 30, 400])
@pytest.mark.parametrize("top", ["K", "+", "d", ""])
@pytest.mark.parametrize("below", ["DL", "D", "ddLL", "DDDDDDDDDLd"])
def test_no_stack_grows_out_of_its_square(below: str, top: str, height: int) -> None:
    pieces = tuple(map(stack_piece, (below * height)[:height] + top))

    found = stack(pieces)

    highest = found.top - (0 if pieces[-1].is_chip else FLAT)
    bottoms = [layer.top + STEPS[layer.bar.size] for layer in found.layers]
    assert highest >= 0
    assert all(bottom <= FLOOR for bottom in bottoms)
    chips = sum(piece.is_chip for piece in pieces)
    assert sum(layer.count for layer in found.layers) + found.hidden == chips


def test_equal_chips_of_a_tall_stack_are_one_bar_with_their_number() -> None:
    svg = svg_board(stacks_scene({"C3": "DDDDDDDdddddd++K"}))

    counts = [text.text for text in drawn(svg).iter(f"{SVG}text") if "board-count" in (text.get("class") or "")]
    assert counts == ["7", "6", "2"]


def test_the_lowest_pieces_of_a_stack_without_room_are_counted() -> None:
    svg = svg_board(stacks_scene({"C3": "DLDLDLDLDLDL+K"}))

    (rest,) = (text.text or "" for text in drawn(svg).iter(f"{SVG}text") if text.get("class") == "board-rest")
    found = stack(stacks_scene({"A0": "DLDLDLDLDLDL+K"}).squares[0].pieces)
    assert rest == f"{found.hidden} more"
    title = drawn(svg).findtext(f"{LAYER}/{SVG}g/{SVG}title") or ""
    assert title.startswith("Gold King on a Shield, a Gold Light Mana, a Gold Dark Mana, ")
    assert found.hidden > 0


def test_pieces_have_the_colour_that_their_owner_is_called_by() -> None:
    named = [color(piece) for piece in (kelasu_piece("B"), stack_piece("K"), region_piece("P"), region_piece("p"))]
    others = [
        color(Piece(owner, "x", "X", name)) for owner, name in ((FIRST, "Noughts Disc"), (SECOND, "X"), (None, "Rock"))
    ]

    assert named == ["blue", "gold", "white", "black"]
    assert others == ["blue", "red", "nobody"]


def test_every_colour_of_pieces_is_in_the_style_sheet() -> None:
    css = Path(corr.web.__file__).with_name("static").joinpath("board.css").read_text(encoding="utf-8")

    for name in (*COLORS, "mark"):
        assert f".board-{name} {{" in css


def test_the_legend_explains_what_occurs_and_nothing_else() -> None:
    def explained(scene: Scene) -> list[str]:
        lines = drawn(board_legend(scene) or "<ul/>").findall("li")
        return ["".join(line.itertext()) for line in lines]

    assert explained(stacks_scene({"C3": "K"})) == []
    assert explained(stacks_scene({"C3": "Dl+K"})) == ["Gold Dark Mana", "Red Light Mana", "Shield"]
    assert explained(regions_start()) == ["air", "land", "water", "not moved yet", "infiltrator"]
    assert explained(regions_start().window("A12", "B9")) == ["water", "not moved yet"]


def test_the_description_tells_every_stack() -> None:
    words = drawn(svg_board(stacks_start())).findtext(f"{SVG}desc") or ""

    assert "E0: Gold King on three Shields." in words
    assert "F0: Gold Queen on a Shield, a Gold Light Mana and a Gold Dark Mana." in words


def test_two_boards_on_one_page_share_no_ids() -> None:
    boards = svg_board(kelasu_scene()), svg_board(kelasu_scene(KELASU_MIDDLE)), svg_board(kelasu_scene(), flipped=True)

    ids = [element.get("id") for svg in boards for element in drawn(svg).iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_the_layer_alone_is_that_of_the_whole_board() -> None:
    course, targets, picked = Course((Trace(("A0", "A1")),)), frozenset({"C4", "E5"}), frozenset({"B1"})
    scene = kelasu_scene(KELASU_MIDDLE, marked=frozenset({"D3"}))

    whole = svg_board(scene, links={"E5": "/x"}, course=course, targets=targets, picked=picked, title="A & B")
    layer = board_layer(scene, openings=frozenset({"E5"}), course=course, targets=targets, picked=picked, title="A & B")

    assert layer in whole
    assert drawn(layer).get("class") == "board-layer"


@pytest.mark.parametrize("scene", [kelasu_scene(KELASU_MIDDLE), stacks_start(), regions_start()])
def test_a_layer_needs_nothing_outside_it_and_nothing_outside_needs_it(scene: Scene) -> None:
    root = drawn(svg_board(scene))
    layer = root.find(LAYER)
    assert layer is not None

    inside = {element.get("id") for element in layer.iter()} - {None}
    used = {(use.get("href") or "").removeprefix("#") for use in layer.iter(f"{SVG}use")}
    root.remove(layer)
    outside = {element.get("id") for element in root.iter()} - {None}
    used_outside = {(use.get("href") or "").removeprefix("#") for use in root.iter(f"{SVG}use")}

    assert used == inside
    assert not inside & outside
    assert used_outside <= outside


def test_a_board_names_its_columns_and_rows_as_they_lie_before_the_reader() -> None:
    root = drawn(svg_board(kelasu_scene(), flipped=True))

    assert root.get("data-columns") == "9 8 7 6 5 4 3 2 1 0"
    assert root.get("data-rows") == "J I H G F E D C B A"


def test_links_lie_in_a_group_of_their_own() -> None:
    root = drawn(svg_board(kelasu_scene(), links={"A0": "/x"}))

    assert [link.get("href") for link in root.findall(f"{SVG}g[@class='board-links']/{SVG}a")] == ["/x"]
    assert drawn(svg_board(kelasu_scene())).find(f"{SVG}g[@class='board-links']") is None


def test_a_legend_needs_nothing_of_its_board() -> None:
    for scene in (stacks_start(), regions_start(), kelasu_scene()):
        legend = board_legend(scene)

        assert "href" not in legend
        assert "url(" not in legend
        assert "id=" not in legend


def test_hostile_names_in_a_legend_are_escaped() -> None:
    scene = Scene(("1",), ("A",), (Square("A1", (), "x"),), (Region("x", ".", HOSTILE),))

    assert "<script" not in board_legend(scene)
    assert [line.text or line[-1].tail for line in drawn(board_legend(scene))] == [HOSTILE]


def test_the_picture_of_a_large_board_is_just_its_squares() -> None:
    assert drawn(svg_board(kelasu_scene())).get("viewBox") == "0 0 1000 1000"
    assert drawn(svg_board(regions_start())).get("viewBox") == "0 0 1200 1200"


def test_a_small_board_has_room_around_it_for_the_names_of_its_squares() -> None:
    root = drawn(svg_board(stacks_scene({"C3": "K"}).window("B2", "D5")))

    assert root.get("class") == "board is-small"
    assert root.get("viewBox") == "-48 -48 396 496"


@pytest.mark.parametrize("flipped", [False, True])
def test_names_inside_stand_on_the_squares_that_they_name(*, flipped: bool) -> None:
    root = drawn(svg_board(kelasu_scene(), flipped=flipped))
    order = -1 if flipped else 1

    rows, columns = (
        [text.text for text in root.findall(f"{SVG}g[@class='{name}']/{SVG}text")]
        for name in ("board-inner-names", "board-inner-names is-below")
    )

    assert rows == list("ABCDEFGHIJ")[::order]
    assert columns == list("0123456789")[::order]


def test_names_inside_are_larger_where_squares_are_smaller() -> None:
    boards = map(drawn, map(svg_board, (regions_start(), kelasu_scene())))

    assert [root.get("class") for root in boards] == ["board is-wide", "board"]


def test_what_can_be_picked_is_a_quiet_sign_until_something_was_picked() -> None:
    links = {"C4": "/x", "E5": "/y"}

    before = svg_board(kelasu_scene(KELASU_MIDDLE), links=links)
    after = svg_board(kelasu_scene(KELASU_MIDDLE), links=links, picked=frozenset({"B1"}))

    assert "board-open" in before
    assert "board-target" not in before
    assert "board-open" not in after
    assert [e.tag for e in drawn(after).iter() if e.get("class") == "board-target"] == [f"{SVG}circle"]
    assert "board-target-corners" in after


def test_only_plain_ground_has_strong_chequers() -> None:
    root = drawn(svg_board(regions_start()))

    order = [element.get("class") or element.get("fill") or "" for element in root]
    chequers = next(at for at, name in enumerate(order) if name.endswith("-chequers)"))
    assert chequers < order.index("board-region-1")
    assert order.count("board-shade") == 3


def test_boards_leave_room_on_a_page() -> None:
    scene = kelasu_scene(KELASU_MIDDLE)
    links = {square.name: f"/games/123456/compose?turn=57&picks={square.name}" for square in scene.squares}

    assert len(svg_board(scene).encode()) < 15_000
    assert len(svg_board(scene, links=links).encode()) < 35_000


def test_where_something_may_go_is_a_dot_on_empty_squares_and_a_frame_on_others() -> None:
    svg = svg_board(stacks_scene({"C3": "K", "D4": "p"}), targets=frozenset({"C4", "D4"}), picked=frozenset({"C3"}))

    shown = [element for element in drawn(svg).iter() if element.get("class") == "board-target"]
    assert [(dot.tag, dot.get("cx"), dot.get("cy")) for dot in shown] == [(f"{SVG}circle", "250", "450")]
    paths = {path.get("class"): path.get("d") or "" for path in drawn(svg).iter(f"{SVG}path")}
    assert paths["board-target-frame"].startswith("M303 403h94")
    assert paths["board-target-corners"].count("M") == 4
    assert paths["board-picked"].startswith("M245 305h10a")


def test_where_something_may_go_is_said_too() -> None:
    svg = svg_board(stacks_scene({"C3": "K"}), targets=frozenset({"D4", "C4"}), picked=frozenset({"C3"}))

    assert "C3 may go to C4, D4." in (drawn(svg).findtext(f"{SVG}desc") or "")


def test_a_window_shows_its_squares_with_their_own_names() -> None:
    part = stacks_scene({"C3": "K", "J9": "p"}).window("B2", "D5")

    svg = svg_board(part)

    assert (part.columns, part.rows) == (("B", "C", "D"), ("2", "3", "4", "5"))
    assert [square.name for square in part.squares[:4]] == ["B2", "C2", "D2", "B3"]
    assert places(svg) == {("100", "100")}


def test_a_window_that_cuts_ground_to_a_few_squares_does_not_make_it_special() -> None:
    part = regions_scene({}).window("C10", "D9")

    assert "board-rare" in svg_board(kelasu_scene())
    assert "board-rare" not in svg_board(part)


# -- seat signs -------------------------------------------------------------------------------------------------


def test_a_sign_has_the_colour_and_the_form_of_the_seat_s_pieces() -> None:
    gold, red = svg_seat(FIRST, "Gold"), svg_seat(SECOND, "Red")

    assert 'class="board-gold"' in gold
    assert "<circle" in gold
    assert 'class="board-red"' in red
    assert "<circle" not in red


def test_a_seat_that_is_called_by_no_colour_has_that_of_its_place() -> None:
    assert 'class="board-blue"' in svg_seat(FIRST, "<Cross>")
    assert "Cross" not in svg_seat(FIRST, "<Cross>")


def test_marks_differ_by_more_than_colour() -> None:
    css = Path(corr.web.__file__).with_name("static").joinpath("board.css").read_text(encoding="utf-8")
    lines = {
        name: re.findall(r"(?:stroke-width|stroke-dasharray): [^;]+", body)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css)
        for name in re.findall(r"\.([a-z-]+)", selectors)
    }
    here, with_piece = frozenset({"C3"}), stacks_scene({"C3": "K"})
    last = Course(touched=here)
    boards = {
        "picked": svg_board(with_piece, picked=here),
        "may be picked": svg_board(with_piece, links={"C3": "x"}),
        "may be captured": svg_board(with_piece, links={"C3": "x"}, targets=here, picked=frozenset({"D4"})),
        "touched last": svg_board(with_piece, course=last),
        "touched now": svg_board(replace(with_piece, marked=here)),
        "in check": svg_board(replace(with_piece, checks=(Check("C3", ()),))),
    }

    def drawing(svg: str) -> frozenset[tuple[str, ...]]:
        layer = drawn(svg).find(LAYER)
        assert layer is not None
        return frozenset(
            (each.tag, each.get("d", ""), each.get("r", ""), *lines.get(each.get("class", ""), ()))
            for each in layer.iter()
        )

    plain = drawing(svg_board(with_piece))
    found = {name: drawing(svg) - plain for name, svg in boards.items()}
    assert all(found.values())
    assert len(set(found.values())) == len(found)


def test_a_piece_on_chips_has_the_sign_that_it_has_alone_and_no_letter() -> None:
    pawn = Piece(FIRST, "light-pawn", "P", "Gold Light Pawn", sign=(Disc((50, 25), 12), Disc((50, 25), 6, Tone.BODY)))

    assert list(map(type, token(pawn)[-3:])) == [Disc, Disc, Letter]
    assert list(map(type, flat_token(pawn)[-2:])) == [Disc, Disc]

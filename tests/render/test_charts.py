"""Charts of lines over time."""

from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import corr.web
from corr.render.charts import (
    ABOVE,
    COLORS,
    DASHES,
    MANY,
    MARKS,
    Dot,
    Scale,
    Series,
    day_ticks,
    line_chart,
    number_ticks,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '"><script>alert(1)</script>&'
FIRST = date(2026, 3, 3)


def a_line(name: str, *values: float, every: int = 1, **more: bool | str) -> Series:
    """A line with a value for each so many days."""
    dots = tuple(Dot(FIRST + timedelta(days=every * step), value) for step, value in enumerate(values))
    return Series(name, dots, **more)  # type: ignore[arg-type]  # only what a series has


def drawn(svg: str) -> ET.Element:
    """The SVG as elements, which proves that it is well-formed."""
    return ET.fromstring(svg)  # noqa: S314 - made by ourselves a line ago


def texts(svg: str, kind: str) -> list[str]:
    """What is written in a class of texts, without the signs that nobody sees."""
    found = [each for each in drawn(svg).iter(f"{SVG}text") if (each.get("class") or "").split()[0] == kind]
    return ["".join(each.itertext()).translate({0x200E: None, 0x2068: None, 0x2069: None}) for each in found]


def heights(svg: str) -> list[float]:
    """Where the names stand, from the top."""
    return [float(each.get("y", "")) for each in drawn(svg).iter(f"{SVG}text") if "chart-name" in each.get("class", "")]


def paths(svg: str, kind: str) -> list[str]:
    return [each.get("d", "") for each in drawn(svg).iter(f"{SVG}path") if kind in each.get("class", "").split()]


def groups(svg: str) -> dict[str, ET.Element]:
    """What is drawn for each line, by its name."""
    found = [each for each in drawn(svg).iter(f"{SVG}g") if "chart-series" in each.get("class", "").split()]
    return {(each.findtext(f"{SVG}title") or "").split(":")[0]: each for each in found}


def ends_of(svg: str) -> dict[str, float]:
    """How far down each line ends, which its last corner tells."""
    lines = {name: group.find(f".//{SVG}path") for name, group in groups(svg).items()}
    return {name: float(line.get("d", "").split(",")[-1]) for name, line in lines.items() if line is not None}


def test_each_line_ends_at_its_last_value_and_its_name() -> None:
    svg = line_chart([a_line("Ada", 2, 1), a_line("Bob", 1, 2, ends_at="2½")], title="Places")

    assert sorted(texts(svg, "chart-name")) == ["1 Ada", "2½ Bob"]


def test_a_screen_reader_is_told_title_and_lines() -> None:
    svg = drawn(line_chart([a_line("Ada", 2, 1.5, every=30)], title="Places over time"))

    title, told = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    assert title is not None
    assert told is not None
    assert title.text == "Places over time"
    assert told.text == "Ada: from 2 on 3 Mar 2026 to 2 on 2 Apr 2026."
    assert svg.get("aria-labelledby") == title.get("id")
    assert svg.get("aria-describedby") == told.get("id")


def test_hostile_names_and_titles_are_escaped() -> None:
    svg = line_chart([a_line(HOSTILE, 1, 2, ends_at=HOSTILE)], title=HOSTILE)

    assert "<script" not in svg
    assert "<script" not in line_chart([], title=HOSTILE, nothing=HOSTILE)
    assert HOSTILE in "".join(drawn(svg).itertext())


@pytest.mark.parametrize("name", ["שרה לוי", "شهرزاد"])
def test_a_name_that_is_written_from_the_right_stands_by_itself(name: str) -> None:
    svg = line_chart([a_line(name, 3, 12)], title="Places")

    assert f"\u200e12 \u2068{name}\u2069" in svg


def test_long_names_are_cut_where_they_are_drawn_and_told_in_full() -> None:
    svg = line_chart([a_line("Wolfeschlegelstein", 1, 2)], title="Places")

    assert texts(svg, "chart-name") == ["2 Wolfeschlege…"]
    assert "Wolfeschlegelstein: from" in svg


def test_a_name_leaves_room_for_a_long_last_value() -> None:
    svg = line_chart([a_line("Wolfeschlegelstein", 1500, ends_at="1507?")], title="Rating")

    assert texts(svg, "chart-name") == ["1507? Wolfesch…"]


def test_without_lines_the_chart_says_so() -> None:
    assert texts(line_chart([], title="Places"), "chart-nothing") == ["Nothing to show yet."]
    empty = Series("Ada", ())
    assert texts(line_chart([empty], title="Places", nothing="No games yet."), "chart-nothing") == ["No games yet."]


def test_a_single_day_stands_in_the_middle() -> None:
    svg = line_chart([a_line("Ada", 3)], title="Places")

    assert texts(svg, "chart-name") == ["3 Ada"]
    assert texts(svg, "chart-tick") == ["3", "3 Mar"]
    assert [path.split(",")[0] for path in paths(svg, "chart-line")] == ["M500"]


def test_colour_is_never_the_only_sign() -> None:
    signs = {(number % COLORS, number % len(DASHES), number % len(MARKS)) for number in range(20)}
    by_shape = {(number % len(DASHES), number % len(MARKS)) for number in range(15)}

    assert len(signs) == 20
    assert len(by_shape) == 15


def test_names_of_twenty_lines_stand_clear_of_each_other() -> None:
    svg = line_chart([a_line(f"No{number}", 1, 1) for number in range(20)], title="Places", is_inverted=True)

    found = sorted(heights(svg))
    assert all(later - earlier >= 17 for earlier, later in pairwise(found))
    assert found[-1] <= float(drawn(svg).get("height", "0"))
    assert found[0] >= 0


def test_many_lines_step_back_behind_the_readers_own_and_the_chosen_one() -> None:
    def of(count: int) -> str:
        return line_chart([a_line(f"No{number}", 1, 2, is_own=number == 2) for number in range(count)], title="t")

    assert "chart-many" not in drawn(of(MANY - 1)).get("class", "").split()
    assert "chart-many" in drawn(of(MANY)).get("class", "").split()
    assert [name for name, group in groups(of(MANY)).items() if "chart-own" in group.get("class", "").split()] == [
        "No2"
    ]


def test_a_line_is_chosen_by_its_name() -> None:
    svg = line_chart(
        [a_line("Ada", 2, anchor="line-2"), a_line("Bob", 1, anchor="line-1")], title="t", is_inverted=True
    )

    led = {each.get("id"): each.findall(f"{SVG}a") for each in groups(svg).values()}
    assert {anchor: [link.get("href") for link in links] for anchor, links in led.items()} == {
        "line-1": ["#line-1"],
        "line-2": ["#line-2"],
    }
    assert list(led) == ["line-1", "line-2"], "from the best place down, however the lines were given"
    assert drawn(svg).get("role") == "group", "within an image nobody would find the links"


def test_whoever_chooses_the_lowest_line_still_sees_the_whole_chart() -> None:
    found = groups(line_chart([a_line("Ada", 1, anchor="a"), a_line("Bob", 9, anchor="b")], title="t"))

    tops = {name: [float(each.get("y", "")) for each in group.findall(f"{SVG}rect")] for name, group in found.items()}
    assert tops == {"Ada": [-ABOVE], "Bob": [-ABOVE]}


def test_a_chart_without_links_is_an_image() -> None:
    svg = line_chart([a_line("Ada", 2)], title="t")

    assert drawn(svg).get("role") == "img"
    assert not list(drawn(svg).iter(f"{SVG}a"))


def test_whoever_points_at_a_line_reads_its_name_in_full() -> None:
    assert list(groups(line_chart([a_line("Wolfeschlegelstein", 1, 2)], title="t"))) == ["Wolfeschlegelstein"]


def test_the_best_place_is_at_the_top_and_the_most_points_are_too() -> None:
    lines = [a_line("Ada", 2, 1), a_line("Bob", 1, 2)]

    by_place = ends_of(line_chart(lines, title="t", is_inverted=True))
    by_points = ends_of(line_chart(lines, title="t"))
    assert by_place["Ada"] < by_place["Bob"]
    assert by_points["Ada"] > by_points["Bob"]


def test_a_band_is_drawn_below_its_line() -> None:
    dots = (Dot(FIRST, 1500, 1300, 1700), Dot(FIRST + timedelta(days=5), 1600, 1500, 1700))
    svg = line_chart([Series("Ada", dots)], title="Rating")

    assert len(paths(svg, "chart-band")) == 1
    assert svg.index("chart-band") < svg.index('class="chart-line')


def test_a_huge_chart_stays_small() -> None:
    lines = [a_line(f"No{number}", *(step * number % 17 for step in range(2500))) for number in range(20)]

    svg = line_chart(lines, title="Places")

    assert drawn(svg) is not None
    assert len(svg) < 300_000


def test_two_charts_of_a_page_share_no_ids() -> None:
    one, other = (drawn(line_chart([a_line("Ada", 1, value)], title="Rating")) for value in (2, 3))

    ids = [{each.get("id") for each in svg.iter() if each.get("id")} for svg in (one, other)]
    assert all(ids)
    assert not ids[0] & ids[1]


def test_every_class_of_a_chart_has_its_style() -> None:
    css = (Path(corr.web.__file__).parent / "static" / "chart.css").read_text()
    dots = (Dot(FIRST, 1, 0, 2), Dot(FIRST + timedelta(days=9), 2, 1, 3))
    svg = line_chart([Series(f"No{number}", dots, is_own=number == 3) for number in range(9)], title="t")

    classes = {name for each in drawn(svg).iter() for name in each.get("class", "").split()}
    assert {name for name in classes if f".{name}" not in css} == set()


@pytest.mark.parametrize(
    ("days", "words"), [(0, ["3 Mar"]), (2, ["3 Mar", "4 Mar", "5 Mar"]), (20, ["3 Mar", "10 Mar", "17 Mar"])]
)
def test_few_days_are_written_each(days: int, words: list[str]) -> None:
    first = FIRST.toordinal()

    assert [said for _, said in day_ticks(first, first + days)] == words


def test_long_times_are_told_by_months_and_years() -> None:
    first = date(2025, 10, 10).toordinal()

    assert [said for _, said in day_ticks(first, first + 180)] == ["Nov", "2026", "Mar"]


@pytest.mark.parametrize("days", [0, 1, 5, 30, 59, 200, 400, 1500, 9000, 100_000])
def test_there_are_never_too_many_days_for_a_phone(days: int) -> None:
    found = list(day_ticks(FIRST.toordinal(), FIRST.toordinal() + days))

    assert 1 <= len(found) <= 4
    assert all(FIRST <= day <= FIRST + timedelta(days=days) for day, _ in found)


@pytest.mark.parametrize("span", [0, 1, 7, 20, 300, 5000])
def test_numbers_stand_within_the_lines_with_room_for_each(span: int) -> None:
    found = list(number_ticks(1, 1 + span, 340, is_inverted=True))

    assert found[0] == 1
    assert found[-1] <= 1 + span
    assert len(found) <= 340 / 16 + 1


def test_a_scale_of_one_value_has_it_in_the_middle() -> None:
    assert Scale(3, 3).share(3) == 0.5
    assert Scale(0, 4, is_turned=True).share(1) == 0.75

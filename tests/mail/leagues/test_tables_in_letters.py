"""The table of a division in a letter of plain text."""

from corr.core.spans import width_of
from corr.leagues.letter_contents import TableLine
from corr.mail.letters.compose import table


def test_columns_stand_below_each_other_whatever_the_names_are_written_in() -> None:
    names = ("Ada", "山田太郎", "עבד אלרחמן", "Wilhelmine-Charlotte von")

    rows = table([TableLine(str(place), name, "3", "1–0–0") for place, name in enumerate(names, 1)]).split("\n")[1:]

    assert len({width_of(row[: row.index("1–0–0")]) for row in rows}) == 1


def test_a_name_from_right_to_left_turns_nothing_but_itself() -> None:
    row = table([TableLine("1", "עבד", "3", "1–0–0")]).split("\n")[1]

    assert "\N{FIRST STRONG ISOLATE}עבד\N{POP DIRECTIONAL ISOLATE}" in row

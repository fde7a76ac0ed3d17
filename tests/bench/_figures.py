"""What a benchmark found: a number beside its aim, and whether that was met."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

_COLUMNS = "{name:<62} {value:>12} {aim:>12}  {verdict:<7}{detail}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number; a ratio, unless a unit is given."""

    name: str
    value: float
    aim: float | None = None
    """The most that it may be; None if it is only worth knowing."""
    unit: str = "x"
    is_floor: bool = False
    """Whether the aim is the least that it may be."""
    detail: str = ""

    @property
    def is_missed(self) -> bool:
        """Whether it is on the wrong side of its aim."""
        if self.aim is None:
            return False
        return self.value < self.aim if self.is_floor else self.value > self.aim

    @property
    def line(self) -> str:
        """All of it in one line."""
        aim = "" if self.aim is None else f"{'>=' if self.is_floor else '<='} {_number(self.aim)} {self.unit}"
        verdict = "" if self.aim is None else "MISSED" if self.is_missed else "met"
        value = f"{_number(self.value)} {self.unit}"
        return _COLUMNS.format(name=self.name, value=value, aim=aim, verdict=verdict, detail=self.detail).rstrip()


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """A number that this machine cannot give."""

    name: str
    why: str

    @property
    def line(self) -> str:
        """Both in one line."""
        return f"{self.name:<62} not measured: {self.why}"


Found = Figure | NotMeasured


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of rounds that took turns."""
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))


def summary(found: Sequence[Found]) -> Iterator[str]:
    """The table of all numbers with an aim, those that missed theirs at the end."""
    judged = [each for each in found if isinstance(each, Figure) and each.aim is not None]
    left_out = [each for each in found if isinstance(each, NotMeasured)]
    missed = sum(each.is_missed for each in judged)
    for each in sorted(judged, key=lambda figure: figure.is_missed):
        yield each.line
    for one in left_out:
        yield one.line
    yield f"{len(judged) - missed} met, {missed} missed, {len(left_out)} not measured on this machine"


def _number(value: float) -> str:
    return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"

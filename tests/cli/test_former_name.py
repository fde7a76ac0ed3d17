"""What Corr does where a package of its former name is installed beside it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from corr.cli import main


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which packages can be installed, by their names alone."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("CORR_VAR", str(tmp_path / "var"))
    # Nothing starts in any case.
    monkeypatch.setenv("CORR_WEB_LISTEN", "here")
    return tmp_path


def _install(folder: Path, name: str) -> None:
    info = folder / f"{name}-0.7.3.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.7.3\n")


@pytest.mark.parametrize("words", [["serve"], ["serve", "--demo"], ["web"], ["jobs"], ["mail"]], ids=" ".join)
def test_no_service_starts_beside_a_package_of_the_former_name(installed: Path, words: list[str]) -> None:
    _install(installed, "corr")

    result = CliRunner().invoke(main, words)

    assert result.exit_code == 2
    assert "Remove both with “pip uninstall corr corr-server”, then install corr-server again." in result.stderr
    assert not (installed / "var").exists()


def test_what_is_no_service_works_beside_a_package_of_the_former_name(installed: Path) -> None:
    _install(installed, "corr")

    result = CliRunner().invoke(main, ["board", "kelasu"])

    assert result.exit_code == 0


def test_packages_of_games_are_no_package_of_the_former_name(installed: Path) -> None:
    _install(installed, "corr_hexo")

    result = CliRunner().invoke(main, ["serve"])

    assert "CORR_WEB_LISTEN is “here”" in result.stderr
    assert "pip uninstall" not in result.stderr

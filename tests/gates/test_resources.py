"""Where a checkout finds what is not code."""

from corr.resources import migrations_folder, templates_folder
from tests.gates import tree


def test_a_checkout_uses_its_own_templates_and_migrations() -> None:
    found = (templates_folder(), migrations_folder())

    assert found == (tree.ROOT / "templates", tree.ROOT / "migrations")

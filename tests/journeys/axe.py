"""axe, which knows the rules of accessibility, on a page as it stands."""

from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / ".venv/scripts/node_modules/axe-core/axe.min.js"
"""The script, where `make install` puts it."""
RULES: Mapping[str, list[str]] = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "dark": ["color-contrast"],
}
"""What axe judges by: WCAG 2.2 A and AA, as it names them; of all their rules one depends on the theme."""
_MORE = {"heading-order": {"enabled": True}}
"""What is held beyond WCAG."""
WIDTHS = (390, 1280)
_HEIGHT = 844
# All that it passed would be some hundred kilobytes.
_JUDGE = """([part, runOnly, rules]) => axe.run(part, {runOnly, rules, resultTypes: ["violations"]})
    .then(({violations}) => violations.flatMap(rule => rule.nodes.map(node => `${rule.id} ${node.target}`)))"""


def judged(window: Page, axe: str, rules: list[str] = RULES["light"], part: str = "html") -> list[str]:
    """What axe finds on a *part* of the page as it stands: rule and place; *rules* are tags or names of its rules."""
    if not window.evaluate("'axe' in window"):
        # Not as a script of the page, which its policy forbids.
        window.evaluate(axe)
    found: list[str] = window.evaluate(_JUDGE, [part, rules, _MORE])
    return found


def judged_everywhere(window: Page, axe: str, part: str = "html") -> list[str]:
    """The same at each width and in both themes."""
    found = []
    for width in WIDTHS:
        window.set_viewport_size({"width": width, "height": _HEIGHT})
        for theme, rules in RULES.items():
            window.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
            found += [f"{width}, {theme}: {fault}" for fault in judged(window, axe, rules, part)]
    return found

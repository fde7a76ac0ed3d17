"""What a browser says about itself, in the few words by which its owner knows it again."""

_UNKNOWN = "A browser"
_LONGEST = 60
# Most browsers also name those they resemble, so the order counts.
_NAMES = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def browser_words(agent: str) -> str:
    """A known User-Agent as "Safari on iPhone", another by its beginning."""
    name = next((name for sign, name in _NAMES if sign in agent), "")
    system = next((system for sign, system in _SYSTEMS if sign in agent), "")
    if name:
        return f"{name} on {system}" if system else name
    return agent.strip()[:_LONGEST] or _UNKNOWN

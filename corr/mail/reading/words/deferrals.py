"""
Sentences that put a turn off, make a condition of it, or point at it where it stands right above them.

They are known by how they are built: somebody is asked for something until some time; a condition comes first; "this"
is said where nothing was named yet that it could be but the turn.
"""

import re

_PERIODS = (
    r"weeks?|weekend|month|year|morning|evening|afternoon|night|winter|summer|spring|autumn|time|day|season|game|match|"
    r"friday|saturday|sunday|monday|tuesday|wednesday|thursday|christmas|easter"
)
_PLACES = "city|country|house|place|town|street|village|side of|part of"
_REQUESTS = (
    r"let|keep|hold|leave|give (?:me|us)|park|please|(?:could|would|can|will) you|appreciate|grateful|be glad|"
    r"bitte|lass(?:t|en sie)?|behalte?|heb (?:das|den|es|ihn|sie|dir)|gib mir|garde[rz]?|laisse[rz]?|attends|"
    r"donne[- ]moi|"
    r"s'il (?:te|vous) pla[iî]t|por favor|d[eé]ja(?:lo|la|d)?|gu[aá]rda(?:lo|la)?|espera(?:d|me)?|dame|deixa|"
    r"per favore|lascia(?:lo|la|mi)?|tieni(?:lo|la|mi)?|aspetta|dammi|alsjeblieft|laat (?:dit|deze|het|hem|maar|even)|"
    r"bewaar|houd|geef me|snälla|låt|vänta|ge mig|lad|vent|giv mig|gi meg|anna|jätä|odota|proszę|zostaw|zaczekaj|"
    r"daj mi|prosím|nech|nechte|počkej|dej mi|пожалуйста|оставь(?:те)?|подожди(?:те)?|дай мне|будь ласка|залиш|"
    r"зачекай|моля|"
    r"kérlek|hagyd|várj|te rog|lasă|παρακαλώ|άφησέ?|άσε|lütfen|bırak|bekle"
)
_UNTIL = (
    r"until|till|before|bis|bevor|ehe|jusqu\w*|avant|hasta|antes|finché|fino|prima|até|tot|totdat|voordat|tills|innan|"
    r"indtil|inden|før|kunnes|ennen|asti|dopóki|aż|zanim|až|dokud|kým|než|пока|до|прежде|поки|докато|amíg|până|μέχρι|"
    r"ώσπου|πριν|kadar|önce"
)
_DEFERRED = re.compile(
    rf"\b(?:{_REQUESTS})\b.{{0,120}}\b(?:{_UNTIL})\b|"
    r"\b(?:please|(?:could|would|can) you|appreciate|grateful|be glad|treat|regard|consider|take)\b.{0,60}"
    rf"\b(?:this(?! (?:{_PERIODS})\b)|that one|the above)\b"
)
_ABOUT_ABOVE = re.compile(
    r"\b(?:half|part|some|most|none) of (?:it|this|that)\b|\bon behalf of\b|\bim auftrag\b|"
    r"\b(?:the above|what (?:stands|i wrote) above|this one|that one|such an? (?:thing|move|turn))\b|"
    rf"\bthis(?! (?:{_PERIODS}|{_PLACES}|is (?:my|our|such|fun|great|the (?:first|best)))\b)|"
    r"^(?:that|it)(?:'s| is| comes| goes)"
    r"(?! (?:raining|snowing|cold|hot|warm|late|early|dark|good|nice|great|lovely|so|all)\b)|"
    r"\b(?:guess|guessed|copy|copied|sent|wrote|typed|pasted|made up|meant) (?:that|it)\b"
)
_CONDITION = re.compile(
    r"^(?:(?:but|and|und|aber|mais|pero|ma|only|nur|so) )?(?:"
    r"(?:if|in case)(?! you(?:'re| are| ever| come| get| see)\b)|unless|provided|assuming|as long as|except|wenn|falls|"
    r"sofern|solange|außer|sauf|à condition|pourvu|salvo|siempre que|"
    r"a menos|a meno|purché|a condizione|desde que|tenzij|mits|såvida|såfremt|förutsatt|forutsatt|medmindre|ellei|"
    r"jeżeli|jeśli|chyba że|pokud|jestli|если|якщо|ако|hacsak|"
    r"dacă|αν|εάν|eğer)\b"
)


def defers(sentence: str) -> bool:
    """Whether *sentence*, in small letters, asks for something until some time, or asks for something of "this"."""
    return _DEFERRED.search(sentence) is not None


def is_about_above(sentence: str) -> bool:
    """Whether *sentence*, the first one below a turn, may point at the turn, or make a condition of it."""
    words = sentence.lower().replace("’", "'").lstrip("\"'“„«( ")
    return _ABOUT_ABOVE.search(words) is not None or _CONDITION.search(words) is not None

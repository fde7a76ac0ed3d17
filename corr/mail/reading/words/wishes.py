"""Whole sentences of thanks, wishes and greetings on any subject: "Thanks for the scones, and hug Karen!"."""

import re

from corr.mail.reading.words.speech import asks
from corr.mail.reading.words.subjects import is_first_person_subject, judges, points

_LONGEST = 200
"""The longest sentence of thanks or wishes, in characters."""
_OPENING = re.compile(
    r"\W*(?:(?:and|und|et|y|e|en|og|och|i|a|и|oh|also|well),? )?(?:"
    r"(?:(?:very |so )?(?:many |big )?(?:thanks|thank you|thx)|cheers for|god bless|happy(?! (?:to|with|about|if|"
    r"that))|"
    r"merry|enjoy|have an?|good luck|best of luck|have fun|stay(?= \w)|keep (?:(?:well|warm|safe|dry|fit|smiling|calm|"
    r"strong|healthy|cosy)\b)|chin up|mind the|roll on|many happy returns|cheers|good (?:night|morning|evening|day)|"
    r"love you|i love you|congratulations|congrats|safe (?:travels|journey|trip)|get well|"
    r"(?:(?:all|my|our|the|with) ){0,3}(?:best|love|regards|greetings|hugs)(?=\W*$| (?:wishes|regards|greetings|"
    r"to (?:the|"
    r"your|you|all|everyone|everybody)|from|for|and|of)\b|,)|(?:lots of|much) love|"
    r"(?:kind|warm|best|sunny|many) (?:regards|wishes|greetings)|say (?:hi|hello)|remember me to|"
    r"(?:please )?(?:give|send) (?:my|our|her|him|them|everyone|everybody|the \w+) (?:my |our )?"
    r"(?:love|best|regards|greetings|hugs?|kiss|kisses)|(?:a )?(?:big )?(?:hug|kiss)|well done|sweet dreams)|"
    r"(?:ich drücke|guten appetit|lass(?:t)? (?:es )?(?:dir|euch)|komm(?:t)? gut|hab dich lieb|ich hab dich lieb|"
    r"(?:vielen |herzlichen |lieben |tausend )?dank|danke|(?:viele|liebe|schöne|herzliche|beste|ganz)"
    r" (?:\w+ )?grüße|"
    r"gr[uü](?:ß|ss)\w*|schöne[nsr]?|frohe[sn]?|alles (?:gute|liebe)|(?:herzlichen )?glückwunsch|"
    r"viel (?:spaß|glück|erfolg|freude)|gute (?:besserung|reise|nacht|fahrt))|"
    r"(?:(?:un grand |mille |encore )?merci|je t'aime|je t'embrasse|bonne?s?|joyeux|joyeuses?|bises|bisous|"
    r"embrasse[rz]?|"
    r"(?:passe|donne) le bonjour|salue[rz]?|félicitations|bravo pour)|"
    r"(?:te quiero|que (?:descanses|tengas|pases|disfrutes)|cuid[ao]\w+|(?:muchas |mil )?gracias|saludos|saluda|feliz|"
    r"felices|felicidades|buen[ao]?s?|besos|"
    r"(?:un )?(?:fuerte )?abrazo|recuerdos|dale)|"
    r"(?:(?:tante |mille )?grazie|(?:tanti |cari )?saluti|saluta(?:mi|ci)?|buon[ae]?|(?:tanti )?auguri|"
    r"ti voglio bene|(?:un |ti )?abbracci?o|complimenti|felice)|"
    r"(?:(?:muito |mil )?obrigad[oa]|bo[am]s?|beijos|beijinhos|(?:um )?abraço|parabéns|felizes)|"
    r"(?:(?:heel erg |hartelijk |veel )?(?:bedankt|dank)|groet(?:en|jes)?|doe de groeten|fijne|prettige?|"
    r"gefeliciteerd)|"
    r"(?:(?:stort |många )?tack|hälsa|hälsningar|trevlig|glad|grattis|kram|ha en)|"
    r"(?:(?:mange |tusind |tusen )?takk?|hils(?:en)?|godt?|glædelig|tillykke|gratulerer|hav en)|"
    r"(?:kiitos|kiitokset|terveisiä|hyvää|onnea|onneksi olkoon|mukavaa)|"
    r"(?:dzięki|dziękuj\w+|pozdrów|pozdrowienia|pozdrawiam|miłego|miłej|wszystkiego|gratulacje|gratuluję|udan\w+)|"
    r"(?:díky|děkuj\w+|pozdravuj(?:te)?|pozdrav|hezk\w+|krásn\w+|všechno nejlepší|blahopřeji)|"
    r"(?:ευχαριστ\w+|χαιρετίσματα|χαιρετισμούς|καλ[όήάέ]\w*|φιλιά|χρόνια πολλά|συγχαρητήρια)|"
    r"(?:(?:большое )?спасибо|передавай(?:те)?|привет|поздравля\w+|хорош(?:его|ей|их)|удачи|с днём|с новым|"
    r"с рождеством)"
    r")(?![\w'])"
)
"""The beginnings of such sentences, language by language."""
_MOVING = re.compile(r"(?<=\w )(?:the|your) (?:big |house |office )?move(?=\W*$)|(?<=\w )moving house\b")
"""Moves that are about a house: "good luck with the move"."""
_SIGNS = re.compile(
    r"(?:祝|ありがとう|谢谢|謝謝|感谢|感謝)[^不没沒未别別?？]{0,20}|[^不没沒未别別?？]{1,16}(?:ありがとう(?:ございま(?:す|した))?|お祈りします)"
)
_PASSED_ON = re.compile(
    r"\b(?:sends?|says?|lässt|lassen|schickt|envoie|embrasse|manda|mandan|stuurt|doet|hälsar|hilser|zasyła|przesyła|"
    r"posílá|lähettää|шлёт|передаёт)\b.{0,40}\b(?:love|regards|hello|hi|greetings|hugs|kisses|grüßen|grüße|liebe grüße|"
    r"bonjour|bises|saludos|recuerdos|besos|saluti|bacio|baci|abraços?|groeten|groetjes|hälsningar|hilsen|pozdrowienia|"
    r"pozdravy|terveisiä|привет)\b"
)
"""Greetings of somebody else."""
_TURNING = re.compile(
    r"\b(?:but|however|though|although|not|never|until|till|unless|before|once|if|except|instead|yet|wait\w*|aber|doch|"
    r"nicht|kein\w*|bis|bevor|wenn|falls|mais|pas|ne|jusqu\w*|avant|quand|si|pero|no|hasta|antes|cuando|ma|però|non|"
    r"finché|fino|quando|se|mas|não|até|maar|niet|geen|tot|voordat|als|men|inte|ikke|innan|före|tills|før|indtil|om|"
    r"hvis|mutta|ei|ennen|jos|ale|lecz|nie|dopóki|zanim|jeśli|gdy|než|dokud|pokud|když|αλλά|δεν|μην|πριν|μέχρι|αν|"
    r"но|не|пока|до|если|когда)\b"
)
"""Words after which a sentence may turn to something else."""


def wishes(sentence: str) -> bool:
    """Whether *sentence* begins with thanks or a wish, and holds nothing that could be about a turn."""
    words = _MOVING.sub("", sentence.lower().replace("’", "'").strip())
    if len(words) > _LONGEST or asks(words):
        return False
    if _SIGNS.fullmatch(words.rstrip("。！!. ")):
        return True
    if _PASSED_ON.search(words):
        return _TURNING.search(words) is None and not points(words) and not judges(words)
    opening = _OPENING.match(words)
    if opening is None or _TURNING.search(words, opening.end()):
        return False
    rest = words[opening.end() :]
    if is_first_person_subject(rest):
        return False
    return not points(rest) and not judges(rest)

"""Sentences that put a turn off, make a condition of it, point at it, or are about deciding alone."""

import re

from corr.mail.reading.words.subjects import names_in

_FEW = 3
"""Things that are named beside the deciding, at most."""
_YOURS = re.compile(
    r"\b(?:your|dein\w{0,2}|eure?\w{0,2}|ihre?\w{0,2}|ta|votre|tu|su|tua|la tua|sua|je|jouw|din|ditt|dit|twoj\w{1,3}|"
    r"tvoj\w?|"
    r"tvou|твой|твоего|ваш\w{0,3}) [^\W\d_]+"
)
_DECIDING = re.compile(
    r"\b(?:my (?:answers?|repl(?:y|ies)|decision)|decid(?:e|ed|ing)|decision|convinced|persuaded|settled|"
    r"made up my|(?:on|upon) reflection|reserve the right|more of a question|(?:try|tried|trying) (?:out|how|whether|"
    r"if|it)|"
    r"(?:to )?see (?:whether|if) (?:your|the|this|it)|how (?:it|this) works|look(?:ing)? (?:at it|at that|again|"
    r"it over)|"
    r"with fresh eyes|count (?:it|on it|that|this)|stands? only|upside down|at the top|the (?:last|old) letter|"
    r"do anything|"
    r"last week's (?:letter|mail|board)|about the game|only if|one more (?:day|evening|night|look)|"
    r"faster than my|with it$|(?:act|acting) on it|too seriously|"
    r"(?:meine?n?|unsere?) (?:antwort|entscheidung)|entscheide\w*|überzeugt|sicher|schlüssig|ausprobier\w*|"
    r"probier\w*|funktioniert|draufschau\w*|in ruhe|eintragen|gilt (?:erst|nur|noch)|"
    r"ma réponse|convaincue?|pour (?:essayer|voir si|tester)|un essai|(?:enregistr|valid)\w+|"
    r"mi respuesta|convencid[oa]|(?:para|por) probar|una prueba|en cuenta|dando vueltas|"
    r"la mia risposta|convint[oa]|una prova|per provare|tener\w* conto|ragionando|riflettendo|"
    r"a minha resposta|para experimentar|um teste|contes com|conte com|pensar no|"
    r"mijn antwoord|overtuigd|te proberen|een proef\w*|invoeren|er (?:nog )?niet (?:helemaal )?uit|"
    r"mitt svar|mit svar|svaret mitt|övertygad|overbevist|sikker|säker|for at prøve|for å prøve|för att prova|"
    r"føre det|föra in|føre inn|et forsøg|et forsøk|ett försök|"
    r"moja odpowiedź|moją odpowiedź|przekonan[ya]|zastanawiam|próba|na próbę|wstrzymaj\w*|"
    r"moje odpověď|moji odpověď|přesvědčen\w?|zkouška|na zkoušku|nic nedělej\w*|"
    r"vastaukseni|ei(?: \w+){0,2} varma|(?:en|ei) ole(?: \w+){0,2} varma|vakuuttunut|kokeilu\w*|kokeilin|"
    r"(?:η )?απάντησή μου|σίγουρ\w+|δοκιμή|δοκιμάσω|"
    r"мой ответ|уверена?|убежд\w+|проба|пробовал\w?|попробовать)(?!\w)|"
    r"試しに|試して|试一下|试试|試試|試一下|决定|決定|拿定主意"
)
_PERIODS = (
    r"weeks?|weekend|month|year|morning|evening|afternoon|night|winter|summer|spring|autumn|time|day|season|game|match|"
    r"friday|saturday|sunday|monday|tuesday|wednesday|thursday|christmas|easter"
)
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
_ABOVE = (
    r"up there|above(?! (?:the|a|an|my|our|your|all|us|them|me|his|her)\b)|(?:da |dort |hier |weiter )?oben|ci-dessus|"
    r"là-haut|plus haut|de arriba|"
    r"más arriba|ahí arriba|qui sopra|lì sopra|là sopra|di sopra|lassù|acima|aí em cima|hierboven|daarboven|boven|ovan|"
    r"där uppe|däruppe|ovenfor|der oppe|deroppe|powyżej|wyżej|tam u góry|nahoře|výše|yllä|ylhäällä|выше|наверху|"
    r"παραπάνω|εκεί πάνω"
)
_TURN = (
    r"(?:that|this|the|my) (?:\w+ )?(?:move|turn)|(?:den|dem|der|mein|meinen|meinem|diesen|diesem|dieser) (?:zug|"
    r"spielzug)|"
    r"(?:le|ce|mon) coup|(?:la|esa|esta|mi) jugada|"
    r"(?:el|ese|este|mi) turno|(?:la|questa|quella|mia) mossa|(?:a|essa|esta|minha) jogada|"
    r"(?:de|deze|die|mijn) zet|(?:det|mitt|draget) ?(?:drag)?|(?:det|mit|mitt) (?:træk|trekk)|trækket|trekket|"
    r"(?:ten|tamten|mój|tego) ruch\w*|(?:ten|ten|můj|tamten) tah\w*|siirto\w*|(?:мой|этот|тот) ход\w*|κίνηση"
)
_POINTING_UP = re.compile(
    r"\b(?:the above|the one above|what (?:stands|is|i wrote|i put|you see|you read) above)\b|"
    rf"\b(?:{_TURN}|das|was|it|that|ça|cela|ce qui est|lo|eso|esto|quello|questo|isso|isto|dat|dit|wat|det|to|tamto|se|"
    rf"это|то|αυτό)(?: (?:\w+ ){{0,2}}| ){{0,1}}(?:{_ABOVE})\b|"
    r"\b(?:let|keep|kept|hold|held|leave|left|park|bin|read|treat|take|took|regard|consider|see|send|sent|call|count|"
    r"counted|play|played|think of|scrub|drop) (?:that|this) one\b|"
    r"\b(?:that|this) one (?:belongs?|was|is for|goes|can wait|stays|must|should|may|might|does|did)\b|"
    r"\b(?:the|my) (?:real|proper|true|actual|final|definite|definitive|serious) (?:one|thing|move|turn|answer|"
    r"reply)\b|"
    r"\b(?:(?:mein\w*|der|den) (?:richtig|echt|eigentlich|wirklich|wahr|endgültig)\w+ zug|(?:mon|le) (?:vrai|"
    r"véritable) coup|"
    r"(?:mi|la) (?:verdadera )?jugada (?:de verdad|verdadera|definitiva|buena)|(?:la )?(?:mia )?(?:vera mossa|mossa "
    r"(?:vera|giusta|definitiva))|(?:a )?(?:minha )?(?:verdadeira jogada|jogada (?:verdadeira|a sério|definitiva))|"
    r"(?:de|mijn) (?:echte|definitieve) zet|(?:det|mitt) (?:riktiga|slutliga) draget?|(?:det|mit) (?:rigtige|"
    r"endelige) træk|"
    r"(?:det|mitt) (?:riktige|endelige) trekket|(?:prawdziw|właściw|ostateczn)\w+ ruch\w*|(?:ten )?(?:pravý|opravdový|"
    r"skutečný|konečný) tah|(?:oikea|lopullinen) siirto\w*|(?:настоящ|окончательн)\w+ ход)\b|"
    r"\b(?:read|treat|take|regard|see|consider) (?:that|this|it) (?:as|for|more as|rather as)\b"
)
"""Words that point at the turn, anywhere in a paragraph."""
_PUT_OFF = re.compile(
    rf"\b(?:{_TURN})\b.{{0,80}}\b(?:not|until|till|later|tomorrow|wait|another|rather|sleep|nicht|noch|liegen|warten|"
    r"morgen|später|pas|attend\w*|demain|plus tard|no|esper\w*|mañana|non|aspett\w*|domani|não|amanhã|niet|morgen|"
    r"wacht\w*|inte|vänta\w*|ikke|vent\w*|imorgen|nie|poczeka\w*|jutro|ne|počk\w*|zítra|ei|odota\w*|huomen\w*|не|"
    r"подожд\w*|завтра|δεν|αύριο)\b"
)
"""Words of denying and of another time, after words for the turn."""
_DEFERRED = re.compile(
    rf"\b(?:{_REQUESTS})\b.{{0,120}}\b(?:{_UNTIL})\b|"
    r"\b(?:please|(?:could|would|can) you|appreciate|grateful|be glad|treat|regard|consider|take)\b.{0,60}"
    rf"\b(?:this(?! (?:{_PERIODS})\b)|that one|the above)\b"
)
_ABOUT_ABOVE = re.compile(
    r"\b(?:half|part|some|most|none) of (?:it|this|that)\b|\bon behalf of\b|\bim auftrag\b|"
    r"\b(?:the above|what (?:stands|i wrote) above|this one|that one|such an? (?:thing|move|turn))\b|"
    r"(?<!writing )(?<!typing )(?<!sending )(?<!reading )(?<!write )(?<!type )"
    r"\bthis(?= (?:is|was|will|would|comes?|came|move|turn|line|idea|thing)\b|\W*$)(?! is (?:my|our|such|fun|great)\b)|"
    r"^(?:that|it)(?:'s| is| comes| goes)"
    r"(?! (?:raining|snowing|cold|hot|warm|late|early|dark|good|nice|great|lovely|so|all)\b)|"
    r"^that was (?:my|his|her|our)\b|"
    r"\b(?:guess|guessed|copy|copied|sent|wrote|typed|pasted|made up|meant) (?:that|it)\b"
)
_CONDITION = re.compile(
    r"(?:or|oder|ou|o|of|eller|tai|albo|nebo|или) "
    r"(?:no|not|rather|nein|nicht|doch|non|plutôt|nee|niet|nej|ei|nie|ne|нет)\b|"
    r"(?:but |and |und |aber |mais |pero |ma )?(?:if (?:nothing|no|not)|"
    r"only (?:if|when|after|once)|unless|provided|on condition|assuming|"
    r"nur (?:wenn|falls)|erst wenn|vorausgesetzt|sofern|seulement si|à condition|pourvu|sauf si|s[oó]lo si|siempre que|"
    r"a menos que|solo se|a meno che|purché|a condizione|s[oó] se|desde que|alleen als|tenzij|mits|bara om|såvida|"
    r"kun hvis|medmindre|vain jos|ellei|tylko jeśli|chyba że|jen pokud|jen když|"
    r"только если|csak ha|numai dacă|μόνο αν)\b"
)


def is_deciding(sentence: str) -> bool:
    """Whether *sentence*, in small letters, is about the writer's deciding or trying, and about little else."""
    return _DECIDING.search(_YOURS.sub(" ", sentence)) is not None and names_in(sentence) <= _FEW


def defers(sentence: str) -> bool:
    """Whether *sentence*, in small letters, puts something off until some time, or speaks of what stands above."""
    return any(form.search(sentence) for form in (_DEFERRED, _POINTING_UP, _PUT_OFF))


def is_about_above(sentence: str) -> bool:
    """Whether *sentence*, the first one below a turn, makes a condition, or may point at the turn."""
    words = sentence.lower().replace("’", "'").lstrip("\"'“„«( ")
    return _CONDITION.match(words) is not None or _ABOUT_ABOVE.search(words) is not None

"""
Sentences about deciding, answering and trying, which have no other subject: "You will get my answer tomorrow.".

In a long paragraph they are as good as words that take a turn back; the same words stand in much talk besides.
"""

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


def is_deciding(sentence: str) -> bool:
    """Whether *sentence*, in small letters, is about the writer's deciding or trying, and about little else."""
    return _DECIDING.search(_YOURS.sub(" ", sentence)) is not None and names_in(sentence) <= _FEW

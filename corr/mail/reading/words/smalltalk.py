"""
What people tell of their days, and ask about the other's: "We just got back from Wales.", "Did you see the match?".

Known by how such sentences begin; whether they speak of the game as well is not looked at here.
"""

import re

_FEWEST = 5
"""The fewest words of a sentence that tells something."""
_SHORT = 12
"""The most words of somebody else's opinion that may be about the turn."""
_TOLD = re.compile(
    r"^(?:(?:and|also|well|guess what),? )?(?:"
    r"we(?:['’]ve| have| had|['’]re| are| were|['’]ll be| will be)? "
    r"(?!(?:to|not|no|yet|never|should|could|might|may|need|must|shall|sure|still)\b)"
    r"(?:just |finally |all |both |only |at last )?(?:been|back|off|got|getting|gone|going|went|had|having|spent|"
    r"came|come|"
    r"took|saw|met|bought|moved|moving|drove|planted|visited|watched|stayed|ate|celebrated|painted|built|were|here|"
    r"home)\b|"
    r"wir (?:haben|hatten|waren|sind|kommen|fahren|ziehen um) (?!(?:nicht|noch|kein\w*)\b)|"
    r"nous (?:avons|étions|sommes|venons|revenons|partons) (?!pas\b)|on (?:a|est|revient|vient|rentre) (?!pas\b)|"
    r"(?:ya )?(?:hemos|fuimos|estuvimos|estamos|volvimos|acabamos de) |(?:siamo|abbiamo|eravamo|torniamo|"
    r"stiamo) (?!non\b)|"
    r"(?:fomos|estivemos|estamos|voltámos|voltamos|acabámos de|acabamos de) |"
    r"(?:wij|we) (?:hebben|hadden|waren|zijn|komen) (?!(?:niet|geen|nog)\b)|"
    r"vi (?:har|hade|havde|var|er|är|kom|kommer) (?!(?:inte|ikke|ingen)\b)|"
    r"(?:olemme|olimme|kävimme|tulimme|palasimme) |(?:byliśmy|mieliśmy|wróciliśmy|jesteśmy|pojechaliśmy) |"
    r"(?:byli jsme|měli jsme|vrátili jsme|jsme|boli sme|sme) |(?:мы|ми|ние) (?!не\b)|(?:voltunk|jöttünk|vagyunk) |"
    r"(?:am fost|suntem|ne-am întors) |(?:ήμασταν|γυρίσαμε|πήγαμε|είμαστε) |(?:bili smo|bile smo|vratili smo|smo) )"
)
"""Things that several people did, and so no turn, which one person makes."""
_DATED = re.compile(
    r"^(?:(?:and|also|well|und|et|y|e),? )?(?:yesterday|last (?:night|week|weekend|month|year|\w+day)|this morning|"
    r"on (?:mon|tues|wednes|thurs|fri|satur|sun)day|gestern|vorgestern|letzte (?:woche|nacht)|letztes (?:wochenende|"
    r"jahr)|"
    r"heute (?:früh|morgen)|am (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|wochenende)|"
    r"hier(?: soir)?|"
    r"avant-hier|ce matin|la semaine dernière|ayer|anoche|anteayer|esta mañana|ieri|stamattina|ontem|anteontem|"
    r"gisteren|"
    r"vanmorgen|vanochtend|afgelopen|igår|i går|imorse|i morges|i helgen|eilen|viime|wczoraj|dziś rano|w weekend|včera|"
    r"вчера|сегодня утром|вчора|tegnap|aseară|χθες|χτες|dün|jučer|juče|včeraj)\b"
)
"""Words for a day, at the beginning of news."""
_OWN = re.compile(
    r"\b(?:i|me|my mind|ich|mir|mich|je|j|moi|yo|io|eu|ik|jag|jeg|minä|ja|já|я|мне|én|eu|εγώ|ben)\b",
)
_THINGS = re.compile(
    r"\b(?:exams?|(?:new|old) jobs?|pupp(?:y|ies)|kittens?|cats?|cricket|rugby|tennis|bikes?|cars?|(?:new )?flat|roof|"
    r"kitchen|bab(?:y|ies)|grandsons?|granddaughters?|grandchildren|grandkids|neighbou?rs?|nieces?|nephews?|aunts?|"
    r"uncles?|"
    r"cousins?|podcasts?|museum|theatre|choir|marathon|dentist|knees?|storms?|heatwave|power cut|trains?|bus|plumber|"
    r"umzug|prüfung\w*|nachbarn?|katze\w*|auto|wohnung|dach|enkel\w*|sturm|zahnarzt|examens?|voisins?|chats?|voiture|"
    r"vecinos?|gatos?|coche|examen\w*|vicini|gatto|esami|buren|kat|huis|fjällen|snön|katten|bilen|hytta|hytten)\b"
)
_SAYING = re.compile(
    r"\b(?:says?|said|thinks?|thought|suggest\w*|would|wants?|wanted|insist\w*|recommend\w*|told|tells?|advis\w*|"
    r"warn\w*|laugh\w*|(?:dis)?agree\w*|meant|means|sagt\w*|meint\w*|findet|fand|denkt|rät|riet|dit|pense|trouve|dice|"
    r"piensa|cree|dijo|pensa|crede|ha detto|diz|disse|acha|zegt|zei|vindt|denkt|säger|sa|tycker|siger|sagde|sier|mener|"
    r"synes|sanoo|sanoi|mówi\w*|uważa\w*|myśli|twierdzi|říká|řekl\w*|myslí|говорит|сказал\w*|думает|считает|каже|"
    r"сказав|mondja|mondta|szerint|zice|spune|λέει|είπε|diyor|dedi)\b"
)
"""Verbs of opinions of somebody else, which may be about the turn."""
_FIRST_PERSON = re.compile(r"(?:(?:no|well|and|sorry),? )?(?:i|we|ich|wir|je|nous|ik|jag|jeg|vi)\b")
_ASKED_PAST = re.compile(
    r"^(?:(?:p\.?\s?s\.?\W+|and|so|also,?|by the way,?|oh,?|und|et|y|e) )?¿?(?:"
    r"(?:did|have|had|were) you\b|are you \w+ing\b|(?:hast|habt|warst|wart|haben|kommst|fährst) (?:du|ihr|sie)\b|"
    r"(?:as|avez|étais|étiez)[- ](?:tu|vous)\b|(?:tu as|vous avez|tu étais) |(?:viste|visteis|fuiste|has|habéis|"
    r"estuviste|leíste|oíste)\b|(?:hai|avete|sei stat[oa])\b|(?:viste|foste|leste|já)\b|(?:heb|hebben|ben|was) "
    r"(?:je|jij|jullie|u)\b|(?:har|var|såg|så) (?:du|ni|i)\b|(?:oletko|olitko|näitkö|katsoitko)\b|"
    r"(?:czy )?(?:byłe[śs]|byłaś|widziałe[śs]|widziałaś|oglądałe[śs]|oglądałaś|czytałe[śs]|czytałaś)\b|"
    r"(?:viděl|byl|četl|slyšel)a? jsi\b|(?:ты|вы) (?:видел|смотрел|был|читал|слышал)\w*|láttad|voltál|olvastad)"
)
_ABOUT_OPINIONS = re.compile(
    r"\b(?:idea|better|objections?|opinion|advice|minds?|agree\w*|sure|think|thought|expect\w*|plan|choice|hint|tip|"
    r"doubt|"
    r"serious|besser\w*|idee|einwand|einwände|meinung|rat|mieux|idée|avis|mejor|meglio|melhor|beter|bättre|bedre|"
    r"lepiej|"
    r"lepš\w+|лучше|one|ones|some|something|anything|everything|nothing|was|etwas|alles|quelque|algo|qualcosa|iets|"
    r"något|"
    r"noget|noe|coś|něco|что-то|valamit)\b"
)
_ASKED_LIFE = re.compile(
    r"\bwhere (?:do|did) you (?:live|work|grow up|come from)\b|\bwhere are you (?:from|based)\b|"
    r"\bhow did (?:the|your) \w+(?: \w+)? go\b|\b(?:did|have) you ever\b|"
    r"\bwhat are you (?:doing|up to|reading|watching|cooking)\b|"
    r"\bis it (?:still )?(?:raining|snowing|cold|hot|warm|sunny|freezing)\b|\bany (?:plans|news)\b|"
    r"\bdo you (?:live|work|speak|watch|follow|cook|sing|ski|swim|garden|have (?:any )?(?:kids|children|pets|brothers|"
    r"sisters|a (?:dog|cat)))\b|\bwho wins the (?:cup|league|final|election)\b|\bwie läuft'?s\b|"
    r"\bwoher kommst du\b|\bwo (?:wohnst|lebst|arbeitest) du\b|\bwas macht (?:die|der|das|dein\w*)\b|\btu habites\b|"
    r"\boù (?:habites|vis|habitez)\b|\bd'où (?:viens|es|venez)\b|de dónde (?:eres|es)\b|dónde vives\b|"
    r"\bdi dove (?:sei|siete)\b|"
    r"\bdove (?:vivi|abiti)\b|\bde onde (?:és|você é)\b|\bonde (?:moras|vives|você mora)\b|\bwaar (?:woon|kom) je\b|"
    r"\bvar bor du\b|\bhvor bor du\b|\bmissä asut\b|\bgdzie mieszkasz\b|\bskąd (?:jesteś|pochodzisz)\b|\bkde bydlíš\b|"
    r"\bodkud jsi\b|\bоткуда ты\b|\bгде ты живёшь\b|\bгде ты живешь\b|\bзвідки ти\b|\bhol laksz\b|\bπού μένεις\b|"
    r"\bαπό πού είσαι\b|\bnerelisin\b|\bnerede (?:yaşıyorsun|oturuyorsun)\b|"
    r"どこに住|どちらにお住|어디 ?(?:사세요|살아)|"
    r"你住(?:在)?哪|你是哪"
)


_WHO = re.compile(
    r"\b(?:cats?|kittens?|dogs?|pupp(?:y|ies)|kids?|child|children|sons?|daughters?|baby|bab(?:y|ies)|toddlers?|"
    r"little one|"
    r"brothers?|sisters?|wife|husband|mother|father|mum|mom|dad|grand\w+|uncles?|aunts?|cousins?|nephews?|nieces?|"
    r"neighbou?rs?|colleagues?|flatmate|wine|beer|whisky|gin|drunk|katze|kater|hund|sohn|tochter|kinder|frau|mann|"
    r"bruder|"
    r"schwester|enkel\w*|nachbar\w*|chats?|chien|fils|fille|enfants?|femme|mari|frère|sœur|voisin\w*|gat[oa]s?|perro|"
    r"hij[oa]s?|"
    r"niños|mujer|marido|herman[oa]|gatt[oa]|cane|figli[oa]?|bambini|moglie|marito|fratello|sorella|cão|filh[oa]s?|"
    r"kat|hond|"
    r"zoon|dochter|vrouw|broer|katten|hunden|barnen|fru|børn|barna|kissa|koira|lapset|kot|pies|syn|córka|żona|dzieci|"
    r"kočka|"
    r"pes|děti|кот|кошка|сын|дочь|дети|жена|macska|kutya|gyerek\w*|pisica|copiii|γάτα|kedi\w*|çocuklar)\b|"
    r"猫|犬|息子|娘|子供|儿子|女儿|孩子|고양이|아들|아이들"
)
"""People and pets who may have typed the turn, and drinks that may have."""
_YOURS = re.compile(
    r"\b(?:your|dein\w{0,2}|eure?\w{0,2}|ihre?\w{0,2}|votre|vos|ton|tes|ta|tu|tuo|tuoi|tua|tue|teu|sua|jouw|je|twój|"
    r"twoj\w{1,3}|"
    r"din|ditt|dina|dine|тво[йяиё]|ваш\w{0,2}|tvůj|tvoje)\b"
)


def names_somebody(words: str) -> bool:
    """Whether a statement, in small letters, names somebody of the writer's home, who may have typed the turn."""
    return _WHO.search(words) is not None and _YOURS.search(words) is None


def tells_of_days(words: str) -> bool:
    """Whether a sentence, in small letters, tells what happened to people other than the writer alone."""
    if len(words.split()) < _FEWEST:
        return False
    if _TOLD.search(words) is not None:
        return True
    return not is_others_word(words) and (
        (_DATED.search(words) is not None and _OWN.search(words) is None) or _THINGS.search(words) is not None
    )


def is_others_word(words: str) -> bool:
    """Whether a short sentence, in small letters, gives somebody else's word on something: "My wife disagrees."."""
    is_own = _FIRST_PERSON.match(words) is not None
    return len(words.split()) <= _SHORT and not is_own and _SAYING.search(words) is not None


def asks_of_days(words: str) -> bool:
    """Whether a question, in small letters, asks how the other lives, or what they did: "Did you see the match?"."""
    if _ASKED_LIFE.search(words) is not None:
        return True
    is_long = len(words.split()) >= _FEWEST
    return is_long and _ASKED_PAST.search(words) is not None and _ABOUT_OPINIONS.search(words) is None

"""
Words that people write around a turn and that change nothing about it: labels, greetings, wishes, thanks.

Whoever says anything else in the same breath may mean anything by it, in any language: "… was a mistake", "I would
never …". So only what stands here is passed over, and everything else is asked about. A word too few here costs a
question; a word too many could cost somebody a game.
"""

import re

from corr.mail.reading.words.vocabulary import GREETINGS, LABELS, REFUSING, WISHES

_QUESTIONS = frozenset("?？؟¿")
_EMOTICONS = frozenset({":d", ":p", ";p", "xd", ":o", "=d", "8)", ":3", "<3", "o/", "\\o/", ":-d", ":-p", ";d"})
_AROUND = " #¡¿\t.,;:!…—–-_*~\"'`“”„‘’«»()[]{}<>/|・、。！：，；"
_LISTING = re.compile("[、，]")
_SENTENCE_END = re.compile(r"(?<=[.!?…؟])[\"'”’»)\]]?\s+|(?<=[。！？])")
_LONGEST_LABEL = 8
_LONGEST_WISH = 10
_LONGEST_GREETING = 5


def plain_words(text: str) -> list[str]:
    """The words of *text* in lower case, without signs around them; smileys are none."""
    words = map(_lower, _LISTING.sub(" ", text).split())
    bare = (word.strip(_AROUND) for word in words if word not in _EMOTICONS)
    return [word for word in bare if any(sign.isalnum() for sign in word)]


def _lower(word: str) -> str:
    """*word* in small letters, the Turkish İ like any other."""
    return word.casefold().replace("i\u0307", "i")


def sentences(text: str) -> list[str]:
    """The sentences of *text*, each with the sign at its end."""
    return [sentence for part in _SENTENCE_END.split(text) if (sentence := part.strip())]


def asks(text: str) -> bool:
    """Whether there is a question mark in *text*."""
    return not _QUESTIONS.isdisjoint(text)


def is_label(text: str) -> bool:
    """Whether *text* does no more than to announce a turn or to greet: "My turn:", "Hello Ada,"."""
    words = plain_words(text)
    if asks(text) or len(words) > _LONGEST_LABEL:
        return False
    if is_greeting(text) and text.rstrip().endswith((",", "!", ":", "，", "！", "：")):
        return True
    if _FORCED.search(text.lower().replace("’", "'")):
        return True
    text = _NUMBERED.sub(r"\1 12", text)
    words = plain_words(text)
    if _LABEL_IN_SIGNS.fullmatch(text.strip(_AROUND)):
        return True
    words = _without_numbers(_LIKING.sub("", " ".join(_after_greeting(text))).split())
    if words and (words[0] in _ASKING or (words[0] in _VERBS and not _PRONOUNS.isdisjoint(words[1:2]))):
        return False
    return all(word in LABELS for word in words) and not _LATER.search(" ".join(words))


def is_naming(text: str) -> bool:
    """Whether *text*, which stands behind a turn, says that it is the writer's: "is my move"."""
    words = plain_words(text)
    if asks(text):
        return False
    named = _NAMES_BEHIND.match(" ".join(words))
    if named is not None and is_wish(" ".join(words)[named.end() :]):
        return True
    is_own = words[:1] and words[0] in _ASKING and not _OWN.isdisjoint(words)
    return bool(is_own) and all(word in LABELS | WISHES for word in words)


def _without_numbers(words: list[str]) -> list[str]:
    """*words* without the number of a turn: "Turn 12:"."""
    is_number = len(words) == 1 or not _COUNTED.isdisjoint(words)
    return [word for word in words if not word.isdecimal()] if is_number else words


def introduces(text: str) -> bool:
    """Whether *text* ends in a label, and says nothing before it that could take it back: "All is well. My turn:"."""
    *before, last = sentences(_NUMBERED.sub(r"\1 12", text)) or [""]
    if any(asks(sentence) or not REFUSING.isdisjoint(plain_words(sentence)) for sentence in before):
        return False
    *ahead, said = _CLAUSES.split(last)
    return is_label(last) or (is_label(said) and all(is_wish(clause) or is_greeting(clause) for clause in ahead))


def is_greeting(text: str) -> bool:
    """Whether *text* greets somebody, by name perhaps."""
    text = _HONOURED.sub("", text)
    words = plain_words(text)
    if not words or words[0] not in GREETINGS or len(words) > _LONGEST_GREETING or asks(text):
        return False
    if words[1:] in _YOU:
        return True
    rest = _after_greeting(text)
    # A name may be written small, above all before a comma: "dear ada,".
    if words[0] in _OF_PEOPLE and rest[:1] == words[:1] and text.rstrip().endswith((",", "!", "，", "！")):
        rest = rest[1:]
    is_small = len(rest) == 1 and rest[0] not in WISHES and words[0] not in _OF_DAYS and rest != words
    return REFUSING.isdisjoint(words) and (not rest or is_small)


def _after_greeting(text: str) -> list[str]:
    """The words of *text* behind a greeting and the names that are greeted; all of them where none is."""
    written = [word.strip(_AROUND) for word in text.split() if word.casefold() not in _EMOTICONS]
    written = [word for word in written if any(sign.isalnum() for sign in word)]
    words = [_lower(word) for word in written]
    if not words or words[0] not in GREETINGS or (words[0] in _OF_DAYS and _DAYS.isdisjoint(words[1:2])):
        return words
    at = 1
    while at < len(words) and (words[at] in GREETINGS or words[at] in _DAYS or words[at] in _PEOPLE):
        at += 1
    ahead = at
    while at < len(words) and at < ahead + _NAMES and _names(written, at):
        at += 1
    return words if at == 1 < len(words) and words[0] in _OF_PEOPLE else words[at:]


def _names(written: list[str], at: int) -> bool:
    """Whether the word at a place is a name, or joins one to another."""
    word = written[at].casefold()
    if word in _JOINING:
        return at + 1 < len(written) and written[at + 1][:1].isupper()
    return written[at][:1].isupper() and word not in _NO_NAMES


def is_wish(text: str) -> bool:
    """Whether *text* holds nothing but wishes and thanks, or no words at all."""
    words = plain_words(without_place(_NAMED.sub("", text)))
    if asks(text) or len(words) > _LONGEST_WISH or _PRAISE.search(" ".join(words)):
        return False
    if " ".join(words) in _NOT_YET:
        return False
    return all(word in WISHES or _YEAR.fullmatch(word) for word in words)


def without_place(text: str) -> str:
    """*text* without where its wishes come from: "Best wishes from rainy Hamburg"."""
    place = _PLACE.search(text)
    if place is None or not plain_words(text[: place.start()]):
        return text
    is_plain = REFUSING.isdisjoint(plain_words(place[0])) and LABELS.isdisjoint(plain_words(place["place"]))
    return text[: place.start()] if is_plain else text


def is_praise(text: str) -> bool:
    """Whether *text* praises a turn and says no more; ahead of one's own that can only be the other player's."""
    words = plain_words(text)
    return bool(_PRAISE.search(" ".join(words))) and not asks(text) and all(word in WISHES for word in words)


_PLACE = re.compile(
    r"\s(?:from|aus|vom|de|du|depuis|desde|da|dal|dalla|do|van|vanuit|fra|från|z|ze|zo|из|от|із|од|od|iz|din|από)\s+"
    r"(?:[^\W\d_]+\s+){0,4}(?P<place>[^\W\d_a-z][^\W\d_]+)\W*$"
)
"""The place of the writer at the end of a wish: a name with a capital."""
_NAMED = re.compile(
    r"(?<=\w), (?!(?:if|but|no|not|or|never|wait|oops)\b)(?-i:[^\W\d_a-z])[^\W\d_]+(?: \([^()]{1,20}\))?[.!]*$",
    re.IGNORECASE,
)
"""The person addressed at the end of a wish: ", Bob!"."""
_OF_DAYS = frozenset((
    "good", "guten", "gute", "buenos", "buenas", "bom", "boa", "dobrý", "добрый", "добрий", "доброго", "jó", "hyvä",
    "dzień", "god", "dobar", "laba", "góðan", "bon", "iyi", "muy",
))  # fmt: skip
"""These greet with a time of the day alone: "good morning", but not "good move"."""
_DAYS = frozenset((
    "morning", "evening", "day", "afternoon", "night", "tag", "abend", "morgen", "nachmittag", "días", "tardes",
    "noches", "dia", "tarde", "noite", "den", "večer", "день", "вечер", "утро", "вечір", "ранок", "дня", "ранку",
    "reggelt", "napot", "estét", "päivää", "iltaa", "huomenta", "ilta", "päivä", "dobry", "dag", "kväll", "kveld",
    "ziua", "dimineața", "seara", "middag", "avond", "dan", "diena", "daginn", "akşamlar", "günler", "sabahlar",
    "buenas",
))  # fmt: skip
_OF_PEOPLE = frozenset((
    "dear", "liebe", "lieber", "beste", "cher", "chère", "querido", "querida", "estimado", "estimada", "caro", "cara",
    "gentile", "kära", "käre", "kære", "kjære", "hyvä", "drogi", "droga", "szanowny", "дорогой", "дорогая", "шановний",
    "milý", "milá", "prezado", "sevgili", "sayın", "kedves", "draga", "dragă", "dragul", "αγαπητέ", "αγαπητή", "sehr",
    "скъпи", "мили", "dragi", "benvolgut",
))  # fmt: skip
"""Words that go before a name, and before much else."""
_PEOPLE = frozenset((
    "all", "everyone", "everybody", "there", "again", "my", "friend", "mr", "mrs", "ms", "dr", "herr", "frau",
    "monsieur", "madame", "signor", "señor", "señora", "sir", "madam", "team", "folks", "geehrte", "geehrter",
    "σου", "σας", "man", "mate", "guys", "both", "buddy", "uncle", "auntie", "aunt", "granny", "grandpa", "grandma",
    "nan", "nana", "mum", "mom", "dad",
    "zusammen", "alle", "allerseits", "tous", "à", "todos", "a", "tutti", "allemaal", "xin", "chị", "anh", "dich",
    "euch",
))  # fmt: skip
_YOU = (["you"], ["you", "two"], ["you", "all"], ["you", "lot"], ["dich"], ["dir"], ["toi"], ["dig"], ["deg"])
_NAMES = 3
_HONOURED = re.compile(
    r"^\s*[^\s、,，。]{1,12}(?:さん|さま|様|君|くん|ちゃん|先生|님|씨|老师|女士|小姐)[、,，]\s*(?=\S)"
)
"""A name that is greeted ahead of the greeting."""
_JOINING = frozenset(("and", "und", "et", "y", "e", "en", "og", "och", "i", "и"))
_NO_NAMES = LABELS | REFUSING | {"you", "she", "he", "they", "du", "sie", "er", "vous", "elle", "tú", "lei"}
_PRAISE = re.compile(
    r"\b(?:good|nice|great|best|happy|gute[rs]?|schöne[rns]?|beste[rn]?|bon|buona|buen|bom|boa|bra|goede?|godt) "
    r"(?:move|turn|zug|coup|jugada|ход)\b|(?<!well )\bplayed\b"
)
"""Words of praise, which may be about the other player's turn."""
_COUNTED = frozenset((
    "turn", "move", "zug", "spielzug", "coup", "jugada", "mossa", "zet", "ruch", "drag", "træk", "trekk", "siirto",
    "tah",
    "ťah", "jogada", "lance", "ход", "хід", "hamle", "lépés", "mutarea",
))  # fmt: skip
"""Words for things with a number in a game."""
_CLAUSES = re.compile(r"[,;]\s+")
_NOT_YET = frozenset(("soon", "for now", "for you", "bald", "bientôt", "pronto", "presto", "luego"))
"""Words that alone are no wish, but about a turn: "B3-C3 soon"."""
_YEAR = re.compile(r"20\d\d")
_NAMES_BEHIND = re.compile(
    r"(?:it is|then|this (?:time|turn)|(?:is )?(?:my|our) (?:turn|move|play|answer|reply)|"
    r"(?:bitte )?(?:spielen|ziehen)|"
    r"today|heute|aujourd'hui|hoy|oggi|hoje|vandaag|graag|idag|i dag|dzisiaj|dziś|dnes|tänään|σήμερα|сегодня|"
    r"jouer|jugar|giocare|jogar|spelen|spela|spille|oynuyorum|oynarım|oynuyoruz|lépem|játszom|"
    r"です|で|を(?:指し|打ち|選び)ます|にします|にしました|でお願い(?:いた|致)?します|입니다|두겠습니다|갑니다|가겠습니다|"
    r"(?:으로|로) (?:하겠습니다|두겠습니다|할게요|갈게요))(?!\w)"
)
"""Words after an announced turn, where the verb comes last or the turn comes first."""
_LIKING = re.compile(
    r"^(?:here|there) (?:you|we) (?:go|are)\b|^bitte sehr\b|^et voilà\b|\bto your (?:last )?(?:turn|move|letter|"
    r"mail)\b|^(?:(?:i would|"
    r"i['’]d) like to|"
    r"let me (?:try|play)|let['’]?s (?:try|play)|"
    r"(?:please|bitte|s['’]il (?:te|vous) plaît|por favor|per favore|alsjeblieft|proszę|prosím) "
    r"(?:juegue|juega|gioca|giochi|jogue|joga|joue|jouez|speel|zagraj|zahraj|hraj)|"
    r"^in (?:turn|move) \d+|"
    r"ich (?:möchte|würde gerne?)|j['’]aimerais|je voudrais|vorrei|me gustaría|gostaria de|ik (?:wil|zou) graag|"
    r"jag skulle vilja|jeg vil gerne|haluaisin|chciałbym|chciałabym|chtěla? bych|я (?:бы )?хочу|я хот(?:ел|"
    r"ела) бы)\b|^(?:nr|no|n°|nº|№)(?= \d)"
)
"""Polite ways to announce a turn."""
_NUMBERED = re.compile(
    r"^(\W*(?:turn|move|zug|coup|jugada|mossa|zet|drag|træk|trekk|siirto|ruch|tah|ход)) "
    r"(?:(?:no|nr|num|núm|n°|nº|№|č)\.? ?\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eins|zwei|drei|un|"
    r"deux|trois|uno|dos|tres)\b",
    re.IGNORECASE,
)
_LABEL_IN_SIGNS = re.compile(
    r"(?:(?:私|僕|わたし|ぼく|俺|今回|次|今日|こちら)の)?(?:指し手|次の手|一手|手|着手|ターン|番|移動|回答|答え|行動|返事)(?:は|です|を送ります)?|"
    r"(?:(?:这|這)是)?(?:我|我们|我們|本人)?(?:的|这|這|下)?(?:一|本)?(?:回合|步|走法|着法|著法|棋|棋步|移动|移動|行动|行動|选择|選擇|回答|答案|回复|回覆)(?:是|为|為|"
    r"如下)?|"
    r"(?:(?:나|저|이번)의|내|제)? ?(?:수|차례|착수|이동|답|답변)(?:는|은|입니다)?"
)
"""Labels in languages whose words are not parted."""
_LATER = re.compile(
    r"\b(?:(?:her|his|their) (?:move|turn|play)|next (?:time|game|i|we)|(?:reply|response|answer) for)\b"
)
"""Labels of turns that are for later, or of somebody else."""
_ASKING = frozenset(("is", "are", "ist", "sind", "est", "es", "è", "är", "er", "jest", "είναι", "là", "é"))
_OWN = frozenset(("my", "our", "mein", "unser", "mon", "mi", "mio", "meu", "mijn", "mój", "mitt", "min", "mit", "мой"))
_VERBS = frozenset(
    (
        "play",
        "move",
        "choose",
        "go",
        "spiele",
        "ziehe",
        "nehme",
        "speel",
        "spelar",
        "spiller",
        "flytter",
        "pelaan",
        "joue",
    )
)
_PRONOUNS = frozenset(("i", "ich", "ik", "jag", "jeg", "je", "we", "я", "eu", "minä"))
"""A verb before one of these asks, even where the question mark was forgotten."""
_FORCED = re.compile(
    r"^\W*(?:(?:well|ok|okay|tja|nun|bon|bueno|beh|pues),? )?(?:(?:i|we) (?:seem to )?have|there(?: i|')s|ich habe|"
    r"wir haben|je n'ai|no tengo|non ho|"
    r"não tenho|ik heb|nie mam|jag har|jeg har|у меня|nemám|nincs) ?"
    r"(?:no|keine?|pas|otra|más|nessun|outr[ao]|geen|inget|intet|ikke noe|нет|na)? ?(?:other |andere? |autre |de |"
    r"la |il |le |más |más )?"
    r"(?:choice|option|alternative|wahl|choix|opción|alternativa|elección|scelta|escolha|opção|keus|keuze|wyboru|val|"
    r"valg|выбора|výběr|"
    r"választásom)\W*$|"
    r"^\W*(?:i )?(?:could not|couldn't|cannot|can't) (?:find|see|think of) (?:anything|something|a) better(?: \w+)?\W*$"
)
"""Who has no choice announces what he does."""

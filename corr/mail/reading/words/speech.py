"""
Words that people write around a turn and that change nothing about it: labels, greetings, wishes, thanks.

Whoever says anything else in the same breath may mean anything by it, in any language: "… was a mistake", "I would
never …". So only what stands here is passed over, and everything else is asked about. A word too few here costs a
question; a word too many could cost somebody a game.
"""

import re

_LABELS = (
    "me", "it", "shall", "enter", "will", "am", "to", "make", "blir", "mal", "gut", "allora", "joc", "eu", "o", "é",
    "suivant", "suivante",
    "siguiente",
    "seguente", "seguinte", "folgender", "following", "us", "let", "let's", "let’s", "try", "going", "playing",
    "moving", "we'll", "i'm", "i’m", "decided", "have", "then", "first", "there",
    "goes", "hm", "hmm", "right", "alright", "lautet", "werde", "spielen", "mache", "zuerst", "dann", "jouer", "vais",
    "d'abord", "puis", "jugar", "voy", "jugaré", "primero", "luego", "después", "giocare", "giocherò", "prima", "poi",
    "speel", "ga", "eerst", "dan", "potem", "najpierw", "zagram", "zahraju", "sedan", "så", "sitten", "потом",
    "сначала", "затем", "luidt",
    "i", "i'll", "ill", "i’ll", "my", "our", "the", "a", "here", "here's", "here’s", "heres", "is", "are", "now",
    "next", "new", "this", "time", "turn", "turns", "move", "moves", "play", "action", "actions", "reply",
    "response", "answer", "for", "so", "ok", "okay", "well", "and", "on", "second", "thought", "thoughts", "final",
    "decision", "choose", "chosen", "go", "with", "as", "follows", "please", "game", "today", "we", "it's", "its",
    "it’s", "orders", "order", "mein", "meine", "zug", "züge", "unser", "ich", "spiele", "ziehe", "nehme", "hier",
    "ist", "sind", "der", "nun", "jetzt", "also", "bitte", "antwort", "nächster", "spielzug", "aktion",
    "aktionen", "meinen", "mon", "coup", "mes", "coups", "je", "joue", "voici", "est", "tour", "le", "maintenant",
    "réponse", "déplacement", "notre", "alors", "prochain", "mi", "jugada", "movimiento", "juego", "muevo", "es",
    "aquí", "aqui", "está", "turno", "jugadas", "va", "ahora", "el", "la", "respuesta", "mis", "mia", "mossa",
    "mossa:", "mosse", "mie", "gioco", "muovo", "ecco", "è", "ora", "risposta", "il", "mio", "mijn", "zet",
    "zetten", "beurt", "speel", "ik", "hierbij", "nu", "antwoord", "de", "onze", "mój", "ruch", "ruchy", "moje",
    "gram", "oto", "jest", "teraz", "posunięcie", "odpowiedź", "moja", "tura", "mitt", "drag", "mina", "jag",
    "spelar", "här", "är", "svar", "min", "tur", "mit", "træk", "jeg", "spiller", "her", "er", "trekk", "flytter",
    "mine", "siirtoni", "siirto", "minun", "pelaan", "tässä", "vuoroni", "vastaus", "nyt", "siirrän", "мой", "ход",
    "мои", "ходы", "я", "играю", "хожу", "вот", "теперь", "ответ", "мой:", "следующий", "мій", "хід", "мої", "ходи",
    "граю", "ходжу", "ось", "тепер", "відповідь", "наступний", "můj", "tah", "tahy", "hraju", "hraji", "zde", "teď",
    "odpověď", "nyní", "môj", "ťah", "ťahy", "hrám", "minha", "jogada", "meu", "lance", "jogo", "agora", "eis",
    "resposta", "movimento", "minhas", "私の手", "私の手は", "指し手", "手", "次の手", "私の番", "私のターン",
    "ターン", "回答", "着手", "次は", "내", "수", "나의", "내수", "제", "수는", "수입니다", "다음", "이동", "차례",
    "답", "我的走法", "我走", "我的回合", "我的着法", "走法", "我下", "下一步", "我的棋", "我的一步", "我的移动",
    "这是我的走法", "我的走法是", "我的著法", "我的回應", "我的行动", "hamlem", "benim", "hamle", "oynuyorum",
    "işte", "şimdi", "sıram", "cevabım", "hamlelerim", "lépésem", "az", "én", "lépek", "íme", "most", "válaszom",
    "lépéseim", "nước", "đi", "của", "tôi", "lượt", "đây", "là", "bây", "giờ", "nước đi", "mutarea", "mea",
    "mutare", "joc", "iată", "acum", "răspuns", "mut", "η", "κίνησή", "μου", "κίνηση", "παίζω", "εδώ", "είναι",
    "τώρα", "σειρά", "απάντηση", "המהלך", "שלי", "מהלך", "אני", "משחק", "הנה", "עכשיו", "התור", "نقلتي", "حركتي",
    "دوري", "ألعب", "هذه", "هي", "الآن", "هنا", "جوابي", "ตาของฉัน", "เดิน", "ตาฉัน", "ฉันเดิน", "ตอนนี้",
    "การเดินของฉัน", "моят", "ходът", "играя", "ето", "сега", "е", "отговор", "moj", "potez", "igram", "evo",
    "sada", "odgovor", "poteza", "мој", "потез", "meva", "moviment", "jugo", "ara", "langkah", "saya", "giliran",
    "ini", "adalah", "sekarang", "jawaban", "langkahku", "minu", "käik", "mans", "gājiens", "mano", "ėjimas",
    "leikurinn", "minn", "nire", "jokaldia", "mo", "bheart", "मेरी", "चाल", "حرکت", "من",
)  # fmt: skip
_WISHES = (
    "wishes", "wünsche", "wünschen", "vœux", "deseos", "auguri", "wensen", "życzenia", "önskningar", "ønsker",
    "far", "sleep", "giornata", "serata", "avond", "wieczoru", "nacht", "dormi", "noches", "noche", "nuit", "natt",
    "go", "jij", "bent", "jetzt", "das", "la", "il", "le", "el", "het", "partida", "partita", "pelo", "grę", "za",
    "партию", "за", "игру", "spillet", "kampen", "me", "mich", "für", "moi", "pour", "mí", "por", "favor", "per",
    "mij", "voor", "mnie", "dla", "mig", "för", "meg",
    "s'il", "plaît", "plait", "stp", "svp", "alsjeblieft", "proszę", "prosím", "пожалуйста", "spielen", "ziehen",
    "jouer", "jugar", "giocare", "spelen", "zagrać", "hugs", "xx", "congratulations", "congrats", "another", "our",
    "always", "as", "everyone", "there",
    "and", "good", "great", "luck", "have", "fun", "thanks", "thank", "you", "thx", "ty", "cheers", "gl", "hf",
    "gg", "glhf", "nice", "game", "well", "played", "your", "turn", "move", "now", "please", "regards", "best",
    "kind", "bye", "goodbye", "greetings", "to", "see", "ya", "soon", "it's", "it’s", "the", "for", "a", "lot",
    "many", "much", "very", "with", "enjoy", "happy", "weekend", "day", "night", "evening", "morning", "all", "too",
    "hello", "hi", "ok", "okay", "yours", "sincerely", "love", "so", "ha", "haha", "hehe", "lol", "up", "over",
    "of", "welcome", "und", "viel", "glück", "spaß", "spass", "erfolg", "danke", "dank", "vielen", "schön",
    "schöne", "schönes", "schönen", "schoene", "gruß", "grüße", "grüßen", "gruss", "grüsse", "liebe", "lieben",
    "viele", "beste", "herzliche", "tag", "abend", "wochenende", "mfg", "lg", "vg", "bitte", "du", "bist", "dran",
    "tschüss", "mit", "gutes", "gute", "spiel", "dir", "noch", "bis", "bald", "dein", "zug", "ciao", "servus",
    "einen", "ein", "freundlichen", "et", "bonne", "chance", "merci", "bon", "jeu", "bien", "amicalement",
    "cordialement", "à", "toi", "vous", "de", "jouer", "salutations", "bientôt", "beaucoup", "bonjour", "bonsoir",
    "journée", "soirée", "salut", "plus", "partie", "y", "buena", "suerte", "gracias", "saludos", "tu", "turno",
    "te", "toca", "un", "saludo", "abrazo", "buen", "muchas", "adiós", "hasta", "luego", "juego", "divertirse",
    "diviértete", "mucha", "e", "buona", "fortuna", "grazie", "saluti", "tocca", "divertiti", "cordiali", "buon",
    "gioco", "presto", "tuo", "mille", "buone", "en", "veel", "succes", "plezier", "bedankt", "groet", "groeten",
    "jouw", "beurt", "je", "fijne", "dag", "geluk", "vriendelijke", "groetjes", "aan", "zet", "jou", "met", "mvg",
    "hartelijke", "i", "powodzenia", "dzięki", "dziękuję", "pozdrawiam", "pozdrowienia", "miłej", "gry", "zabawy",
    "twój", "ruch", "twoja", "kolej", "miłego", "dnia", "och", "lycka", "till", "tack", "hälsningar", "din", "tur",
    "det", "så", "kul", "mvh", "trevligt", "spel", "og", "held", "lykke", "til", "tak", "takk", "hilsen",
    "hilsener", "hav", "sjov", "moro", "godt", "spil", "spill", "venlig", "vennlig", "mange", "ja", "onnea",
    "kiitos", "terveisin", "hauskaa", "peliä", "sinun", "vuorosi", "terveiset", "paljon", "и", "удачи", "спасибо",
    "хорошей", "игры", "привет", "твой", "ваш", "ход", "пока", "с", "уважением", "успехов", "большое", "всего",
    "доброго", "і", "й", "та", "успіхів", "дякую", "гарної", "гри", "твій", "хід", "бувай", "удачі", "щасти",
    "hodně", "štěstí", "díky", "děkuji", "zdravím", "ahoj", "jsi", "na", "tahu", "veľa", "šťastia", "ďakujem",
    "vďaka", "zábavy", "pozdravem", "hezký", "den", "pěkný", "boa", "sorte", "obrigado", "obrigada", "abraço",
    "abraços", "sua", "vez", "bom", "jogo", "até", "logo", "cumprimentos", "divirta-se", "ありがとう",
    "ありがとうございます", "よろしく", "よろしくお願いします", "どうぞ", "頑張って", "あなたの番です",
    "がんばって", "お願いします", "幸運を", "楽しんで", "です", "でお願いします", "宜しくお願いします",
    "감사합니다", "고맙습니다", "행운을", "빕니다", "화이팅", "당신", "차례입니다", "부탁드립니다", "안녕히",
    "즐거운", "게임", "입니다", "고마워", "잘", "부탁해요", "좋은", "하루", "되세요", "谢谢", "謝謝", "祝你好运",
    "祝好运", "好运", "轮到你了", "请", "祝好", "再见", "加油", "祝你好運", "輪到你了", "多谢", "祝愉快", "ve",
    "iyi", "şanslar", "teşekkürler", "teşekkür", "ederim", "oyunlar", "sıra", "sende", "selamlar", "kolay",
    "gelsin", "bol", "şans", "sevgiler", "günler", "és", "sok", "szerencsét", "köszönöm", "kösz", "üdv",
    "üdvözlettel", "jössz", "jó", "játékot", "szép", "napot", "và", "chúc", "may", "mắn", "cảm", "ơn", "bạn", "vui",
    "vẻ", "đến", "lượt", "chào", "tạm", "biệt", "și", "mult", "noroc", "mulțumesc", "mersi", "rândul", "tău",
    "distracție", "salutări", "joc", "plăcut", "και", "καλή", "τύχη", "ευχαριστώ", "χαιρετισμούς", "σειρά", "σου",
    "γεια", "καλό", "παιχνίδι", "διασκέδαση", "בהצלחה", "תודה", "תורך", "ביי", "בכיף", "להתראות", "רבה", "حظ",
    "سعيد", "حظا", "سعيدا", "حظًا", "سعيدًا", "شكرا", "شكرًا", "دورك", "مع", "السلامة", "تحياتي", "بالتوفيق", "ขอบคุณ",
    "โชคดี", "ขอให้โชคดี", "ครับ", "ค่ะ", "ขอบคุณครับ", "ขอบคุณค่ะ", "ตาคุณแล้ว", "късмет", "благодаря", "поздрави",
    "ред",
    "успех", "приятна", "игра", "sretno", "hvala", "pozdrav", "ti", "si", "potezu", "lijep", "puno", "sreće", "lep",
    "срећно", "хвала", "srečno", "sort", "gràcies", "salutacions", "molta", "bona", "moltes", "dan", "semoga",
    "beruntung", "terima", "kasih", "giliranmu", "salam", "sukses", "selamat", "bermain", "edu", "aitäh", "paldies",
    "veiksmi", "ačiū", "sėkmės", "gangi", "eskerrik", "asko", "zorte", "on",
)  # fmt: skip
_GREETINGS = (
    "god",
    "hi", "hello", "hey", "dear", "hiya", "howdy", "greetings", "good", "morning", "evening", "yo", "hallo", "moin",
    "servus", "liebe", "lieber", "guten", "grüß", "grüezi", "sehr", "bonjour", "salut", "bonsoir", "cher", "chère",
    "coucou", "hola", "buenos", "buenas", "querido", "querida", "estimado", "estimada", "ciao", "salve", "caro",
    "cara", "buongiorno", "buonasera", "gentile", "hoi", "dag", "beste", "goedemorgen", "cześć", "witaj", "hej",
    "dzień", "drogi", "droga", "witam", "szanowny", "tjena", "kära", "käre", "hejsan", "kære", "kjære", "moi",
    "terve", "hyvä", "hei", "привет", "здравствуй", "здравствуйте", "дорогой", "дорогая", "добрый", "привіт",
    "вітаю", "добрий", "доброго", "шановний", "ahoj", "čau", "dobrý", "milý", "milá", "zdravím", "olá", "oi",
    "prezado", "bom", "boa", "こんにちは", "おはようございます", "こんばんは", "どうも", "お疲れ様です",
    "안녕하세요", "안녕", "你好", "您好", "嗨", "哈喽", "大家好", "亲爱的", "親愛的", "merhaba", "selam", "sevgili",
    "günaydın", "sayın", "szia", "helló", "kedves", "sziasztok", "üdv", "jó", "chào", "xin", "thân", "bună",
    "draga", "dragă", "dragul", "γεια", "αγαπητέ", "αγαπητή", "καλημέρα", "καλησπέρα", "שלום", "היי", "הי", "מר",
    "مرحبا", "مرحبًا", "أهلا", "أهلاً", "السلام", "عزيزي", "عزيزتي", "สวัสดี", "สวัสดีครับ", "สวัสดีค่ะ", "เรียน",
    "здравей", "здравейте", "мили", "скъпи", "bok", "pozdrav", "dragi", "zdravo", "живео", "здраво", "živjo",
    "benvolgut", "halo", "hai", "selamat", "tere", "sveiki", "labas", "halló", "kaixo", "नमस्ते", "سلام",
)  # fmt: skip
_REFUSING = (
    "not", "no", "never", "don't", "don’t", "dont", "won't", "won’t", "wont", "without", "instead", "except",
    "avoid", "if", "unless", "maybe", "perhaps", "was", "were", "wrong", "bad", "mistake", "nicht", "kein", "keine",
    "nie", "niemals", "nein", "statt", "falls", "wenn", "vielleicht", "war", "pas", "jamais", "non", "si", "sauf",
    "peut-être", "nunca", "jamás", "quizás", "quizá", "mai", "se", "forse", "niet", "geen", "nooit", "als",
    "misschien", "nigdy", "jeśli", "może", "inte", "aldrig", "om", "kanske", "ikke", "hvis", "måske", "kanskje",
    "ei", "en", "älä", "jos", "ehkä", "не", "нет", "никогда", "если", "ні", "ніколи", "якщо", "ne", "není", "nikdy",
    "pokud", "ak", "não", "nem", "talvez", "değil", "eğer", "soha", "ha", "không", "nếu", "nu", "niciodată", "dacă",
    "δεν", "μην", "ποτέ", "αν", "לא", "אל", "אם", "לעולם", "لا", "لن", "ليس", "إذا", "ไม่", "ถ้า", "никога", "ако",
    "nikad", "ako", "tidak", "jangan", "jika", "bukan",
)  # fmt: skip
_ALL_LABELS = frozenset(_LABELS)
_ALL_WISHES = frozenset(_WISHES)
_ALL_GREETINGS = frozenset(_GREETINGS)
_ALL_REFUSING = frozenset(_REFUSING)
_QUESTIONS = frozenset("?？؟¿")
_EMOTICONS = frozenset({":d", ":p", ";p", "xd", ":o", "=d", "8)", ":3", "<3", "o/", "\\o/", ":-d", ":-p", ";d"})
_AROUND = " ¡¿\t.,;:!…—–-_*~\"'`“”„‘’«»()[]{}<>/|・、。！：，；"
_SENTENCE_END = re.compile(r"(?<=[.!?…؟])[\"'”’»)\]]?\s+|(?<=[。！？])")
_LONGEST_LABEL = 8
_LONGEST_WISH = 10
_LONGEST_GREETING = 5


def plain_words(text: str) -> list[str]:
    """The words of *text* in lower case, without signs around them; smileys are none."""
    words = (word.casefold() for word in text.split())
    bare = (word.strip(_AROUND) for word in words if word not in _EMOTICONS)
    return [word for word in bare if any(sign.isalnum() for sign in word)]


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
    words = _without_numbers(_LIKING.sub("", " ".join(_after_greeting(text))).split())
    if words and (words[0] in _ASKING or (words[0] in _VERBS and not _PRONOUNS.isdisjoint(words[1:2]))):
        return False
    return all(word in _ALL_LABELS for word in words) and not _LATER.search(" ".join(words))


def is_naming(text: str) -> bool:
    """Whether *text*, which stands behind a turn, says that it is the writer's: "is my move"."""
    words = plain_words(text)
    is_own = words[:1] and words[0] in _ASKING and not _OWN.isdisjoint(words)
    return bool(is_own) and not asks(text) and all(word in _ALL_LABELS | _ALL_WISHES for word in words)


def _without_numbers(words: list[str]) -> list[str]:
    """*words* without the number of a turn: "Turn 12:"."""
    return [word for word in words if not word.isdecimal()] if not _COUNTED.isdisjoint(words) else words


def introduces(text: str) -> bool:
    """Whether *text* ends in a label, and says nothing before it that could take it back: "All is well. My turn:"."""
    *before, last = sentences(text) or [""]
    if any(asks(sentence) or not _ALL_REFUSING.isdisjoint(plain_words(sentence)) for sentence in before):
        return False
    return is_label(last)


def is_greeting(text: str) -> bool:
    """Whether *text* greets somebody, by name perhaps."""
    words = plain_words(text)
    if not words or words[0] not in _ALL_GREETINGS or len(words) > _LONGEST_GREETING or asks(text):
        return False
    rest = _after_greeting(text)
    # A name may be written small, above all before a comma: "dear ada,".
    if words[0] in _OF_PEOPLE and rest[:1] == words[:1] and text.rstrip().endswith((",", "!", "，", "！")):
        rest = rest[1:]
    is_small = len(rest) == 1 and rest[0] not in _ALL_WISHES and words[0] not in _OF_DAYS and rest != words
    return _ALL_REFUSING.isdisjoint(words) and (not rest or is_small)


def _after_greeting(text: str) -> list[str]:
    """The words of *text* behind a greeting and the names that are greeted; all of them where none is."""
    written = [word.strip(_AROUND) for word in text.split() if word.casefold() not in _EMOTICONS]
    written = [word for word in written if any(sign.isalnum() for sign in word)]
    words = [word.casefold() for word in written]
    if not words or words[0] not in _ALL_GREETINGS or (words[0] in _OF_DAYS and _DAYS.isdisjoint(words[1:2])):
        return words
    at = 1
    while at < len(words) and (words[at] in _ALL_GREETINGS or words[at] in _DAYS or words[at] in _PEOPLE):
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
    words = plain_words(_without_place(_NAMED.sub("", text)))
    if asks(text) or len(words) > _LONGEST_WISH or _PRAISE.search(" ".join(words)):
        return False
    return all(word in _ALL_WISHES for word in words)


def _without_place(text: str) -> str:
    """*text* without where its wishes come from: "Best wishes from rainy Hamburg"."""
    place = _PLACE.search(text)
    if place is None or not plain_words(text[: place.start()]):
        return text
    is_plain = _ALL_REFUSING.isdisjoint(plain_words(place[0])) and _ALL_LABELS.isdisjoint(plain_words(place["place"]))
    return text[: place.start()] if is_plain else text


def is_praise(text: str) -> bool:
    """Whether *text* praises a turn and says no more; ahead of one's own that can only be the other player's."""
    words = plain_words(text)
    return bool(_PRAISE.search(" ".join(words))) and not asks(text) and all(word in _ALL_WISHES for word in words)


_PLACE = re.compile(
    r"\s(?:from|aus|vom|de|du|depuis|desde|da|dal|dalla|do|van|vanuit|fra|från|z|ze|zo|из|от|із|од|od|iz|din|από)\s+"
    r"(?:[^\W\d_]+\s+){0,4}(?P<place>[^\W\d_a-z][^\W\d_]+)\W*$"
)
"""Where somebody writes from, at the end of what is wished: a name with a capital."""
_NAMED = re.compile(r"(?<=\w), (?!(?:If|But|No|Not|Or)\b)[^\W\d_a-z][^\W\d_]+[.!]*$")
"""Whom one speaks to, at the end of what is wished: ", Bob!"."""
_OF_DAYS = frozenset((
    "good", "guten", "gute", "buenos", "buenas", "bom", "boa", "dobrý", "добрый", "добрий", "доброго", "jó", "hyvä",
    "dzień", "god",
))  # fmt: skip
"""These greet with a time of the day alone: "good morning", but not "good move"."""
_DAYS = frozenset((
    "morning", "evening", "day", "afternoon", "night", "tag", "abend", "morgen", "nachmittag", "días", "tardes",
    "noches", "dia", "tarde", "noite", "den", "večer", "день", "вечер", "утро", "вечір", "ранок", "дня", "ранку",
    "reggelt", "napot", "estét", "päivää", "iltaa", "huomenta", "ilta", "päivä", "dobry", "dag", "kväll", "kveld",
    "ziua", "dimineața", "seara", "middag", "avond",
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
    "zusammen", "alle", "allerseits", "tous", "à", "todos", "a", "tutti", "allemaal", "xin", "chị", "anh",
))  # fmt: skip
_NAMES = 3
_JOINING = frozenset(("and", "und", "et", "y", "e", "en", "og", "och", "i", "и"))
_NO_NAMES = _ALL_LABELS | _ALL_REFUSING | {"you", "she", "he", "they", "du", "sie", "er", "vous", "elle", "tú", "lei"}
_PRAISE = re.compile(
    r"\b(?:good|nice|great|best|happy|gute[rs]?|schöne[rns]?|beste[rn]?|bon|buona|buen|bom|boa|bra|goede?|godt) "
    r"(?:move|turn|zug|coup|jugada|ход)\b|(?<!well )\bplayed\b"
)
"""What praises a turn may speak of one that the other player made."""
_COUNTED = frozenset((
    "turn", "move", "zug", "spielzug", "coup", "jugada", "mossa", "zet", "ruch", "drag", "træk", "trekk", "siirto",
    "tah",
    "ťah", "jogada", "lance", "ход", "хід", "hamle", "lépés", "mutarea",
))  # fmt: skip
"""What has a number in a game."""
_LIKING = re.compile(
    r"^here (?:you|we) go\b|\bto your (?:last )?(?:turn|move|letter|mail)\b|^(?:(?:i would|i['’]d) like to|"
    r"let me (?:try|play)|let['’]?s (?:try|play)|"
    r"ich möchte|je voudrais|vorrei|gostaria de)\b"
)
"""Polite ways to announce a turn."""
_LATER = re.compile(r"\b(?:next (?:time|game|i|we)|(?:reply|response|answer) for)\b")
"""What is labelled so is not for now, or somebody else's."""
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
    r"választásom)\W*$"
)
"""Who has no choice announces what he does."""

"""
Words below a turn by which it is taken back: "Wait, not yet.", "Bitte ignorieren".

Only how a sentence begins counts, as the same words in its middle say nothing about the turn. A word too many here
costs a question, a word too few costs a turn that nobody meant.
"""

import re
from collections.abc import Iterable

_SHOWN = 300
_SENTENCES = 60
"""Sentences that are looked at."""
_BOUNDARY = re.compile(r"[.!?…。！？]+\s*|\s+[-–—]+\s+")
_FILLERS = (
    "sorry", "please", "oh", "ah", "oops", "whoops", "ups", "hm", "hmm", "mm", "ok", "okay", "well", "but", "and",
    "actually", "ach", "bitte", "aber", "entschuldigung", "pardon", "désolé", "désolée", "mais", "en fait",
    "s'il te plaît", "perdón", "perdona", "pero", "por favor", "scusa", "scusami", "ma", "per favore", "desculpa",
    "desculpe", "mas", "maar", "förlåt", "men", "undskyld", "beklager", "anteeksi", "mutta", "przepraszam", "ale",
    "proszę", "promiň", "prosím", "ой", "извини", "извините", "прости", "пожалуйста", "но", "вибач", "але",
    "bocsánat", "de", "kérlek", "scuze", "dar", "συγγνώμη", "αλλά", "pardon ama", "özür dilerim", "ama", "lütfen",
    "סליחה", "آسف", "عذرا", "xin lỗi", "maaf", "すみません", "ごめん", "죄송합니다", "미안", "抱歉", "对不起",
)  # fmt: skip
_STRONG = (
    r"ignore\b(?! me)", r"disregard", r"forget (?:it|that|this|about)", r"scratch that", r"cancel", r"undo",
    r"never ?mind(?! the)", r"nope", r"not (?:yet|that|this|really|d)", r"(?:just )?kidding", r"just a joke",
    r"only joking",
    r"(?:or )?(?:maybe|perhaps|better|rather) not\b", r"or (?:not\b|should i|shall i)", r"forget the",
    r"(?:was )?only a joke",
    r"(?:i (?:am|was)|i['’]m)? ?(?:just|only|still) (?:thinking|an idea|a thought|joking|testing|undecided)",
    r"(?:that|this|it) (?:is|was) (?:just|only|what|no |an idea|a joke|an example)", r"i (?:will|['’]ll|shall) decide",
    r"i['’]ll (?:decide|think (?:about|it))",
    r"i (?:still )?need (?:to think|(?:another|one more|more|some) (?:day|time))",
    r"was (?:only|just)", r"vielleicht (?:doch )?nicht", r"oder (?:doch |besser |lieber )?nicht", r"(?:das )?war nur",
    r"ich (?:überlege|denke) noch", r"ich muss noch (?:überlegen|nachdenken)", r"lieber nicht", r"peut-être pas",
    r"ou pas\b",
    r"je réfléchis", r"quizás no", r"mejor no", r"forse no", r"meglio di no", r"ci penso", r"talvez não", r"melhor não",
    r"misschien niet", r"of niet\b", r"kanske inte", r"måske ikke", r"kanskje ikke", r"ehkä ei", r"może nie",
    r"možná ne",
    r"может быть,? не", r"наверное,? не", r"belki de", r"talán (?:mégse|nem)",
    r"no,? (?:wait|sorry|actually|hold)", r"hold on", r"hang on", r"wrong (?:game|mail|move|turn|one|window|person)",
    r"(?:that|this|it) (?:was|is) (?:meant|a mistake|wrong|not (?:my|meant|a move|what)|for (?:the |an?)?other)",
    r"(?:do not|don['’]t) (?:play|count|take|make|do|execute) ", r"i (?:meant|take (?:it|that) back|did not mean)",
    r"i (?:didn['’]t|don['’]t) mean", r"(?:let|give) me (?:think|check|look|reconsider)", r"take (?:it|that) back",
    r"(?:would|could|should|might) (?:be|have)\b", r"(?:is|was) what (?:i|you)\b",
    r"(?:doch )?nicht\b", r"vergiss", r"vergessen sie", r"ignorier", r"storniere", r"quatsch", r"falsch",
    r"war (?:ein|für)",
    r"das war (?:ein|für|nicht|falsch)", r"nicht (?:spielen|ausführen|gelten)",
    r"ich nehme .{0,20}zurück", r"lieber doch nicht",
    r"oublie", r"oubliez", r"annule", r"ignorez", r"c['’]était (?:une erreur|pour|faux)",
    r"mauvaise? (?:partie|coup)",
    r"olvida", r"olvídalo", r"ignora", r"cancela", r"me equivoqu", r"era (?:para|un error)", r"es broma",
    r"dimentica", r"annulla", r"lascia perdere", r"ho sbagliato", r"era (?:per|un errore)", r"scherz",
    r"esquece", r"esqueça", r"me enganei", r"foi (?:engano|um erro)", r"brincadeira",
    r"vergeet", r"negeer", r"annuleer", r"toch niet", r"grapje", r"verkeerd", r"dat was (?:een|voor)",
    r"glöm", r"glem", r"ignorer", r"avbryt", r"fel (?:parti|drag|spel)", r"feil ", r"forkert",
    r"det var (?:ett|et|en|fel|feil)",
    r"unohda", r"peru", r"väärä", r"älä", r"se oli (?:virhe|vahinko)",
    r"zapomnij", r"zignoruj", r"anuluj", r"pomył", r"to (?:był|była|była) (?:błąd|pomyłka)", r"żart",
    r"zapome", r"ignoruj", r"zruš", r"spletl", r"to byl", r"omyl",
    r"забудь", r"игнорир", r"отмен", r"ошиб", r"не считай", r"это была? ошибк", r"шучу", r"скасу", r"помил", r"жарт",
    r"felejtsd", r"töröl", r"téved", r"ez (?:hiba|tévedés)", r"uită", r"ignoră", r"anulea", r"am greșit",
    r"ξέχνα", r"αγνόησε", r"ακύρωσε", r"λάθος", r"unut", r"iptal", r"yanlış", r"şaka",
    r"תתעלם", r"תשכח", r"טעיתי", r"בטל", r"تجاهل", r"انس", r"ألغ", r"خطأ", r"أخطأت",
    r".{0,6}(?:間違|無視|やっぱり|取り消|待って)", r".{0,6}(?:무시|취소|실수|잠깐만)",
    r".{0,6}(?:不对|等等|等一下|忽略|取消|错了|弄错|算了|不算)",
    r"bỏ qua", r"hủy", r"nhầm", r"abaikan", r"batal", r"salah",
)  # fmt: skip
_REFUSALS = (
    "no", "nope", "wait", "stop", "actually", "rather", "nein", "warte", "moment", "halt", "stopp", "non", "attends",
    "espera",
    "espere", "aspetta", "não", "nee", "wacht", "nej", "nei", "vänta", "vent", "ei", "odota", "hetkinen", "nie",
    "czekaj", "ne", "počkej", "moment", "нет", "стой", "подожди", "погоди", "ні", "зачекай", "стій", "nem", "várj",
    "nu", "stai", "όχι", "περίμενε", "hayır", "dur", "bekle", "לא", "רגע", "لا", "انتظر", "không", "khoan", "tidak",
    "bukan", "tunggu", "いや", "アニ", "아니", "不", "不是",
)  # fmt: skip
"""These take back only where a sign follows or nothing: "No hurry" and "Warte auf dich" do not."""


def _one_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(set(words), key=len)[::-1]))


_OPENING = re.compile(rf"(?:(?:{_one_of(_FILLERS)})\b[\s,;:]*)+")
_TAKING_BACK = re.compile(rf"(?:{'|'.join(_STRONG)})|(?:{_one_of(_REFUSALS)})\s*(?:[,،;:~)-]|$)")


def takes_back(lines: Iterable[str]) -> bool:
    """Whether a sentence on *lines*, which stand below a turn, begins as if the turn were not meant."""
    text = "\n".join(line.strip()[:_SHOWN] for line in lines)
    sentences = (part for line in text.split("\n") for part in _BOUNDARY.split(line, maxsplit=_SENTENCES))
    return any(map(_begins_so, sentences))


def _begins_so(sentence: str) -> bool:
    bare = sentence.casefold().strip(" \t,;:\"'“”„()[]*_")
    opening = _OPENING.match(bare)
    return any(_TAKING_BACK.match(words) for words in ({bare, bare[opening.end() :]} if opening else {bare}))

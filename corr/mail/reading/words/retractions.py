"""
Words that take an order back, put it off or doubt it: "Wait, not yet.", "(not final)", "Bitte ignorieren".

They count anywhere in a paragraph. A word too many here costs a question, a word too few can cost a turn; but most
retractions are recognised by place and length, in any language, and not by these words.
"""

import re
from collections.abc import Iterable

from corr.mail.reading.words.deferrals import defers, is_deciding
from corr.mail.reading.words.speech import introduces, is_greeting, is_wish, sentences
from corr.mail.reading.words.subjects import names_in

_SHOWN = 2000
"""The characters of a paragraph that are read."""
_ADDRESS = re.compile(
    r"\S{0,80}(?:@|://)\S{1,200}|"
    r"\b[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.(?:com|net|org|info|example|io|dev|eu|uk|de|fr|nl|se|dk|fi|pl|cz|ca|au|jp)\b"
)
"""Addresses of people and of pages, which may hold any word."""
_BOUNDARY = re.compile(r"[.!?…。！？()\[\]]+\s*|\s+[-–—]+\s+")
_WORDS = (
    # English
    r"misgivings?", r"qualms", r"bedenken", r"réticences?", r"reparos", r"riserve", r"bezwaren", r"betänkligheter",
    r"betænkeligheder", r"obawy", r"pochybnosti", r"epäilyksiä", r"сомнени\w+", r"αμφιβολίες",
    r"(?:that|das|ça|eso|questo|quello|isso|dat|det) (?:was|war|était|era|var) (?:what|was|ce que|lo que|vad|hvad|hva)",
    r"(?:darle|dale|dar-lhe) (?:una|otra|uma|outra)",
    r"(?:veo|vejo|vedo|vois) (?:de otra|doutra|diversamente|autrement)",
    r"ignore(?! me)", r"disregard", r"forget", r"(?:scratch|strike|scrap|delete|reverse|drop) (?:that|this|it)",
    r"have yet to", r"yet to (?:decide|make up)",
    r"mak(?:e|ing) up my mind", r"made up my mind yet", r"in(?:to)? the (?:bin|trash|rubbish)",
    r"hold(?:ing)? (?:your|my) horses", r"then again", r"tbc", r"tba",
    r"never ?mind(?! the)",
    r"mistyped", r"mis-?click\w*",
    r"o+ps", r"who+ps",
    r"kidding", r"not (?:final|yet|ready|official|binding|decided)",
    r"not (?:so |quite |entirely |at all )?(?:sure|certain)",
    r"not (?:to be )?(?:meant|play\w*|sent|executed|counted)", r"un(?:decided|finished)",
    r"hypothetical\w*", r"e\.g",
    r"(?:just|only) (?:an? )?(?:idea|thought|suggestion|theory|option|thinking)", r"thinking (?:aloud|out loud)",
    r"(?:still|just|only|am|i'm) thinking",
    r"sleep on (?:it|this|that)", r"think(?: \w+)? about (?:it|this|that)",
    r"think (?:it|this|that) (?:over|through)",
    r"let me (?:think|check|look)", r"(?:need|have|want|like) (?:some )?(?:to think|(?:a )?(?:more|little) time)",
    r"reconsider\w*", r"chang\w* (?:my|your) mind",
    r"second thoughts", r"tak(?:e|ing) (?:it|this|that|my \w+|the \w+) back",
    r"withdraw (?:this|that|it|my (?:turn|move))",
    r"(?:do not|don't|dont|never|please not) (?:play|send|execute|count|make|do|use|take)",
    r"(?:do not|don't|dont|please not) (?:submit|process|apply|carry|register|enter|accept this|accept that|move)",
    r"(?:rather|better|or) not", r"or (?:should|shall) i", r"hold (?:off|on|it|that)", r"hang on",
    r"put (?:it|this|that) off",
    r"i(?:'ll| will| shall) (?:decide|confirm|think|wait|reconsider|check)", r"let you know", r"get back to you",
    r"i might", r"(?:did not|didn't|don't|do not) mean",
    r"(?<!no one )(?<!i had )(?:was|were|is|i) meant(?! to be)",
    r"(?:until|before|unless) i (?:say|confirm|write|have|decide)",
    r"what (?:i|you) (?:would|could|might)", r"for (?:the |an?)?other (?:game|board)", r"nope",
    r"no,? (?:wait|sorry)",
    r"(?:pay|take) no (?:notice|attention|heed)", r"mine (?:will )?(?:come|follow)s?",
    r"(?:grave|serious|some|my|have) doubts?",
    r"having (?:\w+ )?doubts?", r"rain check", r"april fools?", r"to be confirmed",
    # German
    r"vergiss\w*", r"vergessen sie", r"ignorier\w*", r"storn\w+", r"lieber (?:morgen|später|warten)", r"angenommen",
    r"gesetzt den fall", r"vertippt", r"tippfehler", r"verschrieben",
    r"irrtum", r"irrtümlich", r"aus versehen", r"versehentlich",
    r"(?:noch|doch|besser|lieber) nicht",
    r"nicht (?:endgültig|final|ernst|ausführen|spielen|ziehen|werten|gelten|so gemeint|gemeint|sicher)", r"entwurf",
    r"vorläufig",
    r"(?:nur|bloß) (?:so )?(?:eine?r? )?(?:idee|überlegung|gedanke|test|vorschlag)",
    r"(?:nur|war|ein|kleiner) (?:spaß|spass|scherz|witz)", r"drüber schlafen", r"schlaf\w* .{0,20}drüber",
    r"in den raum gestellt", r"darüber schlafen", r"quatsch",
    r"streich\w* (?:das|es|den)", r"(?:ich )?melde mich", r"(?:dir|euch|ihnen)(?: \w+){0,3} bescheid", r"unschlüssig",
    r"mich (?:noch |erst |nicht )*entsch(?:eid|ied)\w+", r"in die tonne", r"nachdenken", r"moment mal",
    r"einen moment", r"warte,",
    r"abwarten", r"nehme .{0,20}zurück", r"zurücknehmen", r"unsicher",
    r"oder nicht",
    r"zweifl?e\w*", r"beachte\w* (?:das|es|ihn) nicht", r"lass(?:t)? (?:es )?(?:gut sein|stecken|bleiben)", r"verwirf",
    r"verwerf\w*",
    # French
    r"oubli(?:e|ez)", r"ignore[rz]", r"annul\w+", r"faute de frappe", r"tromp\w+",
    r"pas (?:encore|définiti\w+|sûre?|certaine?|sérieux|valable|maintenant)", r"brouillon", r"provisoire\w*",
    r"supposons", r"admettons", r"blagu\w+", r"plaisant\w+", r"réfléchi\w*",
    r"nuit porte conseil", r"hésit\w+", r"indécise?", r"(?:me|pas (?:encore )?) ?décid\w+", r"te (?:re)?di(?:s|rai)",
    r"tien(?:s|drai) au courant", r"ray(?:e|ez) (?:ça|cela)",
    r"dormir dessus", r"changé d'avis", r"finalement non", r"ou pas", r"mauvaise? (?:partie|coup)", r"en fait,? non",
    r"(?:laisse|laissez) tomber", r"doutes?", r"pas attention", r"remets à plus tard",
    # Spanish and Portuguese
    r"olvid\w+", r"supong\w+", r"digamos", r"suponha\w*", r"anul[ae]\w*", r"equivo\w+",
    r"(?:todavía|aún) no",
    r"no (?:es|está|estoy|es nada) (?:definitiv|segur|final|seri)\w*",
    r"(?:te|os|le) (?:aviso|avisaré|digo|diré)", r"no (?:lo |me )?he decidido", r"indecis[oa]",
    r"(?:borra|tacha) eso",
    r"(?:te |eu )?aviso", r"digo-te", r"não (?:me )?decidi", r"apaga isso", r"risca isso", r"borrador",
    r"brincadeira", r"pens(?:ar|arlo|ármelo|ándolo)",
    r"(?:lo|me lo) pienso", r"mejor no", r"con la almohada",
    r"cambi(?:é|ado|o) de (?:idea|opinión)", r"esque[çc]\w+", r"engan(?:o|ei|ado|ada)", r"ainda não",
    r"não (?:é|está|estou|tenho) (?:definitiv|certez|cert|segur|final)\w*", r"rascunho", r"provis[oó]ri[oa]",
    r"mudei de ideia",
    r"(?:não|no) (?:jogue|jueg\w+|ejecut\w+|execut\w+|envi\w+|cont\w+)", r"melhor não",
    r"dudas", r"una duda", r"dúvidas?", r"no (?:hagas|hagáis|haga) caso", r"d[eé]jalo(?: estar)?",
    r"deixa (?:pra|para) lá",
    # Italian
    r"dimentic\w+", r"supponiamo", r"mettiamo", r"annull\w+", r"lascia perdere", r"refuso",
    r"non (?:ancora|definitiv\w+)",
    r"non (?:è|sono) (?:definitiv|sicur|final)\w*", r"bozza", r"scherz\w+", r"pensar\w+",
    r"ci (?:penso|dormo)", r"(?:ti|vi|le) (?:faccio|farò) sapere", r"(?:cancella|togli)(?:lo|la)?",
    r"non ho (?:ancora )?deciso",
    r"lascia(?:mo)? stare", r"meglio di no", r"cambiato idea",
    r"non (?:giocar\w*|eseguir\w*|contar\w*)", r"provvisori[oa]",
    r"dubbio?", r"preferirei", r"non far(?:ci|e) caso", r"niente,? lascia",
    # Dutch
    r"vergeet", r"negeer", r"annuleer", r"vergis\w*", r"vergissing", r"typefout", r"nog niet",
    r"toch niet",
    r"niet (?:definitief|zeker|serieus|uitvoeren|spelen)", r"voorlopig", r"grap(?:je)?", r"nadenken",
    r"laat (?:ik )?(?:het )?(?:je|jullie|u) (?:het )?(?:nog )?weten", r"(?:streep|schrap) dat", r"twijfel\w*",
    r"niet (?:beslist|besloten)", r"over slapen", r"of niet", r"bedacht", r"even wachten",
    # Swedish, Danish, Norwegian
    r"glöm", r"glem", r"ignorera?", r"avbryt", r"ångra\w*", r"fortryd\w*", r"angrer", r"misstag", r"skrivfel",
    r"slåfejl", r"skrivefeil",
    r"(?:inte|ikke) (?:än|ennå|endnu|slutgiltig\w*|endelig\w*|säker|sikker|nu|nå|klar)", r"utkast", r"kladde",
    r"(?:till|for) (?:exempel|eksempel)",
    r"skoj\w*", r"skämt\w*", r"spøg", r"spøk", r"tuller", r"fundera\w*", r"sova på", r"sove på", r"tænke over",
    r"tenke (?:over|på)", r"hör(?:er)? av mig", r"(?:giver|gir) (?:dig |deg )?(?:besked|beskjed)", r"meddelar dig",
    r"str[yu][kg] (?:det|den|detta|dette)", r"tvekar", r"tvivler", r"tviler", r"usikker", r"osäker",
    r"(?:inte|ikke) bestemt", r"inte bestämt", r"forkert",
    r"fel (?:parti|drag|spel)",
    # Finnish, Estonian, Hungarian
    r"unohda", r"peru(?:n|ta)?", r"vahin\w+", r"ei (?:vielä|lopullinen|varma\w*)",
    r"luonnos", r"vitsi\w*", r"mietin", r"miettiä", r"harkit\w+", r"yön yli",
    r"ilmoitan", r"kerron (?:sinulle )?myöhemmin", r"pyyhi se", r"päättän\w+", r"epäröin", r"epävarma",
    r"älä",
    r"felejts\w*", r"töröl\w*", r"téved\w*", r"hiba\w*", r"elír\w*", r"elgépel\w*", r"még ne(?:m)?",
    r"nem (?:végleges|biztos)\w*", r"vázlat", r"például", r"vicc\w*", r"meggondol\w*", r"gondolkod\w*",
    r"átgondol\w*", r"alszom rá", r"majd (?:szólok|jelentkezem|megírom)", r"nem döntöttem", r"húzd ki",
    r"bizonytalan", r"hezitál\w+", r"talán", r"mégse\w*",
    # Polish, Czech, Slovak, Slovene, Croatian, Serbian
    r"zapomnij\w*", r"zignoruj\w*", r"ignoruj\w*", r"anuluj\w*", r"pomył\w+", r"pomyli\w+", r"literówk\w+",
    r"jeszcze nie", r"nie (?:jest |jestem )?(?:ostateczn|pewn|wiem)\w*", r"nie (?:graj|wykonuj|licz)\w*", r"szkic",
    r"żart\w*", r"zastanow\w+", r"przemyśl\w+", r"prześpi\w+",
    r"dam (?:ci |wam |panu |pani )?znać", r"odezwę się", r"(?:s|wy)kreśl\w*",
    r"waham się", r"niezdecydowan\w+", r"nie (?:jestem )?zdecydowa\w+", r"cofam",
    r"zapome\w+", r"zabudni\w*", r"zruš\w*", r"omyl\w*", r"překlep\w*", r"preklep\w*", r"splet\w+",
    r"ještě ne", r"ešte nie", r"není (?:konečn|definit|jist)\w*", r"nehraj\w*", r"nepočítej", r"koncept",
    r"napríklad", r"srand\w*", r"rozmysl\w+", r"promysl\w+", r"premysl\w+", r"vysp(?:ím|at|ať)\w*",
    r"dám (?:ti |vám )?(?:vědět|vedieť)", r"ozvu se", r"ozvem sa", r"škrtn\w+", r"váhá?m",
    r"nerozhod\w+",
    r"raději ne",
    r"zaboravi\w*", r"pozabi", r"zanemari", r"poništi", r"prekliči", r"greška", r"pogreš\w+", r"još ne",
    r"šal(?:a|im|a se)", r"razmisl\w+", r"javi(?:t ću|ću|m)", r"predomisli\w+", r"dvoumim", r"možda",
    r"morda",
    # Russian, Ukrainian, Bulgarian
    r"забуд\w+", r"забрав\w+", r"игнорир\w*", r"ігнору\w+", r"отмен\w+", r"скасу\w+", r"помил\w+",
    r"греш\w+", r"опечат\w+", r"(?:ещё|еще|пока|ще|още) не",
    r"не (?:окончат|остаточн|уверен|впевнен|играй|грай|выполня|виконуй|считай|отправля)\w*", r"черновик", r"чернетка",
    r"наприклад", r"шучу", r"шутк\w+", r"жарт\w*", r"подума\w+", r"обдума\w+", r"помисл\w+",
    r"дам (?:тебе |вам |тобі )?знат[ьи]", r"ще (?:ти|ви) (?:пиша|кажа)", r"(?:вы|за)черкни\w*", r"викресли\w*",
    r"сомнева\w+", r"сумніва\w+", r"вагаюс\w", r"колеба\w+", r"колебл\w+", r"не (?:решил|вирішив|вирішила)\w*",
    r"можливо", r"мабуть", r"може би", r"передума\w+",
    # Romanian, Greek, Turkish
    r"uită", r"anulea\w*", r"greș\w+", r"încă nu", r"nu (?:e|este|sunt) (?:sigur|final|definitiv)\w*", r"ciornă",
    r"(?:te|vă) anunț", r"(?:îți|vă) (?:spun|scriu)", r"șterge", r"ezit", r"nu m-am (?:hotărât|decis)",
    r"de exemplu", r"glum\w+", r"(?:mă|să mă) (?:mai )?gând\w+", r"poate",
    r"ξέχν\w+", r"ξέχασ\w+", r"αγν[όο]ησ\w+", r"ακ[υύ]ρ\w+", r"όχι ακόμ\w+",
    r"δεν (?:είναι|είμαι) (?:τελικ|σίγουρ|οριστικ)\w*", r"πρόχειρο", r"αστει\w+", r"πλάκα",
    r"σκεφτ\w+", r"θα (?:σου|σας|σε) (?:πω|γράψω|ενημερώσω)", r"σβήσ\w+", r"αποφασί\w+", r"διστάζω", r"αμφιβάλλω",
    r"unut\w*", r"dikkate alma\w*", r"iptal\w*", r"yanlış\w*", r"hata\w*", r"henüz", r"(?:kesin|emin) değil\w*",
    r"taslak", r"örneğin", r"mesela", r"şaka\w*", r"düşün\w*", r"haber ver\w+", r"kararsız\w*",
    r"karar ver[me]\w+", r"belki",
    # Hebrew, Arabic, Vietnamese, Indonesian
    r"תתעלם", r"תשכח", r"טעיתי", r"טעות", r"בטל", r"עוד לא", r"אולי", r"טיוטה", r"לדוגמה", r"אודיע", r"אעדכן",
    r"מתלבט\w?", r"לא החלטתי", r"سأخبرك", r"سأعلمك", r"متردد\w?", r"لم أقرر",
    r"تجاهل", r"انس",
    r"ألغ\w*", r"خطأ", r"أخطأت", r"ربما", r"ليس بعد", r"مسودة", r"مثلا", r"بالخطأ",
    r"sẽ báo", r"kabari", r"masih ragu", r"bỏ qua", r"hủy", r"nhầm", r"chưa", r"có lẽ", r"ví dụ", r"abaikan",
    r"batal\w*", r"salah", r"belum", r"mungkin",
    r"contoh", r"bercanda",
    # often said in talk as well, and asked about all the same
    r"prefer(?:ir)?", r"prefiero", r"préfère", r"preferisco", r"prefiro", r"föredrar", r"foretrækker", r"wolę",
    r"raději",
    r"wrong", r"jok(?:e|ing)", r"mistakes?", r"typos?", r"(?<!driving )tests?", r"testing", r"examples?", r"undo",
    r"cancel\w*", r"drafts?", r"accidental\w*", r"by accident", r"in error", r"maybe", r"perhaps", r"possibly",
    r"imagine", r"analysis", r"suppos\w+", r"assum\w+", r"what if", r"would (?:be|have|play|rather|prefer)",
    r"could (?:be|have|play)", r"should have", r"another (?:day|look|think)", r"more (?:time|day|days)", r"pending",
    r"on hold", r"postpone\w*", r"uncertain", r"unsure", r"provisional\w*", r"tentativ\w*",
    r"(?<!had to )(?<!for the )wait(?! (?:for you|to see|and see))", r"falsch\w*", r"fehler", r"vielleicht",
    r"eventuell", r"womöglich", r"beispiel", r"zum beispiel", r"überleg\w*", r"erreurs?", r"peut-être",
    r"par exemple", r"quizás?", r"tal vez", r"error(?:es)?", r"broma", r"por (?:ejemplo|exemplo)", r"erro", r"talvez",
    r"errore", r"forse", r"(?:per|ad) esempio", r"misschien", r"fout(?:je)?", r"bijvoorbeeld", r"kanske", r"måske",
    r"kanskje", r"fejl", r"feil", r"virhe\w*", r"ehkä", r"esimerkiksi", r"błąd", r"może", r"na przykład", r"možná",
    r"možno", r"chyb[aouěy]", r"například", r"ошиб\w+", r"может быть", r"возможно", r"наверно\w*", r"например",
    r"λάθος", r"ίσως", r"μάλλον", r"για παράδειγμα", r"sbagli\w*", r"attend(?:s|ez)(?! (?:ta|votre))", r"verkeerd\w*",
    r"väärä\w*", r"pilailen", r"pilaa", r"not (?:that|this|really|d\b|what|a move|my|now|for real|serious\w*)",
)  # fmt: skip
_WITHOUT_SPACES = (
    r"この手|その手|上の手|改めて|一晩|本当の手|間違|無視|やっぱり|取り消|待って|まだ|多分|たぶん|かもしれ|例えば|冗談|下書き|考えさせ|考えます|連絡します|迷って|決めて(?:い)?ません|"
    r"決まって(?:い)?ません|消して|"
    r"무시|취소|실수|잠깐만|잠시만|아직|아마|예를 들|농담|초안|생각해|연락 ?(?:드|할)|알려 ?(?:드|줄)|고민|망설|"
    r"不对|不對|等等|等一下|忽略|取消|错了|錯了|弄错|弄錯|算了|不算|还没|還沒|也许|也許|可能|例如|比如|开玩笑|開玩笑|草稿|再想|考虑|考慮|告诉你|告訴你|通知你|犹豫|猶豫|没想好|沒想好|没决定|"
    r"沒決定|划掉|"
    r"ยกเลิก|ผิด|ยังไม่|อาจจะ|ตัวอย่าง|ลังเล|ไม่แน่ใจ"
)
"""Words of languages without spaces between words."""
_FILLERS = (
    "or", "oder", "ou", "o", "oppure", "of", "albo", "lub", "eller", "tai", "или", "або", "nebo", "alebo", "vagy",
    "sau",
    "ή", "veya", "ya da", "ili", "czy", "sorry", "please", "oh", "ah", "ups", "hm", "hmm", "mm", "ok", "okay",
    "well", "but", "and", "actually", "ach",
    "bitte", "aber", "entschuldigung", "pardon", "désolé", "désolée", "mais", "en fait", "perdón", "perdona", "pero",
    "scusa", "scusami", "ma", "desculpa", "desculpe", "mas", "maar", "förlåt", "men", "undskyld", "beklager",
    "anteeksi", "mutta", "przepraszam", "ale", "promiň", "prosím", "ой", "извини", "извините", "но", "вибач", "але",
    "bocsánat", "de", "scuze", "dar", "συγγνώμη", "αλλά", "özür dilerim", "ama", "סליחה", "عذرا", "xin lỗi", "maaf",
    "すみません", "ごめん", "죄송합니다", "미안", "抱歉", "对不起",
)  # fmt: skip
_REFUSALS = (
    "no", "nope", "stop", "actually", "rather", "nein", "warte", "moment", "halt", "stopp", "stop", "non", "attends",
    "espera", "espere", "aspetta", "não", "nee", "wacht", "nej", "nei", "vänta", "vent", "ei", "odota", "hetkinen",
    "nie", "czekaj", "poczekaj", "ne", "počkej", "počkaj", "нет", "стой", "стоп", "подожди", "погоди", "ні",
    "зачекай", "стій", "не", "чакай", "nem", "várj", "nu", "stai", "όχι", "περίμενε", "hayır", "dur", "bekle", "לא",
    "רגע", "لا", "انتظر", "không", "khoan", "tidak", "bukan", "tunggu", "いや", "아니", "不", "不是", "later", "später",
)  # fmt: skip
"""These take back only where a sign follows or nothing: "No hurry" and "Warte auf dich" do not."""
_DRAW = re.compile(r"\b(?:draws?|remis\w*|tablas|patta|nulle|empate|remíz\w*|remiz\w*|ничь\w+|нічи\w+)\b")


def _one_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(set(words), key=len)[::-1]))


_ANYWHERE = re.compile(rf"\b(?:{'|'.join(_WORDS)})(?!\w)|{_WITHOUT_SPACES}")
_OPENING = re.compile(rf"(?:(?:{_one_of(_FILLERS)})\b[\s,;:]*)+")
_REFUSING = re.compile(rf"(?:{_one_of(_REFUSALS)})\s*(?:[,،;:~)-]|$)")


def takes_back(paragraph: str) -> bool:
    """Whether a sentence of *paragraph* takes something back, puts it off or doubts it."""
    shown = _ADDRESS.sub("", paragraph[:_SHOWN]).replace("’", "'").replace("\n", " ")
    return any(map(_takes_back, sentences(shown)))


def _takes_back(sentence: str) -> bool:
    words = _without_name(sentence).lower()
    if _ANYWHERE.search(words) is not None:
        return True
    if is_wish(sentence) or is_greeting(sentence):
        return False
    if defers(words) or (is_deciding(words) and not introduces(sentence)):
        return True
    # "No draw" and a no to something that is named do not refuse a turn.
    is_own = names_in(sentence) > 1
    return not is_own and _DRAW.search(words) is None and any(map(_refuses, _BOUNDARY.split(words)))


def _without_name(sentence: str) -> str:
    """*sentence* without the name at the end of a greeting, which may be a word as well: "Beste Joke,"."""
    first, *name = sentence.rsplit(None, 1)
    return first if name and name[0][:1].isupper() and is_greeting(sentence) else sentence


def _refuses(clause: str) -> bool:
    """Whether *clause* begins with a no."""
    bare = clause.strip(" \t,;:\"'“”„()[]*_")
    opening = _OPENING.match(bare)
    return any(_REFUSING.match(words) for words in ({bare, bare[opening.end() :]} if opening else {bare}))

"""
Talk: sentences beside a turn that are about another subject.

A sentence that names no other subject may be about the turn, in any language: "Is this legal?". So talk is recognised
by the subjects that it names, and by common phrases; anything else does not count as talk.
"""

import re

from corr.mail.reading.words.closings import is_close, is_contact, is_name
from corr.mail.reading.words.smalltalk import asks_of_days, is_others_word, tells_of_days
from corr.mail.reading.words.speech import asks, is_greeting, is_wish, plain_words, sentences
from corr.mail.reading.words.subjects import asks_of_another, points
from corr.mail.reading.words.wishes import wishes

_SUBJECTS = (
    "weather", "rain", "snow", "sunny", "holiday", "vacation", "travel", "trip", "train", "flight", "famil", "mother",
    "father", "mum", "dad", "wife", "husband", "daughter", "brother", "sister", "kids", "children", "dog", "birthday",
    "christmas", "easter", "wedding", "school", "office", "garden", "doctor", "hospital", "dinner", "lunch", "coffee",
    "beer", "wine", "football", "movie", "film", "concert", "music", "novel", "book", "tournament", "league", "draw",
    "summer", "winter", "autumn", "beach", "lake", "mountain", "wetter", "regen", "regnet", "schnee", "sonn",
    "urlaub",
    "ferien", "reise", "mutter", "vater", "frau", "tochter", "bruder", "schwester", "kinder", "hund", "geburtstag",
    "weihnacht", "hochzeit", "schule", "arbeit", "büro", "garten", "arzt", "krank", "kaffee", "bier", "wein",
    "kuchen",
    "fußball", "kino", "konzert", "musik", "buch", "turnier", "liga", "remis", "sommer", "pluie", "pleut", "neige",
    "soleil", "vacances", "voyage", "femme", "enfants", "anniversaire", "noël", "mariage", "travail", "jardin",
    "café",
    "bière", "livre", "tournoi", "nulle", "hiver", "lluvia", "llueve", "nieve", "vacaciones", "viaje", "madre",
    "padre",
    "hermano", "hermana", "niños", "perro", "cumpleaños", "navidad", "boda", "trabajo", "cerveza", "fútbol", "libro",
    "torneo", "tablas", "verano", "invierno", "pioggia", "piove", "vacanz", "viaggio", "moglie", "bambini",
    "compleanno", "natale", "matrimonio", "lavoro", "giardino", "birra", "calcio", "patta", "inverno", "chuva",
    "férias", "viagem", "crianças", "trabalho", "futebol", "vakantie", "moeder", "kinderen", "verjaardag", "kerst",
    "tuin", "koffie", "voetbal", "pogod", "deszcz", "śnieg", "urlop", "wakacj", "podróż", "rodzin", "dzieci",
    "urodzin",
    "regn", "semester", "födelsedag", "bröllop", "fotboll", "ferie", "fødselsdag", "fotball", "fodbold", "lomalla",
    "lapset", "syntymäpäiv", "joulu", "погод", "дожд", "снег", "отпуск", "поездк", "семь", "дети", "рожден", "футбол",
    "ничь", "дощ", "відпустк", "діти", "počasí", "počasie", "dovolen", "dětí", "deti", "narozenin", "vánoc", "fotbal",
    "időjárás", "nyaralás", "család", "gyerek", "születésnap", "vacanț", "copii", "καιρό", "διακοπ", "οικογένει",
    "παιδιά", "tatil", "aile", "çocuk", "new year", "neues jahr", "neue jahr", "guten rutsch", "bonne année",
    "nouvel an", "feliz año", "año nuevo", "buon anno", "anno nuovo", "feliz ano", "ano novo", "gelukkig nieuw",
    "nowego roku", "gott nytt år", "godt nytt år", "godt nytår", "uutta vuotta", "новым годом", "новим роком",
    "nový rok", "нова година", "új év", "la mulți ani", "an nou", "καλή χρονιά", "yeni yıl", "nova godina",
)  # fmt: skip
"""The weather, people, work, feasts, journeys, pastimes: how such words begin, as many languages change their ends."""
_SUBJECTS_WITHOUT_SPACES = re.compile(
    r"天气|天氣|假期|旅行|家人|孩子|工作|生日|圣诞|春节|感冒|天気|旅行|家族|子供|仕事|誕生日|休み|風邪|正月|雨|雪|날씨|휴가|여행|가족|아이들|일이|생일|감기|新年|새해|あけまして"
)
_TIMES = re.compile(
    r"\b(?:after|before|until|till|once|when|unless|if|nach|vor|bis|erst|wenn|falls|après|avant|jusqu\w*|quand|si|"
    r"después|antes|hasta|cuando|dopo|prima|finché|quando|depois|até|voor|tot|als|wanneer|przed|jeśli|gdy|"
    r"efter|före|innan|när|om|når|før|hvis|jälkeen|ennen|jos|после|до|перед|если|когда|після|якщо|poté|před|když|"
    r"pokud|után|előtt|ha|după|înainte|dacă|μετά|πριν|αν|sonra|önce|eğer)\b"
)
"""Words of time or condition, which may put the turn off, whatever else the sentence names."""
_OF_GAMES = re.compile(
    r"\b(?:ask\w*|discuss\w*|besprech\w*|frag\w*|talk to|typ(?:ed?|ing)|sent|send\w*|mail\w*|keyboard|tastatur\w*|"
    r"clavier|teclado|tastiera|toetsenbord|tangentbord\w*|"
    r"klawiatur\w*|klávesnic\w*|клавиатур\w*|näppäimist\w*|billentyűzet\w*|klavye\w*|πληκτρολόγιο|clicked|"
    r"moves?|turns?|play(?:s|ed|ing)?|legal\w*|illegal\w*|allowed|valid|invalid|correct\w*|possible|permitted|"
    r"rules?|notation|syntax|format|pieces?|chips?|stacks?|squares?|boards?|positions?|counts?|okay|ok|fine|right|"
    r"zug|zuges|züge|spielzug|spiel\w{0,2}|ziehe?n?|erlaubt|gültig|ungültig|möglich|regel\w*|figur\w*|feld|brett|geht|"
    r"coups?|joue[rsz]?|permis|autorisé|valide|possible|règles?|jugada|movimiento|jugar|juego|permitid\w+|válid\w+|"
    r"posible|reglas?|mossa|mosse|giocare|permess\w+|valid\w+|possibile|regol\w+|jogada|lance|jogar|zet|zetten|spelen|"
    r"toegestaan|geldig|mag|regels?|ruch\w*|ruszyć|dozwolon\w+|można|legaln\w+|zasad\w*|drag\w*|tillåt\w+|giltig\w*|"
    r"træk\w*|trekk\w*|tillad\w*|tillatt|lovlig\w*|gyldig\w*|siirto\w*|sallit\w+|ход\w*|можно|разреш\w+|правил\w*|"
    r"хід\w*|можна|дозвол\w+|tahy?|tahu|povolen\w*|dovolen[oáýé]|platn\w+|ťah\w*|lépés\w*|szabályos|szabad|"
    r"megengedett|mutare\w*|"
    r"permis[ăe]?|κίνησ\w+|επιτρέπ\w+|νόμιμ\w+|hamle\w*|kural\w*|geçerli|yasal)\b"
)
_PASTIMES = re.compile(
    r"\bboard ?games?\b|\bvideo ?games?\b|\bbrettspiele?\w*|\bjeux? de société\b|\bjuegos? de mesa\b"
)
"""Words with "board" or "game" that are not about this game."""
_POINTING = re.compile(
    r"\b(?:this(?! (?:morning|week|weekend|month|year|evening|afternoon|winter|summer|spring|autumn|christmas)\b)|"
    r"that|it|these|those|he|she|dies\w*|ça|cela|c'est|ceci|esto|eso|questo|quello|isso|isto|"
    r"dit|detta|dette|tämä|это|це|ez|asta|acesta|αυτό|bu|şu)\b|^\W*(?:das|dat|det|to|es|het|tak|так)\b|"
    r"\b(?:das|es|dat|het|det|to)(?= (?:so|ok\w*|ist|war|hat|is|was|er|var|är|jest|był\w*|legal|erlaubt)\b|\W*$)"
)
_YOURS = re.compile(
    r"\b(?:your|dein\w{0,2}|eure?\w{0,2}|ihre?\w{0,2}|votre|vos|ton|tes|ta|tuo|tuoi|tue|tua|teu|sua|seu|jouw|uw|jullie|"
    r"twój|twoj\w{1,3}|wasz\w*|din|ditt|dina|dine|твой|твоя|твои|твоё|ваш\w{0,2}|твої|tvůj|tvoje|tvá|tvoj\w?|tău|ta|"
    r"tale|"
    r"senin)\s+(?!idea|opinion|view|mind|plan|choice|side|guess|take|meinung|plan|idee|avis|opinión|parere)[^\W\d_]{3,}"
)
_WELL = re.compile(
    r"how(?:'s|s)? (?:life|things|everything|the family)|how (?:are|is|'s|are things|have) (?:you|your|life|everyone|"
    r"everybody|it going|things|the \w+)|what'?s up|"
    r"how do you do|"
    r"how was|are you (?:well|fine|coming|ok|okay|back|feeling|still|in|at)|"
    r"wie geht|geht es (?:dir|euch|ihnen)|geht'?s (?:dir|euch|gut)|comment (?:ça va|vas-tu|"
    r"allez|tu vas)|(?:cómo|como) "
    r"(?:estás?|está|andas?|andás|"
    r"te va|le va|va todo|vai|vas)|qué tal|come (?:stai|va|state)|hoe (?:gaat|"
    r"is het|was)|"
    r"jak się (?:masz|czuj)|co słychać|hur (?:mår|är|går|har)|hvordan (?:har|går|gaar|er|var)|mitä kuuluu|"
    r"как (?:дела|ты|поживаешь|жизнь|твои)|"
    r"як (?:справи|ти)|jak se (?:máš|máte|vede)|ako sa (?:máš|máte)|hogy vagy|ce mai|cum (?:ești|îți)|τι κάνεις|"
    r"πώς είσαι|nasılsın|naber|"
    r"מה שלומ|كيف (?:حالك|الحال)|お?元気(?:です|かな|\?|？)|잘 지내|你好吗|最近(?:怎么样|好吗|如何)|"
    r"khỏe không|apa kabar|"
    r"(?:all (?:well|good|ok(?:ay)?)|alles (?:gut|klar|in ordnung|goed)|ça va|tout va bien|todo bien|tudo bem|"
    r"tutto bene)(?: \w+)? (?:with|at|over|there|in|on|bei|mit|zu|chez|avec|à|con|contigo|consigo|com|por|aí|en|a|da|"
    r"met|thuis|daar)\b"
)
"""How are you: "All good?" alone may as well ask about the turn, "All good with you?" does not."""
_AWAITING = re.compile(
    r"^(?:(?:and|so|now|i(?:'m| am| will be)?|und|ich|je|et) )*(?:(?:am )?(?:really |very much |"
    r"much )?look(?:ing)? forward|curious (?:about|what|how|to see)|"
    r"waiting for your|can(?:'t| ?not) wait|"
    r"hop(?:e|ing) (?:you(?! (?:agree|accept|approve|like|mind|can|don't|do not|will|won't|understand)\b)|"
    r"to hear|all|everything|"
    r"your|this finds)|"
    r"freue mich|warte auf (?:deine?n?|ihre?n?)|bin gespannt|hoffe,? (?:dir|euch|es geht|du hast|ihr habt|ihnen)|"
    r"attends (?:ta|votre)|j'attends (?:ta|votre)|au plaisir|espère que (?:tu|vous|tout)|j'espère que (?:tu|vous|tout)|"
    r"espero (?:tu|su|que (?:estés|esté|todo|te))|aspetto (?:la|una) tua|spero (?:che tu|tutto|tu)|"
    r"espero que (?:estejas|esteja|tudo)|"
    r"ik wacht op|hopelijk (?:gaat|is alles)|czekam na|mam nadzieję, że u|ser fram|väntar på|ser frem|venter på|"
    r"glæder|gleder|odotan|"
    r"жду (?:твоего|вашего|ответ)|надеюсь, (?:у|что у)|těším se|várom)"
)
_CARE = (
    r"take care|mind how you go|stay (?:safe|well|healthy)|macht?'?s gut|pass auf dich auf|"
    r"prends soin de toi|porte-toi bien|"
    r"cuídate|que te vaya bien|abbi cura di te|stammi bene|cuida-te|se cuida|hou je (?:goed|taai)|pas goed op jezelf|"
    r"trzymaj(?:cie)? się|sköt om dig|ha det (?:så )?(?:bra|fint|godt)|hav det godt|pas på dig|ta vare på deg|"
    r"pidä huolta|voi hyvin|береги(?:те)? себя|всего (?:хорошего|доброго|наилучшего)|бережи(?:ть)? себе|"
    r"měj(?:te)? se|opatruj(?:te)? se|maj(?:te)? sa|vigyázz magadra|minden jót|ai grijă de tine|toate cele bune|"
    r"να (?:προσέχεις|είσαι καλά)|kendine iyi bak|čuvaj(?:te)? se|пази се|保重|お元気で|(?:それ)?では[、,]?また.{0,6}$|"
    r".{0,24}(?:お体|お身体|ご自愛)|.{0,10}(?:お体|お身体)に(?:お)?気をつけて|どうぞご自愛|.{0,8}遅く(?:なって|なり).{0,12}(?:すみません|申し訳|ごめん)|"
    r"失礼(?:いた)?します|お待たせ(?:いた)?しました|"
    r"久等了|jaga diri|"
    r"take it easy|over and out|(?:over|back) to you|(?:the )?ball(?: i|')s in your court|have a good one|be well|"
    r"keep well|"
    r"(?:until|till) next time|god bless(?: you)?|so long|a risentirci|alla prossima|in bocca al lupo|à la prochaine|"
    r"get well soon|take all the time you need|(?:you(?:'re| are)) (?:up|next)|it(?:'s| is) your (?:turn|move|go)|"
    r"your (?:turn|move|go)|du bist (?:am zug|dran)|c'est (?:à toi|à vous|ton tour|votre tour)|è il tuo turno|"
    r"(?:i'm|i am) new (?:here|to this)|my first game|what an? (?:\w+ )?game(?: (?:this|that|it) (?:is|was|has been))?|"
    r"au revoir|hasta la próxima|até à próxima|tot de volgende(?: keer)?|vi snakkes|vi ses|vi høres|ha det|na razie|"
    r"do następnego|na viděnou|na shledanou|dovidenia|до зустрічі|до побачення|довиждане|görüşürüz|görüşmek üzere|"
    r"viszlát|pe curând|la revedere|o zi (?:bună|frumoasă)|τα λέμε|αντίο|vidimo se|nasvidenje|doviđenja"
)
_MEETING = (
    r"(?:nice|good|great|lovely|pleased|glad|happy) to (?:meet|see|(?:be )?play(?:ing)? with) you|"
    r"(?:schön|nett),? (?:dich|sie|euch) kennenzulernen|"
    r"enchantée?|ravie? de (?:te|vous|faire)|encantad[oa]|mucho gusto|piacere(?: di conoscer\w+)?|(?:muito )?prazer|"
    r"aangenaam|leuk je te leren kennen|miło (?:cię |mi cię |mi )?poznać|(?:trevligt|kul) att träffas|"
    r"hyggeligt? (?:at møde|å (?:møte|treffe)) \w+|hauska tutustua|приятно познакомиться|приємно познайомитис\w|"
    r"těší mě|teší ma|örülök,? hogy megismer\w+|îmi pare bine|χαίρω πολύ|memnun oldum|drago mi je|"
    r"は?じめまして|初めまして|만나서 반가\w+|很?高兴认识你|幸会"
)
_PARTING = re.compile(
    rf"^(?:{_CARE}|{_MEETING})(?!\w)|"
    r"^(?:see|talk to|hear from|catch) (?:you|ya)\b|^(?:nice|good|great) to hear|^(?:talk|speak|until) (?:soon|later|"
    r"then)|^bis (?:bald|dann|morgen|später|nächste|zum)|"
    r"^à (?:bientôt|demain|plus|la)|^hasta (?:pronto|luego|mañana|la)|^nos vemos|^a (?:presto|domani)|^ci (?:vediamo|"
    r"sentiamo)|"
    r"^até (?:logo|breve|amanhã)|^tot (?:snel|ziens|morgen|later|gauw)|^do (?:zobaczenia|jutra|widzenia|"
    r"usłyszenia)|^vi (?:ses|"
    r"hörs)|^på gensyn|"
    r"^(?:we'll )?(?:write|speak|talk|meet) (?:back |again )?(?:soon|on \w+day)|"
    r"^(?:(?:i )?(?:must|gotta|have to|got to|'ve got to) )(?:go|dash|run|fly|rush)\b|^(?:right,? )?(?:i'm |i am |"
    r"now )?off to (?:bed|"
    r"work|school|town|feed|the (?!next|real|drawing))|^back to (?:work|school|bed|the (?!drawing))|"
    r"^wir (?:sehen|hören|lesen|treffen) uns|^on se (?:voit|reparle|retrouve)|^uvidíme se|^uslyšíme se|^widzimy się|"
    r"^увидимся|^созвонимся|^до связи|^τα λέμε|^また.{0,8}お?会いしましょう|^(?:明天|周.|下次|回头|回頭|改天|星期.)见|"
    r"^nähdään|^до (?:встречи|свидания|завтра|скорого)|^na shledanou|^do videnia"
)
_IN_NO_HURRY = re.compile(
    r"no problem if it takes|no (?:hurry|rush|problem|worries|pressure|stress)|take your time|keine eile|"
    r"lass dir zeit|kein (?:stress|"
    r"problem)|"
    r"pas (?:de |)(?:hâte|pressé|souci)|prends ton temps|sin prisas?|tómate tu tiempo|sem pressa|con calma|"
    r"nessuna fretta|"
    r"geen (?:haast|probleem)|neem (?:je|de) tijd|ingen (?:stress|brådska|fara|hast)|bez pośpiechu|nie ma pośpiechu|"
    r"не (?:спеши|торопись)|ei kiirettä|nem sürgős|acele etme"
)
_SORRY_LATE = re.compile(
    r"\b(?:sorry|apolog\w+|excuse|entschuldig\w*|désolée?|perdón|perdona|scusa\w*|desculp\w+|przepraszam|förlåt|"
    r"undskyld|"
    r"beklager|anteeksi|извини\w*|прости\w*|вибач\w*|promiň\w*|bocsánat|scuze)\b.{0,30}\b(?:late\w*|delay\w*|"
    r"wait(?:ing)?|silence|"
    r"slow\w*|long|took|spät\w*|verspät\w*|warten|gedauert|retard|tard|attendre|demora\w*|retras\w*|tard\w+|ritardo|"
    r"laat|"
    r"late|duurde|opóźnieni\w*|późno|dröjde|sen\w*|forsink\w*|vent\w*|kesti|myöhä\w*|задержк\w*|долго|запізн\w*|"
    r"pozdě|zpoždění)\b"
)
_ALL_WELL = re.compile(
    r"^(?:(?:we are |we're |i am |i'm )?all (?:well|fine|good) (?:here|at home|with us)|nothing (?:new|much|to report)"
    r"(?: here)?\b|(?:bei uns|hier) (?:ist )?alles (?:gut|bestens|beim alten)|alles (?:gut|bestens) (?:hier|bei uns)|"
    r"(?:ici |chez nous )?tout va bien|aquí todo bien|todo bien por aquí|qui tutto bene|tutto bene qui|"
    r"aqui (?:está )?tudo "
    r"bem|hier alles goed|allt bra här|alt (?:vel|godt|bra) her|u nas wszystko dobrze|u nás (?:je )?všechno dobré|"
    r"у нас вс[её] хорошо)"
)
_LIKING = re.compile(r"^i(?:'m| am)? (?:really |do )?(?:enjoy|lov)\w* (?:this|our|the|playing)\b")
_THANKING = re.compile(
    r"^(?:many )?(?:thanks|thank you|danke|merci|gracias|grazie|obrigad[oa]|bedankt|dzięki|tack|tak|takk|kiitos|"
    r"спасибо|дякую|díky|köszönöm) (?:again |a lot |so much |very much )?"
    r"(?:for|für|pour|por|per|pelo|pela|voor|za|för|за|a) "
    r"(?:\w+\W*){1,4}$"
)
_WEATHER = re.compile(
    r"^(?:it|es|het|det|il)(?:'s| is| has been| was)? (?:still |now |all )?"
    r"(?:rain|snow|pouring|freezing|boiling|windy|foggy|sunny|cold|hot|warm|regn|regen|schnei|kalt|heiß|koud|snö|sner|"
    r"pleut|neige)|"
    r"^what an? (?:\w+ )?(?:day|night|week|weekend|month|year|storm|heat|summer|winter|spring|autumn)\b"
)
_WENT = re.compile(
    r"^(?:so |and )?how did (?:it|everything|things|all) go (?:at|with|in|on|for)\b|^wie (?:lief|war|ging)(?:'s| es|"
    r" das)?"
    r" (?:beim?|mit|in|im|auf)\b|^comment (?:ça )?s'est passée?s?\b|^¿?(?:qué tal|cómo) (?:fue|estuvo|te fue|os fue)\b|"
    r"^com'è andat[oa]\b|^como (?:foi|correu)\b|^hoe (?:was|ging|is)\b|^hur gick det\b|^hvordan gikk? det\b|"
    r"^hvordan gik det\b|^miten (?:\w+ )?(?:sujui|meni|on mennyt|voi|jaksaa)|^miten (?:\w+ ){1,4}(?:sujui|meni|"
    r"alkanut)|"
    r"^jak (?:poszł[oa]|poszedł|było|minęł[oay]|udał[oa]? się)\b|^jak (?:byl[oay]?|dopadl[oay]?|se povedl[oay]?)\b|"
    r"^как прош(?:ёл|ел|ло|ла|ли)\b|^πώς (?:πήγε|ήταν|πέρασες)"
)
_ASKED_FOR = re.compile(
    r"(?:thanks|thank you) for asking|danke (?:der|für die) nachfrage|merci de (?:t'en inquiéter|demander)|"
    r"gracias por preguntar|grazie per (?:averlo chiesto|l'interessamento)|obrigad[oa] por perguntar|"
    r"bedankt voor het vragen|dzięki,? że pytasz|tack (?:för att du|som) frågar|tak fordi du spørger|"
    r"takk (?:for at du|som) spør|^(?:(?:i'm|we're|we are|i am|all|very|quite|doing|muy|tutto|todo|alles|"
    r"sehr|mir|geht) )*"
    r"(?:fine|well|good|gut|bien|bene|bem|goed|bra|godt|dobrze|dobře|хорошо|добре|hyvää),? "
    r"(?:thanks|thank you|danke|merci|gracias|grazie|obrigad[oa]|dank je|"
    r"tack|tak|takk|dziękuję|díky|спасибо|дякую|kiitos)|"
    r"kiitos kysymästä|спасибо, что (?:спросил|спрашив)\w*|díky za optání"
)
"""Whoever says so answers what he was asked, and that is how he is."""
_WISHED = re.compile(
    r"^(?:(?:have|i wish you|wishing you|enjoy|ha|hav|hab|habt|ich wünsche dir|que tengas|que tenga|que pases|"
    r"passe|tenha|je te souhaite)"
    r" )?(?:(?:an?|the|your|einen?|une?|uma?|noch|en|et|o|ei) )*"
    r"(?:nice|great|good|lovely|wonderful|relaxing|pleasant|happy|merry|schöne[snr]?|frohe[sn]?|bonne|joyeux|"
    r"buen[ao]?s?|"
    r"feliz|buon[ao]?|felice|boa|bom|fijne|prettige?|vrolijk|trevlig|god|glad|fin[et]?|hyvää|mukavaa|miłe\w+|udan\w+|"
    r"wesołych|"
    r"хорош(?:его|их|ей)|приятн\w+|гарн(?:ого|их|ої)|hezk[ýéo]\w*|pěkn[ýéo]\w*|pekn[ýéo]\w*|bra|skön|skønt?|iyi|"
    r"mutlu|kellemes|boldog) "
    r"(?!(?:ide\w+|idé\w*|try|trap|plan\w*|falle|trick|one|thing|point|catch|job)\b)"
    r"[^\W\d_]{3,}(?: [^\W\d_]{2,}){0,3}(?:, (?!not\b)[^\W\d_]{2,})?[.!]*$|"
    r"^enjoy (?:the|your) [^\W\d_]{3,}(?: [^\W\d_]{2,}){0,2}[.!]*$"
)
"""Whatever is wished, if it is nothing of the game: "Have a great Sunday!"."""
_HABIT = re.compile(
    r"\b(?:every|each) (?:single )?(?:day|night|morning|evening|week|weekend|month|year)\b|"
    r"\bhow (?:often|long have you)\b|"
    r"\bjeden (?:tag|abend|morgen)|jede woche|täglich|wie oft|tous les (?:jours|soirs)|chaque (?:jour|soir|semaine)|"
    r"todos los días|cada (?:día|semana)|ogni (?:giorno|sera|settimana)|todos os dias|cada semana|"
    r"(?:elke|iedere) (?:dag|avond|week)|hoe vaak|codziennie|jak często|varje (?:dag|kväll|vecka)|hur ofta|"
    r"hver (?:dag|aften|uke|uge)|hvor ofte|joka päivä|kuinka usein|кажд(?:ый день|ую неделю)|как часто|щодня|"
    r"každý (?:den|deň|večer)|jak často|minden nap|milyen gyakran|în fiecare zi|κάθε μέρα|her gün|svaki dan|всеки ден|"
    r"毎日|每天|매일"
)
"""Who asks for these asks for habits, not for one turn."""
_PHRASES = (_AWAITING, _ALL_WELL, _IN_NO_HURRY, _SORRY_LATE, _LIKING, _THANKING, _WEATHER, _ASKED_FOR)
_PARTING_WORDS = 3
_WITH = frozenset(("with", "mit", "avec", "con", "com", "met", "med", "z", "с"))
_UNPARTED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SIGNS_OF_A_WORD = 2
"""Signs to a word where words are not parted."""
_ASKING_ENDS = ("か", "か。", "吗", "吗。", "嗎", "嗎。", "까", "까.", "까요", "까요.", "나요", "나요.")
_NAME_IN_SIGNS = re.compile(
    r"(?![今明先后後])(?:(?![不没沒別别未無无非勿停等再了的是试試测測改错錯误誤撤悔玩笑假算想看考回练練習])[\u4e00-\u9fff々]){2,4}"
    r"[。.]?|[가-힣]{2,4} ?(?:드림|올림)[.]?|[김박최강윤임한서신권황송홍장][가-힣]{2}(?<![요다음함임])"
)
"""Two to four signs none of which denies, asks, tries or waits; Korean names by how they begin, or what follows."""
_CLOSE_WORDS = 4
_SENTENCE = 600
"""Letters of a sentence that may be known."""
_LINE = 300
"""Letters of a line that may be an address, or of a paragraph of which each sentence may be known."""


def words_in(text: str) -> int:
    """How many words *text* has, in languages whose words are not parted as well."""
    unparted = len(_UNPARTED.findall(text))
    return len(plain_words(_UNPARTED.sub(" ", text))) + -(-unparted // _SIGNS_OF_A_WORD)


def is_question(sentence: str) -> bool:
    """Whether *sentence* asks something."""
    bare = sentence.rstrip()
    return asks(bare) or bare.endswith(_ASKING_ENDS) or (bare.endswith((";", "\u037e")) and _is_greek(bare))


def is_talk(sentence: str) -> bool:
    """Whether *sentence* is surely about something else than a turn that stands near it."""
    if len(sentence) > _SENTENCE:
        return False
    words = sentence.lower().replace("’", "'").strip()
    if is_phrase(sentence):
        return True
    if is_question(words):
        if _WENT.search(words) is not None and not points(words):
            return _OF_GAMES.search(words) is None
        return _names_another(words) or _is_about_habits(words) or asks_of_another(sentence)
    return _TIMES.search(words) is None and not is_others_word(words) and _names_another(words)


def is_phrase(sentence: str) -> bool:
    """Whether *sentence* is what everybody writes: how are you, no hurry, see you soon."""
    words = sentence.lower().replace("’", "'").strip()
    if _WELL.search(words) is not None:
        return _OF_GAMES.search(_WELL.sub("", words)) is None
    if is_question(words):
        return False
    if (parting := _PARTING.search(words)) is not None:
        rest = words[parting.end() :].split()
        is_short = len(rest) <= _PARTING_WORDS and _WITH.isdisjoint(rest)
        return is_short and _POINTING.search(words, parting.end()) is None
    if _WISHED.search(words) is not None:
        # In Swedish one begins so to wish, in Hungarian to make a condition.
        is_timed = _TIMES.search(words.removeprefix("ha ")) is not None
        return _OF_GAMES.search(words) is None and _POINTING.search(words) is None and not is_timed
    found = next((match for form in _PHRASES if (match := form.search(words))), None)
    return found is not None and _POINTING.search(words, found.end()) is None


def is_known(sentence: str) -> bool:
    """Whether *sentence* is a greeting, thanks, a wish, talk, or the way in which letters are closed."""
    judges = (is_greeting, is_wish, is_close, wishes, is_talk)
    return len(sentence) <= _SENTENCE and any(judge(sentence) for judge in judges)


def is_known_paragraph(lines: list[str]) -> bool:
    """Whether all of *lines*, which are one paragraph, is known to leave a turn alone."""
    if sum(map(len, lines)) > _LINE:
        return False
    if all(_is_known_line(lines, number) for number in range(len(lines))):
        return True
    return all(map(is_known, sentences(" ".join(lines))))


def _is_name_without_capitals(line: str) -> bool:
    """Whether *line* may be a name in a script that has no capitals, below thanks or a wish."""
    return _NAME_IN_SIGNS.fullmatch(line.strip()) is not None


def _is_known_line(lines: list[str], number: int) -> bool:
    line = lines[number]
    if is_contact(line) or (is_name(line) and (number == len(lines) - 1 or is_contact(lines[number + 1]))):
        return True
    if number and is_close(lines[number - 1]) and words_in(line) <= _CLOSE_WORDS:
        return True
    if number and number == len(lines) - 1 and _is_name_without_capitals(line):
        return all(
            is_greeting(one) or is_wish(one) or is_phrase(one) or wishes(one) for one in sentences(lines[number - 1])
        )
    return is_greeting(line) or all(map(is_known, sentences(line)))


def _is_about_habits(words: str) -> bool:
    """Whether a question, in small letters, asks what somebody does day by day: "Do you play here every day?"."""
    return _HABIT.search(words) is not None and _POINTING.search(words) is None


def _names_another(words: str) -> bool:
    """Whether *words* name a subject, and not the game."""
    if _OF_GAMES.search(_PASTIMES.sub("", words)) is not None or _POINTING.search(words) is not None:
        return False
    if _SUBJECTS_WITHOUT_SPACES.search(words) or _NAMING.search(words):
        return True
    if is_question(words):
        return _YOURS.search(words) is not None or asks_of_days(words)
    return tells_of_days(words)


def _is_greek(text: str) -> bool:
    return any("\u0370" <= sign <= "\u03ff" for sign in text)


_NAMING = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(set(_SUBJECTS), key=len)[::-1]))})")

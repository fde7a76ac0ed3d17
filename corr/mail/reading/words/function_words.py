"""
Function words of each language (articles, pronouns, prepositions), and words of games, judging and choosing.

Words count one by one, like those of `vocabulary`; in a language that is missing here more is asked back.
"""

_LITTLE = {
    "en": (
        "a an the this that these those it its it's i i'm i'll i'd i've me my mine myself you your yours you're "
        "you'll you'd you've he he's him his she she's her hers we we're we'll we'd we've us our ours they "
        "they're them their one ones someone somebody something anyone anybody anything everyone everybody "
        "everything nobody nothing who whom whose which what what's when where why how and or but nor so if then "
        "than as of at by for with without about against between into through during before after above below to "
        "from up down in out on off over under again further once here there all any both each few more most "
        "other others another some such no not only own same too very just also still yet already even ever never "
        "always often sometimes now today tonight tomorrow yesterday soon later maybe perhaps really quite rather "
        "almost back away well much many lot lots bit little first second last next two three is are am was were "
        "be been being isn't aren't wasn't weren't do does did done doing don't doesn't didn't have has had "
        "having haven't hasn't hadn't can can't cannot could couldn't will won't would wouldn't shall should "
        "shouldn't may might must ought let let's get gets got getting gotten go goes going went gone come comes "
        "came coming make makes made making take takes took taken taking give gives gave given put keep keeps "
        "kept hold holds held leave leaves left till until while because since though although unless whether "
        "like unlike per upon along around behind beside oh ah hm hmm yes please thing things way ways find found "
        "see sees saw seen look looks looked say says said tell tells told think thinks know knows knew known "
        "want wants wanted need needs use uses used try tries tried sort kind stuff dear hi hello hey"
    ),
    "de": (
        "der die das den dem des ein eine einen einem einer eines dies diese dieser dieses diesen diesem jene "
        "jener ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen mein meine meinen meinem meiner "
        "dein deine deinen deinem deiner sein seine seinen seinem seiner ihre ihren ihrem ihrer unser unsere "
        "unseren unserem euer eure man jemand niemand etwas nichts alles alle allen wer was wen wem welche "
        "welcher welches wo wann warum wie und oder aber denn doch wenn als ob dass weil damit so dann da hier "
        "dort nun jetzt heute morgen gestern abend bald später noch schon nur auch nicht kein keine keinen sehr "
        "ganz mal eben gerade wieder immer nie oft vielleicht wohl eigentlich einfach lieber gern gerne in im an "
        "am auf aus bei beim mit nach von vom vor zu zum zur für um über unter durch gegen ohne bis seit während "
        "zwischen hinter neben ist sind bin bist war waren wäre sei hat habe haben hast hatte hätte wird werden "
        "wurde würde kann können könnte muss müssen soll sollte will wollen wollte darf dürfen mag möchte möchten "
        "lass lassen macht machen gemacht mache geht gehen ging kommt kommen kam gibt gab eins zwei drei erst "
        "erste ersten zweite viel viele mehr wenig ja nein ach na tja also bitte sache ding dinge zeit hallo"
    ),
    "fr": (
        "le la les l un une des du de d ce cet cette ces c ça cela ceci je j tu il elle on nous vous ils elles me "
        "m te t se s lui leur leurs y en moi toi soi eux mon ma mes ton ta tes son sa ses notre nos votre vos qui "
        "que qu quoi dont où quand comment pourquoi quel quelle quels quelles et ou mais donc or ni car si comme "
        "alors puis encore déjà toujours jamais souvent aussi très trop peu plus moins bien pas ne n rien tout "
        "tous toute toutes même autre autres chaque quelque quelques aujourd'hui aujourd hui demain hier soir "
        "matin bientôt ici là à au aux dans par pour sur sous avec sans chez vers entre avant après depuis "
        "pendant jusqu jusque contre est es suis sommes êtes sont était étais étaient être été sera serait ai as "
        "a avons avez ont avait avais avoir eu aura aurait peut peux pouvez pouvons pourrait doit dois devrait "
        "veut veux voulez voudrais va vas vais vont allé aller fait fais font faire vient viens venir met mettre "
        "prend prendre deux trois premier première oui non merci chose choses fois temps peut-être voilà"
    ),
    "es": (
        "el la los las lo un una unos unas de del al a en con por para sin sobre entre desde hasta hacia según "
        "tras yo tú él ella ello nosotros vosotros ellos ellas usted ustedes me te se nos os le les mi mis tu tus "
        "su sus nuestro nuestra vuestro este esta esto estos estas ese esa eso esos esas aquel aquella que qué "
        "quien quién cual cuál cuando cuándo donde dónde como cómo porque y e o u pero sino si no ni ya aún "
        "todavía también tampoco muy más menos mucho mucha muchos poco tan tanto todo toda todos todas nada algo "
        "nadie alguien otro otra otros mismo cada aquí ahí allí hoy mañana ayer noche luego pronto siempre nunca "
        "ahora antes después es son soy eres era eran ser sido fue fueron será sería está están estoy estaba "
        "estar ha han he has había haber hay puede puedo puedes poder podría debe debo quiero quiere quieres "
        "querer va voy vas vamos ir hace hago hacer hecho viene tengo tiene tienes tener uno dos tres primero "
        "primera sí quizás cosa cosas vez tiempo así bien"
    ),
    "it": (
        "il lo la i gli le l un uno una di del dello della dei degli delle dell d a al allo alla ai agli alle all "
        "da dal dalla dai dalle in nel nello nella nei nelle nell con col su sul sulla sui sulle per tra fra io "
        "tu lui lei noi voi loro mi ti si ci vi me te ne mio mia miei mie tuo tua tuoi tue suo sua suoi sue "
        "nostro nostra vostro questo questa questi queste quello quella quelli quelle quel che chi cui quale "
        "quando dove come perché e ed o ma però se non né anche ancora già sempre mai molto molta molti poco più "
        "meno tanto tutto tutta tutti tutte niente nulla qualcosa qualcuno altro altra altri stesso ogni qui qua "
        "lì là oggi domani ieri stasera presto dopo prima ora adesso è sono sei siamo siete era erano essere "
        "stato stata sarà sarebbe ho hai ha abbiamo avete hanno aveva avere può posso puoi potrebbe deve devo "
        "voglio vuole vuoi vorrei va vado vai andiamo fa faccio fai fare fatto viene due tre primo sì no forse "
        "cosa cose volta tempo così bene"
    ),
    "pt": (
        "o a os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela para com sem sobre "
        "entre desde até ao à aos às eu tu ele ela nós vós eles elas você vocês me te se lhe meu minha meus "
        "minhas teu tua teus seu sua seus suas nosso nossa este esta isto esse essa isso aquele aquela aquilo que "
        "quem qual quando onde como porque porquê e ou mas não nem já ainda também muito muita muitos pouco mais "
        "menos tão tanto todo toda todos todas tudo nada algo ninguém alguém outro outra outros mesmo cada aqui "
        "aí ali lá hoje amanhã ontem noite logo sempre nunca agora antes depois é são sou és era eram ser foi "
        "foram será seria está estão estou estava estar tem têm tenho tens tinha ter há pode posso podes poder "
        "poderia deve devo quero quer vai vou vais vamos ir faz faço fazer feito vem dois duas três primeiro "
        "primeira sim talvez coisa coisas vez tempo assim bem"
    ),
    "nl": (
        "de het een 't dit dat deze die ik je jij jou jouw hij hem zij ze haar wij we ons onze jullie hun hen u "
        "uw mij me mijn zich zijn wie wat waar wanneer waarom hoe welke en of maar want dus als dan omdat toen nu "
        "hier daar er vandaag morgen gisteren avond straks later nog al alleen ook niet geen niets iets iemand "
        "niemand alles alle heel erg zeer te veel meer minder weinig weer altijd nooit vaak misschien wel toch "
        "even in op aan uit bij met naar van voor tot om over onder door tegen zonder sinds tussen achter naast "
        "is ben bent was waren wees geweest heb hebt heeft hebben had hadden word wordt worden werd zal zou "
        "zullen kan kun kunt kunnen kon moet moeten moest mag mogen wil wilt willen wilde laat laten doe doet "
        "doen gedaan ga gaat gaan ging gegaan kom komt komen kwam geef twee drie eerst eerste ja nee ding dingen "
        "keer tijd zo goed"
    ),
    "sv": (
        "en ett den det de dem denna detta dessa jag du han hon vi ni mig dig honom henne oss er min mitt mina "
        "din ditt dina sin sitt sina hans hennes vår vårt våra deras man någon något några ingen inget alla allt "
        "allting vem vad vilken vilket när var varför hur och eller men för att om som så då där här nu idag i "
        "dag morgon igår kväll snart senare än ännu redan bara också inte mycket väldigt lite mer mindre igen "
        "alltid aldrig ofta kanske nog väl ju på av från till med utan under över mellan genom mot hos vid efter "
        "före innan är vara varit har hade ha haft blir blev kan kunde ska skulle måste får fick vill ville låt "
        "låter gör gjorde göra gjort går gick gå kommer kom komma ger två tre första ja nej sak saker gång tid "
        "bra"
    ),
    "da": (
        "en et den det de dem denne dette disse jeg du han hun vi i mig meg dig deg ham henne hende os oss jer "
        "dere min mit mitt mine din dit ditt dine sin sit sitt sine hans hendes hennes vores vår våre deres man "
        "nogen noen noget noe ingen intet alle alt hvem hvad hva hvilken hvilket når hvor hvorfor hvordan og "
        "eller men for at å om som så da der her nu nå dag morgen går aften kveld snart senere end enn endnu ennå "
        "allerede bare kun også ikke meget veldig lidt litt mere mer mindre igen igjen altid alltid aldrig aldri "
        "ofte måske kanskje nok vel jo på af av fra til med uden uten under over mellem mellom gennem gjennom mod "
        "mot hos ved efter etter før inden er var være været vært har havde hadde have ha haft hatt bliver blir "
        "blev ble kan kunne skal skulle må måtte får fik fikk vil ville lad la lader gør gjør gjorde gøre gjøre "
        "gjort gik gikk gå kommer kom komme giver gir to tre første ja nej nei ting gang tid godt"
    ),
    "pl": (
        "i a o u w we z ze na do od po za przed przez pod nad przy dla bez między to ten ta te ci tego tej tym "
        "tych temu tę tą ja ty on ona ono my wy oni one mnie mi mną cię ciebie tobą go jego mu nim jej ją nią nas "
        "nam was wam ich im nimi się siebie sobie mój moja moje mojego mojej moim moich twój twoja twoje swój "
        "swoja swoje nasz nasza nasze kto co kogo czego który która które kiedy gdzie jak dlaczego czy oraz lub "
        "albo ale więc że żeby bo gdy jeśli jeżeli choć nie tak no już jeszcze też także tylko bardzo dużo mało "
        "więcej mniej znowu znów zawsze nigdy często może tu tutaj tam teraz dziś dzisiaj jutro wczoraj wieczorem "
        "zaraz potem później jest są jestem jesteś był była było byli być będzie będę ma mam masz mają miał miała "
        "mieć mogę możesz można musi muszę chcę chce chcesz chciałbym idzie idę robi robię jeden dwa trzy "
        "pierwszy wszystko wszyscy coś ktoś nic nikt każdy inny inna inne rzecz raz czas dobrze"
    ),
    "cs": (
        "a i o u v ve z ze s se na do od po za před přes pod nad při pro bez mezi to ten ta ti ty toho té tím "
        "těch tomu tu já on ona ono my vy oni mě mi mně mnou tě tebe tobě ho jeho mu jím jí ji ní nás nám vás vám "
        "jich jim si sebe sobě můj moje má mého mé mým svůj svoje svou tvůj tvoje náš naše váš kdo co koho čeho "
        "který která které kdy kde jak proč jestli zda nebo ale tak že aby protože když až ne ano už ještě také "
        "taky jen jenom velmi moc hodně málo více méně zase vždy nikdy často možná tady zde tam teď nyní dnes "
        "dneska zítra včera večer pak potom později je jsou jsem jsi jsme jste byl byla bylo byli být bude budu "
        "mám máš mají měl měla mít může mohu můžu můžeš musí musím chci chce chceš jde jdu dělá dělám jeden dva "
        "tři první všechno všichni něco někdo nic nikdo každý jiný věc krát čas dobře"
    ),
    "fi": (
        "minä sinä hän me te he minun sinun hänen meidän teidän heidän minua sinua minulla sinulla meillä minut "
        "sinut se sen sitä siinä siitä ne niitä tämä tämän tätä tässä nämä tuo tuon tuota nuo joka jonka jota "
        "jossa mikä mitä mihin missä mistä kuka ketä ja tai vai mutta että kun jos koska vaikka niin kuin ei en "
        "et emme ette eivät älä on ovat olen olet olemme oli olivat olin ollut olla olisi ole jo vielä myös vain "
        "hyvin kovin paljon vähän enemmän taas aina koskaan usein ehkä täällä siellä nyt tänään huomenna eilen "
        "illalla pian sitten voi voin voit pitää täytyy haluan tulee tuli menee meni tekee kaikki kaikkea jotain "
        "joku mitään kukaan toinen yksi kaksi kolme ensin ensi kanssa ilman ennen jälkeen asti hyvä kyllä asia "
        "kerran aika"
    ),
    "el": (
        "ο η το οι τα του της των τον την τους τις ένας μια μία ένα εγώ εσύ αυτός αυτή αυτό αυτά εμείς εσείς με "
        "σε μου σου μας σας μένα εσένα και ή αλλά μα ότι πως που πού πότε πώς γιατί τι ποιος ποια ποιο αν όταν "
        "όπως να θα δεν μην όχι ναι στο στη στην στον στα στους στις από για προς χωρίς μετά πριν κάτω πάνω μέσα "
        "έξω πολύ λίγο πιο ακόμα ακόμη ήδη μόνο επίσης πάλι πάντα ποτέ συχνά ίσως εδώ εκεί τώρα σήμερα αύριο χθες "
        "χτες βράδυ ύστερα είναι είμαι είσαι ήταν έχω έχει έχεις είχα είχε μπορώ μπορεί πρέπει θέλω θέλει κάνω "
        "κάνει έκανε όλα όλοι κάτι κάποιος τίποτα κανείς άλλο δύο τρία πρώτο φορά καλά"
    ),
    "ru": (
        "и а но или да нет не ни в во на с со к ко у о об от до из за по под над при для без через между перед "
        "после это этот эта эти этого этой этом тот та то те того той там тут здесь я ты он она оно мы вы они "
        "меня мне мной тебя тебе тобой его ему им ней её ее нас нам нами вас вам их себя себе мой моя моё мое мои "
        "моего моей моих твой твоя твои свой своя свои наш наша наши ваш ваша кто что чего кого который которая "
        "которые когда где куда как почему зачем ли чтобы потому если хотя же бы уже ещё еще тоже также только "
        "очень много мало больше меньше опять снова всегда никогда часто может сейчас теперь сегодня завтра вчера "
        "вечером потом позже скоро есть был была было были быть будет буду могу можно надо нужно хочу хочет иду "
        "идёт делаю один два три первый все всё всего что-то кто-то ничего никто каждый другой другая раз время "
        "так такой вот ну хорошо"
    ),
}  # fmt: skip
LITTLE = {language: frozenset(words.split()) for language, words in _LITTLE.items()}
"""Articles, pronouns, prepositions, and verbs that stand beside others."""
_SELF = {
    "en": "i i'm i'll i'd i've",
    "de": "ich",
    "fr": "je j",
    "es": "yo",
    "it": "io",
    "pt": "eu",
    "nl": "ik",
    "sv": "jag",
    "da": "jeg",
    "pl": "ja",
    "cs": "já",
    "fi": "minä",
    "el": "εγώ",
    "ru": "я",
}  # fmt: skip
SELF = {language: frozenset(words.split()) for language, words in _SELF.items()}
"""First-person pronouns."""
OF_GAMES = frozenset((
    "move", "moves", "moved", "moving", "turn", "turns", "play", "plays", "played", "playing", "legal", "illegal",
    "allowed", "permitted", "forbidden", "valid", "invalid", "rule", "rules", "square", "squares", "chip", "chips",
    "piece", "pieces", "board", "boards", "stack", "stacks", "capture", "flank", "captures", "captured", "sacrifice",
    "sacrifices", "trap", "traps", "checkmate", "attack", "attacks", "defend", "defence", "win", "wins",
    "winning", "lose", "loses", "losing", "general", "generals", "soldier", "soldiers", "knight", "pawn", "bishop",
    "rook", "queen", "king", "flag", "fortress", "position", "positions", "diagonal", "notation", "count", "counts",
    "counted", "zug", "zuges", "züge", "zügen", "spielzug", "spiele", "spielen", "gezogen", "ziehen", "ziehe",
    "erlaubt", "gültig", "ungültig", "regel", "regeln", "feld", "felder", "stein", "steine", "figur", "figuren",
    "brett", "falle", "opfer", "gewinnen", "verlieren", "gilt", "gelten", "coup", "coups", "jouer", "joue", "joué",
    "permis", "autorisé", "valable", "valide", "règle", "règles", "cases", "pion", "pions", "pièce", "pièces",
    "plateau", "piège", "jugada", "jugadas", "jugar", "juego", "jugado", "permitido", "permitida", "válido", "válida",
    "regla", "reglas", "casilla", "casillas", "ficha", "fichas", "pieza", "piezas", "tablero", "trampa", "mossa",
    "mosse", "giocare", "gioco", "giocato", "permesso", "permessa", "valida", "valido", "regola", "regole", "casella",
    "caselle", "pezzo", "pezzi", "scacchiera", "trappola", "jogada", "jogadas", "jogar", "jogo", "jogado", "regra",
    "regras", "peça", "peças", "tabuleiro", "armadilha", "zet", "zetten", "spelen", "speel", "toegestaan", "geldig",
    "regels", "veld", "stuk", "stukken", "drag", "dragen", "spela", "spelar", "tillåtet", "giltigt", "regler", "pjäs",
    "bräde", "træk", "trækket", "trekk", "trekket", "spille", "spiller", "tilladt", "tillatt", "lovligt", "lovlig",
    "gyldigt", "gyldig", "brik", "brikke", "bræt", "ruch", "ruchy", "ruchu", "grać", "gram", "dozwolone", "wolno",
    "można", "zasada", "zasady", "pionek", "tah", "tahy", "tahu", "hrát", "hraju", "dovoleno", "povoleno", "platný",
    "pravidlo", "pravidla", "figurka", "siirto", "siirron", "siirtoa", "siirtää", "pelata", "pelaan", "sallittu",
    "laillinen", "sääntö", "ruutu", "nappula", "κίνηση", "κίνησης", "παίξω", "παίζω", "νόμιμο", "επιτρέπεται",
    "κανόνας", "ход", "хода", "ходы", "ходом", "ходить", "играть", "можно", "разрешено", "правила", "правило",
    "фигура", "поле", "доска",
))  # fmt: skip
"""Words of games, and of what is allowed in them."""
JUDGING = frozenset((
    "ok", "okay", "fine", "right", "correct", "wrong", "worth", "wise", "silly", "mad", "daft", "clever", "bold",
    "brave", "reckless", "risky", "safe", "dangerous", "strong", "weak", "smart", "stupid", "crazy", "foolish",
    "greedy", "better", "worse", "worst", "enough", "sense", "idea", "ideas", "thought", "thoughts", "opinion",
    "opinions", "objection", "objections", "mistake", "mistakes", "blunder", "sure", "certain", "doubt", "doubts",
    "serious", "seriously", "really", "actual", "actually", "real", "proper", "final", "decision", "decisions",
    "choice", "choices", "option", "options", "alternative", "alternatives", "plan", "plans", "candidate",
    "candidates", "suggestion", "suggestions", "advice", "hint", "mind", "minds", "instead", "gamble", "risk",
    "desperate", "nonsense", "rubbish", "decide", "decides", "decided", "choose", "chose", "chosen", "prefer",
    "prefers", "preferred", "mean", "means", "meant", "agree", "agrees", "disagree", "disagrees", "approve",
    "approves", "accept", "accepts", "accepted", "object", "objects", "recommend", "recommends", "recommended",
    "suggest", "suggests", "suggested", "suppose", "assume", "expect", "consider", "considered", "reconsider",
    "hesitate", "regret", "regrets", "ignore", "forget", "draft", "sketch", "test", "version", "typo", "confirm",
    "finger", "fingers", "thumb", "autocorrect", "slipped", "richtig", "falsch", "klug", "dumm", "mutig", "verrückt",
    "riskant", "sicher", "sinnvoll", "besser", "schlechter", "idee", "ideen", "meinung", "vorschlag", "entscheidung",
    "entscheiden", "entschieden", "gemeint", "meinst", "meint", "überlegen", "einverstanden", "blödsinn", "unsinn",
    "fehler", "wirklich", "ernst", "ernsthaft", "eher", "lieber", "stattdessen", "wahl", "juste", "faux", "bête",
    "fou", "folle", "risqué", "sûr", "sûre", "mieux", "pire", "idée", "idées", "avis", "choix", "décision", "décider",
    "préfère", "sérieux", "sérieusement", "erreur", "plutôt", "correcto", "bueno", "mejor", "peor", "opinión",
    "elección", "decisión", "decidir", "seguro", "segura", "serio", "error", "tonto", "loco", "corretto", "giusto",
    "meglio", "peggio", "opinione", "scelta", "decisione", "decidere", "sicuro", "sicura", "errore", "correto",
    "certo", "melhor", "pior", "ideia", "opinião", "escolha", "decisão", "sério", "erro", "juist", "fout", "beter",
    "slechter", "mening", "keuze", "beslissing", "beslissen", "zeker", "serieus", "liever", "rätt", "fel", "bättre",
    "sämre", "idé", "åsikt", "val", "beslut", "säker", "allvar", "hellre", "riktigt", "rigtigt", "riktig", "rigtig",
    "forkert", "bedre", "værre", "verre", "ide", "beslutning", "sikker", "alvor", "hellere", "heller", "dobry", "zły",
    "lepiej", "lepszy", "gorzej", "pomysł", "zdanie", "wybór", "decyzja", "pewny", "pewna", "pewien", "poważnie",
    "błąd", "raczej", "správně", "špatně", "lepší", "lépe", "horší", "nápad", "názor", "volba", "rozhodnutí", "jistý",
    "vážně", "chyba", "raději", "oikein", "väärin", "parempi", "huonompi", "ajatus", "mielipide", "valinta", "päätös",
    "varma", "virhe", "mieluummin", "σωστό", "λάθος", "καλύτερα", "χειρότερα", "ιδέα", "γνώμη", "επιλογή", "απόφαση",
    "σίγουρος", "hältst", "haltet", "halten", "denkst", "denkt", "denken", "glaubst", "glaubt", "findest", "spricht",
    "rätst", "penses", "pensez", "pense", "crois", "croyez", "trouves", "trouvez", "crees", "piensas", "piensa",
    "cree", "opinas", "parece", "pensi", "credi", "pare", "sembra", "dici", "achas", "pensas", "acha", "pensa", "vind",
    "vindt", "denk", "tycker", "tror", "anser", "synes", "mener", "sądzisz", "myślisz", "uważasz", "powiesz", "myslíš",
    "říkáš", "soudíš", "luulet", "ajattelet", "arvelet", "νομίζεις", "πιστεύεις", "λες", "думаешь", "думаете",
    "считаешь", "считаете", "скажешь", "правильно", "лучше", "хуже", "идея", "мнение", "выбор", "решение", "уверен",
    "серьёзно", "серьезно", "ошибка",
))  # fmt: skip
"""Words of judging and of choosing."""

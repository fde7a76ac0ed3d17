"""
Plain mails in many languages, as friends type them on phones: nothing but stock phrases stands beside the turn.

In each of them `T` stands for the turn; its writer is Otto, who plays against Ada.
"""

import re

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders
from corr.mail.reading.words.scripts import sounds_like
from corr.mail.reading.words.verdicts import Verdict

KELASU = Registry.discover().get_rules_of_game("kelasu")
NAMES = frozenset({"otto", "ada"})


def read(text: str) -> Orders:
    """What *text*, written as a whole mail with `T` for the turn, asks for."""
    return read_orders(new_text(re.sub(r"\bT\b", "B3-C3", text)), KELASU.formed, NAMES)


PHRASES = {
    "en": """
hi ada | hey ada! | hello again | heya ada, hope ur well | hope you're well | hope you had a nice weekend
hope all's good | how r u | how are u doing? | hows things | hru? | how's your week been? | you alright?
thanks a lot and good luck ada | tysm | thanks so much!! | ta very much | many thanks indeed
thanks for waiting x | thanks for the game ada | thank u | good luck mate | gl hf | best of luck to you
have a great weekend | have a lovely evening ada | enjoy your evening | happy new year!
merry christmas to you and yours | well played | nice move! | great game so far | good one
that was a great move | loving this game | what a game | this is fun | great fun | good game
see you soon | see ya later | catch you later | ttyl | talk soon xx | speak soon | bye for now | bye bye
cheers m8 | night night | sleep well | all the best | warm regards | your turn! | over to you ada
you're up | ur turn | your go | your move now | now it's your turn | sorry for the late reply
sorry i'm late | sorry it took so long | sorry for the wait, ada | no worries | no problem | have fun 😀
gl 🍀 | xoxo | love, otto | take care and good luck | thanks again and see you soon
hope you are having a good day | hope to see you soon | looking forward to your move
can't wait for your move | good morning sunshine | evening all | thanks, same to you | you too!
likewise | thanks and same to you ada | yay | woohoo""",
    "de": """
hallo ada | hi ada | hey du | moin moin | servus ada | guten morgen | na wie gehts | wie gehts dir?
wie geht es dir? | alles klar bei dir? | alles gut? | hoffe dir gehts gut | ich hoffe es geht dir gut
danke dir | vielen dank und viel glück | dankeschön | danke schön | tausend dank ada | danke fürs warten
danke fürs spiel | viel spass | viel erfolg dir | schönes wochenende dir | schönen abend noch ada
frohe weihnachten | guten rutsch | gutes neues jahr | gute nacht | schlaf gut | gut gespielt
starker zug | toller zug! | schönes spiel | super gemacht | respekt! | das macht spaß
macht spaß mit dir | bis bald | bis dann | bis später | bis morgen ada | man sieht sich | tschüss ada
ciao | baba | lg | lg otto | vlg | glg otto | mfg otto | viele grüße | ganz liebe grüße aus wien
gruß und kuss | hab dich lieb | du bist dran | du bist am zug | jetzt du | jetzt bist du dran | dein zug!
du bist wieder dran, ada | sorry für die verspätung | sorry dass es so lange gedauert hat
entschuldige die späte antwort | tut mir leid für die wartezeit | kein problem | drück dir die daumen
viel glück weiterhin | dir auch | danke gleichfalls | danke ebenfalls | freu mich auf deinen zug | hdl
bussi | grüß dich | tach | huhu ada""",
    "fr": """
salut ada | coucou ada! | bonjour à toi | bonsoir ada | cc | slt ada | ca va? | ça va toi ?
tu vas bien? | comment vas tu? | comment tu vas | quoi de neuf ? | j'espère que tu vas bien
jespere que ca va | merci bcp | merci beaucoup et bonne chance | merci pour la partie
merci d'avoir attendu | mille mercis | mrc | bonne chance ada | bonne chance à toi | bon courage
bon jeu | bonne soirée | bonne journée ada | bon week-end | bonne année | joyeux noël | bonne nuit
dors bien | bien joué | beau coup ! | joli coup | belle partie | super partie | c'est une belle partie
bravo ada | chapeau | trop fort | a+ | à plus | a plus tard | à bientôt | a demain | à très vite
on se voit bientôt | ciao | bises | bisous otto | gros bisous | je t'embrasse | bien à toi
amicalement, otto | à toi | a toi de jouer | à toi de jouer ada! | c'est ton tour | cest a toi
ton tour ! | à ton tour | désolé pour le retard | désolée pour l'attente | pardon pour le retard
dsl pour le retard | pas de souci | pas de problème | merci, à toi aussi | toi aussi | de même
hâte de voir ton coup | prends soin de toi | porte toi bien""",
    "es": """
hola ada | buenas | buenas tardes ada | hola qué tal | q tal? | qué tal estás? | como estas?
cómo va todo? | todo bien? | espero que estés bien | gracias | muchas gracias y suerte
muchísimas gracias | gracias por la partida | gracias por esperar | mil gracias ada | mucha suerte
suerte! | buena suerte ada | que te vaya bien | que tengas un buen día | buen finde | buen fin de semana
buenas noches | feliz año nuevo | feliz navidad | que descanses | bien jugado | buena jugada | buen juego
qué buena partida | gran partida | bravo | enhorabuena | felicidades | hasta luego | hasta pronto
hasta mañana | nos vemos | chao | adiós ada | adios | un abrazo | abrazos | besos | un beso
besitos otto | saludos | un saludo, otto | saludos cordiales | te toca | tu turno | te toca a ti
te toca ada! | es tu turno | ahora tú | ahora te toca a ti | perdón por la demora | perdona el retraso
siento el retraso | disculpa la tardanza | no hay problema | igualmente | gracias, igualmente | cuídate
a jugar | diviértete | besos y suerte | un abrazo grande""",
    "it": """
ciao ada | ciao! | salve | buongiorno ada | buonasera | ehi ada | come va? | come stai? | tutto bene?
come va la vita? | spero tu stia bene | spero che tu stia bene | grazie | grazie mille e buona fortuna
tante grazie | grazie per la partita | grazie per l'attesa | buona fortuna | in bocca al lupo
buona giornata | buona serata ada | buon weekend | buon fine settimana | buonanotte | buona notte
buon natale | buon anno | ben giocato | bella mossa | bella partita | bel gioco | bravo | brava ada!
complimenti | ottima mossa | che bella partita | a presto | a dopo | a domani | ci vediamo
ci sentiamo presto | un abbraccio | abbracci | baci | bacioni otto | un bacio | saluti | cari saluti
cordiali saluti | tanti saluti | tocca a te | tocca a te ada | a te | il tuo turno | è il tuo turno
scusa il ritardo | scusa per il ritardo | scusami per l'attesa | mi dispiace per il ritardo
nessun problema | anche a te | grazie, anche a te | altrettanto | stammi bene | buon divertimento | tvb""",
    "nl": """
hoi ada | hey ada | hallo | dag ada | goedemorgen | goedenavond | hoi hoi | hoe gaat het?
hoe gaat het met je? | hoe is het? | hoest | alles goed? | alles goed met jou?
hopelijk gaat het goed met je | bedankt | dank je wel | dankjewel ada | bedankt en succes | dank je
heel erg bedankt | bedankt voor het spel | bedankt voor het wachten | thx | succes | veel succes
veel geluk | veel plezier | fijne dag | fijne avond nog | fijn weekend ada | prettige dag | welterusten
slaap lekker | gelukkig nieuwjaar | fijne kerst | goed gespeeld | mooie zet | goede zet | mooi spel
leuk spel | leuk potje | knap hoor | top | lekker bezig | tot snel | tot morgen | tot later | tot ziens
doei | doeg ada | groetjes | groetjes otto | groet, otto | groeten | gr otto | mvg
met vriendelijke groet | liefs | kusjes | veel liefs | jouw beurt | jij bent aan de beurt | jij bent
jij weer | nu jij | jouw zet | je bent aan zet | sorry voor het late antwoord | sorry voor de vertraging
sorry dat het zo lang duurde | geen probleem | jij ook | insgelijks | zet m op | sterkte
tot de volgende""",
    "pl": """
cześć ada | czesc | hej ada | hejka | siema | dzień dobry | dobry wieczór | witaj ada | co słychać?
co tam? | jak się masz? | jak leci? | co u ciebie? | jak tam? | mam nadzieję że u ciebie dobrze | dzięki
dziękuję | dziekuje bardzo i powodzenia | wielkie dzięki | dzięki za grę | dzięki za cierpliwość | dzieki
powodzenia | powodzenia ada! | miłego dnia | miłego weekendu | dobranoc | dobrej nocy | wesołych świąt
szczęśliwego nowego roku | dobra gra | dobrze zagrane | ładny ruch | świetny ruch | fajna gra | brawo
super | gratulacje | do zobaczenia | do jutra | na razie | nara | pa | pa pa | papa | trzymaj się
pozdrawiam | pozdro | pozdrowienia | pozdrawiam serdecznie, otto | buziaki | buziaczki | uściski
ściskam | twoja kolej | twój ruch | teraz ty | twoja kolej ada | teraz twoja kolej | sorki za opóźnienie
przepraszam za opóźnienie | przepraszam za zwłokę | wybacz spóźnienie | nie ma sprawy | nawzajem
wzajemnie | dzięki, nawzajem | miłej zabawy | do usłyszenia""",
    "ru": """
привет | привет ада | приветик | здравствуй | здравствуйте | добрый день | добрый вечер | доброе утро
хай | здорово | как дела? | как ты? | как жизнь | как сам? | что нового? | надеюсь у тебя все хорошо
спасибо | спасибо большое и удачи | спс | спасибо за игру | спасибо за ожидание | благодарю | удачи
удачи тебе | желаю удачи | хорошего дня | хорошего вечера | хороших выходных | спокойной ночи
с новым годом | с рождеством | доброй ночи | хорошая игра | отличный ход | хороший ход | красивый ход
классная игра | молодец | браво | круто | отлично сыграно | супер | пока | пока пока | до встречи
до завтра | до скорого | увидимся | всего хорошего | всего доброго | бывай | целую | обнимаю
с уважением | твой отто | твой ход | твоя очередь | ходи | теперь ты | теперь твой ход
твоя очередь, ада | извини за задержку | прости за задержку | извини, что так долго
извините за опоздание | ничего страшного | и тебе | взаимно | спасибо, и тебе | береги себя
приятной игры | чмоки""",
    "sv": """
hej ada | hejsan | tjena | hallå | god morgon | god kväll | hur är läget? | hur mår du? | läget?
allt bra? | hur går det? | hoppas allt är bra | hoppas du mår bra | tack | tack så mycket och lycka till
tusen tack | tackar | tack för spelet | tack för att du väntade | lycka till | lycka till ada
ha det bra | ha en bra dag | ha en fin kväll | trevlig helg | trevlig kväll | god natt | sov gott
god jul | gott nytt år | bra spelat | snyggt drag | bra drag | fint spel | kul spel | snyggt! | bravo
grymt | vi ses | vi hörs | hörs | hej då | hejdå | hejdå ada | ses snart | kram | kramar | puss
puss och kram | mvh | mvh otto | hälsningar | vänliga hälsningar | många hälsningar | din tur
nu är det din tur | du är på tur | nu du | ditt drag | sorry för sent svar | förlåt för dröjsmålet
ursäkta förseningen | förlåt att det tog tid | ingen fara | detsamma | tack detsamma | ha så kul
sköt om dig""",
    "da": """
hej ada | hejsa | halløj | godmorgen | godaften | hvordan går det? | hvordan har du det? | hva så?
alt vel? | håber du har det godt | håber alt er vel | tak | mange tak og held og lykke | tusind tak
tak for spillet | tak for tålmodigheden | held og lykke | god weekend | god dag | hav en god dag
god aften | godnat | sov godt | glædelig jul | godt nytår | godt spillet | flot træk | godt træk
godt spil | sjovt spil | flot | bravo | vi ses | vi snakkes | ses | hej hej | farvel | knus | kram
kh otto | kh | mvh | hilsen otto | mange hilsner | kærlig hilsen | venlig hilsen | din tur
det er din tur | nu er det dig | så er det dig | undskyld forsinkelsen | undskyld det sene svar
beklager ventetiden | i lige måde | pas på dig selv""",
    "nb": """
hei ada | heisann | halla | god morgen | hvordan går det? | hvordan har du det? | åssen går det
står til? | alt bra? | håper alt er bra | håper du har det bra | takk | tusen takk | takk og lykke til
takk for spillet | lykke til | ha en fin dag | ha en fin kveld | god helg | god natt | god jul
godt nytt år | bra spilt | godt trekk | fint trekk | bra spill | gøy spill | bra jobba | vi ses
vi snakkes | snakkes | ha det | ha det bra | hadet | klem | klem fra otto | suss | hilsen otto | mvh
vennlig hilsen | din tur | nå er det din tur | nå er det deg | beklager sent svar
unnskyld at det tok så lang tid | beklager forsinkelsen | i like måte | kos deg""",
    "fi": """
moi ada | moikka | hei | heippa | terve | moro | huomenta | iltaa | hyvää päivää | hyvää iltaa
mitä kuuluu? | miten menee? | mites menee | kaikki hyvin? | toivottavasti voit hyvin
toivottavasti kaikki on hyvin | kiitos | kiitos paljon ja onnea | kiitti | kiitoksia | kiitos pelistä
kiitos odotuksesta | onnea peliin | onnea | tsemppiä | hyvää viikonloppua | mukavaa päivää | hyvää yötä
hyvää joulua | hyvää uutta vuotta | hyvin pelattu | hyvä siirto | hieno siirto | hyvä peli | kiva peli
mahtavaa | upeaa | nähdään | moi moi | heihei | hei hei | näkemiin | palataan | terveisin
terveisin otto | t. otto | t otto | terkuin | terkkuja | halauksia | haleja | sinun vuorosi | sun vuoro
sinun vuoro, ada | nyt sinä | anteeksi että kesti | anteeksi viivästys | sori kun kesti
pahoittelut viiveestä | ei se mitään | samoin | kiitos samoin | pidä huolta""",
    "cs": """
ahoj ada | čau | nazdar | zdravím | dobrý den | dobré ráno | dobrý večer | jak se máš? | jak to jde?
co je nového? | vše v pořádku? | doufám, že se máš dobře | díky | diky moc a hodně štěstí | děkuji
děkuju moc | díky za hru | díky za trpělivost | hodně štěstí | hodne stesti | hezký den | pěkný večer
hezký víkend | dobrou noc | veselé vánoce | šťastný nový rok | dobře zahráno | pěkný tah | dobrý tah
skvělá hra | hezká hra | super | paráda | gratuluju | měj se | měj se hezky | mějte se | na shledanou
zatím | čau čau | papa | pa pa | uvidíme se | s pozdravem | s pozdravem otto | pozdrav | zdraví otto
pusu | objímám | jsi na tahu | jsi na řadě | teď ty | tvůj tah | omlouvám se za zpoždění
promiň zpoždění | sorry za zpoždění | v pohodě | nápodobně | díky, nápodobně | tobě taky | opatruj se""",
    "hu": """
szia ada | szia | sziasztok | helló | hali | jó napot | jó reggelt | jó estét | szevasz | hogy vagy?
mi újság? | mizu? | minden rendben? | remélem jól vagy | köszi | köszönöm
köszönöm szépen és sok szerencsét | köszi szépen | kösz | köszi a játékot | köszi a türelmet
sok szerencsét | sok sikert | hajrá | jó játékot | szép napot | szép estét | jó hétvégét | jó éjt
jó éjszakát | boldog karácsonyt | boldog új évet | buék | jól játszottál | szép lépés | jó lépés
jó játék | szép játék | gratulálok | ügyes | ügyes vagy | bravó | viszlát | szia szia | hello
majd beszélünk | üdv | üdv otto | üdvözlettel | puszi | puszi otto | puszil | ölellek | ölel otto
te jössz | most te jössz | te következel | te jössz ada | bocs a késésért | bocsi a késésért
elnézést a késésért | bocsánat a késésért | semmi gond | neked is | köszi, neked is | vigyázz magadra""",
    "tr": """
selam ada | merhaba | slm | selamlar | günaydın | iyi akşamlar | iyi günler | nasılsın? | naber? | nbr
ne haber? | nasıl gidiyor? | umarım iyisindir | teşekkürler | teşekkür ederim ve iyi şanslar | tşk
çok teşekkürler | sağol | sağ ol ada | eyvallah | oyun için teşekkürler | beklediğin için teşekkürler
iyi şanslar | bol şans | kolay gelsin | iyi oyunlar | iyi haftasonları | iyi hafta sonları | iyi geceler
mutlu yıllar | iyi bayramlar | güzel hamle | iyi hamle | güzel oyun | iyi oynadın | bravo | tebrikler
helal | süper | aferin | görüşürüz | hoşçakal | hoşça kal | kendine iyi bak | bay bay | sevgiler
sevgiler otto | saygılar | saygılarımla | öptüm | öpüyorum | selamlar otto | sıra sende | sıra sende ada
senin sıran | şimdi sen | geç cevap için özür dilerim | geciktiğim için kusura bakma
kusura bakma geç kaldım | sorun değil | sana da | sana da iyi şanslar""",
    "pt": """
oi ada | olá | ola ada | oiii | e aí | bom dia | boa tarde | boa noite | tudo bem? | td bem? | como vai?
como você está? | como estás? | tudo bom? | espero que esteja bem | espero que estejas bem | obrigado
obrigada | muito obrigado e boa sorte | obg | valeu | vlw | brigado | obrigado pelo jogo
obrigado pela espera | boa sorte | boa sorte ada | bom jogo | tenha um bom dia | bom fim de semana
bom fds | feliz ano novo | feliz natal | durma bem | bem jogado | boa jogada | bela jogada | ótimo jogo
belo jogo | jogo bom | parabéns | mandou bem | show | até logo | até mais | até amanhã | até breve
tchau | tchau tchau | falou | flw | abraço | abraços | um abraço, otto | grande abraço | abs | beijos
bjs | beijinhos | cumprimentos | atenciosamente | sua vez | é a sua vez | tua vez | é a tua vez
é contigo | agora é você | agora és tu | desculpa a demora | desculpe a demora | desculpa o atraso
foi mal a demora | sem problema | igualmente | pra você também | para ti também | se cuida | fica bem
divirta-se""",
    "ro": """
salut ada | bună | buna ada | servus | bună dimineața | bună seara | ce faci? | ce mai faci? | cum e?
cum ești? | totul bine? | sper că ești bine | mulțumesc | multumesc mult si succes | mersi | merci
mersi mult | mulțumesc pentru joc | mersi de așteptare | succes | mult succes | noroc | baftă | o zi bună
o seară frumoasă | weekend plăcut | noapte bună | crăciun fericit | la mulți ani | bine jucat
frumoasă mutare | bună mutare | frumos joc | bravo | felicitări | super | pa | pa pa | pe curând
ne vedem | ne auzim | pe mâine | la revedere | cu drag | cu drag, otto | pupici | te pup | îmbrățișări
toate cele bune | e rândul tău | rândul tău | acum tu | tu urmezi | scuze de întârziere
scuze pentru întârziere | îmi pare rău pentru întârziere | nicio problemă | asemenea | și ție
ai grijă de tine | distracție plăcută""",
    "el": """
γεια σου ada | γεια | γεια σου | γειά σου Άντα | καλημέρα | καλησπέρα | χαιρετώ | τι κάνεις; | πώς είσαι;
πως παει; | όλα καλά; | τι νέα; | ελπίζω να είσαι καλά | ευχαριστώ | ευχαριστω πολυ και καλη τυχη
σε ευχαριστώ | ευχαριστώ για το παιχνίδι | ευχαριστώ για την αναμονή | καλή τύχη | καλή επιτυχία
καλή συνέχεια | καλό σαββατοκύριακο | καλό βράδυ | καληνύχτα | καλή χρονιά | καλά χριστούγεννα
ωραία κίνηση | καλή κίνηση | ωραίο παιχνίδι | καλό παιχνίδι | μπράβο | συγχαρητήρια | τέλεια | τα λέμε
αντίο | γεια χαρά | φιλιά | φιλάκια | χαιρετισμούς | με εκτίμηση | σειρά σου | η σειρά σου
είναι η σειρά σου | συγγνώμη για την καθυστέρηση | συγνώμη που άργησα | κανένα πρόβλημα | επίσης
να προσέχεις | geia sou | kalimera | efxaristo | kali tyxi""",
    "uk": """
привіт | привіт адо | вітаю | добрий день | добрий вечір | доброго ранку | як справи? | як ти?
як життя? | що нового? | дякую | дуже дякую і успіхів | дякую за гру | дякую за очікування | щиро дякую
удачі | успіхів | щасти | хай щастить | гарного дня | гарного вечора | гарних вихідних | на добраніч
добраніч | з новим роком | з різдвом | гарна гра | гарний хід | чудовий хід | класна гра | молодець
браво | супер | чудово | бувай | до зустрічі | до завтра | па-па | побачимось | до побачення | обіймаю
цілую | з повагою | твій хід | твоя черга | тепер ти | вибач за затримку | пробач за затримку
перепрошую за затримку | нічого страшного | навзаєм | і тобі | бережи себе""",
    "ja": """
こんにちは | こんばんは | おはよう | おはようございます | やあ | どうも | アダさん、こんにちは | アダへ
アダ、 | お元気ですか？ | 元気？ | 元気ですか | 調子はどう？ | お疲れさま | お疲れ様です | ありがとう
ありがとう！ | ありがとうございます | どうもありがとう | いつもありがとう | 待ってくれてありがとう
対局ありがとう | 遅くなってごめん | 遅くなりました | お待たせ | お待たせしました
返事が遅れてごめんなさい | よろしく | よろしくね | よろしくお願いします | 頑張って | 頑張ってね
お互い頑張りましょう | がんばろう | 楽しい週末を | 良い週末を | よい一日を | おやすみ | おやすみなさい
良いお年を | あけましておめでとう | メリークリスマス | いい手ですね | ナイス | すごい | さすがです
うまい！ | 面白いゲームですね | 楽しいです | 楽しいね | またね | じゃあまた | じゃあね | ではまた
また明日 | バイバイ | では | オットーより | オットー | あなたの番です | 君の番 | 君の番だよ
アダの番です | どうぞ | 次どうぞ | お返事待ってます | 楽しみにしています | お体に気をつけて
風邪ひかないでね""",
    "ko": """
안녕 | 안녕하세요 | 안녕 아다 | 안녕하세요 에이다님 | 하이 | 좋은 아침 | 잘 지내? | 잘 지내세요?
잘 지내시죠? | 어떻게 지내? | 뭐해? | 고마워 | 고맙습니다 | 감사합니다 | 감사해요 | 기다려줘서 고마워
기다려 주셔서 감사합니다 | 게임 고마워 | 늦어서 미안 | 늦어서 죄송합니다 | 답장이 늦어서 미안해요
행운을 빌어 | 행운을 빌어요 | 화이팅 | 파이팅! | 힘내 | 즐거운 주말 | 좋은 하루 보내세요 | 좋은 하루
좋은 주말 보내 | 잘 자 | 안녕히 주무세요 | 새해 복 많이 받으세요 | 메리 크리스마스 | 좋은 수네요
멋진 수! | 잘했어 | 잘하시네요 | 대박 | 최고 | 재밌다 | 재미있어요 | ㅋㅋ | ㅎㅎ | 또 봐 | 나중에 봐
내일 봐 | 다음에 봐요 | 바이 | 바이바이 | 수고하세요 | 수고 | 오토 드림 | 네 차례야 | 네 차례
당신 차례입니다 | 이제 네 차례 | 너 차례 | 잘 부탁해요 | 잘 부탁드립니다 | 건강 조심하세요""",
    "zh": """
你好 | 您好 | 嗨 | 嗨 ada | 哈喽 | 早 | 早上好 | 晚上好 | 下午好 | 你好艾达 | 艾达你好 | 最近怎么样？
最近好吗？ | 你好吗？ | 还好吗 | 过得怎么样？ | 谢谢 | 谢谢你 | 多谢 | 谢啦 | 非常感谢 | 谢谢你的等待
谢谢陪我玩 | 久等了 | 抱歉回复晚了 | 不好意思来晚了 | 让你久等了 | 祝你好运 | 好运 | 加油 | 加油哦
周末愉快 | 祝好 | 新年快乐 | 圣诞快乐 | 晚安 | 好梦 | 下得好 | 好棋 | 妙招 | 厉害 | 真厉害 | 太棒了
不错 | 好玩 | 很好玩 | 哈哈 | 再见 | 拜拜 | 88 | 回头见 | 明天见 | 下次见 | 到你了 | 轮到你了 | 该你了
你的回合 | 请 | 期待你的下一步 | 保重 | 注意身体 | 没关系 | 謝謝 | 換你了 | 輪到你了 | 祝好運 | 哈囉""",
    "he": """
היי | היי עדה | שלום | מה שלומך? | מה נשמע? | מה קורה? | תודה | תודה רבה ובהצלחה | תודה על המשחק
תודה על הסבלנות | בהצלחה | לילה טוב | יום טוב | בוקר טוב | ערב טוב | שבת שלום | סוף שבוע נעים | מהלך יפה
משחק טוב | משחק יפה | כל הכבוד | יפה | להתראות | ביי | נתראה | נשיקות | חיבוק | חג שמח | שנה טובה | תורך
התור שלך | סליחה על האיחור | סליחה על העיכוב | אין בעיה""",
    "ar": """
مرحبا | مرحبا آدا | أهلا | السلام عليكم | صباح الخير | مساء الخير | كيف حالك؟ | كيفك؟ | شو الاخبار؟
شكرا | شكرا جزيلا وبالتوفيق | شكرا على اللعبة | بالتوفيق | حظ سعيد | تصبح على خير | يوم سعيد | عيد مبارك
كل عام وأنت بخير | لعبة جميلة | أحسنت | برافو | ممتاز | مع السلامة | إلى اللقاء | باي | تحياتي | دورك
دورك الآن | آسف على التأخير | عذرا على التأخير""",
    "vi": """
chào ada | xin chào | chào bạn | bạn khỏe không? | khỏe không? | cảm ơn | cám ơn bạn
cảm ơn nhiều và chúc may mắn | chúc may mắn | chúc bạn may mắn | chúc ngủ ngon | cuối tuần vui vẻ
chúc mừng năm mới | nước đi hay | chơi hay lắm | hay quá | tạm biệt | hẹn gặp lại | đến lượt bạn
lượt của bạn | xin lỗi vì trả lời muộn | xin lỗi trả lời trễ""",
    "id": """
halo ada | hai | hai ada | selamat pagi | selamat malam | apa kabar? | gimana kabarnya? | terima kasih
makasih ya | terima kasih banyak dan semoga beruntung | makasih | semoga sukses | semoga beruntung
selamat bermain | selamat malam ya | akhir pekan yang menyenangkan | selamat tahun baru | langkah bagus
permainan bagus | mantap | keren | hebat | sampai jumpa | dadah | salam | salam, otto | giliranmu
giliran kamu | sekarang giliranmu | maaf terlambat | maaf baru balas""",
    "hr": """
bok ada | pozdrav | bog | zdravo | ćao | dobar dan | dobra večer | kako si? | kako ide? | što ima?
šta ima? | nadam se da si dobro | hvala | hvala puno i sretno | puno hvala | hvala na igri
hvala na čekanju | sretno | lijep dan | ugodan vikend | laku noć | sretan božić | sretna nova godina
dobro odigrano | dobar potez | lijep potez | dobra igra | super | bravo | svaka čast | vidimo se
čujemo se | do sutra | adio | pozdravi | lijepi pozdrav | lp otto | pusa | ti si na redu | tvoj red
tvoj potez | sad ti | oprosti na kašnjenju | ispričavam se na kašnjenju | nema problema | također
čuvaj se | поздрав | како си? | хвала | срећно""",
    "bg": """
здравей ада | здрасти | добър ден | как си? | благодаря | мерси | благодаря много и успех | успех
късмет | приятен ден | лека нощ | весела коледа | честита нова година | добър ход | хубава игра
добре изиграно | браво | чао | до скоро | поздрави | твой ред е | ти си на ход | извинявай за забавянето
целувки""",
}
"""Greetings, short questions, thanks, wishes, praise, farewells, and words that hand the turn over."""
NOT_MEANT = [
    "T\nwait, thx", "T\nthanks but not yet", "Good luck with T", "T\nno wait, sorry ada", "T\nthx, just testing",
    "hi ada\nT\njk lol", "T\nyour turn? or mine", "T\nyour move would be B3 then", "your turn: T", "your move T",
    "Your turn, play T", "T is your move", "its your turn, I'd play T", "T\nor not, cheers", "T\nok?",
    "T\nthat's nice?", "T\nnah, kidding, gl", "T\nhold on ada", "T\nhaha no", "T\nmaybe, thx ada", "gut?\nT",
    "T\nnee doch nicht, lg", "T\ndanke, aber warte noch", "T\nHalt! Danke", "Dein Zug: T", "dein zug T",
    "T\nviel glück mit dem zug?", "T\nach ne, schöne grüße", "T\nspäter, lg otto", "T\nattends, merci",
    "T\nnon merci", "T\nmerci mais pas encore", "ton coup: T", "T\nbonne idée ou pas ?",
    "T\nbisous, finalement non", "T\nno espera, gracias", "tu turno: T", "T\ngracias pero todavía no",
    "T\nes broma jaja suerte", "T\naspetta, grazie", "T\ntocca a te? o a me", "il tuo turno: T",
    "T\ngrazie ma non ancora", "T\nwacht even, bedankt", "jouw beurt: T", "T\nnee bedankt", "T\nczekaj, dzięki",
    "twój ruch: T", "T\nżartuję, powodzenia", "T\nпогоди, спасибо", "твой ход: T", "T\nшучу, удачи",
    "T\nнет спасибо", "T\nvänta, tack", "din tur: T", "T\nnej tack", "T\nvent litt, takk", "T\nodota, kiitos",
    "sinun vuorosi: T", "T\npočkej, díky", "T\nna, köszi, mégsem", "várj, köszi\nT", "T\nbekle, teşekkürler",
    "sıra sende: T", "T\nespera aí, obrigado", "sua vez: T", "T\nbrincadeira, boa sorte", "T\nстривай, дякую",
    "T\nπερίμενε, ευχαριστώ", "η σειρά σου: T", "T\nașteaptă, mersi", "T\nちょっと待って、ありがとう",
    "あなたの番: T", "T\nやっぱりやめます、すみません", "T\n잠깐만요 감사합니다", "T\n아니에요 농담이에요",
    "T\n等一下，谢谢", "轮到你: T", "T\n开玩笑的，加油", "T\nרגע, תודה", "T\nلحظة شكرا", "T\nchờ chút, cảm ơn",
    "T\ntunggu dulu, makasih", "T\nthanks, need to think it over", "T\ngood night, I'll decide in the morning",
    "T\nsee you tomorrow with my real move", "T\ngood luck, if it counts", "T\ngreat, so if you agree",
    "nice one, ada said T", "T\nthank you for not playing this", "T\nsorry ada, wrong one", "T\nsorry, mistake",
    "T\nsorry, scrap it", "sorry\nT\nsorry again, not that", "T\nenjoy the draft", "T\nyour turn first",
    "T\nyour turn to decide if that counts", "T\nyou go first", "T\nmerci d'ignorer",
    "T\nbitte noch nicht, danke dir", "T\nthanks, hang fire", "T\nhope you can tell me if it's ok",
    "T\ndo you like it? gl", "T\nyou decide, cheers", "T\nelnézést, rossz volt", "T\nscusa, sbagliato",
    "T\nperdón, me equivoqué", "T\nsorry, falsch", "T\nprzepraszam, pomyłka", "T\nизвини, ошибся",
    "T\npardon, erreur", "T\nごめん、間違えた", "T\nthen your turn, but I may change", "T\ndu bist dran, oder?",
    "T\nà toi, non ?", "T\nyour turn, right?", "Your turn.\nYou should play T", "Is it my turn? T",
    "your turn was T", "T was your turn", "your turn, T", "dein zug, T",
]  # fmt: skip


@pytest.mark.parametrize("language", PHRASES)
def test_a_turn_beside_the_stock_phrases_of_a_language_is_played_at_once(language: str) -> None:
    phrases = " | ".join(PHRASES[language].strip().split("\n")).split(" | ")
    mails = [mail for one in phrases for mail in (f"{one}\nT", f"T\n{one}", f"T. {one}")]

    assert [mail for mail in mails if read(mail).verdict is not Verdict.CLEAR] == []


@pytest.mark.parametrize("text", NOT_MEANT)
def test_a_turn_beside_words_that_doubt_it_or_turn_to_something_else_is_not_played_at_once(text: str) -> None:
    assert read(text).verdict is not Verdict.CLEAR


@pytest.mark.parametrize(
    "text",
    [
        "T, your move now", "T, your turn!", "T. Your turn, Ada!", "T, du bist dran", "T - à toi de jouer",
        "T, te toca", "T, tocca a te", "T, twoja kolej", "T, твой ход", "T、あなたの番です", "T\n\nok over to you now",
    ],
)  # fmt: skip
def test_handing_the_turn_over_raises_no_doubt(text: str) -> None:
    assert read(text).verdict is Verdict.CLEAR


@pytest.mark.parametrize("text", ["your turn: T", "Your turn, play T", "T is your move", "T\nyour turn first"])
def test_a_turn_that_is_named_as_the_others_is_not_played_at_once(text: str) -> None:
    assert read(text).verdict is not Verdict.CLEAR


@pytest.mark.parametrize(
    "text",
    ["heyyy adaaa\nT", "T\nthankssss", "T\ngoood luck", "T\nsuuuper", "T\nbyeee", "hallooo\nT", "T\nniiice game!!!"],
)
def test_letters_that_are_typed_again_and_again_raise_no_doubt(text: str) -> None:
    assert read(text).verdict is Verdict.CLEAR


@pytest.mark.parametrize("text", ["T\nnooo", "T\nwaaait", "T\nnooo thanks", "T\nстооой"])
def test_words_of_doubt_count_with_letters_typed_again_and_again(text: str) -> None:
    assert read(text).verdict is Verdict.IN_DOUBT


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("ada", "ада"), ("ada", "аде"), ("ada", "アダ"), ("ada", "エイダ"), ("ada", "에이다"), ("ada", "άντα"),
        ("ada", "עדה"),
        ("otto", "отто"), ("otto", "オットー"), ("otto", "오토"), ("ben", "бен"), ("ben", "ベン"), ("ben", "벤"),
        ("miller", "миллер"), ("miller", "ミラー"), ("ада", "ada"), ("オットー", "otto"),
    ],
)  # fmt: skip
def test_a_name_is_known_in_another_script(name: str, word: str) -> None:
    assert sounds_like(word, name)


@pytest.mark.parametrize(
    ("name", "word"), [("ada", "да"), ("otto", "это"), ("ada", "еду"), ("ada", "어디"), ("ada", "ida"), ("bo", "б")]
)
def test_other_words_are_no_names_in_another_script(name: str, word: str) -> None:
    assert not sounds_like(word, name)


@pytest.mark.parametrize("text", ["T\nオットー", "Ада!\nT\nОтто", "T\nудачи, Ада", "T\n고마워 에이다"])
def test_names_in_another_script_raise_no_doubt(text: str) -> None:
    assert read(text).verdict is Verdict.CLEAR


@pytest.mark.parametrize(
    "words",
    [
        "well played ada", "tolles spiel, danke dir", "merci bcp, belle partie", "gracias, gran partida",
        "complimenti, bella partita",
        "bedankt, leuk potje", "dzięki, świetna gra", "спс, отличная игра", "tack, kul spel", "köszi, szép játék",
        "tebrikler, güzel oyun", "valeu, ótimo jogo", "ありがとうございました", "감사합니다", "谢谢，好棋", "תודה רבה",
    ],
)  # fmt: skip
@pytest.mark.parametrize(("command", "act"), [("resign", Act.RESIGN), ("accept draw", Act.ACCEPT_DRAW)])
def test_an_act_beside_praise_and_thanks_is_done_at_once(command: str, act: Act, words: str) -> None:
    orders = read(f"{command}\n{words}")

    assert (orders.acts, orders.verdict) == ((act,), Verdict.CLEAR)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("accept draw. Thanks for the game, Ada!", "Thanks for the game, Ada!"),
        ("i resign, gg 👏", "gg 👏"),
        ("Resign. Thanks, Ada!", "Thanks, Ada!"),
        ("Ciao Ada, accept draw. Bella partita, grazie!", "Ciao Ada\nBella partita, grazie!"),
    ],
)
def test_an_act_among_harmless_words_on_its_line_is_done_at_once_and_they_go_with_it(text: str, words: str) -> None:
    orders = read(text)

    assert (orders.verdict, len(orders.acts)) == (Verdict.CLEAR, 1)
    assert orders.words == words


@pytest.mark.parametrize(
    "text",
    [
        "accept draw? Thanks!", "resign, if you like", "Thanks, but I do not resign", "never resign, good luck!",
        "resign. No, wait!", "resign, or accept draw", "resign, haha, just kidding", "Thanks, my boss made me resign.",
        "Ada, resign!", "Resign, Ada!", "Good luck! Resign!", "haha, resign",
    ],
)  # fmt: skip
def test_an_act_among_other_words_on_its_line_is_not_done_at_once(text: str) -> None:
    orders = read(text)

    assert not orders.acts or orders.verdict is not Verdict.CLEAR

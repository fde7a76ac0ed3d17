"""
Mails that are clear: a label or a greeting above the turn, and the way in which letters are closed below it.

In each of them `T` stands for the turn.
"""

import re

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders
from tests.mail.meaning import done, done_at_once

KELASU = Registry.discover().get_rules_of_game("kelasu")
TURN = "B3-C3"


def read(text: str) -> Orders:
    """What *text*, written as a whole mail with `T` for the turn, asks for."""
    return read_orders(new_text(re.sub(r"\bT\b", TURN, text)), KELASU.formed)


LABELLED = [
    "Here it is: T", "Here we go: T", "Here goes: T", "So: T", "OK: T", "Ok, T", "ok, my move: T", "Right then, T",
    "Alright, T", "Okay, here's my turn: T", "my move: T", "My move this time: T", "MY MOVE: T", "Move 12: T",
    "12. T", "Turn 12: T", "turn 12 - T", "#12: T", "12) T", "Nr. 12: T", "I'd like to play T",
    "I’d like to play T, please.", "I would like to play T.", "I want to play T.", "Let's go with T", "let's play T",
    "Let me play T", "I'll go with T", "I'll go for T.", "I go with T", "I choose T", "I chose T.",
    "I've decided on T", "I decided to play T", "I am playing T", "I'm playing T", "I'm moving T", "Moving T",
    "Playing T", "Going with T", "Going for T.", "Time for T", "T it is", "T it is.", "T then.", "T please",
    "T, please!", "T (my move)", "I submit T", "My next move: T", "My next move is T.", "My next turn:\n\nT",
    "Next: T", "Next move: T", "Here's mine: T", "Here is mine:\n\nT", "Mine is T", "This turn I play T",
    "This time I play T", "For this turn: T", "For turn 3 I play T", "In turn 3 I play T", "For my turn I'll play T",
    "My reply: T", "My response is T.", "Reply: T", "Answer: T", "Action: T", "Actions: T", "Order: T", "Orders:\nT",
    "Command: T", "Play: T", "Please make the move T", "Please make this move: T", "Please make my move T.",
    "Please enter: T", "Please move T for me. Thank you!", "Could not find anything better: T", "It's T", "It is T.",
    "It's T for me.", "And now T", "Now T", "Finally: T", "Done: T", "I play:\n\nT", "I move:\nT", "I'll move T",
    "I will move T.", "I shall move T, thank you.", "We'll go T.", "We choose T", "Today I play T.", "Today: T",
    "My turn today: T", "Zug 12: T", "12. Zug: T", "Mein Zug ist T.", "mein zug: T", "Mein nächster Zug: T",
    "Mein nächster Zug ist:\n\nT", "Ich spiele T.", "ich spiele T", "Ich möchte T spielen.",
    "Ich würde gerne T spielen.", "Dann spiele ich T.", "Ich nehme T", "Ich mache T", "Ich ziehe:\n\nT",
    "Ich ziehe T, danke!", "Also: T", "Hier mein Zug: T", "Hier ist mein Zug:\n\nT", "Anbei mein Zug: T",
    "Bitte T spielen.", "Bitte T ziehen", "Bitte für mich T spielen. Danke!", "Bitte ziehe T.",
    "Bitte spiele für mich T.", "Wir spielen T", "Zug: T", "Jetzt: T", "Los geht's: T", "Na dann: T", "So, T",
    "Voici mon coup : T", "Voici mon coup :\n\nT", "Mon prochain coup : T", "Je joue :\n\nT", "je joue T",
    "Je vais jouer T.", "Je choisis T", "Je voudrais jouer T.", "J'aimerais jouer T", "Coup 12 : T",
    "Mon coup est T.", "Alors : T", "Allons-y : T", "Pour moi : T", "Jouez T pour moi, s'il vous plaît.",
    "Joue T pour moi, merci !", "Juego T.", "Mi jugada es T.", "Mi próxima jugada: T", "Mi movimiento: T",
    "Aquí va mi jugada: T", "Aquí está mi jugada:\n\nT", "Quiero jugar T", "Me gustaría jugar T.", "Jugada 12: T",
    "Ahí va: T", "Por favor, juega T por mí.", "Entonces T", "Mossa: T", "La mia mossa è T.",
    "La mia prossima mossa: T", "Ecco la mia mossa:\n\nT", "Ecco la mia mossa: T", "Vorrei giocare T", "Gioco T.",
    "Faccio T", "Mossa 12: T", "Allora: T", "Per favore gioca T per me.", "A minha jogada: T", "A minha jogada é T.",
    "Minha jogada é T", "Jogo T.", "Eu jogo T", "Vou jogar T.", "Quero jogar T", "Aqui vai: T",
    "Aqui vai a minha jogada: T", "Por favor jogue T", "Mijn zet is T.", "Mijn zet:\n\nT", "Mijn volgende zet: T",
    "Ik speel T.", "Ik doe T", "Ik wil graag T spelen.", "Hier is mijn zet: T", "Hier komt mijn zet: T",
    "Dan speel ik T", "Zet 12: T", "Graag T", "Mitt drag är T.", "Jag spelar T.", "Jag drar T", "Jag flyttar T",
    "Mitt nästa drag: T", "Här kommer mitt drag: T", "Här är mitt drag:\n\nT", "Jag vill spela T", "Mit træk: T",
    "Mit træk er T.", "Jeg spiller T.", "Jeg rykker T", "Her er mit træk: T", "Her kommer mit træk:\n\nT",
    "Mitt trekk: T", "Jeg flytter T", "Her er mitt trekk: T", "Trekket mitt: T", "Siirtoni: T", "Siirtoni on T.",
    "Pelaan T.", "Minun siirtoni: T", "Tässä siirtoni: T", "Tässä on siirtoni:\n\nT", "Seuraava siirtoni: T",
    "Mój ruch: T", "Mój ruch to T.", "Moj ruch: T", "Gram T.", "Zagram T", "Oto mój ruch:\n\nT",
    "Mój następny ruch: T", "Ruch 12: T", "Poproszę T", "Můj tah: T", "Můj tah je T.", "Hraju T.", "Táhnu T",
    "Zde je můj tah: T", "Můj další tah: T", "Tady je můj tah:\n\nT", "Môj ťah: T", "Hrám T.", "Môj ťah je T",
    "Мой ход: T", "Мой ход T", "Мой ход — T", "Ход: T", "Хожу T.", "Играю T", "Мой следующий ход: T",
    "Вот мой ход:\n\nT", "Мій хід: T", "Ходжу T", "Ось мій хід: T", "Моят ход: T", "Моят ход е T.", "Играя T",
    "Az én lépésem: T", "Lépésem: T", "A lépésem: T", "Lépek: T", "Ezt lépem: T", "Hamlem: T", "Hamlem T",
    "Benim hamlem: T", "T oynuyorum", "Mutarea mea: T", "Mutarea mea este T.", "Joc T", "Mut T", "Η κίνησή μου: T",
    "Η κίνησή μου είναι T.", "Παίζω T", "Moj potez: T", "Moj potez je T.", "Igram T", "Evo mog poteza: T",
    "Moja poteza: T", "Mano ėjimas: T", "Mans gājiens: T", "Minu käik: T", "Leikurinn minn: T", "Langkah saya: T",
    "Giliran saya: T", "Nước đi của tôi: T", "Tôi đi T", "私の手は T です。", "私の手: T", "次の手は T です。",
    "T でお願いします。", "T です。", "T を指します", "T にします。", "제 수는 T 입니다.", "내 수는 T",
    "T 두겠습니다.", "T 로 하겠습니다", "我的走法是 T", "我走 T。", "我的一步：T", "我下 T", "我的着法：T", "走 T",
    "我選擇 T", "המהלך שלי: T", "حركتي: T", "ตาของฉัน: T", "Hi Ada,\n\nhere is my move: T\n\nThanks,\nBob",
    "Hi Ada, here's my move:\n\nT\n\nSpeak soon,\nJen", "Hello Ada\n\nT\n\nAll the best for 2027,\nGraham",
    "Howdy Ada,\n\nT\n\nCheers mate", "Dear Ms Lovelace,\n\nT\n\nYours faithfully,\nP. Jones", "Ada -\n\nT\n\n- Pip",
    "Ada,\n\nmy move is T.\n\nPip", "Hi Ada, mein Zug:\n\nT", "Coucou Ada,\n\nvoici mon coup :\n\nT",
    "Muy buenas Ada:\n\nT", "Tjena Ada!\n\nT", "Tere Ada!\n\nT",
    "Hello Ada,\n\nthanks for the game, and here is my turn:\n\nT", "Thanks! T", "Good luck! T", "Danke! T",
    "There you go: T",
    "Voilà : T", "Here you are: T", "Bitte sehr: T",
    "Move #12: T", "T, Gruß Bob", "I'm gonna play T", "これ: T", "여기: T",
]  # fmt: skip
GREETINGS = [
    "Hi there Ada!", "Heya,", "Hi all,", "Good afternoon,", "G'day,", "'Morning Ada,", "Hullo Ada,", "Hey hey,",
    "Happy Friday!", "Happy Easter Ada!", "Greetings, Ada!", "Hallöchen Ada,", "Grüß dich Ada,", "Grüß Gott,",
    "Mahlzeit!", "Chère Ada,", "Rebonjour,", "Buenas,", "Qué tal Ada,", "Cara Ada,", "Ehi Ada,", "Oi Ada,", "Boas,",
    "Bom dia, Ada.", "Dag Ada,", "Hallo allemaal,", "Hejsan,", "Halloj,", "Heisann Ada,", "Kære Ada", "Moikka Ada!",
    "Heippa,", "Huomenta!", "Witam,", "Dzień dobry Pani Ado,", "Siema,", "Hejka!", "Dobrý den,", "Nazdar Ado,",
    "Čau Ado,", "Добрый день, Ада!", "Приветствую!", "Доброго дня!", "Вітаю, Адо!", "Здрасти,", "Jó napot!",
    "Kedves Ada!", "Selam Ada,", "İyi akşamlar,", "Bună ziua,", "Dragă Ada,", "Γεια,", "Αγαπητή Άντα,", "Bok Ada,",
    "Dobar dan,", "Pozdravljeni,", "Bon dia,", "Kaixo,", "Labdien,", "Laba diena,", "Góðan daginn,",
    "お世話になっております。", "エイダさん、こんにちは。", "おはようございます！", "안녕하세요, 에이다님.", "您好，",
    "嗨 Ada，", "שלום עדה,", "مرحبا آدا،", "สวัสดีค่ะ",
]  # fmt: skip
CLOSINGS = [
    "All the best\nGraham", "With love,\nGran", "Lots of love, Gran", "Yours,\nPip", "Yours truly\nPip",
    "Fondly,\nPip", "Best from Leeds,\nPip", "Ta,\nPip", "Take it easy,\nPip", "Hugs and kisses,\nPip",
    "Blessings,\nPip", "Peace,\nPip", "Over to you,\nPip", "Over to you!", "Over and out.", "Your move!",
    "Your move, Ada.", "Back to you!", "Ball is in your court.", "Enjoy!", "Enjoy your weekend,\nPip",
    "Have a good one!", "Have a good one,\nPip", "Talk soon,\nPip", "Until next time,\nPip", "Till next time!",
    "See you around.", "Laters,\nPip", "Regards from Malta,\nPip", "Yours in friendship,\nPip",
    "With warm wishes,\nPip", "Warmest wishes\nPip", "Season's greetings,\nPip", "God bless,\nPip",
    "Thanks in advance,\nPip", "Many thanks in advance!", "Thanks for your patience!", "Thanks for playing!",
    "Thank you for your time.", "Thanks and regards,\nPip", "rgds\nPip", "B.\n", "Pip x", "/Pip", "- Pip", "P.",
    "Pip & Joe", "Pip and Joe", "prof. dr. Pip Jones", "Pip (from the club)", "Pip, Leeds", "Pip\nLeeds, UK",
    "Pip Jones\nChairman, Leeds Chess Club", "Pip Jones\n12 Mill Lane\nLeeds LS1 4AB",
    "With best regards from Oslo,\nPip Jones, PhD", "Mit besten Grüßen\nPip", "Beste Grüße aus Köln\nPip",
    "Liebe Grüße und schönen Sonntag\nPip", "Bis dann\nPip", "Bis dann!\nPip", "Alles Gute\nPip", "Alles Liebe,\nPip",
    "Herzlichst\nPip", "Schönen Gruß\nPip", "Mit sportlichen Grüßen\nPip", "Mit lieben Grüßen\nPip", "Dein Pip",
    "Deine Pip", "Tschau\nPip", "Servus\nPip", "Grüessli\nPip", "Gruss\nPip", "Einen schönen Tag noch\nPip",
    "Ein schönes Wochenende!\nPip", "Hab einen schönen Tag!", "Viel Spaß!", "Viel Glück!", "Du bist dran!",
    "Danke und Gruß\nPip", "Danke im Voraus\nPip", "Vielen Dank für das Spiel!", "Danke für die schöne Partie!",
    "Bien cordialement,\nPip", "Amitiés,\nPip", "Amicalement\nPip", "Grosses bises\nPip", "Bisous\nPip",
    "Je t'embrasse,\nPip", "À plus !\nPip", "À plus tard\nPip", "À la prochaine,\nPip", "Bien à toi,\nPip",
    "Bien à vous,\nPip", "Très cordialement\nPip", "Belle journée,\nPip", "Bon week-end !\nPip",
    "Bonne continuation !", "Merci d'avance,\nPip", "Merci pour la partie !", "À toi !", "A ti te toca.",
    "Un fuerte abrazo,\nPip", "Un beso\nPip", "Besos,\nPip", "Abrazos\nPip", "Un cordial saludo,\nPip",
    "Saludos cordiales\nPip", "Con cariño,\nPip", "Hasta pronto,\nPip", "Nos vemos\nPip", "Feliz año nuevo,\nPip",
    "Que tengas un buen día", "¡Buena suerte!", "¡Te toca!", "Gracias por la partida.", "Un caro saluto\nOrnella",
    "Cari saluti\nOrnella", "Tanti saluti\nOrnella", "Un abbraccio,\nOrnella", "Cordialmente,\nOrnella",
    "Baci\nOrnella", "A risentirci\nOrnella", "A domani\nOrnella", "Alla prossima!\nOrnella", "Buona partita!",
    "In bocca al lupo!", "Con affetto,\nOrnella", "Distinti saluti\nOrnella", "Grazie per la partita", "Beijos\nRui",
    "Um abraço\nRui", "Um grande abraço,\nRui", "Atenciosamente,\nRui", "Com os melhores cumprimentos,\nRui",
    "Saudações\nRui", "Tudo de bom,\nRui", "Até breve\nRui", "Até à próxima,\nRui", "Boa sorte!",
    "Obrigado pelo jogo!", "Hartelijke groeten,\nJan", "Vriendelijke groet\nJan", "Met groet,\nJan",
    "Veel plezier!\nJan", "Tot ziens\nJan", "Tot de volgende keer\nJan", "Liefs,\nJan", "Gr. Jan", "Gr\nJan",
    "Veel liefs\nJan", "Met hartelijke groet\nJan", "Alvast bedankt,\nJan", "Jij bent aan de beurt!",
    "Vänligen\nKerstin", "Vänliga hälsningar,\nKerstin", "Varma hälsningar\nKerstin", "Hälsar\nKerstin",
    "Kram\nKerstin", "Kramar,\nKerstin", "Allt gott,\nKerstin", "Med vänlig hälsning\nKerstin", "Vi hörs!\nKerstin",
    "Ha en bra dag!\nKerstin", "Ha en trevlig helg!", "Trevlig helg!", "Lycka till!", "Tack för spelet!",
    "Tack på förhand\nKerstin", "De bedste hilsner\nMette", "Mange hilsner\nMette", "Kærlig hilsen\nMette",
    "Kh\nMette", "Vh\nMette", "Med venlig hilsen\nMette", "Bedste hilsner,\nMette", "Hav en god dag!",
    "God weekend!\nMette", "Held og lykke!", "Tak for spillet!", "Beste hilsen\nKari", "Hilsen\nKari", "Klem\nKari",
    "Med vennlig hilsen\nKari", "Ha en fin dag!", "God helg!", "Vi snakkes\nKari", "Ystävällisin terveisin,\nPekka",
    "Terveisin\nPekka", "T. Pekka", "Parhain terveisin\nPekka", "Hyvää päivänjatkoa!\nPekka", "Hyvää viikonloppua!",
    "Moikka\nPekka", "Terkuin\nPekka", "Terkkuja\nPekka", "Onnea peliin!", "Sinun vuorosi!",
    "Serdecznie pozdrawiam\nKasia", "Pozdrowienia,\nKasia", "Pozdro\nKasia", "Uściski\nKasia", "Z poważaniem\nKasia",
    "Z pozdrowieniami\nKasia", "Buziaki\nKasia", "Miłego dnia!\nKasia", "Miłej niedzieli!", "Do zobaczenia\nKasia",
    "Na razie\nKasia", "Twoja kolej!", "Dzięki za grę!", "Zdravím\nPetr", "S pozdravem a přáním hezkého dne\nPetr",
    "Srdečně zdravím,\nPetr", "Měj se hezky\nPetr", "Mějte se\nPetr", "Hezký víkend!\nPetr", "Díky za hru!",
    "S úctou\nPetr", "Na viděnou\nPetr", "Jsi na tahu.", "S pozdravom\nJana", "Maj sa\nJana", "Pekný deň!\nJana",
    "С приветом,\nТамара Ильинична", "С наилучшими пожеланиями,\nТамара", "Всего доброго,\nТамара",
    "Всего хорошего!\nТамара", "Обнимаю,\nТамара", "Целую\nТамара", "До встречи\nТамара", "Хорошего дня!\nТамара",
    "Хороших выходных!", "Твой ход!", "Удачи!", "Спасибо за игру!", "Твоя Тамара", "З повагою\nОксана",
    "З найкращими побажаннями,\nОксана", "Гарного дня!\nОксана", "До зустрічі\nОксана", "Поздрави,\nИван",
    "Приятен ден!\nИван", "С уважение,\nИван", "Üdv,\nZsófi", "Üdvözlettel\nZsófi", "Szép napot!\nZsófi",
    "Puszi\nZsófi", "Barátsággal\nZsófi", "Minden jót!\nZsófi", "Tisztelettel,\nZsófi", "Te jössz!", "Sok sikert!",
    "Sevgiler\nEmre", "Sevgilerimle\nEmre", "Saygılarımla,\nEmre", "İyi günler\nEmre", "Görüşürüz\nEmre",
    "Kolay gelsin\nEmre", "İyi oyunlar!", "Sıra sende.", "Cu drag,\nIonela", "Cu stimă\nIonela",
    "Numai bine,\nIonela", "Toate cele bune\nIonela", "Pe curând\nIonela", "O zi bună!\nIonela", "Mulțumesc,\nIonela",
    "Mult succes!", "Φιλικά\nΝίκος", "Φιλικά,\nΝίκος", "Με εκτίμηση,\nΝίκος", "Χαιρετισμούς\nΝίκος",
    "Με φιλικούς χαιρετισμούς\nΝίκος", "Φιλιά\nΝίκος", "Τα λέμε\nΝίκος", "Καλή συνέχεια!\nΝίκος", "Καλημέρα!\nΝίκος",
    "Srdačan pozdrav\nIvana", "Lijep pozdrav,\nIvana", "Lp\nIvana", "Pozdrav\nIvana", "Vidimo se\nIvana",
    "Lep pozdrav\nMaja", "Srečno!\nMaja", "Срдачан поздрав\nМилан", "Salutacions\nJordi", "Una abraçada,\nJordi",
    "Salut!\nJordi", "Parimat\nMart", "Tervitades\nMart", "Ar cieņu\nIlze", "Su pagarba\nRasa", "Geros dienos\nRasa",
    "Kær kveðja\nJón", "Kveðja\nJón", "Agur\nMikel", "Slán\nAoife", "Hwyl\nRhys", "Salam\nBudi",
    "Salam hangat,\nBudi", "Terima kasih\nBudi", "Thân mến\nLan", "Trân trọng,\nLan",
    "よろしくお願い致します。\n田中", "よろしくお願いいたします。\n\n田中 太郎", "以上、よろしくお願いします。",
    "敬具\n田中", "次はあなたの番です。", "頑張ってください！", "감사합니다.\n김철수", "좋은 하루 보내세요!",
    "수고하세요.", "祝好！\n王伟", "祝你今天愉快！", "此致\n敬礼\n王伟", "轮到你了！", "周末愉快！", "בברכה,\nדנה",
    "תודה,\nדנה", "בהצלחה!", "مع تحياتي\nليلى", "شكرا جزيلا", "حظا سعيدا!",
    "Tschüssi!", "Bonnes fêtes !", "С Рождеством!", "良いお年を！",
    "Get well soon!", "Gute Besserung!", "Bon courage !",
    "You're up!", "It is your turn.", "Du bist am Zug.", "C'est ton tour !", "È il tuo turno", "Thanks again!",
    "How's life?",
    "Take all the time you need.", "I am new here.", "Nice to play with you.", "What a game!",
]  # fmt: skip


@pytest.mark.parametrize("text", LABELLED)
def test_a_turn_with_a_label_is_played_at_once(text: str) -> None:
    orders = read(text)

    assert Act.TURN in done(orders)
    assert TURN in orders.turn


@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_turn_below_a_greeting_is_played_at_once(greeting: str) -> None:
    assert Act.TURN in done(read(f"{greeting}\n\nT"))


@pytest.mark.parametrize("closing", CLOSINGS)
def test_a_turn_above_the_close_of_a_letter_is_played_at_once(closing: str) -> None:
    assert Act.TURN in done(read(f"T\n\n{closing}"))


BY_FORM = [
    "heyo", "Ello ello", "Top of the morning to you!", "Hallo ihr Lieben", "Salut la compagnie", "Buenas a todos",
    "Oi gente", "Tjenixen", "Moro!", "Zdar", "Selamlar hocam", "Szevasz öreg!", "よう", "嗨老王", "Kære Bedstemor",
    "My dear old thing,", "O Captain my Captain!", "Rise and shine!", "Team,", "hiya love", "Servus beinand",
    "Hei hei", "ola k ase", "eyyy", "Hi, it's me again.", "To my worthy adversary,", "Dear Sir or Madam,",
    "Hello Lotte, this is Finn from the Tuesday group.", "Howdy neighbour (and fellow beekeeper),",
    "Hola Tito, ¿cómo andás?", "To whom it may concern,", "Hi sister,", "heyyy brother!",
]  # fmt: skip
CLOSED_BY_FORM = [
    "Toodle pip!\nHugh", "ta ra\nBev", "Peace and love,\nSunny", "laters", "Tschö mit ö!\nKalle", "Mach et jut!",
    "Bis denne\nUli", "Gros bisous\nLéa", "Biz\nmax", "Chau!\nNico", "Un bacione\nGiu", "Fui!\nBeto",
    "Doeg!\nKees",
    "Puss och kram\nAnnika", "Moikka!\nJuha", "Trzymaj się\nOla", "Měj se\nPepa", "Öptüm\nElif", "Szia\nZoli",
    "Slán go fóill\nAoife", "Hwyl fawr\nDewi", "Yours till the cows come home,\nFlo", "Onwards!\nBea",
    "With warmest aloha,\nKimo", "sent with love\nmum x", "Nuff respect\nDJ Tez", "Love and light,\nMoonbeam 🌙",
    "xoxo Ivy", "gl hf\n_Fr0st_9_", "vg tobi", "Ahoj a mnoho zdaru!\nt. Radek", "田村", "Your loving son,\nEmil",
    "Respectfully submitted,\nYours sincerely,\nA. Banerjee\n(Retd. Postmaster)", "Until the next one,\nHorace",
]  # fmt: skip
"""Greetings and closings in whatever words, known by where they stand and how short they are."""


@pytest.mark.parametrize("greeting", BY_FORM)
def test_a_few_words_at_the_very_beginning_greet_in_any_language(greeting: str) -> None:
    assert done(read(f"{greeting}\n\nT")) == (Act.TURN,)


@pytest.mark.parametrize("closing", CLOSED_BY_FORM)
def test_a_few_words_above_a_name_at_the_very_end_close_a_letter_in_any_language(closing: str) -> None:
    assert Act.TURN in done(read(f"T\n\n{closing}"))


@pytest.mark.parametrize(
    "words",
    [
        "Grandpa reckons,", "I was thinking", "My gut says", "Tempted by", "Imagine", "Option one", "Plan B", "Not,",
        "Say,", "Perhaps,", "vielleicht so", "on pourrait", "magari", "misschien wel",
        "ehkä", "もしかして", "Coach says",
        "Hi Ada, maybe", "Hello, what if", "Hi Bob, I was tempted by", "Dear Ada, in theory", "Hi Ada, if pressed,",
    ],
)  # fmt: skip
def test_a_few_words_at_the_beginning_that_lead_into_the_turn_are_no_greeting(words: str) -> None:
    assert not done_at_once(read(f"{words}\n\nT"))


@pytest.mark.parametrize(
    "words",
    [
        "Or maybe not.", "just kidding", "not sure", "hm", "rain check", "to be confirmed", "Scherz!", "Später mehr.",
        "à confirmer", "por confirmar", "da confermare", "chissà", "onder voorbehoud",
        "skämt åsido", "måske", "żart",
        "возможно", "ίσως", "şaka", "vicc", "冗談", "たぶん", "开玩笑",
        "More tomorrow", "Your call", "Thoughts welcome",
        "The cat did it", "Not really!", "Under protest", "Provisional", "if you agree", "half joking", "void",
        "vorläufig",
        "provisoire", "Scratch.", "Euh, laisse tomber.", "My brother's idea", "Signed by my sister",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["", "\nBob"])
def test_a_few_words_that_doubt_are_no_closing(words: str, name: str) -> None:
    assert not done_at_once(read(f"T\n\n{words}{name}"))


@pytest.mark.parametrize("said", ["what a splendid manoeuvre, my sincere congratulations", "no wait, was that wrong"])
def test_what_is_said_to_the_other_player_leads_into_nothing_and_doubts_nothing(said: str) -> None:
    assert done(read(f"say: {said}\nresign")) == (Act.RESIGN, Act.SAY)
    assert done(read(f"resign\nsay: {said}")) == (Act.RESIGN, Act.SAY)


@pytest.mark.parametrize(
    "text",
    [
        "Her move: T", "Your move: T", "Better: T", "Bob: T", "Sehr gut: T", "Good luck with T", "Bob's move: T",
        "no T", "Draft: T",
        "Ich würde T spielen",
        "I had wanted T", "T it is not", "T then?", "T seems good", "Nicht T", "Vorschlag: T", "Tu jugada: T",
        "Ton coup : T",
        "T\n\nNot yet,\nBob", "T\n\nOops\nBob", "T\n\nNur Spaß\nBob", "T\n\nBest wait a bit\nBob",
        "T\n\nBest leave it there",
        "T\n\nBest not\nBob", "T\n\nLove to hear your thoughts", "T\n\nTa ta, not my move", "T\n\nSubukan ko lang\nBob",
        "T\n\nI doubt it,\nBob", "T\n\nMy last idea for now,\nBob", "T\n\nSo nicht,\nBob", "T\n\nBob\nNot final",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_label_or_a_close_is_asked_back(text: str) -> None:
    assert not done_at_once(read(text))

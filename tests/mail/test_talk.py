"""
What has a subject of its own leaves a turn alone, and what has none may be about the turn.

In each mail of the tables `T` stands for the turn.
"""

import re

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders
from tests.mail.meaning import done, done_at_once

KELASU = Registry.discover().get_rules_of_game("kelasu")
TURN = "d4-e5"


def read(text: str) -> Orders:
    """What *text*, written as a whole mail with `T` for the turn, asks for."""
    return read_orders(new_text(re.sub(r"\bT\b", TURN, text)), KELASU.formed)


TALK = [
    "T\n\nHas the cat come home?", "T\n\nDid Aunt Joan like the shawl?",
    "T\n\nAre the swifts back in your barn yet?", "T\n\nWho won the bake-off in the end?",
    "Did you get the parcel with the marmalade?\n\nT",
    "T\n\nHat Lena ihre Prüfung bestanden?", "T\n\nWie geht's dem Knie?",
    "T\n\nSind die Kirschen bei euch schon reif?", "T\n\nTu as reçu la carte de Mamie ?",
    "T\n\n¿Llegó bien el paquete de la abuela?", "T\n\nE il corso di ceramica, come procede?",
    "T\n\nComo vai o teu joelho?", "T\n\nIs de verbouwing al klaar?", "T\n\nHar ni fått snö hos er?",
    "T\n\nJak tam nowa praca?", "T\n\nКак прошёл концерт?", "T\n\nΠώς πήγε ο γάμος;",
    "T\n\nThe swallows are back under our eaves and the whole yard is twittering from five in the morning.",
    "T\n\nWe've had the builders in.", "T\n\nMy mother sends her love to you all.", "T\n\nGranny says hello!",
    "T\n\nPaul lässt grüßen.", "T\n\nHilsen fra hele familien", "T\n\nLove to the girls x",
    "T\n\nHugs from rainy Bergen,\nTuva", "T\n\nBig hug,\nTía Rosa", "T\n\nGreetings from a very tired new father",
    "T\n\nCheerio for now,\nDot", "T\n\nToodle-oo\nDot", "T\n\nSweet dreams!", "T\n\nMust dash, the bus is coming.",
    "T\n\nFrom a sunny Porto,\nInês", "T\n\nSent with love from the allotment", "T\n\nYour friend,\nMo",
    "T\n\nEver yours, Mo", "T\n\nChin up!", "T\n\nKeep warm!", "T\n\nMind the ice out there.", "T\n\nRoll on spring!",
    "T\n\nHave fun in Spain!", "T\n\nHope the weekend treats you kindly.", "T\n\nHope your mum is on the mend.",
    "T\n\nIch drücke die Daumen für morgen!", "T\n\nLass es dir schmecken!", "T\n\nGuten Appetit!",
    "T\n\nKomm gut nach Hause!", "T\n\nBis die Tage!\nUwe", "T\n\nGehab dich wohl,\nUwe",
    "T\n\nA tout de suite\nLoïc", "T\n\nBonne fête à ta maman !", "T\n\nQue descanses.",
    "T\n\nUn besote grande,\nPili", "T\n\nCuidaros mucho", "T\n\nBuon lavoro!", "T\n\nCi sentiamo presto,\nGio",
    "T\n\nDoei doei!\nBram", "T\n\nTot gauw weer,\nBram", "T\n\nHa det gott!\nElsa", "T\n\nPuss och kram\nElsa",
    "T\n\nTrzymaj się ciepło!\nOla", "T\n\nMěj se krásně,\nEva", "T\n\nHyvää yötä!\nPirjo",
    "T\n\nΤα φιλιά μου,\nΜαρία", "T\n\nС теплом,\nНина", "T\n\n祝您生活愉快！\n张伟", "T\n\n此致\n敬礼",
    "T\n\nそれでは、また来週！\n鈴木",
    "T\n\n返信が遅くなってすみません。", "Howdy partner!\n\nT", "'Ello Bob,\n\nT", "Hi from Leeds!\n\nT",
    "Greetings from the North,\n\nT", "Well hello there, stranger!\n\nT", "Good day to you, sir.\n\nT",
    "My dear Watson,\n\nT", "Dearest Gran,\n\nT", "Hallo ihr Lieben,\n\nT", "Ma chère Lucie,\n\nT",
    "Salut ma belle,\n\nT", "Hola guapa!\n\nT", "Buenas noches, don Julio:\n\nT", "Carissimo Gianni,\n\nT",
    "Oi sumido!\n\nT", "Lieve oma,\n\nT", "Hej hej farmor!\n\nT", "Kochana Babciu,\n\nT", "Milá Jano,\n\nT",
    "Rakas Liisa,\n\nT", "Дорогая бабушка!\n\nT", "田中さん\n\nT", "李老师您好：\n\nT",
    "Back from the dentist, half my face is numb.\n\nT", "Rain, rain, rain.\n\nT",
    "Greetings from the dentist's waiting room.\n\nT", "It took me an hour to find my glasses.\n\nT",
    "Third time on this train this week.\n\nT", "Sorry I'm slow, the baby has colic.\n\nT", "OK so:\n\nT",
    "Right then,\n\nT", "Voilà mon tour :\n\nT", "Mein Zug für heute:\n\nT", "This is my turn.\n\nT",
    "I'll go with T, thanks.", "I'm playing T today.", "Go with T please.", "My turn for today is T", "Und zwar: T",
    "Für mich bitte T.", "Pour moi ce sera T", "Yo juego T hoy.", "Per me T.", "Para mim, T.", "Voor mij T graag.",
    "Det blir T",
    "T\n\nDinner is ready, so off I go!", "T\n\nThe bus is here, bye!", "T\n\nLots of snow here today.",
    "T\n\nOur choir sings on Sunday.", "T\n\nAll well here.", "T\n\nAll well here, and I hope with you too.",
    "T\n\nNothing new here.", "T\n\nIt's pouring here.", "T\n\nGreetings to your sister.",
    "T\n\nScratch Rover behind the ears for me.", "T\n\nWrite soon!", "T\n\nWrite back soon,\nElla",
    "T\n\nSpeak on Sunday,\nDad", "T\n\nSee you at choir practice on Thursday!", "T\n\nSee you in church,\nMabel",
    "T\n\nYour turn, slowcoach!", "T\n\nNow you!", "T\n\nOver to you, maestro.", "T\n\nThanks for the lovely card!",
    "T\n\nThank you for the socks, they fit perfectly.", "T\n\nCheers from the pub garden",
    "T\n\nHappy anniversary to you both!", "T\n\nCongrats on the new job!", "T\n\nGet well soon, old friend.",
    "T\n\nFingers crossed for your exam tomorrow!", "T\n\nGood luck with the exam tomorrow!",
    "T\n\nGood luck at the dentist's!", "T\n\nHave a safe flight tomorrow.",
    "T\n\nEnjoy Rome, and eat an ice cream for me.", "T\n\nSafe home,\nSéamus", "T\n\nAll my love, always,\nMum",
    "T\n\nWith all good wishes from the whole family\nThe Bakers", "T\n\nYours in haste,\nPru",
    "T\n\nMore soon,\nPru", "T\n\nMany thanks for your lovely long letter,\nPru",
    "T\n\nHope to see you at Easter,\nPru", "T\n\nLooking forward to Easter,\nPru", "T\n\nMissing you all,\nPru",
    "T\n\nThinking of you,\nPru", "T\n\nKiss the baby from me,\nPru", "T\n\nGruß und Kuss\nTante Erna",
    "T\n\nFühl dich gedrückt,\nErna", "T\n\nEs grüßt herzlich\nErna",
    "T\n\nEs grüßt dich aus dem verschneiten Allgäu\nErna", "T\n\nHab Dank für den Kuchen!",
    "T\n\nWir sehen uns am Samstag!", "T\n\nJetzt du!", "T\n\nDu bist dran, alter Freund.",
    "T\n\nGrüß mir die Oma!", "T\n\nAu plaisir de te lire,\nJeanne", "T\n\nGros bisous à toute la famille\nJeanne",
    "T\n\nBonne soirée et à très vite !\nJeanne", "T\n\nUn saludo muy cordial desde Bilbao,\nIker",
    "T\n\nRecuerdos a la familia", "T\n\nNos vemos el sábado en el bar.", "T\n\nTi abbraccio forte,\nLia",
    "T\n\nA presto e buone vacanze!\nLia", "T\n\nSalutami tanto la zia!", "T\n\nBeijinhos para todos,\nTeresa",
    "T\n\nAté sábado!\nTeresa", "T\n\nDikke knuffel,\nSaskia", "T\n\nGroetjes aan je moeder!",
    "T\n\nVi ses på lördag!", "T\n\nHälsa mamma!", "T\n\nHils din kone!", "T\n\nVi ses på lørdag\nMads",
    "T\n\nNähdään lauantaina!", "T\n\nPozdrów mamę!", "T\n\nDo soboty!\nKrysia", "T\n\nUvidíme se v sobotu!",
    "T\n\nZdraví vás\nHonza", "T\n\nΤα λέμε το Σάββατο!", "T\n\nУвидимся в субботу!", "T\n\nПередавай привет маме!",
    "T\n\nまた来週お会いしましょう。", "T\n\n代我向家人问好！", "T\n\n周六见！",
    "Hello from your favourite aunt!\n\nT", "Good morning, sunshine!\n\nT", "Morning!\n\nT", "Yo yo yo\n\nT",
    "Hi Ada, hope you're well.\n\nT", "Hi Ada - hope all is good with you!\n\nT",
    "Hi Ada, thanks for your mail.\n\nT", "Sorry it took so long.\n\nT",
    "Sorry for being so slow, the week was mad.\n\nT", "My go at last.\n\nT", "You are fast!\n\nT",
    "Nice one.\n\nT", "Aha!\n\nT", "Phew, exams are over.\n\nT", "Finally home from work.\n\nT", "let's go!\n\nT",
    "Da bin ich wieder.\n\nT", "So, Feierabend!\n\nT", "Me revoilà.\n\nT", "¡Ya estoy aquí!\n\nT", "Eccomi.\n\nT",
    "Cá estou eu.\n\nT", "Daar ben ik weer.\n\nT", "Här kommer jag.\n\nT",
]  # fmt: skip
ABOUT_THE_TURN = [
    "T\n\nFancy that?", "T\n\nToo cheeky?", "T\n\nIs that a trap?", "T\n\nWhat would your grandmother say to that?",
    "T\n\nOr is the left flank a better home for them?", "T\n\nDoes my brother's chip block the road there?",
    "T\n\nWould you be cross with me for that?", "T\n\nThoughts?", "T\n\nToo much?",
    "T\n\nHow does it look from your side?", "T\n\nIs there anything against it?", "T\n\nSagt dir das zu?",
    "T\n\nKlingt das vernünftig?", "T\n\nOder lieber doch anders herum?", "T\n\nÇa te va ?", "T\n\n¿Te parece?",
    "T\n\nChe te ne pare?", "T\n\nO que achas?", "T\n\nIets op tegen?", "T\n\nNågon invändning?", "T\n\nCo ty na to?",
    "T\n\nCo ty na to říkáš?", "T\n\nMitä mieltä olet?", "T\n\nЧто скажешь?", "T\n\nΤι λες;",
    "T\n\nJust so you see what my nephew would have done with the white ones while I was out in the garden.",
    "T\n\nI typed the above while the kettle was on, mostly to see whether the address still takes letters from here.",
    "T\n\nThat's Grandpa's wish, mine comes after supper when the dishes are done and the dog has been out.",
    "T\n\nThe garden is full of roses. I shall send you the real thing once the children are in bed tonight.",
    "T\n\nSchönes Wetter hier. Rechne aber noch nicht damit, ich will erst mit Karl am Telefon reden.",
    "T\n\nDie Rosen blühen. Meinen richtigen Zug schicke ich dir heute Abend, wenn die Kinder im Bett sind.",
    "T\n\nIl fait beau ici. Mon vrai coup arrive ce soir, quand les enfants seront couchés et la vaisselle faite.",
    "T\n\nHace sol. Mi jugada de verdad te la mando esta noche cuando los niños estén en la cama y haya cenado.",
    "T\n\nQui c'è il sole. La mossa vera te la mando stasera quando i bambini dormono e ho finito di lavare i piatti.",
    "T\n\nHet is hier mooi weer. De echte zet stuur ik je vanavond als de kinderen in bed liggen en alles stil is.",
    "T\n\nSolen skiner här. Det riktiga draget skickar jag i kväll när barnen sover och disken är undanplockad.",
    "T\n\nTu świeci słońce. Prawdziwy ruch wyślę ci wieczorem, kiedy dzieci będą spały i naczynia będą umyte.",
    "T\n\nSvítí tu slunce. Ten pravý tah ti pošlu večer, až budou děti v posteli a nádobí umyté ve skříni.",
    "T\n\nЗдесь солнце. Настоящий ход пришлю вечером, когда дети лягут спать и посуда будет вымыта.",
    "T\n\n今日はとても良い天気で、公園で弁当を食べました。この手は一晩置いてから改めて送ります。", "T\n\nPencilled in.",
    "T\n\nSubject to my wife's veto.",
    "T\n\nCrossed fingers it is what I saw.", "T\n\nNo idea.", "T\n\nRather daft.", "T\n\nSleep first.",
    "T\n\nHmm hmm.", "T\n\nScrub round it.", "T\n\nAs if.", "T\n\nNot on your life.", "T\n\nIn my dreams.",
    "T\n\nWishful thinking.", "T\n\nAsk Paula.", "T\n\nDer Sohn war's.", "T\n\nGibt's nicht.", "T\n\nPas pour moi.",
    "T\n\nNi loco.", "T\n\nMagari.", "T\n\nGrapje.", "T\n\nSkojar bara.", "T\n\nŻartowałem.",
    "T\n\nDělám si legraci.", "T\n\nLeikkiä vain.", "T\n\nШучу.", "T\n\nΑστειεύομαι.", "T\n\n冗談です。",
    "T\n\n开玩笑的。",
    "If only I dared,\n\nT", "Suppose for a moment:\n\nT", "Your best reply:\n\nT", "The computer's choice,\n\nT",
    "My nephew insists on\n\nT", "What Paula played in 1987:\n\nT", "Am liebsten würde ich\n\nT",
    "Wäre ich mutig,\n\nT", "Si j'osais,\n\nT", "Si me atreviera:\n\nT", "Se avessi coraggio,\n\nT",
    "Als ik durfde,\n\nT", "Om jag vågade,\n\nT", "Gdybym był odważny:\n\nT", "Kdybych měl odvahu,\n\nT",
    "Jos uskaltaisin,\n\nT", "Αν τολμούσα,\n\nT", "Будь я смелее,\n\nT", "もし勇気があれば、\n\nT",
    "如果我胆子大一点，\n\nT",
]  # fmt: skip


LONG_TALK = [
    "T\n\nThanks, Bob! Rather silly of me. We had guests here last night, and their parrot would not be quiet.",
    "T\n\nEin Scheusal. Gestern kamen die Nachbarn vorbei und haben von ihrem neuen Boot erzählt, bis um elf.",
    "T\n\nMy grandson took the tablet from the kitchen table while I was out feeding the hens with some corn.",
    "T\n\nThe barn is dry. We stacked the last of the hay on Friday, and the swallows watched us from the beam.",
    "T\n\nHurrah for the Otters!!! They beat the Herons at water polo and the goalkeeper swam a lap in a hat.",
    "T\n\nThe new foal has claimed the garden bench, and every visitor of this farm now has to eat standing up.",

    "T\n\nFind me at ida@letters.example or https://test.example/ida if the post office in our village ever closes.",
]  # fmt: skip
"""Paragraphs of their own, longer than what is said of a turn."""


@pytest.mark.parametrize("text", LONG_TALK)
def test_a_turn_beside_a_long_paragraph_that_takes_nothing_back_is_played_at_once(text: str) -> None:
    assert done(read(text)) == (Act.TURN,)


@pytest.mark.parametrize("text", TALK)
def test_a_turn_beside_talk_greetings_and_wishes_is_played_at_once(text: str) -> None:
    assert done(read(text)) == (Act.TURN,)


@pytest.mark.parametrize("text", ABOUT_THE_TURN)
def test_a_turn_beside_words_that_may_be_about_it_is_asked_back(text: str) -> None:
    assert not done_at_once(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "T\n\nmy landlord keeps bees on the roof, no joke, he sells the honey from a bathtub in front of the town hall",
        "We drove to the coast and the tyre burst, then the spare one too, and a nun towed us home by accident.\n\nT",
    ],
)  # fmt: skip
def test_a_word_of_doubt_asks_back_whatever_else_the_paragraph_tells_of(text: str) -> None:
    assert not done_at_once(read(text))


@pytest.mark.parametrize(
    "question",
    [
        "All good with you?",
        "All well at home?",
        "Alles gut bei euch?",
        "Todo bien por ahí?",
        "Tudo bem com você?",
        "Tutto bene da voi?",
        "Alles goed met je?",
    ],
)
def test_whether_all_is_good_with_somebody_is_a_greeting(question: str) -> None:
    assert done(read(f"{question}\n\nT")) == (Act.TURN,)


@pytest.mark.parametrize(
    "words",
    [
        "Actually, hold that thought until Monday.", "On reflection, give me one more evening with it.",
        "Let us say that I have not quite made up my mind about the whole business.",
        "Please sit on it till you hear from me again.",
        "My daughter has borrowed my account again, so do not take the line at the top too seriously.",
        "What I put at the top is more of a question than an answer.",
        "I shall look at it again with fresh eyes after breakfast.",
        "I reserve the right to change it when I am sober.", "Count it only if you do not hear from me by Sunday.",
        "It stands only as long as you keep your promise.", "Then it dawned on me that I had the board upside down.",
        "I believe I have hit the wrong letter there.", "Better not act on it before Friday.",
        "Just trying out how it works, so no need to do anything.", "My finger was faster than my brain there.",
        "You will get my answer tomorrow evening.", "My answer follows tomorrow.",
        "More about the game tomorrow, I'm too tired to decide anything tonight.",
        "Ich bin mir da aber noch nicht ganz schlüssig.",
        "Das da oben gilt erst, wenn ich mich noch einmal gemeldet habe.",
        "Warte bitte mit dem Eintragen, bis ich zurück bin.", "Meine Antwort bekommst du morgen Abend.",
        "Ich muss noch einmal in Ruhe draufschauen.", "Mais je n'en suis pas encore convaincu.",
        "Attends mon prochain message avant de l'enregistrer.", "C'était juste pour essayer.",
        "Tu auras ma réponse demain soir.", "De momento no lo tengas en cuenta.", "Todavía le estoy dando vueltas.",
        "Era solo para probar.", "Mañana te mando mi respuesta.", "Per ora non tenerne conto.",
        "Ci sto ancora ragionando sopra.", "Era solo una prova.", "Por agora não contes com isto.",
        "Ainda estou a pensar no assunto.", "Wacht nog even met invoeren.", "Ik ben er nog niet helemaal uit.",
        "Het was maar om te proberen.", "Vänta med att föra in det tills jag hör av mig.",
        "Jag är inte riktigt övertygad än.", "Jeg er ikke helt sikker endnu.", "Jeg er ikke helt overbevist ennå.",
        "Ale jeszcze się nad tym zastanawiam.", "To była tylko próba.", "Wstrzymaj się z tym do jutra.",
        "Ještě si to ale rozmyslím.", "Byla to jen zkouška.", "Zatím s tím nic nedělej.", "En ole vielä aivan varma.",
        "Se oli vain kokeilu.", "Δεν είμαι ακόμα σίγουρος γι' αυτό.", "Ήταν μόνο δοκιμή.",
        "Но я пока не уверен в этом.", "Это была просто проба.", "Подожди пока с этим.", "ただ、まだ決めかねています。",
        "試しに送ってみただけです。", "不过我还没拿定主意。", "只是试一下。",
    ],
)  # fmt: skip
def test_a_turn_is_asked_back_if_talk_ends_in_a_doubt(words: str) -> None:
    talk = "We had the whole family here for my father's birthday, and the children sang for him in the garden."

    assert done(read(f"T\n\n{talk}\n\nBob")) == (Act.TURN,)
    assert not done_at_once(read(f"T\n\n{talk} {words}\n\nBob"))

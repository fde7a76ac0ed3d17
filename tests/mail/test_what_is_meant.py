"""
What is done at once, and what is asked back first: judged by the form of what stands around a turn or a command.

In each mail of the tables `T` stands for the turn.
"""

import re

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, read_orders, same
from corr.mail.reading.words.verdicts import VerdictRow
from tests.mail.meaning import done, done_at_once

GAMES = Registry.discover()
KELASU = GAMES.get_rules_of_game("kelasu")
TURN = "d4-e5"
ADA = frozenset({"ada", "lovelace"})


def read(text: str, writer: frozenset[str] = frozenset()) -> Orders:
    """What *text*, written as a whole mail with `T` for the turn, asks for."""
    return read_orders(new_text(re.sub(r"\bT\b", TURN, text)), KELASU.formed, writer)


CLEAR = [
    "T", "Hi Ada,\n\nT\n\nBob", "Hello!\n\nT\n\nThanks for the game!\n\nBest regards\nBob", "17. T", "Turn 17:\n\nT",
    "17\n\nT", "I will play T", "Please play T for me", "Mein Zug lautet\n\nT", "Mein Zug lautet T",
    "I have no choice:\n\nT", "I have no choice: T", "Ich habe keine Wahl:\nT", "Je n’ai pas le choix :\n\nT",
    "No tengo otra opción:\n\nT", "Bitte spiele T für mich", "Je vais jouer T", "Voy a jugar T", "Giocherò T",
    "Ik speel T", "Zagram:\n\nT", "Ich möchte T spielen", "T is my move.", "T ist mein Zug", "OK, here goes:\n\nT",
    "I'm going with T", "We'll play T!", "My answer is:\nT", "Hm, T", "And now:\n\nT",
    "T\n\nNo, I do not accept a draw.", "T\n\nI don’t want a draw, sorry!", "T\n\nHow was your holiday?",
    "How was your holiday?\n\nT", "Wie war dein Urlaub?\n\nT", "T\n\nWie geht es deiner Mutter?",
    "T\n\nComment ça va ?",
    "T\n\n¿Cómo está tu familia?", "T\n\nSorry for the delay, I was travelling.", "Sorry for the late answer!\n\nT",
    "Entschuldige die späte Antwort.\n\nT", "Désolé pour le retard.\n\nT\n\nBonne soirée !", "T\n\nTake your time!",
    "T\n\nKeine Eile!", "T\n\nSee you next week!", "T\n\nBis morgen!", "T\n\nÀ demain !", "T\n\nUn abrazo,\nPablo",
    "T\n\nPozdrawiam\nAnia", "T\n\nMed vänliga hälsningar\nSven", "Привет!\n\nT\n\nУдачи!",
    "こんにちは。\n\nT\n\nよろしくお願いします。",
    "你好！\n\nT\n\n谢谢", "T\n\nIt rains all day here.", "The weather is lovely today.\n\nT",
    "T\n\nUnser Garten blüht endlich.",
    "My daughter had her birthday.\n\nT\n\nThe cake was so large that all the neighbours got a piece of it.",
    "We went to the mountains, and came home late at night.\n\nT",
    "T\n\nWe spent the whole of Sunday on the boat with the neighbours, and came home only when it was dark.",
    "T\n\nLooking forward to your reply", "T\n\nI look forward to your answer!\n\nBob", "T\n\nYour turn!",
    "T\n\nWell played!",
    "T\n\nIch freue mich auf deine Antwort.", "T\n\nGood luck :-)", "T 🙂", "Hi Bob\nT\nAda",
    "T\n\nAda\n+44 20 7946 0958",
    "> your last move was C3-C4\n\nThank you!\n\nT", "T\nsay: is this legal?", "Hope you are well!\n\nT",
    "I hope this finds you well.\n\nT\n\nKind regards,\n\nAda Lovelace",
    "Dear Bob,\n\nthanks for the nice game so far.\n\nT",
    "Guten Morgen Bob,\n\nmein Zug:\n\nT\n\nViele Grüße\nAda", "yes\n\nT", "T\n\nHappy Christmas to all of you!",
    "Good evening Bob!\n\nT\n\nSleep well!", "Dear Robert,\n\nT\n\nYours sincerely,\nMary Smith",
    "T\n\nMany thanks, and have fun!", "Move 23: T", "23) T", "My turn 23 is T", "Hi! T", "Moin Bob,\nT\nLG Anna",
    "Salut Bob !\n\nJe joue T.\n\nBises,\nJulie", "Buongiorno,\n\ngioco T\n\nBuona giornata!",
    "Goedemiddag,\n\nT\n\nFijne avond!", "God dag,\n\nT\n\nHilsen Kari", "Dzień dobry!\n\nT\n\nMiłego wieczoru!",
    "T\n\nWe had thirty guests over the weekend, and I have been washing up for two whole days since then.",
    "T\n\nDer Sturm hat letzte Nacht zwei Bäume auf unser Dach geworfen, und wir haben kaum ein Auge zugetan.",
    "Last night the power went out in the whole street, and we played cards by candlelight.\n\nT",
    "T\n\nHow was your trip to Rome?", "T\n\nIs your daughter better?", "T\n\nComment vont tes enfants ?",
    "T\n\n¿Qué tal las vacaciones?", "T\n\nWie war das Konzert?", "I'll play T.", "I shall play T", "We play T",
    "Please enter T for me", "Please play T.", "So my move is T", "Here is my move: T", "Here's my turn.\n\nT",
    "This is my move:\n\nT", "Mein Zug ist:\n\nT", "Ich spiele: T", "Je n'ai pas le choix : T",
    "There is no choice:\n\nT", "I have no other choice: T", "T\n\nNo, thank you, no draw.",
    "No draw for now, sorry.\n\nT",
    "T\n\nI decline to comment on the weather today, but the garden is doing very well so far this year.",
    "T, thanks!", "T. Good luck!", "T\nGood luck!", "Hello again,\n\nT\n\nRegards,\nTim", "Tim here.\n\nT",
    "T\n\nTim", "T\n\nMerry Christmas and a happy new year!", "T\n\nFrohes neues Jahr!", "T\n\nGott nytt år!",
    "С Новым годом!\n\nT", "T\n\n新年快乐！", "T\n\nTake care of yourself,\nWanda", "T\n\nMach's gut\nHeike",
    "T\n\nStay safe!\n\nMo", "T\n\nCuídate,\nRosa", "T\n\nHa det bra!\nNils", "T\n\nБереги себя!\nОля",
    "T\n\nThanks and greetings from sunny Lisbon\nMarta", "T\n\nViele Grüße aus dem kalten Hamburg\nJan",
    "T\n\nSaludos desde Valparaíso\nEva", "T\n\nありがとうございます。\n佐藤", "T\n\n多谢！\n李明",
    "T\n\n감사합니다.\n민수 드림",
    "T\n\nPleased to meet you!", "T\n\nEnchanté !", "Schön, dich kennenzulernen!\n\nT", "はじめまして。\n\nT",
    "T\n\nSpielst du jeden Tag hier?", "How often do you play?\n\nT",
    "T\n\nHave a great Sunday, Bob!", "T\n\nEnjoy the sunshine!", "T\n\nSchönen Feierabend!", "T\n\nFelice domenica!",
    "T\n\nGod jul!", "T\n\nWarmly,\nJo", "T\n\nDo usłyszenia",
    "T\n\nではまた。\n鈴木", "お待たせしました。\n\nT", "Sorry for the wait!\n\nT",
    "Nice move!\n\nT", "Well played so far.\n\nT",
    "Fine, thanks!\n\nT", "Sehr gut, danke!\n\nT", "Tim here.\nT",
    "T\n\nMuch better again, thanks for asking. We walked all the way round the lake, and I slept like a stone.",
    "T\n\nI have yet another driving test behind me, and this time the examiner even smiled at my parking in the yard.",
    "The plumber came at last and has mended it.\n\nT", "Our roof leaks again. The plumber is on his way.\n\nT",
    "T\n\nDid you watch the cricket on Saturday? I had it on in the workshop and nearly sawed through the bench.",

    "T\n\nVi har precis kommit hem från fjällen. Sonen bröt armen redan första dagen i backen, så vi spelade kort.",
    "T\n\nWe just got back from Wales. It rained all week and the tent leaked, but the kids loved every muddy minute.",
    "T\n\nTu as vu le match samedi ? Nous étions douze dans le salon et la voisine a fini par venir avec des chips.",
    "T\n\nNous venons de rentrer de Bretagne. Les enfants ont pêché des crabes toute la semaine, et mangé des glaces.",
    "T\n\n¿Viste el partido del domingo? Aquí lo vimos todos en el bar de mi primo y casi se cae el techo.",
    "T\n\nHai visto la partita domenica? Noi eravamo in dodici in salotto e il vicino ha bussato tre volte.",
    "T\n\nHeb je zondag de wedstrijd gezien? Wij zaten met z'n tienen op de bank en de hond blafte bij elk doelpunt.",
    "T\n\nThe new job is going well. My desk looks out over the canal and there is a heron that comes by at noon.",
    "T\n\nWhere do you live, by the way?", "T\n\nHow did the exam go?", "T\n\nWoher kommst du eigentlich?",
    "T\n\n¿De dónde eres?", "T\n\nDi dove sei?", "T\n\nTu habites où, au fait ?",
]  # fmt: skip
ASKED = [
    "Is this legal?\n\nT", "T\n\nIs that allowed?", "Wäre das erlaubt?\nT", "Allowed?\n\nT", "T\n\nOk?", "T?",
    "Est-ce permis ?\n\nT", "¿Es legal?\n\nT", "È permesso?\n\nT", "Mag dat?\n\nT", "Czy to dozwolone?\n\nT",
    "Är det tillåtet?\n\nT", "Это можно?\n\nT", "T\n\nMožno takhle?",
    "これは合法ですか。\n\nT", "这样可以吗？\n\nT", "T\n\nGeht das?",
    "T\n\nWas meinst du?", "T\n\nWhat do you think?", "T\n\nDoes that work?", "Επιτρέπεται αυτό;\n\nT",
    "T\n\nThanks!\n\nLegal?",
    "If you go left, then\n\nT", "Wenn du links gehst, dann\n\nT", "Falls du wartest:\n\nT", "Hvis du venter, så\n\nT",
    "Jeśli pójdziesz w lewo, to\n\nT", "Ha balra mész, akkor\n\nT", "Kung pupunta ka sa kaliwa,\n\nT",
    "For example\n\nT", "For example:\n\nT", "Cleo suggests\n\nT", "Cleo suggests:\n\nT", "[draft, do not send]\n\nT",
    "(draft)\n\nT", "I was thinking of\nT", "My plan was\n\nT", "What I would love to do is\n\nT", "Option A:\n\nT",
    "T\n\nLet me sleep on it.", "T\n\n(not final)", "T\n\nBitte noch nicht ausführen.",
    "T\n\nno, wait, that was a typo",
    "T\n\nHmm.", "T\n\nOn reflection I do not like it.", "T\n\nJe dois encore y penser.", "T\n\nDéjame consultarlo.",
    "T\n\nIk slaap er nog een nachtje over.", "T\n\nDammi ancora un giorno.", "T\n\nMuszę to jeszcze przemyśleć.",
    "T\n\nJag ångrar mig.", "T\n\nНет, подожди.", "T\n\nMég gondolkodom.", "T\n\nVäntas.", "T\n\nAl bai da?",
    "T\n\nSubukan ko lang.",
    "T\n\nTypo", "T\n\nOops", "T\n\nIrrtum!", "T\n\nStrike that.", "T\n\nDon't send it before I say so.",
    "Not sure about this one.\n\nT", "This is only a draft.\n\nT", "Maybe.\n\nT", "Please wait with it.\n\nT",
    "We spent the whole of Sunday on the boat, so I had no time, and this is not final at all.\n\nT",
    "T\n\nWe spent the whole of Sunday on the boat with the neighbours, so please ignore what I have written above.",
    "T would be nice", "I think T", "T, or so", "T (I think)", "Perhaps T", "I will not play T", "T, if you agree",
    "T\nis what I feared you would play",
    "T\n\nis what I would have played yesterday if only I had seen that trap of yours.",
    "T\n\nBob told me so.", "T\n\nThat is Cleo’s idea, not mine.", "I asked the bot and it said\n\nT",
    "He played\nT\nand won",
    "You wrote:\n\nT", "Is it this:\n\nT", "ดี ไหม?\n\nT", "T\n\nไม่เอา", "T\n\nやめておきます", "T\n\n不下了",
    "T\n\nلا أريد هذا",
    "My last turn was\n\nT", "The alternative:\n\nT", "T\n\nor something like it", "T\n\njust testing",
    "Legal?\n\nT", "Is it possible?\n\nT", "Does this count?\n\nT", "T\n\nWould that be OK with you?",
    "T\n\nIs this what you meant?", "T\n\nIst das so richtig?", "T\n\nPeut-on faire ça ?", "T\n\n¿Se puede?",
    "T\n\nSi può?", "T\n\nKan dat zo?", "T\n\nEr det lov?", "T\n\n可以这样走吗？", "In case you attack,\n\nT",
    "When you move away I will answer with\n\nT", "As my uncle would say:\n\nT", "Unless you object,\n\nT",
    "In the book it says:\n\nT", "The winning line is\n\nT", "Hypothetically:\n\nT", "T\n\nScrap that.",
    "T\n\nI retract this.", "T\n\nBin mir nicht sicher.", "T\n\nDoch lieber etwas anderes.",
    "T\n\nIch melde mich morgen noch mal.", "T\n\nJe ne suis pas convaincu.", "T\n\nJe préfère attendre.",
    "T\n\nNo estoy seguro.", "T\n\nLo dejo para mañana.", "T\n\nNon sono convinto.", "T\n\nCi devo pensare.",
    "T\n\nIk twijfel nog.", "T\n\nNie jestem pewien.", "T\n\nJag är osäker.",
    "T\n\nIch muss das mit meiner Frau besprechen.", "T\n\nI must ask my wife about it.",
    "T\n\nAsk me again after lunch.", "T\n\nMy brother typed this, sorry.", "T\n\nThe dog stepped on the keyboard!",
    "T\n\nMy kids sent this by mistake.", "T\n\nTalk to my wife before you enter it.", "The dog typed:\n\nT",
    "T\n\nThat is the draft for my book.", "T\n\nSee you soon with the real one.",
    "T\n\nSee you tomorrow with my decision.", "T\n\nLooking forward to changing it.",
    "T\n\nI look forward to hearing whether that is right.", "T\n\nGood luck finding my real turn.",
    "T\n\nNo hurry, I will decide later.", "T\n\nSorry for the delay, this is not it.",
    "T\n\nI hope you will forgive me if I take this back later this week.", "T\n\nThanks, but I will pass.",
    "T\n\nHi again, forget that.", "T\n\nHello, typo!", "T\n\nTake your time with executing it.",
    "T\n\nHave a good plan instead!", "T\n\nGood luck, Not final!",
    "Three candidates, none good.\n\nT", "A gamble, really.\n\nT", "Na ja, mutig.\n\nT", "Bof, pas terrible.\n\nT",
    "Tja!\nT", "Mjaha, svårt.\n\nT", "Хм, сложно.\n\nT", "T\n\nTake care of that first!", "T\n\n谢谢！\n不算",
    "T\n\n谢谢！\n试试",
    "T\n\nMerci !\npas sûr", "T from Bob", "T\n\nWould you play this every day?", "T\n\nPleased to see that gone.",
    "T\n\nThat was my cousin. She came by for tea, saw the letter open on my desk, and could not keep her hands off.",
    "T\n\nThe roof is dry. The neighbours sold their boat, and their son is off to Perth. I have yet to decide.",
    "T\n\nOr no, for my neighbour has just pointed out to me that the whole left side of mine is open to your people.",
    "T\n\nOder nein, denn eben sehe ich auf dem Weg zum Bahnhof, dass links bei mir ja alles offen steht seit gestern.",
    "T\n\nO no, porque ahora que estoy en el tren veo que todo el lado izquierdo se me queda abierto desde anoche.",
    *(
        f"T\n\n{words}"
        for words in (
            "Heute Abend kommen die Nachbarn zum Essen, und ich sage dir danach Bescheid, wie es hier weitergeht.",
            "Ce soir les voisins viennent manger chez nous avec leurs valises, je te dirai matin ce qu’il en est.",
            "Esta noche vienen los vecinos a cenar con nosotros en la terraza, y mañana por la mañana te digo algo.",
            "Stasera vengono i vicini a cena con tutte le loro valigie, e domani mattina ti faccio sapere qualcosa.",
            "Vanavond komen de buren bij ons eten met al hun koffers, en morgenochtend laat ik je weten hoe of wat.",
            "Dziś wieczorem sąsiedzi przychodzą do nas z walizkami na kolację, więc jutro rano dam ci znać, co dalej.",
            "Ikväll kommer grannarna hem till oss med alla sina väskor och äter, så jag hör av mig i morgon bitti.",
            "Сегодня вечером соседи приходят к нам со всеми своими чемоданами на ужин, завтра утром дам тебе знать.",
            "Dnes večer k nám přijdou sousedé se všemi svými kufry na večeři, takže ti zítra ráno dám vědět, co dál.",
            "Bu akşam komşular bütün bavullarıyla bize yemeğe geliyorlar, yarın sabah sana ne olduğunu haber veririm.",
            "今夜は隣の家族がみんなで荷物を持って夕食に来るので、明日の朝になったらまた連絡します。",
        )
    ),
    "T\n\nI'd appreciate it if you let this one sit until my wife has had a look, as she is the better player.",
    "T\n\nCould you keep it in the drawer until I have spoken to my brother, who knows these openings far better.",
    "T\n\nGive me until Sunday evening, when the guests have gone home and I can set up my pieces on the big table.",
    "T\n\nTo be honest I copied that from an old letter of yours, since I wanted to see how the address book works.",
    "T\n\nIf nothing better comes to me overnight then so be it, and you shall hear from me before breakfast tomorrow.",
    "T\n\nThe above is what Martin would do in my place, and Martin, as we both know, has lost each game since March.",
    "T\n\nTreat this as a placeholder, as I have to catch the train now and cannot see the board from here at all.",
    "T\n\nThat is only there so that the box is not empty; what I really send you comes along with the morning post.",
    "T\n\nIt goes without saying that nobody in his right mind would ever send you such a thing in earnest.",
    "T\n\nYou will have guessed that this comes from my daughter, who is four and likes the letter B more than others.",
    "T\n\nLass das bitte liegen, bis meine Frau draufgeschaut hat, sie spielt ja viel besser als ich in so etwas.",
    "T\n\nGarde ça de côté jusqu'à ce que ma femme y jette un œil, elle joue bien mieux que moi à ce genre de jeu.",
    "T\n\nGuárdalo hasta que mi mujer le eche un vistazo, que ella juega mucho mejor que yo en estas aperturas.",
    "T\n\nTienilo da parte finché mia moglie non ci ha dato un'occhiata, gioca molto meglio di me in queste aperture.",
    "T\n\nBewaar dit even tot mijn vrouw ernaar gekeken heeft, want zij speelt veel beter dan ik in dit soort spellen.",
    "T\n\nLåt den här ligga tills min fru har tittat på den, hon spelar mycket bättre än jag gör i sådana partier.",
    "T\n\nMy wife disagrees.", "T\n\nMy husband says no.", "T\n\nHave you got a better idea for me?",
    "T\n\nP.S. Rather not.",
    "T\n\nMy uncle would laugh.", "T\n\nWe should talk about the draft first.", "T\n\nDid you mean this one?",
    "T\n\nWe have not agreed on anything yet.", "T\n\nYesterday I thought otherwise.", "T\n\nAny objections?",
    "T\n\nWould you accept that from me?", "T\n\nHave you any objection to it?", "T\n\nWhat would you do in my place?",
    "T\n\nThe baby got my phone.", "T\n\nOur cat got onto the desk.", "T\n\nOur dog at work again.",
    "T\n\nWe had wine.",
    "T\n\nMon chat a marché sur le clavier.", "T\n\nMein Sohn war am Rechner.", "T\n\nTBC", "T soon", "T for now",
    "T\n\nForwarded on behalf of my colleague, who is in another game with you and has lost your address since March.",
    "T\n\nHalf of it is right, the other half I shall have to see about when I am back at my desk in the morning.",
    "T\n\nThen again, what do I know about it, with all the cider that was poured for me tonight down at the harbour.",
    "On Mon, 4 Jan 2027 at 10:00, Ada <ada@play.example> wrote: T", "Am 04.01.2027 um 10:00 schrieb Ada: T\n> Hi",
    "This is what I will do if you agree, otherwise nothing.\n\nT", "I do not want to do this.\n\nT",
    "Do not execute the following.\n\nT", "The following is only for your amusement.\n\nT",
    "The following turn belongs to my other game.\n\nT", "Here is what the engine likes.\n\nT",
]  # fmt: skip


@pytest.mark.parametrize("text", CLEAR)
def test_a_turn_is_played_at_once_if_what_stands_around_it_is_harmless(text: str) -> None:
    orders = read(text)

    assert Act.TURN in done(orders)
    assert orders.turn == TURN


@pytest.mark.parametrize("text", ASKED)
def test_a_turn_that_may_not_be_meant_is_asked_back_with_its_reading(text: str) -> None:
    orders = read(text)

    assert not done_at_once(orders)
    assert orders.turn == TURN


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("resign", Act.RESIGN), ("Hi Bob,\n\nresign", Act.RESIGN), ("resign\nsay: Well played!", Act.RESIGN),
        ("resign\n\nAda", Act.RESIGN), ("Hello!\n\nI resign.\n\nBest regards,\nAda Lovelace", Act.RESIGN),
        ("accept draw", Act.ACCEPT_DRAW), ("Hi Bob\n\naccept draw\n\nAda\n+44 20 7946 0958", Act.ACCEPT_DRAW),
        ("claim", Act.CLAIM), ("Hi Corr\nI claim the game\n\n-- \nAda", Act.CLAIM),
        ("resign\n\nCheers\nAda", Act.RESIGN),
        ("confirm withdraw summer-cup\n\nAda", Act.CONFIRM_WITHDRAWAL),
    ],
)  # fmt: skip
def test_what_cannot_be_undone_is_done_at_once_where_nothing_else_is_said(text: str, act: Act) -> None:
    assert act in done(read(text, ADA))


FINAL = ("resign", "I resign.", "accept draw", "claim", "confirm withdraw summer-cup")
BESIDE = (
    "no, wait, that was a typo", "Sorry.", "Ups, falsches Spiel", "Oops",
    "Irrtum",
    "Hmm", "Is that wise?", "How was your holiday?", "It rains all day here.", "Nein doch nicht", "Ne!",
    "やめておきます", "P.S. Kommando retour", "??????", "?",
    "We spent the whole of Sunday on the boat with the neighbours, and came home only when it was dark.", "board", "T",
    "> You can resign\nor not",
)  # fmt: skip


@pytest.mark.parametrize("command", FINAL)
@pytest.mark.parametrize("layout", ["{0}\n\n{1}", "{1}\n\n{0}", "{0}\n{1}", "Hi Bob,\n\n{0}\n\n{1}\n\nAda"])
def test_what_cannot_be_undone_is_asked_back_with_any_other_words(layout: str, command: str) -> None:
    mails = [layout.format(command, beside) for beside in BESIDE]

    assert [mail for mail in mails if done(read(mail, ADA))] == []


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("It rains, I resign.", Act.RESIGN), ("Perhaps, I accept the draw.", Act.ACCEPT_DRAW),
        ("My king is lost! I resign", Act.RESIGN),
        ("You were late, so I claim the game!", Act.CLAIM), ("Schade. Gut gespielt – I resign", Act.RESIGN),
        ("Well played, I\nresign.", Act.RESIGN), ("What I will not do:\nresign", Act.RESIGN),
    ],
)  # fmt: skip
def test_a_command_within_a_sentence_is_asked_back(text: str, act: Act) -> None:
    orders = read(text)

    assert orders.acts == (act,)
    assert orders.row in {VerdictRow.AHEAD, VerdictRow.LED_INTO}


@pytest.mark.parametrize(
    "text",
    [
        "B3-C3 and B4-C4", "B3-C3 then B4-C4", "First B3-C3, then B4-C4.", "B3-C3\nthen\nB4-C4", "B3-C3\nand B4-C4",
        "B3-C3 und dann B4-C4", "B3-C3 puis B4-C4", "B3-C3 y luego B4-C4", "B3-C3, poi B4-C4", "B3-C3 en dan B4-C4",
        "B3-C3 potem B4-C4", "B3-C3, затем B4-C4", "I play B3-C3 and then B4-C4, good luck!",
        "Zuerst B3-C3, dann B4-C4",
        "My turn: B3-C3 followed by B4-C4",
    ],
)  # fmt: skip
def test_actions_that_are_joined_by_a_word_are_one_turn(text: str) -> None:
    orders = read(text)

    assert done(orders) == (Act.TURN,)
    assert same(orders, Orders((Act.TURN,), "B3-C3 B4-C4"))


@pytest.mark.parametrize("text", ["B3-C3 or B4-C4", "B3-C3 ou B4-C4", "not B3-C3 and not B4-C4", "B3-C3, else B4-C4"])
def test_actions_that_are_not_joined_are_asked_about(text: str) -> None:
    assert not done_at_once(read(text))


@pytest.mark.parametrize(
    ("above", "below", "rivals"),
    [
        ("B3-C3", "B4-C4", ("B3-C3", "B4-C4")), ("B3-C3", "resign", ("B3-C3", "resign")),
        ("resign", "B4-C4", ("resign", "B4-C4")),
    ],
)  # fmt: skip
def test_another_turn_below_the_quotation_is_asked_about(above: str, below: str, rivals: tuple[str, ...]) -> None:
    assert read_orders(NewText(above, below), KELASU.formed).rivals == rivals


def test_words_below_the_quotation_belong_to_what_stands_above_it() -> None:
    assert done(read_orders(NewText("B3-C3", "B3-C3"), KELASU.formed)) == (Act.TURN,)
    assert done(read_orders(NewText("B3-C3", "That was a nice trap."), KELASU.formed)) == (Act.TURN,)
    assert not done_at_once(read_orders(NewText("B3-C3", "No, wait, please ignore it."), KELASU.formed))
    assert not done_at_once(read_orders(NewText("resign", "That was a nice trap."), KELASU.formed))
    assert not done_at_once(read_orders(NewText("Is this legal?", "B3-C3"), KELASU.formed))


@pytest.mark.parametrize(
    "text",
    [
        "yes", "Yes.", "confirm", "Yes, that was me", "That was me!", "Yes, I confirm.", "yes please",
        "Yes, it was me.",
        "Hi Corr,\n\nyes\n\nThanks!\n\nAda", "Yes, I meant it.", "Confirmed", "Yes, that is right.",
        "> Is it you?\n\nyes", "yes 👍", "Yes👍", "Yes :D", "yes pls!", "yes plz", "yeah", "Yep, thx 😊", "yes yes",
        "👍 yes", "yes, sure", "ok", "Okay!", "OK, thanks 👍", "Sure.", "Correct", "Go ahead", "Do it!",
        "Play it now, please.", "Ja", "Ja, bitte", "oui", "Sí, gracias", "sim",
    ],
)  # fmt: skip
def test_yes_and_confirm_mean_the_same(text: str) -> None:
    assert done(read(text, ADA)) == (Act.CONFIRM,)


@pytest.mark.parametrize(
    "text",
    [
        "no", "No.", "No, thanks", "No, that was not me.", "It wasn’t me!", "Hi\n\nno\n\nAda", "Not me", "nope 😊",
        "no no!", "No 👎", "no :(", "nah",
    ],
)  # fmt: skip
def test_no_drops_what_was_asked(text: str) -> None:
    assert done(read(text, ADA)) == (Act.REJECT,)


@pytest.mark.parametrize(
    "text", ["yes\n\nI thought so.", "confirm\n\nno, wait", "yes\n\nno", "no\n\nOr rather, ask me tomorrow."]
)
def test_a_yes_or_a_no_with_other_words_is_asked_again(text: str) -> None:
    assert not done_at_once(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "yes?", "yes, but I have a question", "no problem", "No hurry!", "please confirm that", "ok?",
        "ok, but let me think", "Sure, see you on Friday", "right now I am on the train",
    ],
)  # fmt: skip
def test_what_only_begins_like_a_yes_or_a_no_is_none(text: str) -> None:
    assert read(text) == Orders()


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Is this legal?\n\nT", VerdictRow.QUESTION), ("T?", VerdictRow.QUESTION),
        ("For example:\n\nT", VerdictRow.LED_INTO), ("T\n\nnot yet", VerdictRow.TAKEN_BACK),
        ("I think T", VerdictRow.AHEAD), ("T\n\nCleo says so.", VerdictRow.OTHER_WORDS),
    ],
)  # fmt: skip
def test_why_a_turn_is_asked_back_is_told(text: str, row: VerdictRow) -> None:
    assert read(text).row is row

"""What devices, programs and firms of all countries add below a mail is no word of its writer."""

import pytest

from corr.mail.reading.words.new_text import new_text

SENT = [
    "Sent from my Nebula Fold 3, an MT&T 5G capable smartphone",
    "Sent from my mobile, please forgive typing errors",
    "Get the Outlook app",
    "Télécharger Spark pour Android",
    "Pobierz Outlook dla systemu iOS",
    "Αποκτήστε το Outlook για Android",
    "Unduh Outlook untuk Windows",
    "Windows 用メールから送信",
    "네이버 앱에서 보냄",
    "从 Android 邮件发送",
    "मेरे Android से भेजा गया",
    "ارسال شده از Galaxy من",
    "Dihantar dari Galaxy saya",
    "Von unterwegs gesendet",
]
DISCLAIMED = [
    "NOTICE: this mail is meant for the named recipient only.",
    "If you are not the intended recipient, delete it.",
    "Any views expressed in it are those of its author.",
    "Miller Ltd is registered in England and Wales, No. 1.",
    "Do you really need to print this?",
    "Bitte denken Sie vor dem Ausdrucken an die Umwelt.",
    "Pensez à l'environnement avant d'imprimer.",
    "Hinweis: In dieser Nachricht kann Vertrauliches stehen, was vertraulich bleiben muss.",
    "Les pièces jointes et ce message sont confidentiels.",
    "La información de este correo es confidencial.",
    "As informações desta mensagem são confidenciais.",
    "Treść wiadomości jest poufna i nie dla każdego.",
    "Zpráva je důvěrná a je určena jen adresátovi.",
    "Az üzenet bizalmas, és nem mindenkinek szól.",
    "Viesti on luottamuksellinen ja vain saajalle.",
    "このメールの内容は機密ですので、転送しないでください。",
    "Checked by AVG - www.avg.com",
    "Virenfrei.www.avast.com",
    "Scanned by MailScanner, and believed to be clean.",
]


@pytest.mark.parametrize("added", [*SENT, *DISCLAIMED])
def test_what_is_added_in_any_language_goes(added: str) -> None:
    assert new_text(f"Mine\n\n{added}\n").text == "Mine"


@pytest.mark.parametrize(
    "signature",
    [
        "----\nBob Miller\n01632 960123",
        "*****\nBob\nB9-C9 Road\n*****",
        "~~~~\nBob",
        "====\nBob M. Miller\nYork",
        "=20",
    ],
)
def test_a_signature_below_any_line_across_goes(signature: str) -> None:
    assert new_text(f"Mine\n\n{signature}\n").text == "Mine"


@pytest.mark.parametrize(
    "text",
    [
        "Mine\n----\nmore of it",
        "Mine\n----\nMy Turn\nB3-C3",
        "Mine\n\n----\n\nMore below the line",
        "Mine\n----\nBob told me a story that is so long that it never fits into what stands in a signature.",
    ],
)
def test_words_below_a_line_across_are_kept(text: str) -> None:
    assert new_text(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "I use Outlook for Android",
        "Do you send from Outlook or Android?",
        "External pressure made me late",
        "Attention, I am coming!",
        "Confidential to you: I am lost",
        "I keep your message confidential, as always.",
        "Print the board if you like.",
        "My paper plane flew far.",
        "Wirklich ein druckvoller Angriff",
        "This mail was fun to write.",
        "Scanned by my own eyes: no mistake here.",
        "来自北京的问候",
        "He is registered in two clubs",
        "Pocket Mail: a story",
    ],
)
def test_what_a_person_says_with_the_same_words_is_kept(text: str) -> None:
    assert new_text(f"Mine\n\n{text}\n").text == f"Mine\n\n{text}"

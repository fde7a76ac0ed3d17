"""
The words by which mail clients introduce what they quote, and sign what they send, in the languages of their users.

Only words that clients write by themselves stand here; what people write is read by its form.
"""

import re

WROTE = (
    "wrote", "writes", "schrieb", "schrieben", "a écrit", "a ecrit", "écrit", "écrivait", "escribió",
    "escribio", "ha scritto", "scritto", "scrisse", "napisał", "napisała", "napisał(a)", "napisal", "pisze",
    "skrev", "kirjoitti", "написал", "написала", "написал(а)", "пишет", "написав", "пише", "napsal", "napsala",
    "napsal(a)", "napísal", "napísal(a)", "escreveu", "schreef", "heeft geschreven", "geschreven", "yazdı",
    "şunu yazdı", "ezt írta", "írta", "đã viết", "viết", "a scris", "έγραψε", "написа", "je napisao",
    "je napisala", "napisao", "のメール", "書きました", "さんが書きました", "のメッセージ", "작성", "님이 작성",
    "写道", "寫道", "写到", "來信", "เขียน", "כתב", "כתבה", "كتب", "va escriure", "ha escrit", "idatzi du",
    "kirjutas", "rakstīja", "rašė", "je napisal", "menulis", "skrifaði",
)  # fmt: skip
"""What ends or opens the line before a quote: "… wrote:"."""

FROM = (
    "from", "von", "de", "da", "van", "od", "från", "fra", "lähettäjä", "от", "від", "kimden", "feladó", "từ",
    "差出人", "보낸 사람", "보낸사람", "发件人", "寄件者", "寄件人", "από", "מאת", "من", "expéditeur",
    "mittente", "remitente", "de la", "afzender", "nadawca", "odesílatel", "送信者", "av",
)  # fmt: skip
"""The first field of the block that some clients put above the mail they answer."""

FIELDS = (
    "sent", "date", "to", "cc", "bcc", "subject", "reply-to", "importance", "gesendet", "datum", "an",
    "betreff", "kopie", "envoyé", "envoyé le", "à", "a", "objet", "copie à", "enviado", "enviado el",
    "enviada em", "enviado em", "enviada", "fecha", "para", "asunto", "assunto", "data", "inviato", "oggetto",
    "per conto di", "wysłano", "do", "temat", "dw", "verzonden", "aan", "onderwerp", "skickat", "till", "ämne",
    "sendt", "til", "emne", "lähetetty", "päivämäärä", "vastaanottaja", "kopio", "aihe", "отправлено", "дата",
    "кому", "копия", "тема", "відправлено", "надіслано", "копія", "odesláno", "komu", "předmět", "odoslané",
    "predmet", "gönderildi", "tarih", "kime", "konu", "bilgi", "elküldve", "dátum", "címzett", "másolat",
    "tárgy", "đã gửi", "ngày", "đến", "tới", "chủ đề", "送信日時", "日時", "宛先", "件名", "보낸 날짜", "날짜",
    "받는 사람", "받는사람", "참조", "제목", "发送时间", "日期", "收件人", "抄送", "主题", "傳送時間",
    "寄件日期", "收件者", "副本", "主旨", "trimis", "către", "subiect", "ημερομηνία", "προς", "θέμα", "נשלח",
    "אל", "נושא", "التاريخ", "إلى", "الموضوع", "message du",
)  # fmt: skip
"""The other fields of that block."""

ORIGINAL = (
    "original message", "original appointment", "forwarded message", "reply message", "original-nachricht",
    "originalnachricht", "ursprüngliche nachricht", "urspruengliche nachricht", "weitergeleitete nachricht",
    "message d'origine", "message d’origine", "message original", "message initial", "message transféré",
    "mensaje original", "mensagem original", "mensaje reenviado", "messaggio originale", "messaggio inoltrato",
    "oorspronkelijk bericht", "origineel bericht", "doorgestuurd bericht", "wiadomość oryginalna",
    "oryginalna wiadomość", "originalmeddelande", "ursprungligt meddelande", "oprindelig meddelelse",
    "original meddelelse", "opprinnelig melding", "oprindelig besked", "begin forwarded message",
    "anfang der weitergeleiteten nachricht", "début du message réexpédié", "inizio messaggio inoltrato",
    "alkuperäinen viesti", "исходное сообщение", "пересылаемое сообщение", "оригінальне повідомлення",
    "původní zpráva", "pôvodná správa", "özgün ileti", "orijinal mesaj", "eredeti üzenet", "thư gốc",
    "tin nhắn gốc", "元のメッセージ", "원본 메시지", "원본 메일", "原始邮件", "原始郵件", "mesaj original",
    "αρχικό μήνυμα", "izvorna poruka",
)  # fmt: skip
"""What stands between dashes above a quoted mail."""

_SENT = (
    r"sent (from|via|with|by|using) (my |the )?[\w .™®+'’/()-]{2,60}",
    r"sent from .{1,40} for .{1,30}",
    r"get outlook for \w+.*",
    r"(von|vom) (meinem|meiner) .{1,50} gesendet",
    r"gesendet (von|mit|über|ueber) .{1,80}",
    r"diese nachricht wurde von .{1,60} gesendet.*",
    r"(envoyé|envoye) (de|depuis|à partir|avec|par) .{1,60}",
    r"télécharger outlook pour .*",
    r"(enviado|enviada) (desde|do|de|a partir|através|con) .{1,60}",
    r"inviato (da|dal|con|tramite) .{1,60}",
    r"(verzonden|verstuurd) (vanaf|met|vanuit|via) .{1,60}",
    r"(wysłane|wysłano) (z|ze|za pomocą|przez) .{1,60}",
    r"skickat (från|med|via) .{1,60}",
    r"sendt (fra|med|via) .{1,60}",
    r"lähetetty .{1,60}",
    r"(отправлено|послано) (с|из|через) .{1,60}",
    r"(надіслано|відправлено) (з|із|через) .{1,60}",
    r"(odesláno|odoslané) (z|ze|zo|pomocí) .{1,60}",
    r"(iphone|ipad|android).{0,15} gönderildi",
    r"(az|a) én .{1,40} küldve",
    r"küldve .{1,40}",
    r"(được )?gửi từ .{1,60}",
    r".{0,20}iphone ?から送信",
    r"(나의|내) .{1,30}에서 보냄",
    r"(发自|從我的|从我的|傳送自|发送自).{1,40}",
    r"virus[- ]free\.?.*",
    r"trimis de pe .{1,40}",
    r"στάλθηκε από .{1,40}",
)
SENT_FROM = re.compile("(?:" + "|".join(_SENT) + ")", re.IGNORECASE)
"""A line by which a device or a program signs."""

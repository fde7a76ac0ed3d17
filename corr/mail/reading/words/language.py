"""
The words by which mail clients introduce what they quote, in the languages of their users.

Only words that clients write by themselves stand here; what people write is read by its form.
"""

WROTE = (
    "quoting", "zitat von", "citando", "cytat", "citat", "mensaje citado por", "you write", "wrote", "writes",
    "has written", "schrieb", "schrieben", "geschrieben", "a écrit", "a ecrit", "écrit", "écrivait", "escribió",
    "escribio", "escribe", "ha scritto", "scritto", "scrisse", "napisał", "napisała", "napisał(a)", "napisal",
    "pisze", "skrev", "kirjoitti", "написал", "написала", "написал(а)", "пишет", "написав", "пише", "писал",
    "писала", "napsal", "napsala", "napsal(a)", "napísal", "napísala", "napísal(a)", "píše", "escreveu", "schreef",
    "heeft geschreven", "geschreven", "het volgende geschreven", "yazdı", "şunu yazdı", "şunları yazdı", "ezt írta",
    "írta", "đã viết", "viết", "a scris", "scris", "έγραψε", "έγραψες", "написа", "je napisao", "je napisala",
    "je napisao/la", "napisao", "napisala", "је написао", "је написала", "написао", "のメール", "書きました",
    "さんが書きました", "のメッセージ", "さんは書きました", "からのメール", "작성", "님이 작성", "썼습니다", "写道",
    "寫道", "写到", "來信", "写了", "寫了", "เขียน", "เขียนว่า", "כתב", "כתבה", "כתב/ה", "כתב/כתבה", "كتب", "كتبت",
    "نوشت", "va escriure", "ha escrit", "escrigué", "idatzi du", "escribiu", "kirjutas", "rakstīja", "rašė",
    "parašė", "je napisal", "menulis", "tulis", "skrifaði", "deus skrivet", "scríobh", "ysgrifennodd", "लिखा",
    "লিখেছেন", "எழுதியது", "sumulat",
)  # fmt: skip
"""Words at the end or the beginning of an attribution: "… wrote:"."""

OPENS = (
    "on", "am", "le", "el", "il", "op", "em", "no dia", "den", "w dniu", "dnia", "dne", "vào", "lúc", "pada",
    "στις", "на", "dana", "ngày", "il giorno", "le jour", "בתאריך", "في", "quoting", "zitat von", "citando",
    "cytat", "în data de", "pe data de", "el dia", "ב", "в", "v",
)  # fmt: skip
"""Beginnings of attributions, for those that a mail program breaks early."""

FROM = (
    "from", "von", "de", "da", "van", "od", "från", "fra", "lähettäjä", "от", "від", "kimden", "gönderen", "feladó",
    "từ", "người gửi", "差出人", "送信元", "보낸 사람", "보낸사람", "보낸이", "发件人", "發件人", "寄件者",
    "寄件人", "από", "מאת", "من", "expéditeur", "mittente", "remitente", "remetente", "de la", "expeditor",
    "afzender", "nadawca", "odesílatel", "odosielateľ", "送信者", "av", "avsändare", "afsender", "avsender",
    "absender", "pošiljatelj", "šalje", "pošiljalac", "пошиљалац", "подател", "отправитель", "відправник", "dari",
    "จาก", "remitent", "saatja", "no", "nuo", "frá", "oddie", "प्रेषक", "فرستنده", "از",
)  # fmt: skip
"""Names of the first field in the block that some mail programs put above a quoted mail."""

FIELDS = (
    "sent", "date", "to", "cc", "bcc", "subject", "reply-to", "reply to", "importance", "sent at", "on", "sent on",
    "attachments", "message-id", "x-mailer", "organization", "priority", "received", "time", "gesendet", "datum",
    "an", "betreff", "kopie", "antwort an", "wichtigkeit", "gesendet am", "zeit", "anlagen", "envoyé", "envoyé le",
    "à", "a", "objet", "copie à", "date d'envoi", "répondre à", "destinataire", "sujet", "enviado", "enviado el",
    "enviada em", "enviado em", "enviada", "fecha", "para", "asunto", "assunto", "data", "enviado a las",
    "data de envio", "em", "destinatario", "destinatário", "responder a", "inviato", "oggetto", "per conto di",
    "data invio", "risposta", "rispondi a", "wysłano", "wysłane", "do", "temat", "dw", "data wysłania", "adresat",
    "verzonden", "verstuurd", "aan", "onderwerp", "verzonden op", "skickat", "skickades", "till", "ämne", "kopia",
    "sendt", "dato", "til", "emne", "lähetetty", "päivämäärä", "päiväys", "vastaanottaja", "kopio", "aihe",
    "lähetyspäivä", "отправлено", "отправленные", "дата", "кому", "копия", "тема", "дата отправки", "відправлено",
    "надіслано", "копія", "odesláno", "odeslané", "komu", "předmět", "odoslané", "predmet", "odoslane", "dátum",
    "gönderildi", "gönderme tarihi", "tarih", "kime", "konu", "bilgi", "gönderilme", "elküldve", "címzett",
    "másolat", "tárgy", "küldve", "küldés ideje", "másolatot kap", "đã gửi", "ngày", "đến", "tới", "chủ đề", "gửi",
    "người nhận", "tiêu đề", "送信日時", "日時", "宛先", "件名", "送信日", "日付", "보낸 날짜", "날짜", "받는 사람",
    "받는사람", "참조", "제목", "보낸 시간", "보낸날짜", "받는이", "일시", "发送时间", "發送時間", "日期", "收件人",
    "抄送", "主题", "主題", "傳送時間", "寄件日期", "收件者", "副本", "主旨", "发送日期", "時間", "时间", "发送",
    "trimis", "către", "subiect", "trimisă", "trimis la", "ημερομηνία", "προς", "θέμα", "εστάλη", "στάλθηκε",
    "απεστάλη", "κοιν.", "נשלח", "אל", "נושא", "תאריך", "בתאריך", "עותק", "التاريخ", "إلى", "الموضوع", "تم الإرسال",
    "أرسلت", "تاريخ الإرسال", "الى", "نسخة", "تاريخ", "message du", "за", "относно", "изпратено", "получател",
    "prima", "poslano", "za", "naslov", "prejemnik", "zadeva", "послато", "предмет", "датум", "tanggal", "kepada",
    "ke", "dikirim", "terkirim", "subjek", "perihal", "judul", "วันที่", "ถึง", "เรื่อง", "ส่งเมื่อ", "หัวเรื่อง", "ส่ง",
    "สำเนา", "enviat", "per a", "assumpte", "data d'enviament", "a l'atenció de", "saadetud", "kellele", "teema",
    "kuupäev", "nosūtīts", "kam", "datums", "tēma", "kam:", "išsiųsta", "tema", "sent til", "efni", "dagsetning",
    "á", "chuig", "ábhar", "दिनांक", "प्रति", "विषय", "تاریخ", "به", "موضوع",
)  # fmt: skip
"""The other fields of that block."""

ORIGINAL = (
    "original message", "original appointment", "forwarded message", "reply message", "original email",
    "original mail", "start of forwarded message", "begin forwarded message", "begin message", "quoted message",
    "previous message", "original message follows", "forwarded by", "forwarded mail", "original-nachricht",
    "originalnachricht", "originalmail", "original-mail", "ursprüngliche nachricht", "urspruengliche nachricht",
    "weitergeleitete nachricht", "weitergeleitete mail", "originalmeldung", "anfang der weitergeleiteten nachricht",
    "anfang der weitergeleiteten e-mail", "ursprüngliche mail", "message d'origine", "message d’origine",
    "message original", "message initial", "message transféré", "message originel", "mail original",
    "e-mail d'origine", "mail d'origine", "courriel original", "début du message réexpédié",
    "début du message transféré", "message transmis", "message réexpédié", "mensaje original", "mensaje reenviado",
    "mensaje original del cliente", "inicio del mensaje reenviado", "mensagem original", "mensagem encaminhada",
    "mensagem reencaminhada", "início da mensagem encaminhada", "e-mail original", "correo original",
    "messaggio originale", "messaggio inoltrato", "messaggio original", "inizio messaggio inoltrato",
    "oorspronkelijk bericht", "origineel bericht", "doorgestuurd bericht", "oorspronkelijke bericht",
    "begin doorgestuurd bericht", "originele bericht", "wiadomość oryginalna", "oryginalna wiadomość",
    "wiadomość przekazana dalej", "wiadomość pierwotna", "początek przekazywanej wiadomości",
    "przekazana wiadomość", "treść oryginalnej wiadomości", "originalmeddelande", "ursprungligt meddelande",
    "vidarebefordrat meddelande", "originalmeddelandet", "vidarebefordrat brev", "oprindelig meddelelse",
    "videresendt meddelelse", "original meddelelse", "oprindelig besked", "videresendt besked", "original besked",
    "opprinnelig melding", "videresendt melding", "original melding", "opprinnelig e-post", "alkuperäinen viesti",
    "edelleenlähetetty viesti", "välitetty viesti", "alkuperäinen sähköposti", "исходное сообщение",
    "пересылаемое сообщение", "пересланное сообщение", "оригинальное сообщение",
    "начало переадресованного сообщения", "исходное письмо", "конец пересылаемого сообщения",
    "первоначальное сообщение", "оригінальне повідомлення", "вихідне повідомлення", "переслане повідомлення",
    "початкове повідомлення", "пересланий лист", "původní zpráva", "přeposlaná zpráva", "původní e-mail",
    "původní email", "přeposlaná e-mailová zpráva", "pôvodná správa", "preposlaná správa", "pôvodný e-mail",
    "özgün ileti", "orijinal mesaj", "orijinal ileti", "yönlendirilmiş ileti", "iletilmiş mesaj", "iletilen ileti",
    "asıl mesaj", "eredeti üzenet", "továbbított üzenet", "továbbított levél", "eredeti levél", "thư gốc",
    "tin nhắn gốc", "thư đã chuyển tiếp", "thư được chuyển tiếp", "email gốc", "tin nhắn đã chuyển tiếp",
    "元のメッセージ", "転送されたメッセージ", "元のメール", "転送メッセージ", "オリジナルメッセージ",
    "original message from", "원본 메시지", "원본 메일", "전달된 메시지", "원본메일", "원래 메시지", "전달된 메일",
    "원본 이메일", "原始邮件", "原始郵件", "转发的邮件", "轉寄的郵件", "转发邮件信息", "已转发的邮件", "轉寄郵件",
    "回复的原邮件", "原始信件", "邮件原件", "原邮件", "转发邮件", "回复邮件", "已轉寄的郵件", "mesaj original",
    "mesaj redirecționat", "mesajul original", "mesajul inițial", "mesaj inițial", "αρχικό μήνυμα",
    "προωθημένο μήνυμα", "izvorna poruka", "proslijeđena poruka", "originalna poruka", "прослеђена порука",
    "оригинална порука", "оригинално съобщение", "препратено съобщение", "първоначално съобщение", "הודעה מקורית",
    "הודעה שהועברה", "ההודעה המקורית", "الرسالة الأصلية", "رسالة أصلية", "رسالة معاد توجيهها", "رسالة معاد إرسالها",
    "ข้อความต้นฉบับ", "ข้อความที่ส่งต่อ", "ข้อความเดิม", "missatge original", "missatge reenviat", "pesan asli",
    "pesan terusan", "pesan yang diteruskan", "izvirno sporočilo", "posredovano sporočilo", "algne sõnum",
    "algne kiri", "edastatud kiri", "sākotnējais ziņojums", "pārsūtītais ziņojums", "pirminis laiškas",
    "originalus laiškas", "persiųstas laiškas", "upphafleg skilaboð", "mezua jatorria", "پیام اصلی", "मूल संदेश",
)  # fmt: skip
"""Words between dashes above a quoted mail."""

HIDDEN = (
    "quoted text hidden", "zitierter text ausgeblendet", "texte des messages précédents masqué",
    "el texto citado está oculto", "testo tra virgolette nascosto", "texto das mensagens anteriores oculto",
    "tekst uit oorspronkelijke bericht is verborgen", "ukryto cytowany tekst", "citerad text är dold",
    "citeret tekst er skjult", "sitert tekst er skjult", "lainattu teksti piilotettu", "цитируемый текст скрыт",
    "цитований текст приховано", "alıntılanan metin gizlendi", "idézett szöveg elrejtve", "citovaný text byl skryt",
    "引用テキストを非表示", "引用文字已隐藏", "引用文字已隱藏", "따온 텍스트 숨김", "đã ẩn văn bản được trích dẫn",
)  # fmt: skip
"""Words in brackets where a mail program left a quotation out; earlier mails follow."""

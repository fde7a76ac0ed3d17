"""Signatures, disclaimers, and lines that devices and programs add below a person's words."""

import re
from collections.abc import Iterable

from corr.mail.reading.words.speech import is_label

_SHOWN = 400
_SHORTEST = 24
_OPENS = re.compile(
    r"^\W{0,6}(?:(?:e-?mail )?disclaimer\W{0,8}$|e-?mail disclaimer\b|"
    r"confidential(?:ity)?(?: (?:notice|note|statement))?\b.{0,3}(?:$|[:.-])|(?:legal )?disclaimer\b|"
    r"(?:this|the (?:information|contents?)|this message|the information contained) .{0,120}"
    r"(?:confidential|privileged|intended (?:only|solely|for)|legally)|"
    r"(?:diese|der inhalt dieser) .{0,60}(?:e-?mail|nachricht) .{0,80}vertraulich|"
    r"(?:ce|cet|le contenu de ce) .{0,100}(?:confidentiel|strictement)|(?:este|esta|el contenido) .{0,120}confidencia|"
    r"(?:questo|il presente|questa|le informazioni) .{0,120}(?:riservat|confidenzial)|"
    r"(?:dit|deze|de informatie) .{0,100}vertrouwelijk|(?:niniejsz|ta wiadomość|informacje) .{0,100}poufn|"
    r"(?:detta|denna|denne|dette) .{0,100}(?:konfidentiell|fortrolig|sekretess)|"
    r"(?:p )?(?:please )?(?:consider|think of) the environment before printing|"
    r"(?:aviso (?:legal|de confidenciali\w{3,5})|avis (?:de confidentialité|légal)|clausola di riservatezza|"
    r"haftungsausschluss|rechtlicher hinweis|avvertenze legali|klauzula poufności|nota de confidencialidad)\b|"
    r"(?:dit|deze|de informatie) .{0,100}(?:uitsluitend )?bestemd (?:voor|is)|"
    r"(?:diese|der inhalt dieser) .{0,60}(?:e-?mail|nachricht) .{0,80}ausschließlich für|"
    r"(?:esta|este) (?:mensagem|mensaje|e-?mail|correo) .{0,80}(?:destinad|dirigid)|"
    r"(?:this|dies|ce|questo) .{0,40}(?:electronic mail|e-?mail) (?:transmission|communication)\b|"
    r"(?:данное|это|настоящее) .{0,80}конфиденциальн|(?:bu e-?posta|bu mesaj) .{0,100}gizli|"
    r"本邮件.{0,60}保密|本メール.{0,60}(?:機密|秘密)|이 (?:메일|이메일|전자우편).{0,60}(?:기밀|비밀))",
    re.IGNORECASE,
)
_SECRET = re.compile(
    r"confiden|vertraulich|riservat|vertrouwelijk|poufn|konfidenti|fortrolig|luottamuksel|конфиденц|конфіденц|gizli|"
    r"důvěrn|dôvern|bizalmas|povjerljiv|poverljiv|zaupn|поверителн|εμπιστευτικ|חסוי|סודי|سرية|保密|机密|機密|기밀|비밀|"
    r"rahasia|bảo mật|legally privileged|intended recipient|named recipient|gerechtigde|intended only|solely for the",
    re.IGNORECASE,
)
_MAIL = re.compile(
    r"message|e-?mail|\bmail|courrier|courriel|correo|mensaje|mensagem|messaggio|comunicazione|nachricht|bericht|"
    r"wiadomoś|meddelande|meddelelse|melding|besked|viesti|сообщени|письм|повідомлен|e-?posta|mesaj|zpráv|správ|üzenet|"
    r"levél|poruk|sporočil|съобщени|μήνυμα|הודעה|رسالة|邮件|郵件|メール|메일|pesan|thư|"
    r"missatge|attachment|allegat|pièces jointes",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:I|[Mm]y|me|[Ww]e|[Oo]ur|[Ii]ch|[Mm]eine?|[Ww]ir|[Mm]on|[Mm]es|[Yy]o|[Mm]i|[Ii]o|[Mm]io|[Ee]u|[Ii]k|[Jj]ag|"
    r"[Jj]eg)\b"
)
"""Who speaks of himself writes it himself."""
_PRINT = re.compile(
    r"\bprint|druck(?:en|t|e)\b|imprim|stampa|afdruk|ispis|skriver ut|udskriv|tisk|drukow|nyomtat|印刷|打印|列印",
    re.IGNORECASE,
)
_GREEN = re.compile(
    r"environment|umwelt|environnement|ambiente|milieu|miljö|miljø|\bpaper|papel|papier|carta\b|planet|"
    r"before you print|really need|wirklich|środowisk|okoliš|okolj|prostřed|környezet|forest|trees|环境|環境|piense si|"
    r"necesario",
    re.IGNORECASE,
)
_OFFICIAL = re.compile(
    r"^(?:(?:we|.{2,40}) may monitor (?:e-?mail|the content)|registered (?:office|address|in)\b.{0,80}\bregistered\b|"
    r".{2,80}\b(?:sitz der gesellschaft|amtsgericht|registergericht|handelsregister)\b|"
    r"(?:ce message|ce courriel|cet? e-?mail).{0,80}(?:intention exclusive|exclusivement)|"
    r"any (?:views|opinions)(?: or opinions)? (?:presented|expressed)|if you (?:are not the|have received this)|"
    r".{2,60}\b(?:ltd|limited|plc|llp|inc|gmbh|company)\b.{0,30} registered in |"
    r"wenn sie nicht der (?:richtige|beabsichtigte)|"
    r"si vous n['’]êtes pas|si usted no es|se (?:lei )?non è|se você não)",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"^\s{0,3}(?:--|—|–|__|--\xa0|-\s-)\s?$")
_RULE = re.compile(r"^\s*(?:[-_=*~#+‐-―─━]{3,}|\u1427)\s*$")
"""A line across, or the sign by which a tracker of mails marks them."""
_NAMED = re.compile(r"^[-–—~][^\W\d_]{2,20}(?: [^\W\d_]{1,20}\.?){0,2}$")
"""A name with a dash right before it, as people sign."""
_DASHED_NAME = re.compile(r"^\s{0,3}(?:--|—|–) ?[^\W\d_a-z][^\W\d_]{1,20}(?: [^\W\d_a-z][^\W\d_]{0,20}\.?){0,2},?\s*$")
"""A name right behind the sign of a signature: "--Bob Miller"."""
_SQUARE = re.compile(r"\b[A-Za-z]\d{1,2}\b")
"""Of a board."""
_LONG_RULE = re.compile(r"^\s*[-_=*~—─━]{10,}\s*$")
_FOLLOWED = re.compile(r"(?<![ (\[<:])[ (\[<:]*+(?:https?://|www\.)\S.{0,300}$")
"""A link that a program sends after its own name, with praise behind it perhaps."""
_PRAISED = re.compile(r"(?<=\w) ?\(https?://[^)\s]{1,300}\), \S.{0,100}$")
_LINK = re.compile(
    r"<(?:https?|mailto):[^>\s]{0,300}>|\[(?:https?|cid|image):[^\]\s]{0,300}\]|\(https?:[^)\s]{0,300}\)"
)
_BARE_LINK = re.compile(r"https?://\S{1,300}|www\.\S{1,200}|[^\s<>@]{1,64}@[^\s<>@]{1,100}")
_SENT = (
    r"sent (from|via|with|by|using|on) (my |the |a )?[\w .™®+'’/()&-]{2,60}",
    r"sent from .{1,40} for .{1,30}",
    r"sent (from|with|by) .{1,60}(phone|mobile|mail|android|ios|ipad|tablet|device)\b.{0,40}",
    r"(get|download) (outlook|bluemail|spark|yahoo mail|k-9|mail|aqua mail|thunderbird)\b.{0,40}",
    r"(von|vom) (meine[mr]|mein|unterwegs|handy|mobil\w{0,10}) ?.{0,50} ?(gesendet|geschickt|verschickt)",
    r"(gesendet|verschickt|geschickt|abgeschickt) (von|vom|mit|über|ueber|aus) .{1,80}",
    r"mit (der|dem|meine[mr]) .{1,50} (gesendet|geschickt|verschickt|verfasst)",
    r"(holen sie sich|hol dir|laden sie) outlook .{0,40}|outlook für \w+ (herunterladen|beziehen|holen)",
    r"diese nachricht wurde (von|mit) .{1,60} (gesendet|verfasst).*",
    r"(envoyé|envoye|envoyée?) (de|depuis|à partir|avec|par|via|d'|d’).{1,60}",
    r"(télécharger|obtenez|obtenir|téléchargez) outlook .{0,40}",
    r"(enviado|enviada|enviat) (desde|do|da|de|a partir|através|con|com|pelo|pela|des|via|por|usando) .{1,60}",
    r"(obtener|obtén|obtenga|obter|obtenha|baixe|obteniu|descarga) (o )?outlook .{0,40}",
    r"inviato (da|dal|dalla|con|tramite|via) .{1,60}|inviato dall['’].{1,60}",
    r"(scarica|ottieni) outlook .{0,40}",
    r"(verzonden|verstuurd|gestuurd) (vanaf|met|vanuit|via|van) .{1,60}",
    r"outlook voor \w+ (downloaden|ophalen)|(download|haal) outlook voor .{0,40}",
    r"(wysłane|wysłano|wysłana) (z|ze|za pomocą|przez|przy użyciu) .{1,60}",
    r"(pobierz|uzyskaj) (aplikację )?outlook .{0,40}",
    r"skickat (från|med|via) .{1,60}",
    r"(hämta|skaffa) outlook .{0,40}",
    r"sendt (fra|med|via|med hjælp af) .{1,60}",
    r"(hent|få|skaff) outlook .{0,40}",
    r"lähetetty .{1,60}",
    r"(hanki|lataa) outlook .{0,40}",
    r"(отправлено|послано|отослано) (с|со|из|через|от|при помощи) .{1,60}",
    r"(скачать|получить|загрузить) outlook .{0,40}",
    r"(надіслано|відправлено|надсилаю) (з|із|зі|через|за допомогою) .{1,60}",
    r"(отримати|завантажити) outlook .{0,40}",
    r"(odesláno|odoslané|posláno|poslané) (z|ze|zo|pomocí|pomocou|přes|cez) .{1,60}",
    r"(získejte|stáhněte si|získajte|stiahnuť) outlook .{0,40}",
    r".{0,40}(iphone|ipad|android|telefon|samsung|galaxy|outlook).{0,25} gönderildi",
    r".{0,20}outlook.{0,20}(edinin|indirin|edin|alın)",
    r"(az|a) én .{1,40} küldve|.{0,40} (küldve|elküldve)|küldve .{1,40}",
    r"(szerezze be|töltse le) .{0,20}outlook.{0,40}",
    r"(được )?(gửi|đã gửi) (từ|bằng|qua) .{1,60}",
    r"(tải|nhận) outlook .{0,40}",
    r".{0,30}(iphone|ipad|android|スマートフォン|携帯|galaxy|xperia).{0,10}から送信.{0,10}",
    r".{0,20}outlook.{0,20}(を入手|を取得|をダウンロード)",
    r"(나의|내|제) .{1,30}에서 (보냄|보냈습니다|전송)",
    r".{0,30}(iphone|ipad|android|galaxy|갤럭시|아이폰).{0,12}에서 (보냄|전송|보냈습니다).{0,5}",
    r".{0,20}outlook.{0,20}(다운로드|받기|가져오기)",
    r"(发自|發自|從我的|从我的|傳送自|发送自|寄自).{1,40}",
    r"(来自|來自|使用).{0,30}(iphone|ipad|手机|手機|android|安卓|邮箱|信箱|outlook|mail).{0,20}",
    r"(获取|取得|下載|下载).{0,20}outlook.{0,20}",
    r"签名由.{1,30}定制|由.{1,30}(?:发送|寄出)",
    r"trimis (de pe|din|cu|prin|de la|folosind) .{1,60}",
    r"(στάλθηκε|εστάλη|απεστάλη) (από|με|μέσω) .{1,60}",
    r"(изпратено|изпратен) (от|с|чрез|през) .{1,60}",
    r"(poslano|poslato|poslan) (s|sa|iz|z|putem|preko) .{1,60}",
    r"послато (са|преко) .{1,60}",
    r"(הודעה )?נשלחה? מ.{1,60}",
    r"(أُ?رسلت?|مرسل|تم الإرسال|أُ?رسل|مُ?رسلة?) (من|بواسطة|عبر|باستخدام) .{1,60}",
    r"ส่งจาก.{1,60}",
    r"(dikirim|terkirim) (dari|melalui|menggunakan|lewat) .{1,60}",
    r"saadetud .{1,40}|nosūtīts no .{1,40}|išsiųsta iš .{1,40}|sent úr .{1,40}",
    r"(typed|written|dictated) (on|from|with|by) (my |a )?(phone|mobile|iphone|ipad|tablet|android|voice).{0,60}",
    r"(excuse|pardon|forgive) (my |the |any )?(brevity|typos).{0,60}",
    r"bitte entschuldigen sie die kürze.{0,60}",
    r"(yahoo mail|aol mail|mail) (on|for) (android|iphone|ipad)",
)
_BRAND = r"(?:iphone|ipad|android|galaxy|windows|outlook|yahoo|gmail|naver|네이버|아이폰|آیفون|小米|华为)"
_SENDING = r"(?:送信|보냄|보냈|전송|发送|發送|傳送|寄出|भेजा|ارسال|أرسل|gönderildi|küldve|hantar|ipinadala|edin)"
_BRANDED = re.compile(rf"(?=.{{0,40}}{_BRAND})(?=.{{0,40}}{_SENDING}).{{4,45}}", re.IGNORECASE)
"""In languages that put the program before the verb."""
_OFFERED = re.compile(
    r"(?!(?:i|we|you|my|do|is|the)\b)(?:\S{1,20} ){1,3}(?:outlook|typeapp|bluemail|spark)(?: (?:\S{1,12} ){0,2}"
    r"(?:ios|android|windows|mac|app))?",
    re.IGNORECASE,
)
"""An offer of the program itself: "Get Outlook for iOS" in any language."""
_SENT_FROM = re.compile("(?:" + "|".join(_SENT) + ")", re.IGNORECASE)
_CARRIER = re.compile(
    r"Sent (?:from|via) (?:my|the) (?:(?:[A-Z0-9][\w&®™+.-]{0,20}|an|a|the|capable)[,.]? ){1,12}"
    r"(?:[Ss]martphone|[Pp]hone|[Dd]evice|[Tt]ablet|[Hh]andset)|"
    r"Sent from (?:my |a )?[\w ]{2,30}[,.;-]{1,2} ?(?:[Pp]lease )?(?:[Ee]xcuse|[Ff]orgive|[Pp]ardon|[Aa]pologies|"
    r"[Ss]orry) "
    r".{1,60}|"
    r"This (?:message|e-?mail|mail) was sent (?:using|from|with|via|by) .{1,80}|"
    r"Yahoo Mail: .{5,40}, .{3,20}"
)
"""The name of a network before that of a telephone, or a whole sentence by a program."""
_SENT_USING = frozenset({"sent", "sent via", "sent using", "sent with", "sent from"})
_TALK = re.compile(r"[,;:?]\s|\bmuch\b|\beasier\b|\bdesk\b", re.IGNORECASE)
_VIRUS = re.compile(
    r"virus|viren|wirus|scanned by|checked by|verificado por|comprobado por|geprüft von|analysé par|vérifié par|"
    r"controllat[oa] da|sprawdzon[ea] przez|проверено|вирус|вірус|ウイルス|病毒|바이러스|ιούς|ไวรัส|فيروس|וירוס",
    re.IGNORECASE,
)
_GUARDS = re.compile(
    r"avast|avg\b|norton|kaspersky|mcafee|eset\b|nod32|bitdefender|sophos|trend micro|f-secure|clamav|avira|symantec|"
    r"panda|drweb|dr\.web|mimecast|barracuda|mailscanner|anti-?virus|email security|"
    r"virus-free|virenfrei|antivirenprogramm",
    re.IGNORECASE,
)
_BANNER = re.compile(
    r"^\W{0,6}(?P<word>caution|warning|attention|achtung|vorsicht|warnung|notice|external|extern|externe|externo|"
    r"esterno|"
    r"externí|attenzione|atención|atenção|let op|uwaga|varning|advarsel|varoitus|внимание|увага|dikkat|figyelem|"
    r"prudence|avertissement|upozornění|注意|주의|外部)\b.{0,400}$",
    re.IGNORECASE | re.DOTALL,
)
_OUTSIDE = re.compile(
    r"outside|external|originated|extern|esterno|außerhalb|extérieur|exterior|zewn|utanför|udefra|utenfor|внешн|"
    r"зовнішн|dışından|külső|外部|외부|unknown sender|first time sender|often get email|safe",
    re.IGNORECASE,
)
_TAGGED = re.compile(
    r"^\W{0,4}\[?(?:external|extern|externe|ext)(?: (?:e-?mail|sender|mail))?\]?\W{0,4}$", re.IGNORECASE
)
_STRANGER = re.compile(
    r"you don['’]t often get e-?mail from .{0,200}|sie erhalten nicht (?:häufig|oft) .{0,200}", re.IGNORECASE
)
_LISTED = re.compile(
    r"unsubscrib|mailing list|mailinglist|mailing-list|mailman|you (?:are receiving|received) this (?:message|e-?mail)|"
    r"google ?groups|to stop receiving|abmelden|abzumelden|abbestellen|abzubestellen|désabonne|desinscri|"
    r"darse de baja|cancelar (?:a )?(?:la )?"
    r"suscripción|disiscri|annullare l'iscrizione|afmelden|uitschrijven|wypisa|avprenumer|afmeld|отписаться|відписат|"
    r"odhlási|leiratkoz|abonelikten|yahoo! groups|groups\.io|listinfo",
    re.IGNORECASE,
)
_CLOSES = (
    "regards", "yours sincerely", "yours faithfully", "yours truly", "sincerely", "sincerely yours", "respectfully",
    "respectfully yours", "hochachtungsvoll", "mfg", "cordialement", "bien cordialement", "à vous", "bien à vous",
    "sincères salutations", "meilleures salutations", "salutations", "cordiali saluti", "distinti saluti",
    "un cordiale saluto", "saludos", "saludos cordiales", "un saludo", "un cordial saludo", "atentamente",
    "atenciosamente", "cumprimentos", "melhores cumprimentos", "com os melhores cumprimentos",
    "met vriendelijke groet", "met vriendelijke groeten", "vriendelijke groet", "vriendelijke groeten", "mvg",
    "z poważaniem", "pozdrawiam", "pozdrawiam serdecznie", "med vänlig hälsning", "med vänliga hälsningar",
    "vänlig hälsning", "vänliga hälsningar", "mvh", "med venlig hilsen", "venlig hilsen", "med vennlig hilsen",
    "vennlig hilsen", "ystävällisin terveisin", "terveisin", "с уважением", "з повагою", "s pozdravem",
    "s pozdravom", "üdvözlettel", "tisztelettel", "saygılarımla", "trân trọng", "敬具", "此致", "敬上", "cu stimă",
    "με εκτίμηση", "lijep pozdrav", "s poštovanjem", "поздрави", "salutacions", "atentament", "hormat saya",
    "בברכה", "مع التحية",
)  # fmt: skip
_WARMTH = r"(?:(?:best|kind|kindest|warm|warmest|with|many|my|sincere|friendly|and) ){0,4}regards"
_GREETINGS = r"(?:grüßen?|gruessen?|grüssen?|grüße|gruß)"
_GREETED = rf"(?:mit )?(?:freundlich|best|lieb|herzlich|viel|schön|sonnig)e[nmrs]? {_GREETINGS}"
_VALEDICTION = re.compile("|".join([_WARMTH, _GREETED, *map(re.escape, _CLOSES)]), re.IGNORECASE)
_NAME_LINES = 6
_NAME_LENGTH = 60
_NAME = re.compile(r"^[^\W\d_a-z][^\W\d_]{1,20}(?: [^\W\d_a-z][^\W\d_]{0,20}\.?){0,3}$")
_CARD_LINES = 16
_CARD_LENGTH = 160
_CONTACT = re.compile(
    r"(?:\+|\b00)\d[\d ()/.-]{6,20}\d|\b(?:tel|phone|fon|mob|mobile|fax|tél|tlf|тел|m|t|p)\b[.:]{1,2}\s?[+(]?\d|"
    r"https?://|www\.|[^\s<>@]{1,64}@[^\s<>@]{1,100}\.",
    re.IGNORECASE,
)
"""Signs of a business signature: a telephone number, an address."""
_PICTURE = re.compile(r"^\s*\[(?:https?:|cid:|image:|inline image)[^\]\s]{0,300}[^\]]{0,60}\]\s*$", re.IGNORECASE)
_ADDRESS_ALONE = re.compile(r"^\s*<?[^\s<>@]{1,64}@[^\s<>@]{1,100}\.[^\W\d_]{2,20}>?\s*$")


_UNDECODED = re.compile(r"^\s*(?:=20|=A0|=C2=A0|&nbsp;)+\s*$")
_ADDED = (_RULE, _PICTURE, _UNDECODED)
"""Lines at the end of a mail that nobody wrote."""


def disclaims(line: str) -> bool:
    """Whether what a firm puts below every mail begins with *line*."""
    shown = line[:_SHOWN].strip()
    if _OPENS.match(shown) is not None:
        return True
    if len(shown) < (_SHORTEST if shown.isascii() else _SHORTEST // 2):
        return False
    if _PRINT.search(shown) is not None and _GREEN.search(shown) is not None:
        return True
    is_secret = _SECRET.search(shown) is not None and _MAIL.search(shown) is not None
    return _OFFICIAL.match(shown) is not None or (is_secret and _PERSON.search(shown) is None)


def unsigned(lines: list[str]) -> list[int]:
    """The places of those of *lines* that somebody wrote: no signature, no footer, nothing blank at the ends."""
    kept: list[int] = []
    skipped = set(_notes(lines))
    is_added = False
    for at, line in enumerate(lines):
        if _ends(lines, at):
            break
        if at in skipped:
            continue
        if _is_sent_from(line) and not _is_amid_prose(lines, at):
            if any(lines[before].strip() for before in kept):
                break
            is_added = True
            continue
        if is_added and _BARE_LINK.fullmatch(line.strip()[:_SHOWN]):
            continue
        is_added = is_added and not line.strip()
        kept.append(at)
    return _trimmed(lines, _without_address(lines, _without_name(lines, _trimmed(lines, kept))))


def _is_amid_prose(lines: list[str], at: int) -> bool:
    """Whether a line that ends a sentence has words right above and below it: no program writes it so."""
    if not lines[at].rstrip().endswith(".") or not 0 < at < len(lines) - 1:
        return False
    return all(other.strip() and not _is_sent_from(other) for other in (lines[at - 1], lines[at + 1]))


def _without_address(lines: list[str], kept: list[int]) -> list[int]:
    """*kept* without the writer's own address that some clients put at the end, all by itself."""
    if len(kept) > 1 and _ADDRESS_ALONE.match(lines[kept[-1]][:_SHOWN]) and not lines[kept[-2]].strip():
        return kept[:-1]
    return kept


def is_valediction(line: str) -> bool:
    """Whether *line* is one by which letters are closed: "Best regards,"."""
    # In firms that write in two languages both stand on one line.
    closes = [" ".join(words.strip(" \t,.!*_-–—:").split()) for words in line[:_NAME_LENGTH].split("/")]
    return all(map(_VALEDICTION.fullmatch, closes))


def _trimmed(lines: list[str], kept: list[int]) -> list[int]:
    while kept and (not lines[kept[-1]].strip() or any(sign.match(lines[kept[-1]][:_SHOWN]) for sign in _ADDED)):
        kept.pop()
    first = next((place for place, at in enumerate(kept) if lines[at].strip()), len(kept))
    return kept[first:]


def _ends(lines: list[str], at: int) -> bool:
    """Whether everything from a line on is a signature or a footer."""
    line = lines[at][:_SHOWN]
    if _SIGNED.match(line) or _is_signed_by_name(lines, at):
        return True
    if _RULE.match(line) and _is_signed_below(lines, at):
        return True
    if _LONG_RULE.match(line):
        below = " ".join(lines[at + 1 : at + 4])[:_SHOWN]
        is_sent = at + 1 < len(lines) and _is_sent_from(lines[at + 1])
        return is_sent or _LISTED.search(below) is not None or disclaims(below) or _warns(below)
    if disclaims(line):
        return True
    return _LISTED.search(line) is not None and (
        _BARE_LINK.search(" ".join(lines[at : at + 3])[:_SHOWN]) is not None or "you received this" in line.casefold()
    )


def _is_signed_by_name(lines: list[str], at: int) -> bool:
    """Whether a name stands here right behind the sign of a signature, and no more than a few short lines below it."""
    if _DASHED_NAME.match(lines[at][:_SHOWN]) is None or len(lines) - at > _NAME_LINES:
        return False
    below = lines[at + 1 :]
    is_short = _fit(below, _NAME_LINES, _NAME_LENGTH) and not any(_SQUARE.search(line) for line in below)
    return is_short and any(line.strip() for line in lines[:at])


def _is_signed_below(lines: list[str], at: int) -> bool:
    """Whether nothing but a name and a few short lines stands below a line across, right under it."""
    if len(lines) - at > _CARD_LINES:
        return False
    below = lines[at + 1 :]
    while below and (not below[-1].strip() or _RULE.match(below[-1])):
        below.pop()
    if not below or not _fit(below, _NAME_LINES, _NAME_LENGTH) or not all(line.strip() for line in below):
        return False
    return _NAME.match(below[0].strip()) is not None and not is_label(below[0])


def _warns(text: str) -> bool:
    """Whether it speaks of viruses as programs do that look for them."""
    return _VIRUS.search(text) is not None and _GUARDS.search(text) is not None


def _notes(lines: list[str]) -> Iterable[int]:
    """The places of lines that gateways and programs put between what people write."""
    start = 0
    while start < len(lines):
        if not lines[start].strip():
            start += 1
            continue
        end = next((at for at in range(start, len(lines)) if not lines[at].strip()), len(lines))
        yield from _noted(lines, start, end)
        start = end


def _noted(lines: list[str], start: int, end: int) -> Iterable[int]:
    """The places of such lines in the paragraph between two places."""
    few = 6
    first = lines[start][:_SHOWN]
    paragraph = " ".join(lines[start : min(end, start + few)])[:_SHOWN]
    if _TAGGED.match(first) or _STRANGER.search(first):
        yield start
    elif end - start <= few and (_is_banner(paragraph) or _warns(paragraph)):
        yield from range(start, end)


def _is_banner(text: str) -> bool:
    """Whether it warns of a sender from outside, as gateways do."""
    banner = _BANNER.match(text)
    return banner is not None and _OUTSIDE.search(text, banner.end("word")) is not None


def _is_sent_from(line: str) -> bool:
    # A link in the middle has praise behind it: then the words before it decide.
    words = _FOLLOWED.sub("", _LINK.sub("", _PRAISED.sub("", line[:_SHOWN]))).strip(" \t*_[]()-.!").strip()
    if _CARRIER.fullmatch(words) or (words.casefold() in _SENT_USING and words != line.strip()):
        return True
    if not words or _TALK.search(words) is not None:
        return False
    return any(form.fullmatch(words) for form in (_SENT_FROM, _BRANDED, _OFFERED))


def _without_name(lines: list[str], kept: list[int]) -> list[int]:
    """*kept* without a formal close and the name under it; a close alone may be all that is said."""
    if len(kept) > 1 and _NAMED.match(lines[kept[-1]].strip()):
        return kept[:-1]
    for place, at in enumerate(kept):
        if not is_valediction(lines[at]):
            continue
        rest = [lines[below] for below in kept[place + 1 :] if lines[below].strip()]
        if rest and place and (_fit(rest, _NAME_LINES, _NAME_LENGTH) or _is_card(rest)):
            return kept[:place]
    return kept


def _is_card(lines: list[str]) -> bool:
    """Whether *lines* are a name with all that a firm puts below it."""
    return _fit(lines, _CARD_LINES, _CARD_LENGTH) and any(_CONTACT.search(line) for line in lines)


def _fit(lines: list[str], most: int, length: int) -> bool:
    return len(lines) <= most and all(len(line) <= length for line in lines)

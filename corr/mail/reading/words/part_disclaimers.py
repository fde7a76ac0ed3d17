"""
What firms put below every mail: that it is confidential, meant for nobody else, and better not printed.

They are known by how they begin, or by two words that only they bring together, in any of many languages.
"""

import re

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

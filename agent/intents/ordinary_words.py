"""The commonest words of each language, without those that are common in English too."""

from __future__ import annotations

_EN = """the and is are was were have has had my your our you i we it this that not do does did can could would will with for
from but what when where why how which who please order parcel package to of at be been on in an a if or me there they them
any some get got need want help about still just so no by out up as than then hello hi thanks thank card refund back"""
_DE = """ich nicht ist und das der den dem ein eine einen mein meine meinen mir mich sie ihr ihnen wir uns ihre haben habe hat
kann können wo wann warum wie für mit auf von zu zum zur bei aber auch noch schon bitte danke bestellung paket lieferung wird
werden wurde wurden sein bin sind oder wenn dass diese dieser dieses immer kein keine guten nach seit über möchte will geld
zurück rechnung wieder hallo nur sehr es im vom"""
_FR = """je ne pas est et le la les des du un une mon ma mes vous votre vos nous notre il elle ils que qui quoi où quand
pourquoi comment pour avec sur dans mais aussi encore déjà bonjour merci commande colis livraison suis été être avez ai
avoir cette ce ces sont plus depuis toujours reçu puis peux pouvez voudrais veux au aux sans très remboursement"""
_ES = """el los las una unos mi mis su sus yo que qué dónde cuándo cómo por para con está están estoy es son ha han he pero
también todavía aún ya hola gracias pedido paquete envío quiero quisiera puedo puede necesito desde hasta muy mucho esto este
esta ese cuenta reembolso devolver dinero fue favor lo le del se y"""
_IT = """il lo gli le un una uno mio mia miei mie suo sua sono è ho ha hai abbiamo che chi dove quando come perché per con non
anche ancora già ciao buongiorno grazie ordine pacco spedizione vorrei voglio posso può questo questa della dello delle del
nel nella alla sulla molto sempre stato stata rimborso soldi mi ma di e"""
_NL = """ik het een niet en mijn mij uw jullie wij zijn heb heeft hebben kan kunnen waar wanneer waarom hoe wat voor met van
naar maar ook nog al alstublieft bedankt bestelling pakket pakketje levering wordt werd worden ben deze dit dat die geen als
graag wil geld terug rekening hallo goedemorgen zeer sinds wel bij aan op te de is er"""
_PT = """eu não o os as um uma meu minha meus minhas seu sua você vocês que quando onde como porque por para com está estão
estou é são tem tenho foi mas também ainda já olá obrigado obrigada pedido encomenda pacote entrega quero queria gostaria posso
pode preciso desde até muito isto este esta isso reembolso dinheiro da do das dos na no ao e"""
_PL = """nie jest się i na do to że czy jak kiedy gdzie dlaczego mój moja moje moją mi mnie ja pan pani państwo państwa
mam ma mogę można proszę dziękuję dzień dobry zamówienie zamówienia paczka paczkę przesyłka dostawa ale też jeszcze już od za
ze z w o po przed bardzo chcę chciałbym chciałabym zwrot pieniądze został została jestem są był była tego ten ta"""
_ENGLISH = frozenset(_EN.split())
_SHARED = "in is on at an am was war so me he no die do to a i o"
_TOO_COMMON = _ENGLISH | frozenset(_SHARED.split())

ORDINARY: dict[str, frozenset[str]] = {
    "en": _ENGLISH,
    **{
        tag: frozenset(words.split()) - _TOO_COMMON
        for tag, words in {"de": _DE, "fr": _FR, "es": _ES, "it": _IT, "nl": _NL, "pt": _PT, "pl": _PL}.items()
    },
}

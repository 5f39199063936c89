"""Word-for-word quotation: a whole sentence of the evidence, with all that belongs to it."""

from __future__ import annotations

from agent.claim_text import is_condition, leans_back
from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.finding import Finding, not_enough, supported
from agent.grounding.identifiers import canonical_link
from agent.grounding.vocabulary import limits_or_denies, words
from agent.types import Evidence


def quoted(view: ClaimView, book: EvidenceBook) -> Finding | None:
    """Supported where a claim is a whole evidence sentence of the right owner, in the context it has there.

    A sub-clause never counts: what was left away may be the condition. For the same reason a quotation fails that
    drops a condition which follows in the source, and one that is set under another lead-in or after another sentence
    than its "it" refers to stays open. A part of a compound sentence is proved where its whole sentence is quoted.
    """
    finding = _quoted(view, book)
    if view.whole is not None and (finding is None or finding.label != "supported"):
        return _quoted(view.whole, book) or finding
    return finding


def _quoted(view: ClaimView, book: EvidenceBook) -> Finding | None:
    if view.claim.text.startswith("#"):
        return not_enough("A heading of the draft's own could put what follows under another subject.")
    if not view.key:
        return _linked_source(view, book)
    if view.body.endswith("?"):
        return None
    proofs = [quote for quote in book.saying(view.key) if proves(quote, view)]
    for quote in proofs:
        if keeps_condition(quote, view):
            return supported(f"Word for word in {quote.evidence.evidence_id}.", [quote])
    if proofs:
        return not_enough("The source adds a condition that the draft leaves out.", proofs[0])
    return None


def holds_link(evidence: Evidence, canonical: str) -> bool:
    """Whether a passage has this link, beside its text or in it."""
    return any(canonical_link(link.url) == canonical for link in evidence.links)


def proves(quote: Quote, view: ClaimView) -> bool:
    """Whether a sentence that says the same as a claim is of the claim's order and has the same lines over it."""
    return (
        _has_right_owner(quote, view)
        and _has_same_context(quote, view)
        and _has_all_links(quote, view)
        and _is_cited_rightly(quote, view)
    )


def _has_right_owner(quote: Quote, view: ClaimView) -> bool:
    if len(view.named) > 1:
        return False
    if view.claim.owner is not None:
        return quote.owner == view.claim.owner
    return quote.owner is None or quote.owner == view.owner


def keeps_condition(quote: Quote, view: ClaimView) -> bool:
    """Whether a condition that follows in the source follows in the draft, too."""
    return quote.context.condition in (None, view.after)


def _has_same_context(quote: Quote, view: ClaimView) -> bool:
    """The same governing lines; a quotation without any may stand alone only where they limit nothing."""
    leans = leans_back(view.body) or len(words(view.body)) < 2
    # Where both come first, the heading is what they lean on, and a reply names the heading above the quotation.
    if leans and quote.context.before != view.before and not _opens_its_own(quote, view):
        return False
    if quote.context.leads in view.leads:
        return True
    return () in view.leads and not any(limits_or_denies(lead) for lead in quote.leads)


def _opens_its_own(quote: Quote, view: ClaimView) -> bool:
    """Whether it is a limit ("There are exceptions:") over items that stand under it in the source, too.

    What it limits may then be said in other words, or be left away: the items say what is excepted. A pronoun before its
    own items still needs what it stands for.
    """
    return is_condition(view.body) and not quote.context.opens.isdisjoint(view.opens)


def _has_all_links(quote: Quote, view: ClaimView) -> bool:
    in_text = {value.canonical for value in quote.values if value.kind == "link"}
    wanted = {value.canonical for value in view.values if value.kind == "link"}
    return all(link in in_text or holds_link(quote.evidence, link) for link in wanted)


def _is_cited_rightly(quote: Quote, view: ClaimView) -> bool:
    return is_cited_by(view.citation, quote.evidence)


def is_cited_by(citation: tuple[str, ...] | None, evidence: Evidence) -> bool:
    """Whether a citation in words, where there is one, names the title and headings of the passage it stands for.

    Args:
        citation: as `citation_of` reads it.
        evidence: what it should stand for.
    """
    if citation is None:
        return True
    title, *headings = citation
    path = [part.casefold() for part in evidence.heading_path]
    names = {*path[:1], (evidence.article or evidence.source).replace("-", " ").casefold()}
    names |= {evidence.evidence_id.rpartition("/")[2].replace("_", " ").removesuffix(" policy").casefold()}
    return title in names and all(heading in path for heading in headings)


def _linked_source(view: ClaimView, book: EvidenceBook) -> Finding | None:
    """A citation that is a link: it must be a link of the very article it cites."""
    for quote in book.owned_by(None):
        if view.citation and _has_all_links(quote, view) and _is_cited_rightly(quote, view):
            return supported(f"A link of {quote.evidence.evidence_id}.", [quote])
    return None

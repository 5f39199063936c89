"""Parts that stand in the place of a guard and guard nothing, to see which cases notice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date

from agent.actions.approvals import Approval, ApprovalQueue
from agent.actions.proposals import Proposal
from agent.actions.records import Action, ActionRecord
from agent.actions.sqlite_gateway import SqliteGateway
from agent.agent import Agent
from agent.gathering import Gathered, Gatherer, Offer, Turn
from agent.grounding.grounder import Grounded, Grounder
from agent.grounding.safe_cut import CutResult, SafeCut
from agent.grounding.tiers import Undecided
from agent.intake import CarefulIntake, Intake, Taken
from agent.privacy.finding import Finder
from agent.privacy.redacting import Redactor
from agent.routing import Route
from agent.types import Claim, Evidence, Message, TierName, Verdict
from evals.case_homes import OpenedCase
from knowledge.order_ids import find_order_ids
from knowledge.orders import OrderStore
from policies.action_types import ActionRequest
from policies.gatekeeper import Gatekeeper
from policies.types import Decision, RefundRequest


@dataclass(frozen=True)
class UnguardedCase(OpenedCase):
    """A case whose agent takes messages in another way."""

    intake: Callable[[Intake], Intake]

    def agent(self) -> Agent:
        """The product's agent with that intake."""
        own = super().agent()
        return replace(own, intake=self.intake(own.intake))


@dataclass(frozen=True)
class IdleTier:
    """Settles nothing."""

    name: TierName

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | Undecided | None]:
        """Every claim stays open."""
        return [None for _ in claims]


@dataclass(frozen=True)
class BlindCut(SafeCut):
    """Takes out what is not proved, and looks at nothing else."""

    def cut(self, draft: str, verdicts: Sequence[Verdict], question: str = "") -> CutResult:
        """The proved claims of the draft, one after the other."""
        kept = [verdict.claim for verdict in verdicts if verdict.label in ("supported", "not_checkworthy")]
        lost = tuple(one.claim.index for one in verdicts if one.claim not in kept)
        text = " ".join(draft[claim.start : claim.end].strip(" ,") for claim in kept)
        return CutResult(text=text, kept=tuple(claim.index for claim in kept), cut=lost, answers=bool(kept))


@dataclass(frozen=True)
class TrustingGrounder(Grounder):
    """Takes what the customer wrote for a record of the shop."""

    @classmethod
    def of(cls, grounder: Grounder) -> TrustingGrounder:
        """The grounder, trusting."""
        return cls(**{one.name: getattr(grounder, one.name) for one in fields(grounder)})

    def ground(self, draft: str, evidence: Sequence[Evidence], today: date, question: str = "") -> Grounded:
        """As the grounder, on evidence that is all verified."""
        trusted = [
            item.model_copy(update={"trust": "verified", "source": "order"}) if item.trust == "user" else item
            for item in evidence
        ]
        return super().ground(draft, trusted, today, question)


@dataclass(frozen=True)
class AsItIsGatherer(Gatherer):
    """Leaves in what speaks to whoever answers."""

    def gather(self, route: Route, turn: Turn) -> Gathered:
        """All offers joined."""
        offers: list[Offer] = []
        for source in self.sources:
            offers.append(source.offer(route, turn))
            turn = turn.model_copy(update={"placed": turn.placed + offers[-1].placed})
        return Gathered(
            **{name: tuple(one for offer in offers for one in getattr(offer, name)) for name in Offer.model_fields}
        )


@dataclass(frozen=True)
class AnyoneIntake:
    """Takes whoever names an order for its owner."""

    own: Intake
    orders: OrderStore

    def take(
        self, message: str, conversation_id: str, customer_id: str | None, earlier: Sequence[Message] = ()
    ) -> Taken:
        """The message, from the owner of the first order that it names."""
        taken = self.own.take(message, conversation_id, customer_id, earlier)
        named = [order for one in find_order_ids(message) if (order := self.orders.find(one))]
        if taken.customer_id is not None or not named:
            return taken
        return taken.model_copy(update={"customer_id": named[0].customer_id, "identity": "verified"})


def redacts_nothing(own: Intake) -> Intake:
    """The intake without the recognisers of personal data."""
    return replace(own, redactor=Redactor(Finder(()))) if isinstance(own, CarefulIntake) else own


@dataclass(frozen=True)
class CertifyingGatekeeper(Gatekeeper):
    """Certifies whatever is asked."""

    def certify(self, request: RefundRequest | ActionRequest) -> Decision:
        """Always certified."""
        return Decision(outcome="certified", rule="none", reason="Nothing is looked at.")


@dataclass(frozen=True)
class ForgetfulGateway(SqliteGateway):
    """Does not know what it has done, and does it again."""

    def execute(self, action: Action) -> ActionRecord:
        """Carry it out, and keep no record."""
        with self.store.changing() as changes:
            return self._carried_out(action, changes)

    def find(self, key: str) -> ActionRecord | None:
        """Nothing."""
        return None

    def records_of(self, customer_id: str) -> tuple[ActionRecord, ...]:
        """Nothing."""
        return ()


@dataclass(frozen=True)
class NoApprovals:
    """Does not know what was asked of people."""

    own: ApprovalQueue

    def find(self, reference: str) -> Approval | None:
        """Nothing."""
        return None

    def open(self, proposal: Proposal, decision: Decision, today: date) -> Approval:
        """As the product's."""
        return self.own.open(proposal, decision, today)

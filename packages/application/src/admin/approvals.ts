import { type Decision, judgeDecision } from '@carryover/domain/four-eyes';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Actor, identified } from '../ports/administration.ts';
import type { Approval } from '../ports/approvals.ts';
import type { OperatorWork } from '../ports/operator-work.ts';
import { requireFound } from '../use-case.ts';

export type ApprovalNotFound = { readonly kind: 'approval_not_found'; readonly id: string };

const identityOf = ({ performedBySubject, performedByIssuer }: Actor) => ({
  subject: performedBySubject,
  issuer: performedByIssuer,
});

const VERBS = {
  approved: 'approval approve',
  declined: 'approval decline',
  withdrawn: 'approval withdraw',
} as const satisfies Readonly<Record<Decision, string>>;

const stateOf = ({ id, kind, what, asker }: Pick<Approval, 'id' | 'kind' | 'what' | 'asker'>) => ({
  approval_id: id,
  kind,
  asked_by: identified(asker),
  ...what,
});

/** What one person asks for and another one decides; each step is an operator action, stored with it. */
export const makeApprovals = ({ operatorWork }: { readonly operatorWork: OperatorWork }) => ({
  ask: (asked: Pick<Approval, 'id' | 'kind' | 'subject' | 'what' | 'asker' | 'reason'>) =>
    operatorWork.run(({ approvals, actions }) =>
      pipe(
        approvals.add(asked),
        TE.tap(() => {
          const action = { action: 'approval ask' as const, before: null, after: stateOf(asked) };
          return actions.add({ ...asked.asker, reason: asked.reason }, asked.subject, action);
        }),
      ),
    ),
  /** @returns the approval. Of two decisions at the same time, the second is refused. */
  decide: ({
    id,
    decision,
    actor,
    reason,
  }: {
    readonly id: string;
    readonly decision: Decision;
    readonly actor: Actor;
    readonly reason: string | null;
  }) =>
    operatorWork.run(({ approvals, actions }) =>
      pipe(
        approvals.lock(id),
        requireFound<ApprovalNotFound>({ kind: 'approval_not_found', id }),
        TE.chainEitherKW((asked) => {
          const judge = judgeDecision(decision, identityOf(actor), asked.now);
          return E.map(() => asked)(judge({ ...asked, askedBy: identityOf(asked.asker) }));
        }),
        TE.tap(() => approvals.decide(id, decision, identified(actor))),
        TE.tap((asked) => {
          const after = { ...stateOf(asked), decision };
          const action = { action: VERBS[decision], before: stateOf(asked), after };
          return actions.add({ ...actor, reason }, asked.subject, action);
        }),
      ),
    ),
});

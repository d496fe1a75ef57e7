import type { Approval } from '@carryover/application/ports/approvals';
import type { UndoingOperator } from '@carryover/application/ports/operator-work';
import type { FourEyes } from '@carryover/domain/four-eyes';
import { v7 as makeId } from 'uuid';
import type { ConsoleUseCases } from '../composition.ts';
import { actorOf } from '../web/input.ts';
import { orProblem } from '../web/problem.ts';
import { type Answer, redirect, type Visit } from '../web/route.ts';

export const approvalPath = (id: string): string => `/approvals/${id}`;

/** Who makes an approved change: the person who asked, with the one who approved in the reason. */
export const authorOf = ({ asker, reason, decidedBy }: Approval): UndoingOperator => ({
  ...asker,
  reason: `${reason} (approved by ${decidedBy})`,
});

/** What became of an approved change: a sentence, and the page that shows it, if it has one. */
export type Outcome = { readonly outcome: string; readonly outcomePath: string | null };

/** Makes an approved change. Throws a `Problem` if it is refused. */
export type MakeChange = (approval: Approval) => Promise<Outcome>;

/** Asks for a second person, where the console is set so (`CONSOLE_FOUR_EYES`). */
export const makeApprovalDesk = ({ operator, approvals }: ConsoleUseCases, fourEyes: ReadonlySet<FourEyes>) => ({
  isNeeded: (kind: FourEyes): boolean => fourEyes.has(kind),
  /** @param what the change with the state that was shown; `path` is the page that shows it. */
  ask: async (
    visit: Visit,
    asked: Pick<Approval, 'kind' | 'subject' | 'reason'> & {
      readonly what: { readonly path: string } & Approval['what'];
    },
  ): Promise<Answer> => {
    const id = makeId();
    await orProblem(operator.approvals.ask({ ...asked, id, asker: actorOf(visit) }));
    return redirect(approvalPath(id), 'You have asked for it. Another person approves or declines it within 24 hours.');
  },
  /** An approval of the last day with which the person may look at the payload of an import; null without one. */
  grantOf: ({ person: { subject, issuer } }: Visit, importId: string): Promise<Approval | null> =>
    orProblem(approvals.grantOf(importId, subject, issuer)),
});

export type ApprovalDesk = ReturnType<typeof makeApprovalDesk>;

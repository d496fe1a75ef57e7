import type { Approval } from '@carryover/application/ports/approvals';
import { approvalStateOf, type Decision, isSamePerson } from '@carryover/domain/four-eyes';
import { approvalPath, type MakeChange, type Outcome } from '../../approvals/approvals.ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { under } from '../../view/place.ts';
import { actorOf, author, isId, parameter, within } from '../../web/input.ts';
import { notFound, orProblem, Problem, requireFreshSignIn } from '../../web/problem.ts';
import { type Answer, get, type PageGroup, page, post, redirect, type Visit } from '../../web/route.ts';

const TITLES = { undo: 'Undo', complete: 'Complete a supplier', payloads: 'Look at a payload' } as const;

const LOOK = 'The person who asked may look at the payload for 24 hours; each look is recorded.';

/** How an approval looks to a person. */
const shown = (approval: Approval, { person, may }: Visit) => {
  const state = approvalStateOf(approval, new Date());
  const { performedBySubject: subject, performedByIssuer: issuer } = approval.asker;
  const isOwn = isSamePerson({ subject, issuer }, person);
  const { path } = approval.what;
  return {
    ...approval,
    state,
    title: TITLES[approval.kind],
    address: approvalPath(approval.id),
    subjectPath: typeof path === 'string' ? path : null,
    mayDecide: state === 'open' && !isOwn && may('change', approval.subject.organisation),
    mayWithdraw: state === 'open' && isOwn,
  };
};

/** `/approvals`: what one person asked for, and another one approves or declines. */
export const approvalPages = (useCases: ConsoleUseCases, makeChange: MakeChange): PageGroup => {
  const { approvals, operator } = useCases;
  const approvalOf = async (visit: Visit): Promise<Approval> => {
    const id = parameter(visit, 'id');
    const found = isId(id) ? await orProblem(approvals.find(id)) : null;
    if (found === null) throw notFound();
    within(visit.scope, found.subject.organisation);
    return found;
  };

  /** Makes the change that was approved just now, once: nobody else could approve it. */
  const change = async (approval: Approval): Promise<Outcome> => {
    if (approval.kind === 'payloads') return { outcome: LOOK, outcomePath: null };
    try {
      return await makeChange(approval);
    } catch (error) {
      if (error instanceof Problem && error.status < 500)
        return { outcome: `Nothing was changed. ${error.message}`, outcomePath: null };
      throw error;
    }
  };

  const decide = async (visit: Visit, decision: Decision): Promise<Answer> => {
    const { id } = await approvalOf(visit);
    if (decision === 'approved') requireFreshSignIn(visit, approvalPath(id));
    const { reason } = author(visit);
    await orProblem(operator.approvals.decide({ id, decision, actor: actorOf(visit), reason }));
    if (decision !== 'approved') return redirect(approvalPath(id), `It was ${decision}.`);
    await orProblem(approvals.end(id, await change(await approvalOf(visit))));
    return redirect(approvalPath(id), 'It was approved.');
  };

  return {
    navigation: { title: 'Approvals', path: '/approvals', access: 'records' },
    routes: [
      get('/approvals', 'records', async (visit) => {
        const all = await orProblem(approvals.list(visit.scope && [...visit.scope]));
        const listed = all.map((one) => shown(one, visit));
        const values = {
          open: listed.filter(({ state }) => state === 'open'),
          others: listed.filter(({ state }) => state !== 'open'),
        };
        return page('Approvals', 'pages/approvals/list', values, under());
      }),
      get('/approvals/:id', 'records', async (visit) => {
        const one = shown(await approvalOf(visit), visit);
        const place = under({ title: 'Approvals', path: '/approvals' });
        return page(one.title, 'pages/approvals/approval', { one }, place);
      }),
      post('/approvals/:id/approve', 'change', (visit) => decide(visit, 'approved')),
      post('/approvals/:id/decline', 'change', (visit) => decide(visit, 'declined')),
      post('/approvals/:id/withdraw', 'records', (visit) => decide(visit, 'withdrawn')),
    ],
  };
};

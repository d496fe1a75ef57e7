import { createHash } from 'node:crypto';
import type { UndoneImport } from '@carryover/application/corrections/undo-import';
import type { Actor } from '@carryover/application/ports/administration';
import type { Approval } from '@carryover/application/ports/approvals';
import { describeUndoRefusal, showItem } from '@carryover/operations/undo-words';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { type ApprovalDesk, authorOf, type Outcome } from '../../approvals/approvals.ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { actorOf, field, reasonOf } from '../../web/input.ts';
import { conflict, notFound, orProblem, requireFreshSignIn } from '../../web/problem.ts';
import { get, page, post, type Route, redirect } from '../../web/route.ts';
import { importOf, placeOf, recordLink, subjectOf } from './record.ts';

/** The result of a dry run; `isChoice` means that the operator may undo the import despite the refusal. */
type Preview = {
  readonly undone: UndoneImport | null;
  readonly refusal: { readonly code: string; readonly sentence: string } | null;
  readonly isChoice: boolean;
};

/** Identifies what a dry run found, so that a form changes only what it showed. The name of the organisation may change meanwhile. */
const digestOf = ({ undone, ...preview }: Preview): string => {
  const account = undone && { ...undone.account, subject: { ...undone.account.subject, organisation: null } };
  const found = { ...preview, undone: undone && { ...undone, account } };
  return createHash('sha256').update(JSON.stringify(found)).digest('hex');
};

const makeTryUndo = ({ unhurried: { undoImport } }: ConsoleUseCases) => {
  return async (importId: string, actor: Actor): Promise<Preview> => {
    const options = { importId, actor: { ...actor, reason: 'dry run' }, isDryRun: true };
    const tried = await undoImport({ ...options, evenIfAnswered: false })();
    if (E.isRight(tried)) return { undone: tried.right, refusal: null, isChoice: false };
    const failure = tried.left;
    switch (failure.kind) {
      case 'later_imports_answered': {
        const undone = await orProblem(undoImport({ ...options, evenIfAnswered: true }));
        return { undone, refusal: { code: failure.kind, sentence: '' }, isChoice: true };
      }
      case 'import_already_undone':
      case 'ledger_has_finalized_billing_document':
      case 'statement_period_closed':
        return {
          undone: null,
          refusal: { code: failure.kind, sentence: describeUndoRefusal(failure) },
          isChoice: false,
        };
      default:
        return orProblem(TE.left(failure));
    }
  };
};

const changedMeanwhile = (): Error => conflict('What the undo would remove was changed meanwhile, after it was shown.');

const approvedUndo = t.type({ import_id: t.string, shown: t.string, even_if_answered: t.boolean });

/** Undoes an import that another person has approved, if that would still remove what was shown. */
export const makeUndoApproved = (useCases: ConsoleUseCases) => {
  const tryUndo = makeTryUndo(useCases);
  return async (approval: Approval): Promise<Outcome | null> => {
    const { what } = approval;
    if (!approvedUndo.is(what)) return null;
    const { import_id: importId, shown, even_if_answered: evenIfAnswered } = what;
    if (shown !== digestOf(await tryUndo(importId, approval.asker))) throw changedMeanwhile();
    const actor = authorOf(approval);
    await orProblem(useCases.unhurried.undoImport({ importId, actor, isDryRun: false, evenIfAnswered }));
    const outcome = 'The import was undone. The client can send the same items again.';
    return { outcome, outcomePath: `/imports/${importId}` };
  };
};

/** `/imports/{id}/undo`: shows what would be removed, asks for a reason, and undoes the import (decisions 16). */
export const undoRoutes = (useCases: ConsoleUseCases, desk: ApprovalDesk): ReadonlyArray<Route> => {
  const { undoImport } = useCases.unhurried;
  const tryUndo = makeTryUndo(useCases);
  return [
    get('/imports/:id/undo', 'change', async (visit) => {
      const { record } = await importOf(useCases, visit);
      if (record.outcome !== 'accepted') throw notFound();
      const preview = await tryUndo(record.id, actorOf(visit));
      return page(
        'Undo an import',
        'pages/imports/undo',
        {
          record,
          ...preview,
          shown: digestOf(preview),
          needsApproval: desk.isNeeded('undo'),
          missing: (preview.undone?.answered ?? []).flatMap(({ importId, items }) =>
            items.map((item) => ({ item: showItem(item), importId })),
          ),
        },
        placeOf(visit, record, recordLink(record)),
      );
    }),
    post('/imports/:id/undo', 'change', async (visit) => {
      const { record } = await importOf(useCases, visit);
      if (record.outcome !== 'accepted') throw notFound();
      requireFreshSignIn(visit, `/imports/${record.id}/undo`);
      const actor = { ...actorOf(visit), reason: reasonOf(visit) };
      const sent = field(visit, 'shown');
      const shown = sent === '' && !desk.isNeeded('undo') ? '' : digestOf(await tryUndo(record.id, actorOf(visit)));
      if (sent !== '' && sent !== shown) throw changedMeanwhile();
      const evenIfAnswered = visit.form.get('even_if_answered') === 'yes';
      if (desk.isNeeded('undo')) {
        const path = `/imports/${record.id}/undo`;
        const what = { import_id: record.id, shown, even_if_answered: evenIfAnswered, path };
        return desk.ask(visit, { kind: 'undo', subject: subjectOf(record), what, reason: actor.reason });
      }
      await orProblem(undoImport({ importId: record.id, actor, isDryRun: false, evenIfAnswered }));
      return redirect(`/imports/${record.id}`, 'The import was undone. The client can send the same items again.');
    }),
  ];
};

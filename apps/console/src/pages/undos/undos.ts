import type { UndoJob, UndoTask } from '@carryover/adapters-persistence/console-jobs';
import type { Load } from '@carryover/adapters-persistence/queries/loads';
import { type Actor, identified, type NamedSupplier } from '@carryover/application/ports/administration';
import type { Approval } from '@carryover/application/ports/approvals';
import { count } from '@carryover/report/figures';
import * as t from 'io-ts';
import { v7 as makeId } from 'uuid';
import { type ApprovalDesk, authorOf, type Outcome } from '../../approvals/approvals.ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { type AllJobFiles, UNDO_LISTS } from '../../jobs/job-files.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { nightPath, supplierPath } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { render } from '../../view/render.ts';
import { actorOf, field, isId, momentOf, parameter, queryText, reasonOf } from '../../web/input.ts';
import { badRequest, conflict, notFound, orProblem, requireFreshSignIn } from '../../web/problem.ts';
import { type Answer, get, type PageGroup, page, post, type Route, redirect, type Visit } from '../../web/route.ts';
import { theSupplier } from '../find-suppliers.ts';
import { progressEvents } from '../reconciliation/progress.ts';
import { withSupplier } from '../reconciliation/runs.ts';
import { chosen, loadsToUndo } from './choose.ts';
import { csvOf, firstOf, hasLists } from './lists.ts';

type UndoParts = ConsoleUseCases & {
  readonly files: AllJobFiles;
  readonly runner: JobRunner;
  readonly desk: ApprovalDesk;
};

const undoPath = (id: string): string => `/undos/${id}`;

const stateOf = ({ end }: UndoJob) => {
  if (end === null) return 'running';
  return end.outcome === 'finished' ? end.result.outcome : end.outcome;
};

const minute = (text: string): string => `${text.slice(0, 16).replace('T', ' ')} UTC`;

/** A time of an address, as the field of a form has it. */
const minuteOf = (text: string | null): string => {
  const at = text === null ? null : momentOf(text);
  return at === null ? '' : at.toISOString().slice(0, 16);
};

/** The selected imports in words. */
const selectionOf = ({ imports, evenIfAnswered }: UndoTask): string => {
  const which =
    'loadId' in imports
      ? `of the load ${imports.loadId}`
      : `received from ${minute(imports.since)} to ${minute(imports.until)}`;
  return evenIfAnswered ? `${which}, also if later ones were answered “already exists”` : which;
};

const titleOf = ({ loadId, firstSlot, lastSlot, accepted, undone }: Load): string =>
  `${minute(firstSlot.toISOString())} to ${minute(lastSlot.toISOString())}: ${count(accepted - undone)} imports (${loadId?.slice(0, 8)})`;

/** Values of the template of the progress. */
const progressOf = ({ id, task, progress, end, startedAt }: UndoJob) => {
  const isUndoing = progress?.step === 'undo';
  const doing = isUndoing ? 'Undoing' : task.change === null ? 'Looking' : 'Checking that nothing has changed';
  return {
    path: undoPath(id),
    hasEnded: end !== null,
    sentence:
      progress === null
        ? 'Starting'
        : `${doing}: ${count(progress.imports)} imports of ${count(progress.accounts)} accounts`,
    percent:
      progress === null || progress.of === null || progress.of === 0
        ? null
        : Math.min(100, Math.floor((100 * progress.imports) / progress.of)),
    seconds: Math.max(0, Math.round((Date.now() - startedAt.getTime()) / 1_000)),
    steps:
      task.change === null
        ? []
        : [
            { title: 'Check', state: isUndoing ? 'done' : 'now' },
            { title: 'Undo', state: isUndoing ? 'now' : 'next' },
          ],
  };
};

/** Why imports are not undone, in words. */
const REASONS: Readonly<Record<string, string>> = {
  account_erased: 'The account was erased: what its imports stored is gone for good.',
  ledger_has_finalized_billing_document: 'A ledger has a finalized billing document of the platform, which counts it.',
  statement_period_closed: 'Transactions are no longer in the open statement period of their ledger.',
  later_imports_answered:
    'Later imports were answered “already exists” because of it: their items would be missing. To undo it nevertheless, tick the box of the form for a new dry run.',
};

const SHOWN = 200;
const LISTED = 20;

const isRunning = (): Error =>
  conflict('An undo or a dry run of this supplier already runs.', 'Wait until it has ended, and look at its result.');

/** Starts a dry run, or an undo. @returns the page that shows it. */
const makeStartUndo =
  ({ files, runner }: Pick<UndoParts, 'files' | 'runner'>) =>
  async (supplier: NamedSupplier, undo: UndoTask, actor: Actor): Promise<string> => {
    const id = makeId();
    await files.undos.create(supplier.id, id);
    const started = await runner.start({ id, supplier, task: { undo, actor }, startedBy: identified(actor) });
    if (started) return undoPath(id);
    await files.undos.remove(supplier.id, id);
    throw isRunning();
  };

const approvedNight = t.type({ undo_id: t.string, digest: t.string });

/** Starts an undo that another person has approved: it undoes nothing if something has changed since it was shown. */
export const makeNightApproved = (parts: Omit<UndoParts, 'desk'>) => {
  const startUndo = makeStartUndo(parts);
  return async (approval: Approval): Promise<Outcome | null> => {
    const { what } = approval;
    if (!approvedNight.is(what)) return null;
    const { job, supplier } = await withSupplier(
      parts.operator.suppliers,
      null,
      await orProblem(parts.jobs.undos.find(what.undo_id)),
    );
    const { reason, ...actor } = authorOf(approval);
    const change = { reason, digest: what.digest };
    const outcomePath = await startUndo(supplier, { ...job.task, change }, actor);
    return { outcome: 'The undo was started.', outcomePath };
  };
};

const undoRoutes = (parts: UndoParts): ReadonlyArray<Route> => {
  const { operator, jobs, files, desk } = parts;
  const startUndo = makeStartUndo(parts);

  const jobOf = async (visit: Visit) => {
    const id = parameter(visit, 'id');
    const found = isId(id) ? await orProblem(jobs.undos.find(id)) : null;
    const { job, supplier } = await withSupplier(operator.suppliers, visit.scope, found);
    return { job, supplier, folder: files.undos.folderOf(supplier.id, job.id) };
  };

  const show = async (visit: Visit): Promise<Answer> => {
    const { job, supplier, folder } = await jobOf(visit);
    const { organisationName, code } = supplier;
    const result = job.end?.outcome === 'finished' ? job.end.result : null;
    const hasFiles = result !== null && (await hasLists(folder));
    const state = stateOf(job);
    const values = {
      job,
      state,
      result,
      hasFiles,
      path: undoPath(job.id),
      selection: selectionOf(job.task),
      change: job.task.change,
      refusedCount: result?.refused.reduce((sum, one) => sum + one.count, 0) ?? 0,
      refused: hasFiles ? await firstOf(folder, 'refused', SHOWN) : null,
      missing: hasFiles ? await firstOf(folder, 'missing', SHOWN) : null,
      reasons: REASONS,
      progress: progressOf(job),
      mayUndo: visit.may('change', organisationName),
      needsApproval: desk.isNeeded('undo'),
      again: nightPath(organisationName, code),
    };
    const title = {
      running: 'An undo runs',
      shown: 'What would be undone',
      changed: 'What would be undone',
      undone: 'What was undone',
      failed: 'An undo failed',
      interrupted: 'An undo was interrupted',
    }[state];
    const above = { title: 'Undo', path: nightPath(organisationName, code) };
    return page(title, 'pages/undos/undo', values, ofSupplier(visit, supplier, 'imports', above));
  };

  return [
    get('/suppliers/:organisation/:code/undo', 'change', async (visit) => {
      const supplier = await theSupplier(operator.suppliers, visit);
      const { organisationName, code } = supplier;
      const list = await orProblem(jobs.undos.list(supplier.id, LISTED));
      const values = {
        path: nightPath(organisationName, code),
        cancel: supplierPath(organisationName, code),
        loads: await loadsToUndo(parts, supplier),
        titleOf,
        load: queryText(visit.query, 'load'),
        since: minuteOf(queryText(visit.query, 'since')),
        until: minuteOf(queryText(visit.query, 'until')),
        jobs: list,
        running: list.find(({ end }) => end === null) ?? null,
        pathOf: undoPath,
        stateOf,
        selectionOf,
      };
      return page(`Undo imports of ${code}`, 'pages/undos/choose', values, ofSupplier(visit, supplier, 'imports'));
    }),
    post('/suppliers/:organisation/:code/undo', 'change', async (visit) => {
      const supplier = await theSupplier(operator.suppliers, visit);
      return redirect(await startUndo(supplier, { ...chosen(visit), change: null }, actorOf(visit)));
    }),
    get('/undos/:id', 'records', show),
    get('/undos/:id/progress', 'records', async (visit) => {
      const { job } = await jobOf(visit);
      const find = () => orProblem(jobs.undos.find(job.id));
      const shown = (now: UndoJob) => render('pages/reconciliation/progress', progressOf(now));
      return { kind: 'events', events: (signal) => progressEvents(find, shown, signal) };
    }),
    post('/undos/:id/undo', 'change', async (visit) => {
      const { job, supplier } = await jobOf(visit);
      const { end, task } = job;
      if (end?.outcome !== 'finished' || end.result.outcome === 'undone')
        throw conflict('This is no dry run that ended.', 'Start a new dry run.');
      const digest = field(visit, 'shown');
      if (digest !== '' && digest !== end.result.digest)
        throw badRequest('The form is not the one of this dry run.', 'Open the dry run again.');
      const reason = reasonOf(visit);
      requireFreshSignIn(visit, undoPath(job.id));
      if (desk.isNeeded('undo')) {
        const { organisationName: organisation, code: supplierCode } = supplier;
        const what = { undo_id: job.id, digest: end.result.digest, path: undoPath(job.id) };
        return desk.ask(visit, { kind: 'undo', subject: { organisation, supplierCode }, what, reason });
      }
      const change = { reason, digest: end.result.digest };
      return redirect(await startUndo(supplier, { ...task, change }, actorOf(visit)));
    }),
    get('/undos/:id/files/:name', 'records', async (visit) => {
      const { job, supplier, folder } = await jobOf(visit);
      const list = UNDO_LISTS.find((one) => `${one}.csv` === parameter(visit, 'name'));
      const isWhole = job.end?.outcome === 'finished' && (await hasLists(folder));
      if (list === undefined || !isWhole) throw notFound();
      const day = job.startedAt.toISOString().slice(0, 10);
      return { kind: 'download', fileName: `${supplier.code}-${day}-${list}.csv`, rows: csvOf(folder, list) };
    }),
  ];
};

/** `/suppliers/{organisation}/{code}/undo` and `/undos/{id}`: imports that are undone together (decisions 16). */
export const undoPages = (parts: UndoParts): PageGroup => ({ routes: undoRoutes(parts) });

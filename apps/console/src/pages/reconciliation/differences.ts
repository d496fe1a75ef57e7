import { join } from 'node:path';
import type { ReconciliationJob } from '@carryover/adapters-persistence/console-jobs';
import { identified, type NamedSupplier } from '@carryover/application/ports/administration';
import {
  DECISIONS,
  type DifferenceNote,
  type DifferingTotal,
} from '@carryover/application/reconciliation/difference-notes';
import { keyOf, TOTAL_TYPES, type Total } from '@carryover/domain/control-total';
import { COVERED_KINDS } from '@carryover/domain/coverage';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { DIFFERENCE_CAUSES, differenceOf } from '@carryover/domain/total-comparison';
import { type DifferenceFilter, findDifference, type KeptDifference, readDifferences } from '../../jobs/differences.ts';
import { DIFFERENCES } from '../../jobs/job-files.ts';
import { address, ownPath } from '../../view/address.ts';
import { actorOf, field, parameter, queryText, reasonOf } from '../../web/input.ts';
import { badRequest, conflict, orProblem } from '../../web/problem.ts';
import { post, type Route, redirect, type Visit } from '../../web/route.ts';
import { jobPath, jobWithin } from './runs.ts';
import type { StartingParts } from './starting.ts';

const PAGE = 50;

const FILTERS = ['cause', 'kind', 'type', 'ledger', 'account'] as const;

const filterOf = ({ query }: Visit): DifferenceFilter => {
  const of = (name: string) => queryText(query, name) || null;
  return { cause: of('cause'), kind: of('kind'), type: of('type'), ledger: of('ledger'), account: of('account') };
};

const totalOf = (count: number, sum: string | null): Total => ({ count, sum: sum === null ? null : new Decimal(sum) });

const differingTotal = (kept: KeptDifference): DifferingTotal => ({
  externalAccountNumber: kept.account,
  ledgerNumber: kept.ledger,
  type: kept.type,
  expected: totalOf(kept.expected_count, kept.expected_sum),
  actual: totalOf(kept.actual_count, kept.actual_sum),
});

/** A difference with its figures as texts, what explains it, and what persons said of it. */
const toShown = (kept: KeptDifference, notes: ReadonlyMap<string, ReadonlyArray<DifferenceNote>>) => {
  const total = differingTotal(kept);
  const figures = ({ count, sum }: Total) => ({ count, sum: sum && toMoney(sum) });
  return {
    ...kept,
    expected: figures(total.expected),
    stored: figures(total.actual),
    by: figures(differenceOf(total)),
    notes: notes.get(keyOf(total)) ?? [],
  };
};

type Parts = Pick<StartingParts, 'operator' | 'jobs' | 'files'>;

/** Reads a page of the differences of a run, those of the most money first. @returns null if this machine has not its files. */
export const differencesOf = async (
  { operator, files }: Parts,
  visit: Visit,
  { job, supplier }: { readonly job: ReconciliationJob; readonly supplier: NamedSupplier },
  path: string,
) => {
  const filter = filterOf(visit);
  const file = join(files.reconciliations.folderOf(supplier.id, job.id), DIFFERENCES);
  const found = readDifferences(file, filter, Math.floor(Number(visit.query.get('page'))) || 1, PAGE);
  if (found === null) return null;
  const notes = Map.groupBy(await orProblem(operator.differenceNotes.list(supplier)), keyOf);
  const byCause = job.end?.outcome === 'finished' ? job.end.result.byCause : null;
  const link = (changed: Partial<Record<(typeof FILTERS)[number] | 'page', string | null>>) =>
    `${address(path, { ...filter, ...changed })}#differences`;
  return {
    ...found,
    shown: found.differences.map((one) => toShown(one, notes)),
    filter,
    hasFilters: FILTERS.some((name) => filter[name] !== null),
    causes: DIFFERENCE_CAUSES.map((cause) => ({
      cause,
      count: byCause?.[cause] ?? 0,
      isShown: cause === filter.cause,
      path: link({ cause }),
    })),
    allPath: link({ cause: null }),
    clearPath: `${path}#differences`,
    path,
    here: link({ page: found.number === 1 ? null : String(found.number) }),
    pagePath: (number: number) => link({ page: String(number) }),
    notesPath: `${jobPath(job.id)}/notes`,
    kinds: COVERED_KINDS,
    types: TOTAL_TYPES,
    decisions: DECISIONS,
    mayNote: visit.may('change', supplier.organisationName),
    mayOpenAccounts: visit.may('accounts', supplier.organisationName),
    mayRead: visit.may('records', supplier.organisationName),
    identified,
    address,
  };
};

/** Records what a person says of a difference of a run. */
export const noteRoute = (parts: Parts): Route =>
  post('/reconciliation/:id/notes', 'change', async (visit) => {
    const { job, supplier } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
    const type = TOTAL_TYPES.find((one) => one === field(visit, 'type'));
    const decision = DECISIONS.find((one) => one === field(visit, 'decision'));
    if (type === undefined || decision === undefined) throw badRequest('Say which difference, and noted or accepted.');
    const reason = reasonOf(visit);
    const key = { externalAccountNumber: field(visit, 'account'), ledgerNumber: field(visit, 'ledger'), type };
    const file = join(parts.files.reconciliations.folderOf(supplier.id, job.id), DIFFERENCES);
    const difference = findDifference(file, key);
    if (difference === null || job.end?.outcome !== 'finished')
      throw conflict('This run has no such difference on this machine.', 'Go back and load the page again.');
    const { reportId } = job.end.result;
    const actor = { ...actorOf(visit), reason };
    await orProblem(
      parts.operator.differenceNotes.add({
        ...{ supplier, difference: differingTotal(difference), reportId, decision, actor },
      }),
    );
    return redirect(ownPath(field(visit, 'from')), `The difference is ${decision}. The verdict does not change.`);
  });

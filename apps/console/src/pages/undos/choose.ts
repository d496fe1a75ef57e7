import type { UndoTask } from '@carryover/adapters-persistence/console-jobs';
import { listLoads } from '@carryover/adapters-persistence/queries/loads';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { ConsoleUseCases } from '../../composition.ts';
import { field, isId, momentOf } from '../../web/input.ts';
import { badRequest, orProblem } from '../../web/problem.ts';
import type { Visit } from '../../web/route.ts';

/** Loads that the form offers. */
const OFFERED = 20;

/** The latest loads of a supplier that have imports to undo. */
export const loadsToUndo = async ({ operator }: ConsoleUseCases, supplier: NamedSupplier) =>
  (await orProblem(listLoads(operator.em)({ supplier, limit: 4 * OFFERED })))
    .filter(({ loadId, accepted, undone }) => loadId !== null && accepted > undone)
    .slice(0, OFFERED);

const timeOf = (visit: Visit, name: string, what: string): Date => {
  const at = momentOf(field(visit, name));
  if (at === null) throw badRequest(`${what} is not a time, such as 2026-11-30T22:00.`, 'Go back and correct it.');
  return at;
};

/** Reads which imports are to be undone: those of a load, or those that were received in a time. */
export const chosen = (visit: Visit): Pick<UndoTask, 'imports' | 'evenIfAnswered'> => {
  const evenIfAnswered = field(visit, 'even_if_answered') === 'yes';
  const load = field(visit, 'load').trim().toLowerCase();
  const hasTime = field(visit, 'since') !== '' || field(visit, 'until') !== '';
  if (load !== '' && hasTime) throw badRequest('Both a load and a time were given.', 'Go back and give one of them.');
  if (load !== '') {
    if (!isId(load)) throw badRequest('This is not the id of a load.', 'Copy it from the list of loads.');
    return { imports: { loadId: load }, evenIfAnswered };
  }
  if (!hasTime) throw badRequest('Neither a load nor a time was given.', 'Go back and give one of them.');
  const since = timeOf(visit, 'since', 'The beginning');
  const until = timeOf(visit, 'until', 'The end');
  if (since >= until) throw badRequest('The time ends before it begins.', 'Go back and correct it.');
  return { imports: { since: since.toISOString(), until: until.toISOString() }, evenIfAnswered };
};

import { MAX_SAVED } from '@carryover/adapters-persistence/saved-lists';
import { parseLine } from '@carryover/domain/text';
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleUseCases } from '../../composition.ts';
import { field } from '../../web/input.ts';
import { badRequest, conflict, notFound, orProblem } from '../../web/problem.ts';
import { type PageGroup, post, redirect, type Visit } from '../../web/route.ts';

/** The lists whose filters and columns a person saves. */
const LISTS = [
  '/imports',
  '/imports/loads',
  '/imports/accounts',
  '/refusals',
  '/refusals/items',
  '/conflicts',
  '/accounts',
  '/audit',
] as const;
type List = (typeof LISTS)[number];

/** Not of a filter: a place in the list, and what names a customer, of which nothing is kept. */
const NOT_SAVED = ['after', 'account', 'item', 'q'];
const MAX_QUERY = 2_000;
const MAX_NAME = 64;
const MAX_COLUMNS = 30;
const HIDDEN = 'hide';

/** Returns a query with its parameters in one order, so that two of the same filters are the same text. */
const savedQuery = (query: URLSearchParams): string => {
  const kept = new URLSearchParams([...query].filter(([name, value]) => value !== '' && !NOT_SAVED.includes(name)));
  kept.sort();
  return kept.toString();
};

/** Reads what a person saved of a list. Its table (`view/table`) shows it, and the forms that change it. */
export const readSavedList = async ({ savedLists }: Pick<ConsoleUseCases, 'savedLists'>, visit: Visit, path: List) => {
  const all = await orProblem(savedLists.of(visit.person, path));
  const current = savedQuery(visit.query);
  const columns = all.find(({ name }) => name === '');
  return {
    path,
    /** The filters of the page, to be saved; empty: there are none. */
    current,
    here: visit.query.toString(),
    saved: all
      .filter(({ name }) => name !== '')
      .map(({ name, query }) => ({ name, path: `${path}?${query}`, isCurrent: query === current })),
    hidden: new Set(new URLSearchParams(columns?.query).getAll(HIDDEN)),
    maxName: MAX_NAME,
  };
};

const listOf = (visit: Visit): List => {
  const list = LISTS.find((one) => one === field(visit, 'list'));
  if (list === undefined) throw notFound();
  return list;
};

const short = (query: string): string => {
  if (query.length > MAX_QUERY) throw badRequest('The filters are too long to be saved.', 'Go back and shorten them.');
  return query;
};

/** The list as it was shown. */
const back = (visit: Visit, list: List): string => {
  const query = short(new URLSearchParams(field(visit, 'here')).toString());
  return query === '' ? list : `${list}?${query}`;
};

/** The forms beside every list, by which a person saves its filters and chooses its columns. */
export const listPages = ({ savedLists }: ConsoleUseCases): PageGroup => ({
  routes: [
    post('/lists/filters', 'figures', async (visit) => {
      const list = listOf(visit);
      const name = parseLine(MAX_NAME)(field(visit, 'name').trim());
      if (E.isLeft(name)) throw badRequest(`A name has 1 to ${MAX_NAME} characters in one line.`);
      const query = short(savedQuery(new URLSearchParams(field(visit, 'query'))));
      if (query === '') throw badRequest('There is no filter to be saved.', 'Go back, filter, and save then.');
      const { isFull } = await orProblem(savedLists.save(visit.person, list, { name: name.right, query }));
      if (isFull)
        throw conflict(
          `You have saved ${MAX_SAVED - 1} filters of this list, and there may be no more.`,
          'Remove one.',
        );
      return redirect(back(visit, list), `The filters are saved as ${name.right}.`);
    }),
    post('/lists/filters/remove', 'figures', async (visit) => {
      const list = listOf(visit);
      const name = field(visit, 'name');
      if (name === '') throw badRequest('No saved filters were named.');
      await orProblem(savedLists.remove(visit.person, list, name));
      return redirect(back(visit, list), `The saved filters ${name} are removed.`);
    }),
    post('/lists/columns', 'figures', async (visit) => {
      const list = listOf(visit);
      const shown = visit.form.getAll('shown');
      const hidden = visit.form.getAll('column').filter((column) => !shown.includes(column));
      if (hidden.length > MAX_COLUMNS || hidden.some((column) => column.length > MAX_NAME))
        throw badRequest('These are not the columns of the list.', 'Open the list again.');
      const to = back(visit, list);
      const query = new URLSearchParams(hidden.map((column): [string, string] => [HIDDEN, column])).toString();
      if (hidden.length === 0) await orProblem(savedLists.remove(visit.person, list, ''));
      else await orProblem(savedLists.save(visit.person, list, { name: '', query }));
      return redirect(to, hidden.length === 0 ? 'All columns are shown.' : 'The columns are chosen.');
    }),
  ],
});

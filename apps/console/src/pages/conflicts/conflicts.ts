import { type ImportWithConflicts, listConflicts } from '@carryover/adapters-persistence/queries/conflicts';
import { given } from '@carryover/application/given';
import type { ConsoleUseCases } from '../../composition.ts';
import { address, pager } from '../../view/address.ts';
import { ofFilter, under } from '../../view/place.ts';
import { position, readFilters, shownFilters, supplierFields, text } from '../../web/filters.ts';
import { orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page } from '../../web/route.ts';
import { namedWithin, suppliersWithin } from '../find-suppliers.ts';
import { readSavedList } from '../lists/lists.ts';
import { DEFAULT_DAYS, PERIODS, readRefusals } from '../refusals/filter.ts';

/** Imports of a page, and the conflicts of each that are listed; its own page has more. */
const PAGE = 25;
const LISTED = 20;

const FILTERS = ['organisation', 'supplier', 'account', 'item', 'field', 'days'] as const;

const itemsOf = ({ record, conflicts, noteConflicts }: ImportWithConflicts) =>
  [
    ...conflicts.map(({ transactionId, differences }) => ({
      title: `Transaction ${transactionId}`,
      differences,
      payload: `${address(`/imports/${record.id}/payload`, { item: transactionId })}#item`,
    })),
    ...noteConflicts.map(({ note, differences }) => ({
      title: `Note of ${note.createdAt}`,
      differences,
      payload: `/imports/${record.id}/payload`,
    })),
  ].map((item) => ({ ...item, record }));

/** `/conflicts`, to which the imports lead: items that were sent again with other content, field by field. */
export const conflictPages = ({ operator, savedLists }: ConsoleUseCases): PageGroup => ({
  routes: [
    get('/conflicts', 'records', async (visit) => {
      const { query, scope, may } = visit;
      const { filter, mistake } = await readFilters(async () => {
        const { filters, since } = readRefusals(query);
        const [externalAccountNumber, transactionId, field] = ['account', 'item', 'field'].map((one) =>
          text(query, one),
        );
        return {
          ...(await namedWithin(operator.suppliers, scope, filters)),
          ...given({ externalAccountNumber, transactionId, field, before: position(query, 'after') }),
          since,
        };
      });
      const shown = shownFilters(query, FILTERS);
      const filters = { ...shown, days: shown.days ?? DEFAULT_DAYS };
      const found = filter === null ? [] : await orProblem(listConflicts(operator.em)({ ...filter, limit: PAGE + 1 }));
      const imports = found.slice(0, PAGE);
      const last = found.length > PAGE ? (imports.at(-1)?.record.id ?? null) : null;
      const values = {
        list: await readSavedList({ savedLists }, visit, '/conflicts'),
        filter: {
          mistake,
          action: '/conflicts',
          label: 'Filter conflicts',
          clear: Object.values(shown).some((one) => one !== null) ? '/conflicts' : null,
          fields: [
            { name: 'days', label: 'Received in', value: filters.days, options: PERIODS },
            ...supplierFields(await suppliersWithin(operator.suppliers, scope), filters),
            { name: 'account', label: 'Account', value: filters.account },
            { name: 'item', label: 'Transaction id', value: filters.item },
            { name: 'field', label: 'Field that differs', value: filters.field },
          ],
        },
        items: imports.flatMap((one) =>
          itemsOf(one)
            .slice(0, LISTED)
            .map((item) => ({
              ...item,
              find: may('accounts', one.record.organisation)
                ? address('/accounts', { q: one.record.externalAccountNumber })
                : null,
            })),
        ),
        isCut: imports.some((one) => itemsOf(one).length > LISTED),
        ...pager('/conflicts', filters, { after: last, isLater: query.has('after') }),
      };
      const place = filter?.supplier
        ? ofFilter(visit, filter, 'imports')
        : under({ title: 'Imports', path: '/imports' });
      return { ...page('Conflicts', 'pages/conflicts/conflicts', values, place), status: mistake?.status ?? 200 };
    }),
  ],
});

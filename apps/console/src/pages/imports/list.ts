import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import { given } from '@carryover/application/given';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { address, pager } from '../../view/address.ts';
import { position, readFilters, shownFilters } from '../../web/filters.ts';
import { orProblem } from '../../web/problem.ts';
import type { Visit } from '../../web/route.ts';
import { suppliersWithin } from '../find-suppliers.ts';
import { FILTER_NAMES, fieldsOf, readAddress, toFilter } from './filter.ts';

const GROUPS = [
  ['By request', '/imports'],
  ['By load', '/imports/loads'],
  ['By account', '/imports/accounts'],
] as const;

/** The links between the lists of imports, which keep the filters. */
export const groupedBy = (current: string, filters: Readonly<Record<string, string | null>>) =>
  GROUPS.map(([title, path]) => ({ title, path: address(path, filters), isCurrent: path === current }));

type List = {
  readonly path: string;
  /** Says what its filters filter. */
  readonly label: string;
  /** The records of a page. */
  readonly size: number;
};

/** Reads a page of import records by the filters of its address. `values`: those of its template. */
export const readList = async ({ query, scope }: Visit, operator: OperatorUseCases, { path, label, size }: List) => {
  const { filter, mistake } = await readFilters(async () => ({
    ...(await toFilter(readAddress(query), operator.suppliers, scope)),
    ...given({ before: position(query, 'after') }),
  }));
  const filters = shownFilters(query, FILTER_NAMES);
  const records = filter === null ? [] : await orProblem(listImports(operator.em)({ ...filter, limit: size + 1 }));
  const shown = records.slice(0, size);
  const hasFilters = Object.values(filters).some((one) => one !== null);
  const fields = fieldsOf(filters, await suppliersWithin(operator.suppliers, scope));
  const values = {
    filter: { mistake, action: path, label, clear: hasFilters ? path : null, fields },
    groups: groupedBy(path, filters),
    ...pager(path, filters, {
      after: records.length > size ? shown.at(-1)!.id : null,
      isLater: filter?.before !== undefined,
    }),
  };
  return { filter, mistake, filters, hasFilters, shown, values };
};

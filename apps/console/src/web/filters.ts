import type { NamedSupplier } from '@carryover/application/ports/administration';
import { Problem } from './problem.ts';

/** The filters of a list, or the mistake in them, which the page of the list shows. */
type Filters<A> = { readonly filter: A; readonly mistake: null } | { readonly filter: null; readonly mistake: Problem };

/** Reads the filters of a list. Rejects if they could not be read for another reason than a mistake in them. */
export const readFilters = async <A>(read: () => Promise<A>): Promise<Filters<A>> => {
  try {
    return { filter: await read(), mistake: null };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { filter: null, mistake: error };
    throw error;
  }
};

/** Returns filters as they are in an address, to be shown again; null: not given. */
export const shownFilters = <Name extends string>(
  query: URLSearchParams,
  names: ReadonlyArray<Name>,
): Readonly<Record<Name, string | null>> =>
  Object.fromEntries(names.map((name) => [name, query.get(name) || null])) as Record<Name, string | null>;

type Choice = { readonly value: string; readonly title: string };
const ALL: Choice = { value: '', title: 'All' };

/** The choices of a filter: all, or one of them. */
export const choices = (values: Iterable<string>, title: (value: string) => string = String): ReadonlyArray<Choice> => [
  ALL,
  ...[...values].map((value) => ({ value, title: title(value) })),
];

/** The filters of supplier and organisation, for a form. */
export const supplierFields = (
  suppliers: ReadonlyArray<NamedSupplier>,
  { supplier, organisation }: { readonly supplier: string | null; readonly organisation: string | null },
) => [
  {
    name: 'supplier',
    label: 'Supplier',
    value: supplier,
    list: suppliers.map(({ code, organisationName }) => ({ value: code, title: organisationName })),
  },
  {
    name: 'organisation',
    label: 'Organisation',
    value: organisation,
    options: choices(new Set(suppliers.map(({ organisationName }) => organisationName))),
  },
];

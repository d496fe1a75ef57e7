import type { NamedSupplier } from '@carryover/application/ports/administration';
import { isId, queryText } from './input.ts';
import { badRequest, Problem } from './problem.ts';

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

/** In UTF-16 code units: the longest identifiers and names have 128 characters, each of two units at most. */
const MAX_LENGTH = 256;

/** Returns a filter of an address; null if it is missing or empty. */
export const text = (query: URLSearchParams, name: string): string | null => {
  const value = queryText(query, name);
  if (value === null || value === '') return null;
  if (value.length > MAX_LENGTH) throw badRequest(`The filter “${name}” is too long.`, 'Shorten it.');
  return value;
};

/** Returns a filter that must be one of some choices; undefined if it is not given. */
export const oneOf = <A extends string>(
  choices: ReadonlyArray<A>,
  name: string,
  value: string | null,
): A | undefined => {
  if (value === null) return undefined;
  const found = choices.find((one) => one === value);
  if (found === undefined)
    throw badRequest(`The filter “${name}” is none of ${choices.join(', ')}.`, 'Choose one of them.');
  return found;
};

/** Reads an id of a record, the position in a list. */
export const position = (query: URLSearchParams, name: string): string | undefined => {
  const value = query.get(name);
  if (value === null || value === '') return undefined;
  if (!isId(value)) throw badRequest(`The position ${name} is not the id of an import record.`);
  return value;
};

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

import { given } from '@carryover/application/given';
import { IMPORT_ENDPOINTS } from '@carryover/application/imports/import-request';
import type { SupplierName } from '@carryover/application/operator/set-up/suppliers';
import { IMPORT_OUTCOMES, type ImportFilter } from '@carryover/application/ports/operator/import-records';
import type { Scope } from '@carryover/domain/access/access';
import { isId } from '../../web/parameter.ts';
import { badRequest } from '../../web/problem.ts';

const NAMES = ['organisation', 'supplier', 'account', 'endpoint', 'outcome', 'code', 'key', 'since', 'until'] as const;

/** The filters of the list, as they are in its address; null: not given. */
type ListAddress = Readonly<Record<(typeof NAMES)[number], string | null>>;

/** In UTF-16 code units: the longest identifiers and names have 128 characters, each of two units at most. */
const MAX_LENGTH = 256;

/** Returns a filter of an address; null if it is missing or empty. */
export const text = (query: URLSearchParams, name: string): string | null => {
  const value = query.get(name);
  if (value === null || value === '') return null;
  if (value.length > MAX_LENGTH || value.includes('\0')) throw badRequest(`The filter ${name} is too long.`);
  return value;
};

const oneOf = <A extends string>(choices: ReadonlyArray<A>, name: string, value: string | null): A | undefined => {
  if (value === null) return undefined;
  const found = choices.find((one) => one === value);
  if (found === undefined) throw badRequest(`The filter ${name} is none of ${choices.join(', ')}.`);
  return found;
};

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?)?$/;

/** A day, or a time in UTC as a form sends it. */
const moment = (name: string, value: string | null): Date | undefined => {
  if (value === null) return undefined;
  const isDay = value.length === 10;
  const time = new Date(isDay ? `${value}T00:00:00Z` : `${value.replace('Z', '')}Z`);
  if (!TIME.test(value) || Number.isNaN(time.getTime())) throw badRequest(`The filter ${name} is not a time.`);
  return time;
};

/** Reads an id of a record, the position in a list. */
export const position = (query: URLSearchParams, name: string): string | undefined => {
  const value = query.get(name);
  if (value === null || value === '') return undefined;
  if (!isId(value)) throw badRequest(`The position ${name} is not the id of an import record.`);
  return value;
};

export const readAddress = (query: URLSearchParams): ListAddress =>
  Object.fromEntries(NAMES.map((name) => [name, text(query, name)])) as ListAddress;

/** The organisations of a list: one of those that a person may see, or all of these. */
export const organisationsOf = (
  scope: Scope,
  organisation: string | null,
): { readonly organisations?: ReadonlyArray<string> } => {
  if (organisation !== null) return { organisations: scope === null || scope.has(organisation) ? [organisation] : [] };
  return scope === null ? {} : { organisations: [...scope] };
};

export const supplierOf = ({
  organisation,
  supplier,
}: Pick<ListAddress, 'organisation' | 'supplier'>): SupplierName | null =>
  supplier === null ? null : { code: supplier, ...given({ organisationName: organisation }) };

type Filter = Omit<ImportFilter, 'supplierId' | 'limit' | 'before' | 'after'> & {
  readonly supplier: SupplierName | null;
};

/** Returns the filter of an address, within the organisations that a person may see. */
export const toFilter = (address: ListAddress, scope: Scope): Filter => {
  const { account, code, key } = address;
  const endpoint = oneOf(IMPORT_ENDPOINTS, 'endpoint', address.endpoint);
  const outcome = oneOf(IMPORT_OUTCOMES, 'outcome', address.outcome);
  const [since, until] = [moment('since', address.since), moment('until', address.until)];
  return {
    supplier: supplierOf(address),
    ...organisationsOf(scope, address.organisation),
    ...given({ externalAccountNumber: account, endpoint, outcome, code, apiKeyPrefix: key, since, until }),
  };
};

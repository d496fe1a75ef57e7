import { given } from '@carryover/application/given';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import { IMPORT_ENDPOINTS, IMPORT_OUTCOMES } from '@carryover/application/ports/import-records';
import type { Scope } from '@carryover/domain/access';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { choices, oneOf, supplierFields, text } from '../../web/filters.ts';
import { isId, momentOf } from '../../web/input.ts';
import { badRequest } from '../../web/problem.ts';
import { namedWithin } from '../find-suppliers.ts';

export const FILTER_NAMES = [
  'organisation',
  'supplier',
  'account',
  'endpoint',
  'outcome',
  'code',
  'key',
  'load',
  'since',
  'until',
] as const;

/** The filters of the list, as they are in its address; null: not given. */
type ListAddress = Readonly<Record<(typeof FILTER_NAMES)[number], string | null>>;

/** A day, or a time in UTC as a form sends it. */
const moment = (name: string, value: string | null): Date | undefined => {
  if (value === null) return undefined;
  const found = momentOf(value);
  if (found === null)
    throw badRequest(`The filter “${name}” is not a time, such as 2026-11-30 or 2026-11-30T08:00.`, 'Correct it.');
  return found;
};

/** A time of an address as the field of a form has it, which is of no zone. */
const inField = (value: string | null): string | null => {
  const found = value === null ? null : momentOf(value);
  return found === null ? value : found.toISOString().replace(/(:00)?\.000Z$|Z$/, '');
};

/** Reads a load: its id, or `none` for the requests that name none. */
const loadOf = (value: string | null): string | null | undefined => {
  if (value === null) return undefined;
  const id = value.trim().toLowerCase();
  if (id !== 'none' && !isId(id))
    throw badRequest('The filter “load” is not the id of a load.', 'Copy it from the list of loads.');
  return id === 'none' ? null : id;
};

export const readAddress = (query: URLSearchParams): ListAddress =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, text(query, name)])) as ListAddress;

/** Returns the filter of an address, within the organisations that a person may see. */
export const toFilter = async (address: ListAddress, suppliers: OperatorUseCases['suppliers'], scope: Scope) => {
  const { account, code, key } = address;
  const endpoint = oneOf(IMPORT_ENDPOINTS, 'endpoint', address.endpoint);
  const outcome = oneOf(IMPORT_OUTCOMES, 'outcome', address.outcome);
  const loadId = loadOf(address.load);
  const [since, until] = [moment('since', address.since), moment('until', address.until)];
  return {
    ...(await namedWithin(suppliers, scope, address)),
    ...given({ externalAccountNumber: account, endpoint, outcome, code, apiKeyPrefix: key, since, until }),
    ...(loadId === undefined ? {} : { loadId }),
  };
};

const OUTCOMES: Readonly<Record<string, string>> = { accepted: 'Accepted', refused: 'Refused', dry_run: 'Dry run' };

/** The fields of the form above a list. */
export const fieldsOf = (filters: ListAddress, suppliers: ReadonlyArray<NamedSupplier>) => [
  ...supplierFields(suppliers, filters),
  { name: 'account', label: 'Account', value: filters.account },
  {
    name: 'outcome',
    label: 'Outcome',
    value: filters.outcome,
    options: choices(IMPORT_OUTCOMES, (one) => OUTCOMES[one] ?? one),
  },
  { name: 'endpoint', label: 'Endpoint', value: filters.endpoint, options: choices(IMPORT_ENDPOINTS) },
  { name: 'code', label: 'Error code', value: filters.code },
  { name: 'key', label: 'API key prefix', value: filters.key },
  { name: 'load', label: 'Load', value: filters.load },
  { name: 'since', label: 'Received from (UTC)', type: 'datetime-local', value: inField(filters.since) },
  { name: 'until', label: 'Before (UTC)', type: 'datetime-local', value: inField(filters.until) },
];

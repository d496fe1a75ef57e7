import type { RefusalGroup } from '@carryover/adapters-persistence/queries/refusals';
import { REFUSAL_STATES } from '@carryover/adapters-persistence/queries/refused-items';
import { given } from '@carryover/application/given';
import { IMPORT_ENDPOINTS } from '@carryover/application/ports/import-records';
import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';
import { scopeOf } from '@carryover/domain/access';
import { oneOf, text } from '../../web/filters.ts';
import { queryText } from '../../web/input.ts';
import { badRequest } from '../../web/problem.ts';
import type { Visit } from '../../web/route.ts';

/** The choices of a time range, in days. */
export const PERIODS = [
  { value: '1', title: 'the last 24 hours' },
  { value: '7', title: 'the last 7 days' },
  { value: '30', title: 'the last 30 days' },
  { value: '365', title: 'the last year' },
] as const;
export const DEFAULT_DAYS = '7';
const DAY_MS = 86_400_000;

/** The filters of the refusals, as they are in an address. */
export const REFUSAL_FILTERS = ['organisation', 'supplier', 'code', 'days'] as const;
type RefusalAddress = Readonly<Record<(typeof REFUSAL_FILTERS)[number], string | null>>;

/** Reads the filters; the last seven days unless others are chosen. */
export const readRefusals = (
  query: URLSearchParams,
): { readonly filters: RefusalAddress; readonly since: Date; readonly path: string | null } => {
  const days = text(query, 'days') ?? DEFAULT_DAYS;
  if (!PERIODS.some(({ value }) => value === days))
    throw badRequest('The time is none of the choices.', 'Choose one of them.');
  return {
    filters: {
      organisation: text(query, 'organisation'),
      supplier: text(query, 'supplier'),
      code: text(query, 'code'),
      days,
    },
    since: new Date(Date.now() - Number(days) * DAY_MS),
    path: queryText(query, 'path'),
  };
};

/** The filters of single refused items, as they are in an address. */
export const ITEM_FILTERS = [...REFUSAL_FILTERS, 'path', 'endpoint', 'account', 'state'] as const;

/** Reads the filters of single refused items: those of the groups, and the account, the endpoint and the state. */
export const readItemFilters = (query: URLSearchParams) => {
  const { filters, since, path } = readRefusals(query);
  const state = oneOf(REFUSAL_STATES, 'state', text(query, 'state'));
  const { organisation, supplier, code } = filters;
  return {
    named: { organisation, supplier },
    wanted: {
      since,
      ...given({
        code,
        path,
        externalAccountNumber: text(query, 'account'),
        endpoint: oneOf(IMPORT_ENDPOINTS, 'endpoint', text(query, 'endpoint')),
        states: state && [state],
      }),
    },
  };
};

/** At the paths of these codes is a name of the client's own choice, which may be anything, also personal data. */
const UNKNOWN_NAMES: ReadonlyArray<string> = ['unknown_field', 'unknown_parameter'];

/** Returns true if a person may see the names: one who may see the accounts of every organisation that the page is about. */
const seesNames = ({ scope, may, person }: Visit): boolean =>
  scope === null
    ? scopeOf(person, 'accounts') === null
    : [...scope].every((organisation) => may('accounts', organisation));

/** Returns true if the code's paths are hidden from the person. */
export const areHidden = (visit: Visit, code: string): boolean => UNKNOWN_NAMES.includes(code) && !seesNames(visit);

/** A group of refusals; `path` is null if it is hidden from the person. */
type ShownGroup = Omit<RefusalGroup, 'path'> & { readonly path: string | null };

/** Adds up the groups whose paths are hidden from a person, by code. */
export const withoutHidden = (visit: Visit, groups: ReadonlyArray<RefusalGroup>): ReadonlyArray<ShownGroup> => {
  const shown = new Map<string, ShownGroup>();
  for (const group of groups) {
    const path = areHidden(visit, group.code) ? null : group.path;
    const key = JSON.stringify([group.code, path]);
    shown.set(key, { ...group, path, count: group.count + (shown.get(key)?.count ?? 0) });
  }
  return [...shown.values()].toSorted((one, other) => other.count - one.count);
};

/**
 * Returns the meaning of an error code and what the client does about it, as the documentation of the service has them; null for an
 * unknown code. @param service the address of the service; null if it is not known.
 */
export const remedyOf = (code: string, service: string | null) =>
  isErrorCode(code)
    ? {
        code,
        ...ERROR_CODES[code],
        documented: service === null ? null : `${service}/docs/errors#${encodeURIComponent(code)}`,
      }
    : null;

import type { AffectedAccount, RefusedAccount } from '@carryover/application/ports/operator/refusal-groups';
import { ERROR_CATALOGUE } from '@carryover/contract/error-catalogue';
import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { address } from '../../view/address.ts';
import { page } from '../../web/answer.ts';
import { orProblem } from '../../web/or-problem.ts';
import { isId } from '../../web/parameter.ts';
import { badRequest } from '../../web/problem.ts';
import { get, type Route, type Visit } from '../../web/route.ts';
import { organisationsOf, supplierOf } from '../imports/filter.ts';
import { readRefusals } from './read-refusals.ts';

const PAGE = 50;

/** The meaning of a code and what the client does about it, as the documentation of the service has them. */
const documentationOf = (code: string) =>
  isErrorCode(code) ? { meaning: ERROR_CODES[code], ...ERROR_CATALOGUE[code] } : null;

/** The position behind an account, as one parameter of an address. */
const toPosition = ({ organisationId, supplierCode, externalAccountNumber }: RefusedAccount): string =>
  JSON.stringify([organisationId, supplierCode, externalAccountNumber]);

const position = t.tuple([t.string, t.string, t.string]);

const fromPosition = (text: string | null): RefusedAccount | null => {
  if (text === null || text === '') return null;
  const parts = jsonOrNull(text);
  if (!position.is(parts) || !isId(parts[0]))
    throw badRequest('The position of this page cannot be read.', 'Start from the first page.');
  const [organisationId, supplierCode, externalAccountNumber] = parts;
  return { organisationId, supplierCode, externalAccountNumber };
};

/** The numbers of accounts by state, of those that are listed. */
const statesOf = (affected: ReadonlyArray<AffectedAccount>) => ({
  failing: affected.filter(({ isSolved }) => isSolved === false).length,
  solved: affected.filter(({ isSolved }) => isSolved === true).length,
  listed: affected.length,
});

/** `/refusals/group`: the requests that were refused with one code at one path, by account. */
export const groupRoutes = ({ operator, serviceAddress }: ConsoleUseCases): ReadonlyArray<Route> => {
  /** A page of affected accounts, and one more if there are further ones. */
  const readGroup = async ({ query, scope }: Visit) => {
    const { filters, since } = readRefusals(query);
    const code = filters.code ?? '';
    const path = query.get('path') ?? '';
    const after = fromPosition(query.get('after'));
    const affected = await orProblem(
      operator.refusalGroups.accounts({
        supplier: supplierOf(filters),
        ...organisationsOf(scope, filters.organisation),
        ...{ since, code, path, after, limit: PAGE + 1 },
      }),
    );
    return { filters, code, path, after, shown: affected.slice(0, PAGE), isMore: affected.length > PAGE };
  };
  return [
    get('/refusals/group', 'figures', async (visit) => {
      const { filters, code, path, after, shown, isMore } = await readGroup(visit);
      const { may } = visit;
      const last = shown.at(-1);
      const here = (position: string | null) => address('/refusals/group', { ...filters, path, after: position });
      const service = await serviceAddress();
      // A viewer and support see which accounts, and neither values nor details.
      const detailsOf = ({ latest }: AffectedAccount) => (may('records', latest.organisation) ? latest : null);
      return page('Refused requests', 'pages/refusals/group', {
        ...{ code, path, isMore, ...statesOf(shown) },
        documentation: documentationOf(code),
        documented: service === null ? null : `${service}/docs/errors#${encodeURIComponent(code)}`,
        back: address('/refusals', { ...filters, code: null }),
        affected: shown.map((one) => ({
          ...one,
          details: detailsOf(one),
          find: may('accounts', one.latest.organisation)
            ? address('/accounts', { q: one.latest.externalAccountNumber })
            : null,
        })),
        hasDetails: may('records'),
        csv: may('records') ? address('/refusals.csv', { ...filters, path }) : null,
        ndjson: may('records') ? address('/refusals.ndjson', { ...filters, path }) : null,
        first: here(null),
        isLater: after !== null,
        next: isMore && last !== undefined ? here(toPosition(last)) : null,
      });
    }),
    get('/refusals/group/state', 'figures', async (visit) => {
      const { shown, isMore } = await readGroup(visit);
      return { kind: 'fragment', template: 'pages/refusals/state', values: { ...statesOf(shown), isMore } };
    }),
  ];
};

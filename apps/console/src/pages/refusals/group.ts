import {
  type AffectedAccount,
  type RefusedAccount,
  readAffectedAccounts,
} from '@carryover/adapters-persistence/queries/refusals';
import { REFUSAL_STATES, worstOf } from '@carryover/adapters-persistence/queries/refused-items';
import { isWellFormed } from '@carryover/domain/text';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { address } from '../../view/address.ts';
import { under } from '../../view/place.ts';
import { isId, queryText } from '../../web/input.ts';
import { badRequest, orProblem, Problem } from '../../web/problem.ts';
import { get, page, type Route, type Visit } from '../../web/route.ts';
import { namedWithin } from '../find-suppliers.ts';
import { areHidden, readRefusals, remedyOf } from './filter.ts';

const PAGE = 50;

/** The position behind an account, as one parameter of an address. */
const toPosition = ({ organisationId, supplierCode, externalAccountNumber }: RefusedAccount): string =>
  JSON.stringify([organisationId, supplierCode, externalAccountNumber]);

const position = t.tuple([t.string, t.string, t.string]);

const fromPosition = (text: string | null): RefusedAccount | null => {
  if (text === null || text === '') return null;
  const parts = jsonOrNull(text);
  if (!position.is(parts) || !isId(parts[0]) || !parts.every(isWellFormed))
    throw badRequest('The position of this page cannot be read.', 'Start from the first page.');
  const [organisationId, supplierCode, externalAccountNumber] = parts;
  return { organisationId, supplierCode, externalAccountNumber };
};

const namesHidden = (): Problem =>
  new Problem(
    403,
    'Not shown to your roles',
    'The client chose the names of these fields itself, so they may be personal data.',
    'Ask somebody with the role support, operator or auditor.',
  );

/** The numbers of accounts by state, of those that are listed, and the worst of these states. */
const statesOf = (affected: ReadonlyArray<AffectedAccount>) => ({
  worst: worstOf(affected.map(({ state }) => state)),
  states: REFUSAL_STATES.flatMap((state) => {
    const accounts = affected.filter((one) => one.state === state).length;
    return accounts === 0 ? [] : [{ state, accounts }];
  }),
  listed: affected.length,
});

/** `/refusals/group`: the requests that were refused with one code at one path, by account. */
export const groupRoutes = ({ operator, serviceAddress }: ConsoleUseCases): ReadonlyArray<Route> => {
  /** A page of affected accounts, and one more if there are further ones. */
  const readGroup = async (visit: Visit) => {
    const { query, scope } = visit;
    const { filters, since } = readRefusals(query);
    const code = filters.code ?? '';
    // Whatever the path: the answer does not say which names there are.
    if (areHidden(visit, code)) throw namesHidden();
    const path = queryText(query, 'path') ?? '';
    const after = fromPosition(query.get('after'));
    const affected = await orProblem(
      readAffectedAccounts(operator.em)({
        ...(await namedWithin(operator.suppliers, scope, filters)),
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
      // A viewer and support see which accounts, and neither values nor details.
      const detailsOf = ({ latest }: AffectedAccount) => (may('records', latest.organisation) ? latest : null);
      const back = address('/refusals', { ...filters, code: null });
      const values = {
        ...{ code, path, isMore, ...statesOf(shown) },
        remedy: remedyOf(code, await serviceAddress()),
        back,
        affected: shown.map((one) => ({
          ...one,
          details: detailsOf(one),
          find: may('accounts', one.latest.organisation)
            ? address('/accounts', { q: one.latest.externalAccountNumber })
            : null,
        })),
        hasDetails: may('records'),
        items: may('records') ? address('/refusals/items', { ...filters, path }) : null,
        csv: may('records') ? address('/refusals.csv', { ...filters, path }) : null,
        ndjson: may('records') ? address('/refusals.ndjson', { ...filters, path }) : null,
        first: here(null),
        isLater: after !== null,
        next: isMore && last !== undefined ? here(toPosition(last)) : null,
      };
      return page('Refused requests', 'pages/refusals/group', values, under({ title: 'Refusals', path: back }));
    }),
    get('/refusals/group/state', 'figures', async (visit) => {
      const { shown, isMore } = await readGroup(visit);
      return { kind: 'fragment', template: 'pages/refusals/state', values: { ...statesOf(shown), isMore } };
    }),
  ];
};

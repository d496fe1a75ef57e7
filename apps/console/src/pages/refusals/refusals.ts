import type { AffectedAccount, RefusedAccount } from '@carryover/application/ports/operator/refusal-groups';
import { ERROR_CATALOGUE } from '@carryover/contract/error-catalogue';
import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';
import { includes } from '@carryover/domain/access/access';
import type { ConsoleUseCases } from '../../composition.ts';
import { address } from '../../view/address.ts';
import { page } from '../../web/answer.ts';
import { orProblem } from '../../web/parameter.ts';
import { badRequest } from '../../web/problem.ts';
import type { PageGroup } from '../../web/route.ts';
import { organisationsOf, supplierOf } from '../imports/filter.ts';
import { listRefused } from './list-refused.ts';
import { readRefusals } from './read-refusals.ts';

const MAX_GROUPS = 200;
const PAGE = 50;

/** The meaning of a code and what the client does about it, as the documentation of the service has them. */
const documentationOf = (code: string) =>
  isErrorCode(code) ? { meaning: ERROR_CODES[code], ...ERROR_CATALOGUE[code] } : null;

/** The position behind an account, as one parameter of an address. */
const toPosition = ({ organisationId, supplierCode, externalAccountNumber }: RefusedAccount): string =>
  JSON.stringify([organisationId, supplierCode, externalAccountNumber]);

const UUID = /^[0-9a-f-]{36}$/;
const fromPosition = (text: string | null): RefusedAccount | null => {
  if (text === null || text === '') return null;
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    parts = null;
  }
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((part) => typeof part === 'string'))
    throw badRequest('The position of this page cannot be read.', 'Start from the first page.');
  const [organisationId, supplierCode, externalAccountNumber] = parts as [string, string, string];
  if (!UUID.test(organisationId))
    throw badRequest('The position of this page cannot be read.', 'Start from the first page.');
  return { organisationId, supplierCode, externalAccountNumber };
};

/** `/refusals`: refused requests by error code and path. */
export const refusalPages = ({ operator }: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Refusals', path: '/refusals', access: 'figures' },
  routes: [
    {
      method: 'GET',
      path: '/refusals',
      access: 'figures',
      handle: async ({ query, scope, may }) => {
        const { filters, since } = readRefusals(query);
        const filter = { supplier: supplierOf(filters), ...organisationsOf(scope, filters.organisation), since };
        const groups = await orProblem(operator.refusalGroups.groups({ ...filter, limit: MAX_GROUPS }));
        const suppliers = await orProblem(operator.suppliers.list({}));
        const wanted = groups.filter(({ code }) => filters.code === null || code === filters.code);
        return page('Refusals', 'pages/refusals/groups', {
          filters,
          suppliers: suppliers.filter(({ organisationName }) => includes(scope, organisationName)),
          groups: wanted.map((group) => ({
            ...group,
            meaning: documentationOf(group.code)?.meaning ?? '',
            accounts: address('/refusals/group', { ...filters, code: group.code, path: group.path }),
          })),
          total: wanted.reduce((sum, { count }) => sum + count, 0),
          isCut: groups.length === MAX_GROUPS,
          csv: may('records') ? address('/refusals.csv', filters) : null,
          ndjson: may('records') ? address('/refusals.ndjson', filters) : null,
        });
      },
    },
    {
      method: 'GET',
      path: '/refusals/group',
      access: 'figures',
      handle: async ({ query, scope, may }) => {
        const { filters, since } = readRefusals(query);
        const code = filters.code ?? '';
        const path = query.get('path') ?? '';
        const after = fromPosition(query.get('after'));
        const affected = await orProblem(
          operator.refusalGroups.accounts({
            supplier: supplierOf(filters),
            ...organisationsOf(scope, filters.organisation),
            since,
            code,
            path,
            after,
            limit: PAGE + 1,
          }),
        );
        const shown = affected.slice(0, PAGE);
        const last = shown.at(-1);
        const here = (position: string | null) => address('/refusals/group', { ...filters, path, after: position });
        // A viewer and support see which accounts, and neither values nor details.
        const detailsOf = ({ latest }: AffectedAccount) => (may('records', latest.organisation) ? latest : null);
        return page('Refused requests', 'pages/refusals/group', {
          code,
          path,
          documentation: documentationOf(code),
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
          next: affected.length > PAGE && last !== undefined ? here(toPosition(last)) : null,
        });
      },
    },
    ...listRefused(operator),
  ],
});

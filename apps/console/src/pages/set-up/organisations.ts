import { keyStateOf } from '@carryover/application/access/authenticate';
import { isInScope, scopeOf } from '@carryover/domain/access';
import { parseIdentifier } from '@carryover/domain/text';
import type { OperatorUseCases } from '@carryover/operations/connect';
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleUseCases } from '../../composition.ts';
import { organisationPath, supplierSetUpPath } from '../../view/address.ts';
import { under } from '../../view/place.ts';
import { author, field, organisationOf } from '../../web/input.ts';
import { badRequest, notFound, orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page, post, type Route, redirect } from '../../web/route.ts';
import { accountsFileRoutes } from './accounts-file.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { supplierRoutes } from './suppliers.ts';

const MAX_NAME = 128;

const organisationRoutes = ({ organisations, suppliers, apiKeys }: OperatorUseCases): ReadonlyArray<Route> => [
  get('/set-up', 'records', async ({ scope, person }) => {
    const all = await orProblem(organisations.list());
    return page('Set-up', 'pages/set-up/organisations', {
      organisations: all.filter(({ name }) => isInScope(scope, name)),
      organisationPath,
      // Only an operator of all organisations adds one.
      mayCreate: scopeOf(person, 'change') === null,
    });
  }),
  post('/set-up/organisations', 'change', async (visit) => {
    // A new organisation is in nobody's list of organisations.
    if (visit.scope !== null) throw notFound();
    const name = parseIdentifier(MAX_NAME)(field(visit, 'name').trim());
    if (E.isLeft(name)) throw badRequest(`An organisation's name has 1 to ${MAX_NAME} characters.`);
    await orProblem(organisations.create({ name: name.right, actor: author(visit) }));
    return redirect(organisationPath(name.right), `The organisation ${name.right} was created.`);
  }),
  get('/set-up/organisations/:organisation', 'records', async (visit) => {
    const organisation = organisationOf(visit);
    const keys = await orProblem(apiKeys.list({ organisation }));
    const own = await orProblem(suppliers.list({ organisationName: organisation }));
    return page(
      organisation,
      'pages/set-up/organisation',
      {
        organisation,
        path: organisationPath(organisation),
        keys: keys.map((key) => ({ ...key, state: keyStateOf(key, new Date()) })),
        suppliers: own,
        supplierSetUpPath,
        mayChange: visit.may('change', organisation),
      },
      under({ title: 'Set-up', path: '/set-up' }),
    );
  }),
];

/** `/set-up`: organisations, API keys, suppliers and their accounts. */
export const setUpPages = (useCases: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Set-up', path: '/set-up', access: 'records' },
  routes: [
    ...organisationRoutes(useCases.operator),
    ...apiKeyRoutes(useCases.operator),
    ...supplierRoutes(useCases),
    ...accountsFileRoutes(useCases.unhurried),
  ],
});

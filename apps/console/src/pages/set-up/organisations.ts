import { keyStateOf } from '@carryover/application/access/authenticate';
import { isInScope, scopeOf } from '@carryover/domain/access';
import { parseIdentifier } from '@carryover/domain/text';
import type { OperatorUseCases } from '@carryover/operations/connect';
import * as E from 'fp-ts/lib/Either.js';
import type { ApprovalDesk } from '../../approvals/approvals.ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { organisationPath, supplierSetUpPath } from '../../view/address.ts';
import { under } from '../../view/place.ts';
import { author, confirmation, field, organisationOf } from '../../web/input.ts';
import { badRequest, notFound, orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page, post, type Route, redirect, type Visit } from '../../web/route.ts';
import { accountsFileRoutes } from './accounts-file.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { supplierRoutes } from './suppliers.ts';

const MAX_NAME = 128;

/** The organisation of a route that an operator of all organisations may use. */
const archivable = (visit: Visit) => {
  if (visit.scope !== null) throw notFound();
  const organisation = organisationOf(visit);
  return { organisation, path: organisationPath(organisation) };
};

const nameOf = (visit: Visit): string => {
  const name = parseIdentifier(MAX_NAME)(field(visit, 'name').trim());
  if (E.isLeft(name)) throw badRequest(`An organisation's name has 1 to ${MAX_NAME} characters.`);
  return name.right;
};

const organisationRoutes = ({ organisations, suppliers, apiKeys }: OperatorUseCases): ReadonlyArray<Route> => [
  get('/set-up', 'records', async ({ scope, person, query }) => {
    const all = await orProblem(organisations.list());
    const own = all.filter(({ name }) => isInScope(scope, name));
    const withArchived = query.get('archived') === 'yes';
    return page('Set-up', 'pages/set-up/organisations', {
      organisations: own.filter(({ archivedAt }) => withArchived || archivedAt === null),
      archived: withArchived ? 0 : own.filter(({ archivedAt }) => archivedAt !== null).length,
      withArchived,
      organisationPath,
      // Only an operator of all organisations adds one.
      mayCreate: scopeOf(person, 'change') === null,
    });
  }),
  post('/set-up/organisations', 'change', async (visit) => {
    // A new organisation is in nobody's list of organisations.
    if (visit.scope !== null) throw notFound();
    const name = nameOf(visit);
    await orProblem(organisations.create({ name, actor: author(visit) }));
    return redirect(organisationPath(name), `The organisation ${name} was created.`);
  }),
  get('/set-up/organisations/:organisation', 'records', async (visit) => {
    const organisation = organisationOf(visit);
    const found = (await orProblem(organisations.list())).find(({ name }) => name === organisation);
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
        id: found?.id ?? null,
        archivedAt: found?.archivedAt ?? null,
        mayChange: visit.may('change', organisation) && found?.archivedAt === null,
        mayArchive: scopeOf(visit.person, 'change') === null,
      },
      under({ title: 'Set-up', path: '/set-up' }),
    );
  }),
  post('/set-up/organisations/:organisation/rename', 'change', async (visit) => {
    const { organisation } = archivable(visit);
    const to = nameOf(visit);
    const shownId = field(visit, 'shown') || null;
    await orProblem(organisations.rename({ name: organisation, to, shownId, actor: author(visit) }));
    return redirect(organisationPath(to), `The organisation is now named ${to}.`);
  }),
  get('/set-up/organisations/:organisation/archive', 'change', async (visit) => {
    const { organisation, path } = archivable(visit);
    return confirmation(
      {
        title: `Archive ${organisation}`,
        consequence:
          'It is hidden from lists and from the overview, its keys are refused within 5 seconds, and its suppliers that are ongoing are paused. Nothing of it is removed, and it can be brought back.',
        ...{ action: `${path}/archive`, fields: {}, button: 'Archive it', isDangerous: true, cancel: path },
      },
      under({ title: 'Set-up', path: '/set-up' }, { title: organisation, path }),
    );
  }),
  post('/set-up/organisations/:organisation/archive', 'change', async (visit) => {
    const { organisation, path } = archivable(visit);
    await orProblem(organisations.archive({ name: organisation, actor: author(visit) }));
    return redirect(path, 'The organisation was archived.');
  }),
  post('/set-up/organisations/:organisation/restore', 'change', async (visit) => {
    const { organisation, path } = archivable(visit);
    await orProblem(organisations.restore({ name: organisation, actor: author(visit) }));
    return redirect(path, 'The organisation is in use again. Its suppliers are as they were left: paused.');
  }),
];

/** `/set-up`: organisations, API keys, suppliers and their accounts. */
export const setUpPages = (useCases: ConsoleUseCases, desk: ApprovalDesk): PageGroup => ({
  navigation: { title: 'Set-up', path: '/set-up', access: 'records' },
  routes: [
    ...organisationRoutes(useCases.operator),
    ...apiKeyRoutes(useCases.operator),
    ...supplierRoutes(useCases, desk),
    ...accountsFileRoutes(useCases.unhurried),
  ],
});

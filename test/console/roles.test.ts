import { pathToFileURL } from 'node:url';
import type { Route } from '@carryover/console/web/route';
import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { ask as askAt, fill, nameOf, theRoutes } from './the-routes.ts';

const ROLES = ['viewer', 'support', 'operator', 'auditor'];

/** The pages that roles other than the operator may use (decisions 17). All else, and every POST but those of a person's own lists, is the operator's alone. */
const PAGES: ReadonlyArray<readonly [roles: ReadonlyArray<string>, paths: ReadonlyArray<string>]> = [
  [
    ROLES,
    [
      '/',
      '/suppliers/:organisation/:code',
      '/suppliers/:organisation/:code/live',
      '/suppliers/:organisation/:code/proof',
      '/storage-checks/:id',
      '/storage-checks/:id/progress',
      '/refusals',
      '/refusals/group',
      '/refusals/group/state',
      '/live',
      '/roles',
      '/reconciliation',
      '/reconciliation/:id',
      '/reconciliation/:id/progress',
    ],
  ],
  [
    ['support', 'operator', 'auditor'],
    ['/accounts', '/accounts/:number', '/accounts/:number/document'],
  ],
  [
    ['operator', 'auditor'],
    [
      '/imports',
      '/imports.csv',
      '/imports/newer',
      '/imports/loads',
      '/imports/accounts',
      '/undos/:id',
      '/undos/:id/progress',
      '/undos/:id/files/:name',
      '/imports/:id',
      '/imports/:id/payload',
      '/imports/:id/payload.json',
      '/refusals/items',
      '/conflicts',
      '/refusals.csv',
      '/refusals.ndjson',
      '/reconciliation/:id/files/:name',
      '/storage-checks/:id/files/:name',
      '/audit',
      '/webhooks',
      '/webhooks/:id',
      '/suppliers/:organisation/:code/data',
      '/set-up',
      '/set-up/organisations/:organisation',
      '/set-up/organisations/:organisation/suppliers/:code',
    ],
  ],
];

/** What a person changes for themselves alone. */
const OF_PERSON = '/lists/';

const mayUse = ({ method, path }: Route): ReadonlyArray<string> =>
  path.startsWith(OF_PERSON) ? ROLES : mayUseOfAll({ method, path });
const mayUseOfAll = ({ method, path }: Pick<Route, 'method' | 'path'>): ReadonlyArray<string> =>
  (method === 'GET' && PAGES.find(([, paths]) => paths.includes(path))?.[0]) || ['operator'];

const OF_DEMO = '?organisation=Demo+organisation&supplier=DEMO_SUPPLIER';
const SUPPLIER = '/set-up/organisations/:organisation/suppliers/:code';

/** The status of an address for a role that may use it, if not 200, with ids that exist; changes are sent without fields. */
const STATUS: Readonly<Record<string, number>> = {
  // Sample data is only offered beside the demo's file.
  'POST /sample-data': 404,
  'POST /sample-data/stop': 404,
  // Without a reason.
  'POST /imports/:id/undo': 400,
  'POST /accounts/:number/erase': 400,
  'POST /reconciliation': 400,
  // Its file was removed.
  'POST /reconciliation/:id/again': 409,
  // Without a reason.
  'POST /reconciliation/:id/notes': 400,
  // Nothing is registered.
  'POST /suppliers/:organisation/:code/proof/reconciliation': 409,
  'POST /suppliers/:organisation/:code/proof/storage-check': 303,
  'POST /accounts/:number/storage-check': 303,
  // Without a load or a time, and without a reason.
  'POST /suppliers/:organisation/:code/undo': 400,
  'POST /undos/:id/undo': 400,
  // It has no file of this name.
  'GET /undos/:id/files/:name': 404,
  'GET /storage-checks/:id/files/:name': 404,
  // Its file has no rejected row.
  [`GET ${SUPPLIER}/accounts/:preview/rejected`]: 404,
  // For operators of all organisations.
  'POST /set-up/organisations': 404,
  'POST /set-up/organisations/:organisation/rename': 404,
  'GET /set-up/organisations/:organisation/archive': 404,
  'POST /set-up/organisations/:organisation/archive': 404,
  'POST /set-up/organisations/:organisation/restore': 404,
  'POST /set-up/organisations/:organisation/suppliers': 400,
  'POST /set-up/organisations/:organisation/keys/:prefix/revoke': 303,
  [`POST ${SUPPLIER}/configuration`]: 400,
  [`POST ${SUPPLIER}/status`]: 400,
  [`POST ${SUPPLIER}/accounts`]: 400,
  [`POST ${SUPPLIER}/accounts/:preview`]: 303,
  // Without an address, and for operators of one organisation without its name.
  'POST /webhooks': 404,
  'POST /webhooks/:id/test': 303,
  'POST /webhooks/:id/suspend': 303,
  'POST /webhooks/:id/resume': 303,
  'POST /webhooks/:id/remove': 303,
  // Without a file, and for one that nobody has sent.
  'POST /mapping': 400,
  'GET /mapping/:id': 409,
  'POST /mapping/:id': 409,
  // Without a list.
  'POST /lists/filters': 404,
  'POST /lists/filters/remove': 404,
  'POST /lists/columns': 404,
  // For operators of all organisations.
  'GET /sessions': 404,
  'POST /sessions/end': 404,
};

/** Parameters without which an address names nothing of an organisation. */
const QUERY: Readonly<Record<string, string>> = {
  // Found, and more than one: a single account would be opened.
  '/accounts': '?q=EXTERNAL',
  '/accounts/:number/document': '?location=bill.pdf',
  '/reconciliation': OF_DEMO,
  '/audit': '?organisation=Demo+organisation',
  [`${SUPPLIER}/status`]: '?to=Paused',
};

const service = await theService();
const console = await theConsole({
  ...service.operatorEnvironment,
  DOCUMENT_STORE: pathToFileURL(service.dataDir).href,
});
await service.operator.createSupplier('Demo organisation', 'SECOND');
const { routes, values } = await theRoutes(service, console);

const ask = (cookie: string, route: Route) =>
  askAt(`${console.baseUrl}${fill(route, values)}${QUERY[route.path] ?? ''}`, cookie, route);

describe('every address', () => {
  it('asks for a sign-in', async () => {
    for (const route of routes) expect([nameOf(route), (await ask('', route)).status]).toEqual([nameOf(route), 401]);
  });

  // The operator comes last, since it changes what the others ask for.
  it.each([...ROLES.filter((role) => role !== 'operator'), 'operator'])(
    'answers the role %s of the organisation if it may use it, else with 403',
    async (role) => {
      const { cookie } = await console.as(`${role}@Demo organisation`);
      for (const route of routes) {
        const expected = mayUse(route).includes(role) ? (STATUS[nameOf(route)] ?? 200) : 403;
        const { status, text } = await ask(cookie, route);
        expect([nameOf(route), status]).toEqual([nameOf(route), expected]);
        // Spaces are spelled out where a value begins or ends with them: here, a template would have put them there.
        expect([nameOf(route), text.includes('\\u{20}')]).toEqual([nameOf(route), false]);
      }
    },
  );

  it('leads to a page that says what a person’s roles include, and which roles the rest is for', async () => {
    const { text } = await (await console.as('support', 'auditor@Demo organisation')).get('/roles');
    const rows = [...text.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell!.replaceAll(/<[^>]*>/g, '')),
    );
    expect(rows).toEqual([
      ['yes', 'yes', 'yes', 'yes', 'yes'],
      ['no', 'yes', 'yes', 'yes', 'yes'],
      ['no', 'no', 'yes', 'yes', 'in Demo organisation'],
      ['no', 'no', 'yes', 'no', 'no'],
    ]);
  });
});

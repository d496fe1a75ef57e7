import { pathToFileURL } from 'node:url';
import type { Route } from '@carryover/console/web/route';
import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { ask as askAt, fill, nameOf, theRoutes } from './the-routes.ts';

const MAY: Readonly<Record<Route['access'], ReadonlyArray<string>>> = {
  figures: ['viewer', 'support', 'operator', 'auditor'],
  accounts: ['support', 'operator', 'auditor'],
  records: ['operator', 'auditor'],
  change: ['operator'],
};
const ROLES = MAY.figures;

const OF_DEMO = '?organisation=Demo+organisation&supplier=DEMO_SUPPLIER';
const SUPPLIER = '/set-up/organisations/:organisation/suppliers/:code';

/** The status of each address for a role that may use it, with ids that exist; changes are sent without fields. */
const STATUS: Readonly<Record<string, number>> = {
  'GET /': 200,
  'GET /suppliers/:organisation/:code': 200,
  'GET /suppliers/:organisation/:code/live': 200,
  // Sample data is only offered beside the demo's file.
  'POST /sample-data': 404,
  'POST /sample-data/stop': 404,
  'GET /imports': 200,
  'GET /imports/newer': 200,
  'GET /imports.csv': 200,
  'GET /imports/:id': 200,
  'GET /imports/:id/payload': 200,
  'GET /imports/:id/payload.json': 200,
  'GET /imports/:id/undo': 200,
  // Without a reason.
  'POST /imports/:id/undo': 400,
  'GET /accounts': 200,
  'GET /accounts/:number': 200,
  'GET /accounts/:number/document': 200,
  'GET /refusals': 200,
  'GET /refusals/group': 200,
  'GET /refusals/group/state': 200,
  'GET /refusals.csv': 200,
  'GET /refusals.ndjson': 200,
  'GET /reconciliation': 200,
  'POST /reconciliation': 400,
  'GET /reconciliation/:id': 200,
  'GET /reconciliation/:id/progress': 200,
  // Its file was removed.
  'POST /reconciliation/:id/again': 409,
  'GET /reconciliation/:id/files/:name': 200,
  'GET /set-up': 200,
  // For operators of all organisations.
  'POST /set-up/organisations': 404,
  'GET /set-up/organisations/:organisation': 200,
  'POST /set-up/organisations/:organisation/suppliers': 400,
  'POST /set-up/organisations/:organisation/keys': 200,
  'GET /set-up/organisations/:organisation/keys/:prefix/revoke': 200,
  'POST /set-up/organisations/:organisation/keys/:prefix/revoke': 303,
  [`GET ${SUPPLIER}`]: 200,
  [`POST ${SUPPLIER}/configuration`]: 400,
  [`GET ${SUPPLIER}/status`]: 200,
  [`POST ${SUPPLIER}/status`]: 400,
  [`POST ${SUPPLIER}/accounts`]: 400,
  [`POST ${SUPPLIER}/accounts/:preview`]: 200,
  'GET /audit': 200,
  // For operators of all organisations.
  'GET /sessions': 404,
  'POST /sessions/end': 404,
};

/** Parameters without which an address names nothing of an organisation. */
const QUERY: Readonly<Record<string, string>> = {
  '/accounts': '?q=EXTERNAL-1234',
  '/accounts/:number/document': '?location=bill.pdf',
  '/reconciliation': OF_DEMO,
  '/audit': '?organisation=Demo+organisation',
  [`${SUPPLIER}/status`]: '?to=Paused',
};

/** Addresses that name something of the demo organisation, by their path or by their parameters. */
const namesIds = ({ path }: Route): boolean => path.includes(':') || ['/reconciliation', '/audit'].includes(path);

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
  it('has an expected status', () => {
    expect(Object.keys(STATUS).toSorted()).toEqual(routes.map(nameOf).toSorted());
  });

  it('asks for a sign-in', async () => {
    for (const route of routes) expect([nameOf(route), (await ask('', route)).status]).toEqual([nameOf(route), 401]);
  });

  it.each(ROLES)('hides ids of the demo organisation from the role %s of another organisation', async (role) => {
    const { cookie } = await console.as(`${role}@Another`);
    for (const route of routes) {
      const { status, text } = await ask(cookie, route);
      const isAllowed = MAY[route.access].includes(role);
      const expected = isAllowed ? (namesIds(route) ? 404 : STATUS[nameOf(route)]) : 403;
      expect([nameOf(route), status]).toEqual([nameOf(route), expected]);
      const foreign = ['Demo organisation', 'DEMO_SUPPLIER', values.number!, values['/imports/:id']!];
      expect([nameOf(route), foreign.filter((one) => text.includes(one))]).toEqual([nameOf(route), []]);
    }
  });

  // The operator comes last, since it changes what the others ask for.
  it.each([...ROLES.filter((role) => role !== 'operator'), 'operator'])(
    'answers the role %s of the organisation, or refuses it, as its access says',
    async (role) => {
      const { cookie } = await console.as(`${role}@Demo organisation`);
      for (const route of routes) {
        const expected = MAY[route.access].includes(role) ? STATUS[nameOf(route)] : 403;
        const { status, text } = await ask(cookie, route);
        expect([nameOf(route), status]).toEqual([nameOf(route), expected]);
        // Spaces are spelled out where a value begins or ends with them: here, a template would have put them there.
        expect([nameOf(route), text.includes('\\u{20}')]).toEqual([nameOf(route), false]);
      }
    },
  );
});

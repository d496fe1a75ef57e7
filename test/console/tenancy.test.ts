import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { statement } from '../support/bodies.ts';
import type { Values } from './an-organisation-with-all.ts';
import { ask, fill, nameOf, theRoutes } from './the-routes.ts';

const SUPPLIER = '/set-up/organisations/:organisation/suppliers/:code';
const OWN = 'Another organisation';

/** What an address can name, of one organisation. */
type Names = Values & {
  readonly organisation: string;
  readonly code: string;
  readonly externalNumber: string;
  readonly number: string;
  readonly transaction: string;
  readonly statement: string;
  readonly prefix: string;
  readonly action: string;
  readonly refused: string;
};
type Asked = (names: Names) => Readonly<Record<string, string>>;

const BY_SUPPLIER: ReadonlyArray<Asked> = [
  ({ code }) => ({ supplier: code }),
  ({ organisation }) => ({ organisation }),
  ({ organisation, code }) => ({ organisation, supplier: code }),
  ({ code }) => ({ organisation: OWN, supplier: code }),
];
const OF_REFUSALS = BY_SUPPLIER.map<Asked>((of) => (names) => ({
  ...of(names),
  code: 'required',
  path: 'notes[].body',
}));
const OF_IMPORTS: ReadonlyArray<Asked> = [
  ...BY_SUPPLIER,
  ({ externalNumber }) => ({ account: externalNumber }),
  ({ prefix }) => ({ key: prefix }),
];

/** Parameters that name something, by route, beside those of its path; a route that has neither names nothing. */
const PARAMETERS: Readonly<Record<string, ReadonlyArray<Asked>>> = {
  'GET /': [],
  'GET /suppliers/:organisation/:code': [],
  'GET /suppliers/:organisation/:code/live': [],
  'GET /suppliers/:organisation/:code/data': [],
  'GET /suppliers/:organisation/:code/proof': [],
  'POST /suppliers/:organisation/:code/proof/reconciliation': [],
  'POST /suppliers/:organisation/:code/proof/storage-check': [],
  'POST /accounts/:number/storage-check': [],
  'GET /storage-checks/:id': [],
  'GET /storage-checks/:id/progress': [],
  'GET /storage-checks/:id/files/:name': [],
  'POST /reconciliation/:id/notes': [],
  'POST /sample-data': [],
  'POST /sample-data/stop': [],
  'GET /imports': OF_IMPORTS,
  'GET /live': [],
  'GET /roles': [],
  'GET /imports/newer': OF_IMPORTS,
  'GET /imports.csv': OF_IMPORTS,
  'GET /imports/loads': BY_SUPPLIER,
  'GET /imports/accounts': OF_IMPORTS,
  'GET /suppliers/:organisation/:code/undo': [],
  'POST /suppliers/:organisation/:code/undo': [],
  'GET /undos/:id': [],
  'GET /undos/:id/progress': [],
  'POST /undos/:id/undo': [],
  'GET /undos/:id/files/:name': [],
  'GET /imports/:id': [],
  'GET /imports/:id/payload': [],
  'GET /imports/:id/payload.json': [],
  'GET /imports/:id/undo': [],
  'POST /imports/:id/undo': [],
  'GET /accounts': [
    ({ externalNumber }) => ({ q: externalNumber }),
    ({ number }) => ({ q: number }),
    ({ statement }) => ({ q: statement }),
    ({ statement }) => ({ q: statement, refused: 'yes' }),
  ],
  'GET /accounts/:number': [],
  'GET /accounts/:number/document': [() => ({ location: 'bill.pdf' })],
  'POST /accounts/:number/export': [],
  'GET /accounts/:number/erase': [],
  'POST /accounts/:number/erase': [],
  'GET /refusals': BY_SUPPLIER,
  'GET /refusals/group': OF_REFUSALS,
  'GET /refusals/group/state': OF_REFUSALS,
  'GET /refusals/items': OF_REFUSALS,
  'GET /conflicts': BY_SUPPLIER,
  'GET /refusals.csv': OF_REFUSALS,
  'GET /refusals.ndjson': OF_REFUSALS,
  'GET /reconciliation': BY_SUPPLIER,
  'POST /reconciliation': BY_SUPPLIER,
  'GET /reconciliation/:id': [],
  'GET /reconciliation/:id/progress': [],
  'POST /reconciliation/:id/again': [],
  'GET /reconciliation/:id/files/:name': [],
  'GET /set-up': [],
  'POST /set-up/organisations': [],
  'GET /set-up/organisations/:organisation': [],
  'POST /set-up/organisations/:organisation/suppliers': [],
  'POST /set-up/organisations/:organisation/rename': [],
  'GET /set-up/organisations/:organisation/archive': [],
  'POST /set-up/organisations/:organisation/archive': [],
  'POST /set-up/organisations/:organisation/restore': [],
  'POST /set-up/organisations/:organisation/keys': [],
  'GET /set-up/organisations/:organisation/keys/:prefix/revoke': [],
  'POST /set-up/organisations/:organisation/keys/:prefix/revoke': [],
  [`GET ${SUPPLIER}`]: [],
  [`POST ${SUPPLIER}/configuration`]: [],
  [`GET ${SUPPLIER}/status`]: [() => ({ to: 'Paused' })],
  [`POST ${SUPPLIER}/status`]: [],
  [`POST ${SUPPLIER}/accounts`]: [],
  [`GET ${SUPPLIER}/accounts/:preview`]: [],
  [`GET ${SUPPLIER}/accounts/:preview/rejected`]: [],
  [`POST ${SUPPLIER}/accounts/:preview`]: [],
  'GET /mapping': [],
  'POST /mapping': [],
  'GET /mapping/:id': [],
  'POST /mapping/:id': [],
  'POST /mapping/:id/download': [],
  'GET /audit': [...BY_SUPPLIER, ({ action }) => ({ after: action })],
  'GET /webhooks': [],
  'POST /webhooks': [],
  'GET /webhooks/:id': [],
  'POST /webhooks/:id/test': [],
  'POST /webhooks/:id/suspend': [],
  'POST /webhooks/:id/resume': [],
  'GET /webhooks/:id/remove': [],
  'POST /webhooks/:id/remove': [],
  'GET /webhooks/:id/rotate': [],
  'POST /webhooks/:id/rotate': [],
  'POST /lists/filters': [],
  'POST /lists/filters/remove': [],
  'POST /lists/columns': [],
  'GET /sessions': [],
  'POST /sessions/end': [],
};

/** A form that is right for every change, so that nothing but the organisation can refuse it. */
const FORM = {
  ...{ reason: 'Walk', to: 'Paused', even_if_answered: 'yes', label: 'Walk', name: 'Walk', document_root: 'walk' },
  ...{ supply_charge_arithmetic: 'report', unknown_fields: 'report' },
};

const service = await theService();
const console = await theConsole({
  ...service.operatorEnvironment,
  DOCUMENT_STORE: pathToFileURL(service.dataDir).href,
});
const operator = anOperator(service.operatorEnvironment);
// Both have a supplier of the demo's code; only the demo organisation has SECOND.
await operator('organisation', 'create', '--name', OWN);
await service.operator.createSupplier('Demo organisation', 'SECOND');
await operator('supplier', 'create', '--organisation', OWN, '--code', 'DEMO_SUPPLIER');
await operator('organisation', 'create', '--name', 'Third organisation');
await operator('supplier', 'create', '--organisation', 'Third organisation', '--code', 'DEMO_SUPPLIER');
const refused = await service.post('/v1/data-import/notes/create/', { ...service.demoAccount, notes: [{}] });
const { routes, values } = await theRoutes(service, console);
for (const of of [{}, { number: 7 }])
  await service.post('/v1/data-import/historical-statements/create/', {
    ...service.demoAccount,
    statements: [statement('S-FOREIGN', of)],
  });
const [action] = await service.sql<{ id: string }>(
  `select id from operator_action where organisation = 'Demo organisation' order by performed_at desc limit 1`,
);

const FOREIGN: Names = {
  ...values,
  ...{ organisation: 'Demo organisation', code: 'SECOND', number: values.number!, prefix: values.prefix! },
  externalNumber: service.demo.external_account_number,
  ...{ transaction: 'T-1', statement: 'S-FOREIGN', action: action!.id },
  refused: refused.headers.get('x-request-id')!,
};
const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const ABSENT: Names = {
  ...{ organisation: 'No organisation', code: 'NONE', number: 'A-00000000', prefix: 'co_none', name: 'totals.csv' },
  ...{ externalNumber: 'NONE-1', transaction: 'T-NONE', statement: 'S-NONE', action: UNKNOWN, refused: UNKNOWN },
  ...{ preview: UNKNOWN, '/imports/:id': UNKNOWN, '/reconciliation/:id': UNKNOWN, '/webhooks/:id': UNKNOWN },
  '/undos/:id': UNKNOWN,
};

const encoded = (names: Names): Values =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [name, encodeURIComponent(value)]));

/** A page without what its address named, which it may repeat. */
const without = (text: string, names: Names): string => {
  // Each showing of a form has a token of its own.
  let masked = text.replaceAll(/name="form_token" value="[^"]*"/g, '');
  for (const value of Object.values(names).toSorted((a, b) => b.length - a.length))
    for (const form of [value, encodeURIComponent(value), value.replaceAll(' ', '+')])
      masked = masked.replaceAll(form, '…');
  return masked;
};

const stateOfOthers = () =>
  service.sql(
    `select o.name, s.code, s.status, s.document_root, s.unknown_fields,
       (select count(*)::int from operator_action a where a.organisation = o.name) as actions,
       (select count(*)::int from api_key k where k.organisation_id = o.id and k.revoked_at is null) as keys,
       (select count(*)::int from import_undo) as undone,
       (select json_agg(w.version order by w.id) from webhook w where w.organisation_id = o.id) as webhooks
     from organisation o left join import_supplier s on s.organisation_id = o.id
     where o.name <> $1 order by o.name, s.code`,
    [OWN],
  );

/** All addresses of a route that name something: its path with foreign names, and its own with foreign parameters. */
const addressesOf = (route: (typeof routes)[number], names: Names): ReadonlyArray<string> => {
  const queries = PARAMETERS[nameOf(route)]!.map((of) => `?${new URLSearchParams(of(names))}`);
  const paths = new Set([
    fill(route, encoded(names)),
    // A supplier, a key or a preview of the person's own organisation: its name with the other's.
    fill(route, encoded({ ...names, organisation: OWN })),
    fill(route, encoded({ ...names, organisation: OWN, code: 'DEMO_SUPPLIER' })),
  ]);
  return [...paths].flatMap((path) => (queries.length === 0 ? [path] : queries.map((query) => `${path}${query}`)));
};

describe('what belongs to another organisation', () => {
  it('is asked for at every address of the console', () => {
    expect(Object.keys(PARAMETERS).toSorted()).toEqual(routes.map(nameOf).toSorted());
  });

  it.each(['viewer', 'support', 'auditor', 'operator'])(
    'answers the role %s exactly as what does not exist',
    async (role) => {
      const before = await stateOfOthers();
      const { cookie } = await console.as(`${role}@${OWN}`);
      let compared = 0;
      for (const route of routes) {
        const absent = addressesOf(route, ABSENT);
        for (const [at, address] of addressesOf(route, FOREIGN).entries()) {
          // It names nothing but the person's own things.
          if (address === absent[at]) continue;
          const answerAt = async (path: string, names: Names) => {
            const body = route.receive !== undefined ? new FormData() : new URLSearchParams(FORM);
            const { status, headers, text } = await ask(`${console.baseUrl}${path}`, cookie, route, body);
            const location = without(headers.get('location') ?? '', names);
            return { status, type: headers.get('content-type'), location, text: without(text, names) };
          };
          const [foreign, none] = [await answerAt(address, FOREIGN), await answerAt(absent[at]!, ABSENT)];
          expect({ address, ...foreign }).toEqual({ address, ...none });
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(50);
      expect(await stateOfOthers()).toEqual(before);
    },
  );

  it('does not make a code ambiguous that one of the person’s own organisations has', async () => {
    const own = await console.as(`operator@${OWN}`);
    const both = await console.as(`operator@${OWN}`, 'operator@Third organisation');
    const all = await console.as('operator');
    for (const path of [
      '/imports',
      '/imports/newer',
      '/imports.csv',
      '/refusals',
      '/refusals/items',
      '/conflicts',
      '/refusals.csv',
      '/refusals.ndjson',
      '/audit',
    ]) {
      const address = `${path}?supplier=DEMO_SUPPLIER`;
      const found = await own.get(address);
      expect([path, found.status, /Demo organisation|Third/.test(found.text)]).toEqual([path, 200, false]);
      const ambiguous = await both.get(address);
      expect([path, ambiguous.status]).toEqual([path, 409]);
      expect(ambiguous.text).toContain(
        `Several organisations have a supplier DEMO_SUPPLIER: ${OWN}, Third organisation.`,
      );
      expect(ambiguous.text).not.toContain('Demo organisation');
      expect((await all.get(address)).text).toContain(`${OWN}, Demo organisation, Third organisation`);
      expect([path, (await all.get(`${address}&organisation=Demo+organisation`)).status]).toEqual([path, 200]);
    }
  });
});

import { expect, it, vi } from 'vitest';
import { fill, theRoutes } from '../console/the-routes.ts';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';

/** Values that stores, parsers of times and templates have stumbled over, as they stand in an address. */
const HOSTILE = [
  ...['a%00b', '%FF', '%ED%A0%80', '%E2%80%AE', '%zz'],
  ...['2026-02-30T10:00', '0000-01-01', '9999-12-31T23:59:59Z', '-271821-04-20'],
  ...['1e999', '99999999999999999999', '__proto__', '..%2F..%2Fetc%2Fpasswd', `${'%F0%9F%92%A9'.repeat(200)}`],
  // Positions in lists: ids, and JSON with U+0000, as it is and in base64.
  ...['00000000-0000-0000-0000-00000000000g', 'WyIiXQ', 'WyJcdTAwMDAiLCJcdTAwMDAiXQ'],
  '%5B%2201900000-0000-7000-8000-000000000000%22%2C%22%5Cu0000%22%2C%22%22%5D',
];

const LIST = [
  'organisation',
  'supplier',
  'account',
  'endpoint',
  'outcome',
  'code',
  'key',
  'since',
  'until',
  'after',
  'newest',
];
const REFUSALS = ['organisation', 'supplier', 'code', 'path', 'days', 'after'];
const REFUSED_ITEMS = [...REFUSALS, 'endpoint', 'account', 'state'];
/** The parameters that each page reads from its address. */
const READ: Readonly<Record<string, ReadonlyArray<string>>> = {
  '/imports': LIST,
  '/imports/newer': LIST,
  '/imports.csv': LIST,
  '/refusals': REFUSALS,
  '/refusals/group': REFUSALS,
  '/refusals/group/state': REFUSALS,
  '/conflicts': ['organisation', 'supplier', 'account', 'item', 'field', 'days', 'after'],
  '/imports/:id/payload': ['item'],
  '/refusals/items': REFUSED_ITEMS,
  '/refusals.csv': REFUSED_ITEMS,
  '/refusals.ndjson': REFUSED_ITEMS,
  '/accounts': ['q'],
  '/accounts/:number': ['notes', 'after', 'ledger', 'transaction', 'documents', 'statements', 'sent'],
  '/accounts/:number/document': ['location'],
  '/audit': ['organisation', 'supplier', 'since', 'until', 'person', 'action', 'after'],
  '/reconciliation': ['organisation', 'supplier'],
  '/reconciliation/:id': ['cause', 'page'],
  '/set-up/organisations/:organisation/suppliers/:code/status': ['to'],
  '/suppliers/:organisation/:code': ['span'],
};
/** The fields that each form has, beside the reason, by the end of the address that it is sent to. */
const FIELDS: Readonly<Record<string, ReadonlyArray<string>>> = {
  organisations: ['name'],
  suppliers: ['code', 'document_root'],
  keys: ['label', 'expires'],
  configuration: ['shown', 'document_root', 'supply_charge_arithmetic', 'unknown_fields'],
  status: ['to', 'from'],
  undo: ['even_if_answered'],
};

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const { routes, values } = await theRoutes(service, console);
const { cookie } = await console.as('operator');

/** Each address gets every so many of the values, another part than the address before. 1: all of them, for a minute. */
const STEP = Number(process.env.CONSOLE_VALUES_STEP ?? 3);
let turn = 0;
const someValues = (): ReadonlyArray<string> => {
  turn += 1;
  return HOSTILE.filter((_, index) => (index + turn) % STEP === 0);
};

/** The browsers that ask at the same time. */
const AT_ONCE = 8;

type Asked = { readonly method: string; readonly target: string; readonly body?: string };

/** What the console did not answer by itself: it refuses a value, or finds nothing, and never fails in what it relies on. */
const failures = async (asked: ReadonlyArray<Asked>): Promise<ReadonlyArray<string>> => {
  const failed: string[] = [];
  const left = asked.values();
  const ask = async (): Promise<void> => {
    for (const { method, target, body } of left) {
      const { status, body: answer } = await fetch(`${console.baseUrl}${target}`, {
        method,
        redirect: 'manual',
        headers: { cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
        ...(body === undefined ? {} : { body }),
      });
      await answer?.cancel();
      if (status >= 500) failed.push(`${status} ${method} ${target} ${body ?? ''}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return failed;
};

const gets = routes.filter(
  ({ method, path }) => method === 'GET' && !path.endsWith('/live') && !path.endsWith('/progress'),
);

it('no value in a path is answered with an error of the server', async () => {
  const asked = routes.flatMap((route) => {
    const parameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    return parameters.flatMap((name) =>
      someValues().map((value) => ({
        method: route.method,
        target: fill({ ...route, path: route.path.replace(`:${name}`, value) }, values),
        ...(route.method === 'POST' ? { body: '' } : {}),
      })),
    );
  });
  expect(await failures(asked)).toEqual([]);
});

it('no value of a parameter is answered with an error of the server', async () => {
  const asked = gets.flatMap((route) => {
    const names = READ[route.path] ?? [];
    return names.flatMap((name) =>
      someValues().map((value) => ({ method: 'GET', target: `${fill(route, values)}?${name}=${value}` })),
    );
  });
  expect(asked.length).toBeGreaterThan(1_000 / STEP);
  expect(await failures(asked)).toEqual([]);
});

it('no value in a form is answered with an error of the server', async () => {
  // The test of a webhook waits 25 s for its delivery, if another one is asked for meanwhile.
  const posts = routes.filter(
    ({ method, path, receive }) => method === 'POST' && receive === undefined && path !== '/webhooks/:id/test',
  );
  const right = 'to=Ongoing&supply_charge_arithmetic=report&unknown_fields=refuse';
  const asked = posts.flatMap((route) =>
    ['reason', ...(FIELDS[route.path.split('/').at(-1)!] ?? [])].flatMap((name) =>
      someValues().map((value) => ({ method: 'POST', target: fill(route, values), body: `${name}=${value}&${right}` })),
    ),
  );
  expect(await failures(asked)).toEqual([]);
});

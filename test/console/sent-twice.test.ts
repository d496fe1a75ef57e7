import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { fill, nameOf, theRoutes } from './the-routes.ts';

const service = await theService();
const console = await theConsole({
  ...service.operatorEnvironment,
  DOCUMENT_STORE: pathToFileURL(service.dataDir).href,
});
const { routes, values } = await theRoutes(service, console);
const operator = await console.as('operator');

const decoded = (text: string): string =>
  text
    .replaceAll(/&#x([\da-f]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** A form of a page, as a browser would send it. */
type Form = {
  readonly action: string;
  readonly fields: ReadonlyArray<readonly [string, string]>;
  readonly hasFile: boolean;
};

const attributeOf = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
};

const formsOf = (html: string): ReadonlyArray<Form> =>
  [...html.matchAll(/<form\b[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const inputs = [...form.matchAll(/<(?:input|button)\b[^>]*>/g)].map(([tag]) => tag);
    const fields = inputs.flatMap((tag) => {
      const [name, type] = [attributeOf(tag, 'name'), attributeOf(tag, 'type')];
      if (name === undefined || type === 'file') return [];
      if (type === 'checkbox' && !/\schecked/.test(tag)) return [];
      return [[name, attributeOf(tag, 'value') ?? ''] as const];
    });
    const choices = [...form.matchAll(/<select\b[^>]*\sname="([^"]*)"[\s\S]*?<\/select>/g)].map(
      ([select, name]) =>
        [name!, /\svalue="([^"]*)" selected/.exec(select)?.[1] ?? attributeOf(select, 'value') ?? ''] as const,
    );
    const texts = [...form.matchAll(/<textarea\b[^>]*\sname="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g)].map(
      ([, name, text]) => [name!, decoded(text!)] as const,
    );
    const hasFile = form.includes('type="file"');
    return { action: attributeOf(form, 'action') ?? '', fields: [...fields, ...choices, ...texts], hasFile };
  });

/** What a person types. */
const typed: Readonly<Record<string, string>> = {
  ...{ reason: 'Ticket 7', name: 'New', code: 'NEW', label: 'new', url: 'http://127.0.0.1:9/' },
  number: values.number!,
  ...{ since: '2026-01-01T00:00', until: '2026-01-02T00:00' },
};
const HEADER =
  'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';
const FILE = `${HEADER}\nT-1,IMPORTED,LT-1,ELECTRICITY,true,2026-11-01,,false`;

/** Rows that are only added: each change of a form adds one. */
const COUNTED = `
  select (select count(*) from operator_action) + (select count(*) from console_job) + (select count(*) from api_key) as count`;
const changes = async () => Number((await service.sql<{ count: string }>(COUNTED))[0]!.count);

const send = ({ action, fields, hasFile }: Form) => {
  // The only form that shows what it changes, and changes nothing as it is.
  const other = action.endsWith('/rename') ? { name: 'Renamed' } : {};
  const values = {
    ...Object.fromEntries(fields.map(([name, value]) => [name, value === '' ? (typed[name] ?? '') : value])),
    ...other,
  };
  return hasFile ? operator.upload(action, FILE, 'accounts.csv', values) : operator.post(action, values);
};

/** Addresses whose form is shown only in a state that this test does not make; they take the token as all others do. */
const NOT_SHOWN: ReadonlyArray<string> = [
  'POST /sample-data',
  'POST /sample-data/stop',
  'POST /set-up/organisations/:organisation/restore',
  'POST /lists/filters/remove',
  'POST /suppliers/:organisation/:code/proof/reconciliation',
  'POST /reconciliation/:id/notes',
  'POST /reconciliation/:id/again',
  'POST /webhooks/:id/resume',
  'POST /undos/:id/undo',
  'POST /mapping/:id/download',
];
/** Pages that need more than their path. */
const QUERY: Readonly<Record<string, string>> = {
  '/refusals': '?days=30',
  '/reconciliation': '?organisation=Demo+organisation&supplier=DEMO_SUPPLIER',
  '/set-up/organisations/:organisation/suppliers/:code/status': '?to=Paused',
};
/** Sent last: nothing of what they remove, or name otherwise, can be shown afterwards. */
const LAST = ['/archive', '/revoke', '/undo', '/remove', '/erase', '/rename', '/sessions/end'];

it('every form of the console, sent twice with what the page gave, makes one change and leads to one page', {
  timeout: 60_000,
}, async () => {
  const shown = new Map<string, Form>();
  const look = async (address: string) => {
    const { text } = await operator.get(address);
    for (const form of formsOf(text))
      if (form.action !== '/sign-out' && !shown.has(form.action)) shown.set(form.action, form);
  };
  for (const route of routes)
    if (route.method === 'GET' && !/live|progress|\.csv|\.ndjson|files|payload/.test(route.path))
      await look(`${fill(route, values)}${QUERY[route.path] ?? ''}`);
  const beginning = await operator.upload('/mapping', 'KUNDENNR;ledger_number\n1;L-1\n', 'k.csv');
  await look(beginning.headers.get('location')!);

  const matches = (path: string, action: string) =>
    new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(action.split('?')[0]!);
  const posts = routes.filter(
    ({ method, path }) => method === 'POST' && ![...shown.keys()].some((one) => matches(path, one)),
  );
  expect(posts.map(nameOf).filter((name) => !NOT_SHOWN.includes(name))).toEqual([]);
  expect([...shown.values()].filter(({ fields }) => !fields.some(([name]) => name === 'form_token'))).toEqual([]);

  const rank = ({ action }: Form) => LAST.findIndex((end) => action.endsWith(end));
  const outcomes: Record<string, unknown> = {};
  for (const form of [...shown.values()].toSorted((one, other) => rank(one) - rank(other))) {
    const before = await changes();
    const first = await send(form);
    const once = await changes();
    const second = await send(form);
    const [to, again] = [first, second].map(({ headers }) => headers.get('location'));
    outcomes[form.action] = {
      isRefused: first.status >= 400,
      hasChanged: once > before,
      isChangedAgain: (await changes()) > once,
      leadsElsewhere: to !== null && to !== again,
    };
  }
  // A file that waits for its confirmation, a session, and what a person saves of a list: rows that are not counted. The own session is the one that is ended.
  const isUncounted = (action: string) => /^\/mapping|\/accounts$|^\/sessions|^\/lists/.test(action);
  const expected = (action: string) => ({
    ...{ isRefused: false, hasChanged: !isUncounted(action), isChangedAgain: false },
    leadsElsewhere: action === '/sessions/end',
  });
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((action) => [action, expected(action)])));
});

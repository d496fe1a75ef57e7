import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';
import { rawAnswer } from '../support/sockets/socket.ts';
import { anEchoingVendor } from './support/an-echoing-vendor.ts';
import {
  type Asked,
  asJson,
  ask,
  GRAPHQL,
  INSTRUCTION,
  NOTES,
  onDemo,
  SUMMARY,
  TRANSACTIONS,
  tokenRequest,
} from './support/ask.ts';

const vendor = await anEchoingVendor(() => 200);
afterAll(vendor.stop);
const service = await theService({
  STRIPE_API_KEY: 'sk_test_x',
  STRIPE_BASE_URL: vendor.baseUrl,
  MAX_BODY_BYTES: '4096',
});

const get = (path: string, method = 'GET') => ask(`${service.baseUrl}${path}`, { method });
const post = (path: string, body: string, headers = asJson(service.token)) =>
  ask(`${service.baseUrl}${path}`, { method: 'POST', headers, body });
const notes = () => onDemo(service.demo, { notes: [{ body: 'a note' }] });
const transactions = () => onDemo(service.demo, { transactions: [payment('T-1')] });

/** Internal details that a response must not show: stack traces, files, SQL, tables and columns, libraries, versions. */
const INSIDE =
  /\bat .+:\d+:\d+|\.(?:ts|js|mjs|sql)\b|node:|node_modules|(?:^|[\s"(])\/(?:work|home|usr|tmp|var|root)\/|\b(?:select|insert into|update|delete from|(?:relation|column|constraint) \\?"|SQLSTATE|syntax error|null value)\b|ledger_transaction|api_key"|accepted_import|refused_import|import_supplier_id|mikro|kysely|postgres|\bpg\b|express|stripe\.com|ECONN|TypeError|ReferenceError|\bError:/i;

/** Breaks the schema under a running service, and repairs it again. */
const broken = async (table: string, run: () => Promise<Asked>): Promise<Asked> => {
  await service.sql(`alter table ${table} rename to hidden_${table}`);
  try {
    return await run();
  } finally {
    await service.sql(`alter table hidden_${table} rename to ${table}`);
  }
};

describe('an answer to what went wrong inside', () => {
  it.each<[string, string, () => Promise<Asked>]>([
    ['notes without their table', 'note', () => post(NOTES, notes())],
    ['transactions without theirs', 'ledger_transaction', () => post(TRANSACTIONS, transactions())],
    ['a summary', 'historical_statement', () => post(SUMMARY, onDemo(service.demo, {}))],
    ['a refusal that can not be recorded', 'refused_import', () => post(NOTES, '{')],
    ['a dry run that can not be', 'dry_run', () => post(NOTES.replace('create', 'validate'), notes())],
    ['a token that can not be checked', 'api_key', () => post(GRAPHQL, tokenRequest(service.demo.api_key))],
  ])('says nothing of it: %s', async (_, table, run) => {
    const { status, text, headers } = await broken(table, run);
    expect(status).toBe(500);
    expect(text + JSON.stringify([...headers])).not.toMatch(INSIDE);
    expect(text).toContain('An unexpected error occurred.');
  });

  it('says nothing of a vendor that answers garbage', async () => {
    const fields = { vendor: 'STRIPE', type: 'CARD', reference: 'pm_1' };
    const { status, text } = await post(INSTRUCTION, onDemo(service.demo, fields));
    expect([status, JSON.parse(text).code]).toEqual([500, 'payment_vendor_unavailable']);
    expect(text).not.toMatch(INSIDE);
    expect(text).not.toContain('No such thing');
  });

  it('tells the operator instead', () => {
    const failed = service
      .log()
      .split('\n')
      .filter((line) => line.includes('"request failed"'));
    expect(failed.length).toBeGreaterThanOrEqual(7);
    expect(failed.some((line) => line.includes('does not exist') && line.includes('"stack":'))).toBe(true);
  });
});

/** One answer of every kind, whatever it is about. */
const kinds = async (): Promise<Readonly<Record<string, Asked>>> => {
  const page = await get('/docs');
  const assets = [...page.text.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  const asset = (end: string) => get(assets.find((path) => path.endsWith(end))!);
  return {
    'taken, 201': await post(NOTES, notes()),
    'a dry run, 200': await post(NOTES.replace('create', 'validate'), notes()),
    'a summary, 200': await post(SUMMARY, onDemo(service.demo, {})),
    'refused, 400': await post(NOTES, '{}'),
    'refused in its own form, 400': await post(TRANSACTIONS, '{}'),
    'no token, 401': await post(NOTES, notes(), { 'Content-Type': 'application/json', Authorization: '' }),
    'no account, 404': await post(NOTES, '{"import_supplier":"x","external_account_number":"x","notes":[]}'),
    'no address, 404': await get('/admin'),
    'a path that is none, 404': await get('/%zz'),
    'the wrong method, 405': await get(NOTES, 'DELETE'),
    'a question from another origin, 405': await get(NOTES, 'OPTIONS'),
    'too large, 413': await post(NOTES, ' '.repeat(5_000)),
    'another type, 415': await post(NOTES, '', asJson(service.token, { 'Content-Type': 'text/html' })),
    'unexpected, 500': await broken('note', () => post(NOTES, notes())),
    'a token, 200': await post(GRAPHQL, tokenRequest(service.demo.api_key)),
    'no GraphQL, 400': await post(GRAPHQL, '{'),
    'the guide': page,
    'its head': await get('/docs', 'HEAD'),
    'the reference': await get('/docs/reference'),
    'the errors': await get('/docs/errors'),
    'the interface as OpenAPI': await get('/openapi.json'),
    'a style sheet': await asset('.css'),
    'a script': await asset('.js'),
    livez: await get('/livez'),
    readyz: await get('/readyz'),
    metrics: await get('/metrics'),
  };
};

describe('the headers of every kind of answer', () => {
  let answers: Readonly<Record<string, Asked>>;
  beforeAll(async () => {
    answers = await kinds();
  });
  const each = (value: (answer: Asked, name: string) => unknown) =>
    Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, value(answer, name)]));
  const all = (value: unknown) => each(() => value);
  const isPage = ({ headers }: Asked) => headers.get('content-type')?.startsWith('text/html') === true;
  const isOfDocs = (name: string) => /guide|head|reference|errors|OpenAPI|sheet|script/.test(name);

  it('are of the kinds that they are called', () => {
    for (const [name, { status }] of Object.entries(answers)) {
      expect([name, status]).toEqual([name, Number(/\d{3}$/.exec(name)?.[0] ?? 200)]);
    }
  });

  it('let no browser guess what an answer is', () => {
    expect(each(({ headers }) => headers.get('x-content-type-options'))).toEqual(all('nosniff'));
    expect(each(({ headers }) => headers.has('content-type'))).toEqual(all(true));
  });

  it('let nothing in an answer run that is not said to', () => {
    const policy = ({ headers }: Asked) => headers.get('content-security-policy') ?? '';
    expect(each((answer) => policy(answer).startsWith("default-src 'none'"))).toEqual(all(true));
    expect(each((answer) => policy(answer).includes("frame-ancestors 'none'"))).toEqual(all(true));
  });

  it('let nothing keep an answer but the files of the documentation', () => {
    const kept = (name: string) => /sheet|script/.test(name);
    expect(each(({ headers }, name) => isOfDocs(name) || headers.get('cache-control'))).toEqual(
      each((_, name) => isOfDocs(name) || 'no-store'),
    );
    expect(each(({ headers }) => headers.get('cache-control')?.includes('immutable') === true)).toEqual(
      each((_, name) => kept(name)),
    );
  });

  it('let a page load from here alone, and be framed by no one', () => {
    const pages = Object.values(answers).filter(isPage);
    expect(pages.length).toBeGreaterThanOrEqual(3);
    for (const { headers } of pages) {
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|https?:/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('allow no other origin anything, and set no cookie', () => {
    const crossOrigin = ({ headers }: Asked) =>
      [...headers.keys()].filter((name) => /^access-control-|^set-cookie$/.test(name));
    expect(each(crossOrigin)).toEqual(all([]));
  });

  it('do not name the software of the service', () => {
    expect(each(({ headers }) => [headers.get('server'), headers.get('x-powered-by')])).toEqual(all([null, null]));
  });

  it('name each request by an id of our own', () => {
    expect(each(({ headers }) => /^[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? ''))).toEqual(all(true));
  });
});

describe('what never reaches the service', () => {
  it.each([
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  ])('is ended without a word about why: %j', async (text) => {
    expect(await rawAnswer(service.baseUrl, text)).toMatch(
      /^HTTP\/1\.1 4\d\d [A-Za-z ]+\r\nConnection: close\r\n\r\n$/,
    );
  });
});

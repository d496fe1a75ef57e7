import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aService, type RunningService } from '../support/a-service.ts';
import { aServiceProcess } from '../support/a-service-process.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment, statement } from '../support/bodies.ts';
import { anEchoingVendor } from './support/an-echoing-vendor.ts';
import {
  type Asked,
  asJson,
  ask,
  GRAPHQL,
  INSTRUCTION,
  NOTES,
  onDemo,
  STATEMENTS,
  TRANSACTIONS,
  tokenRequest,
} from './support/ask.ts';

/** Occurs in every value and every name that a client makes up. */
const MARK = `Mark${randomBytes(6).toString('hex')}`;
const STRIPE_API_KEY = `sk_live_${randomBytes(12).toString('hex')}`;
const GOCARDLESS_ACCESS_TOKEN = `live_${randomBytes(20).toString('hex')}`;
const ROOT_SECRET = randomBytes(32);

let service: RunningService;
let vendor: Awaited<ReturnType<typeof anEchoingVendor>>;
/** Returns the output of the process other than its log. */
let output = '';
const answers: Asked[] = [];

const post = async (path: string, body: string | Uint8Array, headers: Record<string, string>): Promise<Asked> => {
  const answer = await ask(`${service.baseUrl}${path}`, { method: 'POST', headers, body });
  answers.push(answer);
  return answer;
};
const send = (path: string, fields: object, headers: Record<string, string> = {}) =>
  post(path, onDemo(service.demo, fields), asJson(service.token, headers));

/** Everything that must stay where it is. */
const secrets = (): ReadonlyArray<readonly [name: string, secret: string]> => {
  const [, secretPart] = /^co_[0-9a-f]{8}_(.+)$/.exec(service.demo.api_key) ?? [];
  return [
    ['the API key', secretPart!],
    ['the token', service.token],
    ["the token's signature", service.token.split('.')[2]!],
    ['the root secret', ROOT_SECRET.toString('base64')],
    ['the root secret, in hex', ROOT_SECRET.toString('hex')],
    ["Stripe's key", STRIPE_API_KEY],
    ["GoCardless' token", GOCARDLESS_ACCESS_TOKEN],
    ["the database's password", decodeURIComponent(new URL(service.databaseUrl).password)],
  ];
};
const leaked = (text: string) => secrets().flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

/** Credentials where they belong and where they do not. */
const misuse = async () => {
  const { api_key: key } = service.demo;
  const { token } = service;
  const json = { 'Content-Type': 'application/json' };
  const body = onDemo(service.demo, { notes: [] });
  for (const authorization of [`Token ${key}`, `Bearer ${token}`, `Token ${token}x`, `Basic ${btoa(`x:${key}`)}`, key])
    await post(NOTES, body, { ...json, Authorization: authorization });
  await post(`${NOTES}?token=${token}&api_key=${key}`, body, asJson(token));
  await post(`${GRAPHQL}?apiKey=${key}`, tokenRequest(key), json);
  await post(GRAPHQL, tokenRequest(key), { ...json, 'X-Api-Key': key, Cookie: `token=${token}`, 'User-Agent': key });
  await post(GRAPHQL, tokenRequest([key]), json);
  await post(GRAPHQL, tokenRequest(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`), json);
  await post(GRAPHQL, JSON.stringify({ query: `mutation { obtainToken(input: {apiKey: "${key}` }), json);
  await post(GRAPHQL, JSON.stringify({ query: `{ ${key} }`, operationName: token }), json);
  await post(NOTES, `{"api_key": "${key}"`, asJson(token));
  await send(NOTES, { notes: [], api_key: key, [token]: key });
  await post(NOTES, JSON.stringify({ import_supplier: key, external_account_number: token, notes: [] }), asJson(token));
};

/** Customers' data in requests: accepted, rejected, unreadable, and failing in the database. */
const payloads = async () => {
  const named = (fields: object) => ({ ...fields, [MARK]: MARK });
  const transaction = payment(MARK, { reason: MARK.toUpperCase() });
  const documented = statement(MARK, { number: MARK, statement_path: `${MARK}/a.pdf` });
  const requests: ReadonlyArray<readonly [string, object]> = [
    [NOTES, { notes: [{ body: MARK, document_paths: [{ document_path: `${MARK}.pdf` }] }] }],
    [NOTES, { notes: [named({ body: '' })] }],
    [TRANSACTIONS, { transactions: [{ ...transaction, reference: MARK, note: MARK, display_note: MARK }] }],
    [TRANSACTIONS, { transactions: [named(transaction)] }],
    [STATEMENTS, { statements: [documented] }],
    [INSTRUCTION, { vendor: 'STRIPE', type: 'CARD', reference: `pm_400${MARK}` }],
    [INSTRUCTION, { vendor: 'STRIPE', type: 'CARD', reference: `pm_401${MARK}` }],
    [INSTRUCTION, { vendor: 'STRIPE', type: 'CARD', reference: `pm_500${MARK}` }],
    [INSTRUCTION, { vendor: 'GOCARDLESS', type: 'DIRECT_DEBIT', reference: `MD403${MARK}` }],
    [INSTRUCTION, { vendor: 'GOCARDLESS', type: 'DIRECT_DEBIT', reference: `MD200${MARK}` }],
    [INSTRUCTION, { vendor: MARK, type: MARK, reference: MARK }],
  ];
  for (const [path, fields] of requests) {
    await send(path, fields);
    await send(path.replace('/create/', '/validate/'), fields);
  }
  await post(NOTES, `{"notes": [{"body": "${MARK}`, asJson(service.token));
  await post(NOTES, MARK, asJson(service.token, { 'Content-Type': MARK, 'Content-Encoding': MARK }));
  await post(
    NOTES,
    JSON.stringify({ import_supplier: MARK, external_account_number: MARK, notes: [] }),
    asJson(service.token),
  );
  const failing: ReadonlyArray<readonly [string, string]> = [
    [
      `alter table note add constraint refused check (body not like '%again')`,
      'alter table note drop constraint refused',
    ],
    ['alter table note rename column body to renamed', 'alter table note rename column renamed to body'],
    [
      'alter table note add constraint refused check (body::integer is not null) not valid',
      'alter table note drop constraint refused',
    ],
  ];
  for (const [before, after] of failing) {
    await service.sql(before);
    await send(NOTES, { notes: [{ body: `${MARK} again` }] });
    await service.sql(after);
  }
};

beforeAll(async () => {
  const write = (chunk: unknown): boolean => {
    output += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  vendor = await anEchoingVendor((path) => Number(/(?:pm_|MD)(\d{3})/.exec(path)?.[1] ?? 500));
  service = await aService({
    LOG_LEVEL: 'trace',
    CARRYOVER_SECRET: ROOT_SECRET.toString('base64'),
    STRIPE_API_KEY,
    STRIPE_BASE_URL: vendor.baseUrl,
    GOCARDLESS_ACCESS_TOKEN,
    GOCARDLESS_BASE_URL: vendor.baseUrl,
  });
  await misuse();
  await payloads();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.stop();
  await vendor.stop();
});

describe('the log, at its most talkative', () => {
  it('tells of every request', () => {
    expect(service.log().split('\n').length).toBeGreaterThan(answers.length);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 400, 401, 404, 415, 500]));
  });

  it('contains no credential, wherever it was sent and whichever part repeated it', () => {
    expect([leaked(service.log()), leaked(output)]).toEqual([[], []]);
  });

  it('holds nothing of a payload, not even of one that the database refuses', () => {
    expect(service.log()).not.toContain(MARK);
    expect(output).not.toContain(MARK);
  });
});

describe('an answer', () => {
  it('says no credential but the token that was asked for', () => {
    const others = answers.filter(({ status, text }) => status !== 200 || !text.includes('"obtainToken":{'));
    // What stands in a request may stand in the answer to it: `attr` names a field that is unknown.
    const ours = [
      'the root secret',
      'the root secret, in hex',
      "Stripe's key",
      "GoCardless' token",
      "the database's password",
    ];
    const found = others.flatMap(({ text, headers }) => leaked(text + JSON.stringify([...headers])));
    expect(found.filter((name) => ours.includes(name))).toEqual([]);
  });
});

describe('a password that the database refuses', () => {
  const PASSWORD = `wrong-${randomBytes(12).toString('hex')}`;
  const withPassword = () => {
    const url = new URL(inject('postgresUrl'));
    url.password = PASSWORD;
    return url.href;
  };

  it('is not printed by the service', async () => {
    const started = aServiceProcess({ DATABASE_URL: withPassword(), LOG_LEVEL: 'trace' });
    const printed = await started.then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(printed).toMatch(/^ended with 1: [\s\S]*Carryover cannot start/);
    expect(printed).not.toContain(PASSWORD);
  });

  it("is not printed by the operator's command", async () => {
    const operator = anOperator({ DATABASE_URL: withPassword(), DATA_DIR: service.dataDir });
    const { code, out, err } = await operator('organisation', 'list');
    expect(code).toBe(1);
    expect(out + err).not.toContain(PASSWORD);
  });
});

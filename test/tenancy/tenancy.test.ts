import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { openApi } from '../support/openapi.ts';
import type { Reply } from '../support/requests.ts';
import { argumentsOf, commandNames, type Operated, reportFiles } from './commands.ts';
import { ALDER, BIRCH, importsOf, NOBODY } from './data.ts';
import { anOrganisation, type Organisation, SHARED } from './organisation.ts';
import { requestsOf } from './requests.ts';
import { foundIn, rowsOf, secretsOf } from './secrets.ts';

const CREATE = (kind: string) => `/v1/data-import/${kind}/create/`;
const onShared = (account: string) => ({ import_supplier: SHARED, external_account_number: account });

const service = await theService({ VENDOR_SANDBOX: 'on' });
const operator = anOperator(service.operatorEnvironment);
const alder = await anOrganisation(service, operator, ALDER);
const birch = await anOrganisation(service, operator, BIRCH);
for (const { post, data } of [alder, birch]) {
  for (const [kind, body] of Object.entries(importsOf(data)))
    expect((await post(CREATE(kind), { ...onShared('E-1'), ...body })).status).toBe(201);
}

const both = () => [
  { one: alder, other: birch },
  { one: birch, other: alder },
];

/** Everything that a client gets to see. */
const seenOf = ({ status, headers, text }: Reply): string => JSON.stringify([status, [...headers], text]);

describe('two organisations of the same supplier codes, account numbers and ledger numbers', () => {
  it('are walked through every documented address that takes a body', () => {
    const bodied = Object.entries<any>(openApi.paths).flatMap(([path, { post }]) => (post === undefined ? [] : path));
    expect(Object.keys(requestsOf(ALDER, onShared('E-1'))).toSorted()).toEqual(
      bodied.filter((path) => path !== '/v1/graphql/').toSorted(),
    );
  });

  it('see nothing of each other in any answer, and change nothing of each other', async () => {
    for (const { one, other } of both()) {
      const secrets = await secretsOf(service, other, one);
      const own = await secretsOf(service, one, other);
      const before = await rowsOf(service, other);
      const telling: string[] = [];
      for (const account of ['E-1', 'E-2']) {
        for (const [path, bodies] of Object.entries(requestsOf(one.data, onShared(account)))) {
          for (const body of bodies) {
            const reply = await one.post(path, body);
            expect([path, foundIn(seenOf(reply), secrets)]).toEqual([path, []]);
            if (foundIn(reply.text, own).length > 0) telling.push(path);
          }
        }
      }
      expect(await rowsOf(service, other)).toEqual(before);
      // It was data that was looked at, and not a row of refusals.
      expect(new Set(telling).size).toBeGreaterThan(8);
    }
  });

  it('get a token that names none but their own', async () => {
    for (const { one, other } of both()) {
      const query = `mutation { obtainToken(input: {apiKey: "${one.apiKey}"}) { token expiresAt } }`;
      const { text, json } = await one.post('/v1/graphql/', { query });
      const [, claims] = json.data.obtainToken.token.split('.');
      const said = text + Buffer.from(claims, 'base64url').toString();
      expect(foundIn(said, await secretsOf(service, other, one))).toEqual([]);
    }
  });
});

/** Commands whose text says more than that it is done. */
const READS = /list|show|failures|reconcile/;

describe("the operator's commands for one of the two", () => {
  let operated: ReadonlyArray<{ readonly one: Operated; readonly other: Operated }>;

  beforeAll(async () => {
    const toOperated = async (one: Organisation): Promise<Operated> => {
      const of = ['--organisation', one.name, '--json'];
      const { json: key } = await operator('api-key', 'issue', ...of);
      const { json: imports } = await operator('imports', 'list', '--supplier', SHARED, '--outcome', 'accepted', ...of);
      return { ...one, importId: imports[0].id, keyPrefix: key.prefix, folder: service.dataDir };
    };
    const [first, second] = [await toOperated(alder), await toOperated(birch)];
    operated = [
      { one: first, other: second },
      { one: second, other: first },
    ];
  });

  it('are all walked through', async () => {
    expect(Object.keys(argumentsOf(operated[0]!.one)).toSorted()).toEqual((await commandNames()).toSorted());
  });

  it('say nothing of the other, on paper and in files, and change nothing of it', async () => {
    for (const { one, other } of operated) {
      const secrets = await secretsOf(service, other, one);
      const before = await rowsOf(service, other);
      for (const [name, lines] of Object.entries(argumentsOf(one))) {
        for (const line of lines) {
          for (const form of READS.test(name) ? [[], ['--json']] : [['--json']]) {
            const { out, err, code } = await operator(...name.split(' '), ...line, ...form);
            expect([name, foundIn(out + err, secrets)]).toEqual([name, []]);
            expect([name, code, err]).toEqual([name, 0, '']);
          }
        }
      }
      const files = await Promise.all(reportFiles(one).map((file) => readFile(file, 'utf8')));
      expect(foundIn(files.join(''), secrets)).toEqual([]);
      expect(foundIn(files.join(''), await secretsOf(service, one, other))).toContain(one.data.word);
      expect(await rowsOf(service, other)).toEqual(before);
    }
  });
});

/** Counted again for every response. */
const PASSING = new Set(['x-request-id', 'date', 'ratelimit']);

/** An answer without what differs from one request to the next, and without the names that were asked for. */
const comparable = ({ status, headers, text }: Reply, ...names: ReadonlyArray<string>) => ({
  status,
  headers: [...headers].filter(([name]) => !PASSING.has(name)),
  text: names.reduce((said, name) => said.replaceAll(name, '?'), text),
});

type Hidden = readonly [name: string, of: (data: typeof ALDER) => { supplier: string; account: string }];
const HIDDEN: ReadonlyArray<Hidden> = [
  ['a supplier', ({ ownSupplier }) => ({ supplier: ownSupplier, account: 'E-1' })],
  ['an account', ({ ownAccount }) => ({ supplier: SHARED, account: ownAccount })],
  ['a staged account', ({ stagedAccount }) => ({ supplier: SHARED, account: stagedAccount })],
];

describe('what another organisation has', () => {
  it.each(HIDDEN)('%s answers exactly as what nobody has', async (_, of) => {
    await operator('supplier', 'pause', '--supplier', BIRCH.ownSupplier);
    const named = (data: typeof ALDER) => {
      const { supplier, account } = of(data);
      return { import_supplier: supplier, external_account_number: account };
    };
    const names = [BIRCH, NOBODY].flatMap((data) => Object.values(of(data)));
    const before = await rowsOf(service, birch);
    const [others, nobodys] = [BIRCH, NOBODY].map((data) => requestsOf(ALDER, named(data)));
    for (const [path, bodies] of Object.entries(others!)) {
      for (const [at, body] of bodies.entries()) {
        const reply = comparable(await alder.post(path, body), ...names);
        expect([path, reply]).toEqual([path, comparable(await alder.post(path, nobodys![path]![at]), ...names)]);
      }
    }
    expect(await rowsOf(service, birch)).toEqual(before);
  });

  it('is not a duplicate, not a conflict and not an obstacle', async () => {
    for (const { post, data } of [alder, birch]) {
      for (const [kind, body] of Object.entries(importsOf(ALDER))) {
        const ofLedger = 'ledger_code' in body ? { ledger_code: data.ledgerCode } : {};
        const { status, text } = await post(CREATE(kind), { ...onShared('E-3'), ...body, ...ofLedger });
        expect([kind, status]).toEqual([kind, 201]);
        expect(text).not.toContain('ALREADY_EXISTS');
      }
    }
  });

  it('has a configuration of its own', async () => {
    const ofBirch = ['--supplier', SHARED, '--organisation', 'BIRCH'];
    await operator('supplier', 'configure', ...ofBirch, '--unknown-fields', 'report');
    const body = { ...onShared('E-3'), notes: [], colour: 'red' };
    const statuses = async () => [
      (await birch.post(CREATE('notes'), body)).status,
      (await alder.post(CREATE('notes'), body)).status,
    ];
    expect([await statuses(), await statuses()]).toEqual([
      [201, 400],
      [201, 400],
    ]);
  });

  it.each(['list', 'failures'])('has no attempt at it among its import records: imports %s', async (command) => {
    const body = { import_supplier: BIRCH.ownSupplier, external_account_number: 'E-1', notes: [] };
    const refused = await alder.post(CREATE('notes'), body);
    const { code, out } = await operator('imports', command, '--supplier', BIRCH.ownSupplier, '--json');
    expect([refused.status, code]).toEqual([404, 0]);
    expect(out).not.toContain(refused.headers.get('x-request-id'));
  });
});

import { NODE_POSITIONS } from '@carryover/domain/seal';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { KINDS, payloadOf } from '../operations/five-kinds.ts';
import { aFile } from '../support/a-file.ts';
import { whileLocked } from '../support/a-lock.ts';
import { aService, theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { supplyCharge } from '../support/bodies.ts';
import { type Reply, refusalOf, send } from '../support/requests.ts';
import { onNodes, settled } from '../support/settled.ts';

const LIMITS = { VENDOR_SANDBOX: 'on', RATE_LIMIT_PER_MINUTE: '100000' };
const service = await theService(LIMITS);
const operator = anOperator(service.operatorEnvironment);

const issue = async (...options: ReadonlyArray<string>): Promise<{ platform_key: string; prefix: string }> =>
  (await operator('platform-key', 'issue', '--label', 'billing', '--json', ...options)).json;
const { platform_key: KEY } = await issue();

const get = (query: string, key = KEY): Promise<Reply> =>
  send(`${service.baseUrl}/v1/platform/changes/${query}`, { headers: { Authorization: `Bearer ${key}` } });

/** Reads to the end. @returns the changes and the last cursor. */
const readOn = async (after: string | null, query = '', limit = () => 1_000) => {
  const changes: any[] = [];
  for (let next = after; ; ) {
    const { json } = await get(`?limit=${limit()}${query}${next === null ? '' : `&after=${next}`}`);
    changes.push(...json.changes);
    next = json.next;
    if (json.caught_up) return { changes, next: next! };
  }
};
const end = async () => {
  await settled(service);
  return (await readOn(null)).next;
};
/** The cursor of a cluster of so many nodes, which is the longer the more they are. */
const ofNodes = (nodes: number): string => {
  const places = Array.from({ length: nodes }, (_, node) => [
    String(node * NODE_POSITIONS + 9),
    2,
    '0198c2f0-5b1e-7c3a-9d4e-2f6a8b0c1d2e',
  ]);
  return Buffer.from(JSON.stringify(places)).toString('base64url');
};
const since = async (cursor: string) => {
  await settled(service);
  return (await readOn(cursor)).changes;
};

const post = (account: TestAccount, endpoint: string, fields: object, query = '') =>
  service.post(`/v1/data-import/${endpoint}/create/${query}`, { ...account, ...fields });
const payment = (id: string, date = '2019-10-03') => ({
  transaction_id: id,
  transaction_date: date,
  type: 'PAYMENT',
  amount: 7.5,
});
const undo = (reply: Reply) =>
  operator('imports', 'undo', '--id', reply.headers.get('X-Import-Id')!, '--reason', 'by mistake');

describe('the feed (decisions 18)', () => {
  it('has the items of each kind of import as stored, and in its undo those that were removed', async () => {
    const account = await anAccount(service, { openFrom: '2026-01-01', openTo: null });
    const cursor = await end();
    const accepted: Reply[] = [];
    for (const kind of KINDS) accepted.push(await post(account, kind, payloadOf(kind, 'A', 2)));
    const before = await since(cursor);
    for (const reply of accepted.toReversed()) expect((await undo(reply)).code).toBe(0);
    const after = await since(cursor);

    const kindsOf = ({ data }: any) => data.items.map(({ kind }: any) => kind).join(' ');
    expect(before.map((change) => [change.type, change.data.import_id, kindsOf(change)])).toEqual(
      [
        'note note',
        'transaction transaction',
        'billing_document billing_document transaction transaction transaction transaction',
        'statement statement',
        'payment_instruction',
      ].map((kinds, index) => ['import.accepted', accepted[index]!.headers.get('X-Import-Id'), kinds]),
    );
    expect(before[1]).toMatchObject({
      specversion: '1.0',
      source: expect.stringMatching(/^\/organisations\/[0-9a-f-]{36}\/suppliers\/DEMO_SUPPLIER$/),
      subject: expect.stringMatching(/^A-/),
      data: {
        endpoint: 'transactions/create',
        external_account_number: account.external_account_number,
        items: [
          {
            kind: 'transaction',
            transaction_id: 'A-0',
            occurrence: 0,
            ledger_number: 'L-1',
            transaction_date: '2026-01-05',
            amount: '1.05',
            type: 'CHARGE',
          },
          expect.anything(),
        ],
      },
    });
    // As it was, without the texts; then what each undo removed.
    expect(after.slice(0, 5).map(kindsOf)).toEqual(before.map(kindsOf));
    expect(after[0].data.items.map(({ body }: any) => body)).toEqual([undefined, undefined]);
    expect(after.slice(5).map((change) => [change.type, change.data.reason, kindsOf(change)])).toEqual(
      before.toReversed().map((change) => ['import.undone', 'by mistake', kindsOf(change)]),
    );
    expect(after[8].data.items).toEqual(
      ['A-0', 'A-1'].map((id) => ({ kind: 'transaction', transaction_id: id, occurrence: 0, ledger_number: 'L-1' })),
    );
  });

  it('has no item that existed before, and for a moved transaction what was submitted', async () => {
    const account = await anAccount(service);
    await post(account, 'transactions', { transactions: [payment('OLD')] });
    const cursor = await end();
    const moved = { ...payment('NEW', '2019-09-01'), note: 'mine' };
    await post(account, 'transactions', { transactions: [payment('OLD'), moved] });
    const paths = { document_paths: [{ document_path: 'b.pdf' }, { document_path: 'a.pdf' }] };
    await post(account, 'notes', { notes: [paths] });
    const [{ data }, notes] = await since(cursor);
    expect(notes.data.items).toEqual([expect.objectContaining(paths)]);
    expect(data.items.map(({ kind, transaction_id: id }: any) => [kind, id])).toEqual([
      ['note', undefined],
      ['transaction', 'NEW'],
    ]);
    expect(data.items[1]).toMatchObject({
      transaction_date: '2019-10-01',
      amount: '7.50',
      submitted_date: '2019-09-01',
      submitted_note: 'mine',
    });
  });

  it('has texts with any characters, and lists, exactly', async () => {
    const account = await anAccount(service);
    const cursor = await end();
    const hostile = '"},{"\\\\\n\t\u2028\u007f😀</script>';
    const charge = supplyCharge('T-"\\\\', { note: hostile, display_note: hostile });
    await post(account, 'transactions', { transactions: [charge] });
    await post(account, 'notes', { notes: [{ body: hostile, created_at: '2019-10-02T08:00:00Z' }] });
    const [first, second] = await since(cursor);
    const { line_items: lines, tax_items: taxes, ...own } = charge;
    expect(first.data.items).toEqual([
      {
        ...{ ...own, kind: 'transaction', occurrence: 0, ledger_number: 'L-1' },
        line_items: [
          { ...lines[0], number_of_units: '100', net_amount: '12', price_per_unit: '0.12', units: ['40', '60.5'] },
        ],
        tax_items: [{ ...taxes[0], amount: '0.6', value_taxed: '12', rate: '0.05' }],
      },
    ]);
    expect(second.data.items).toEqual([
      {
        ...{ kind: 'note', identity: expect.stringMatching(/^[0-9a-f]{64}$/), is_pinned: false },
        ...{ created_at: '2019-10-02T08:00:00Z', body: hostile },
      },
    ]);
  });

  it('tells of accounts, ledgers and suppliers', async () => {
    const cursor = await end();
    const about = ['--supplier', service.demo.import_supplier] as const;
    const { external_account_number: number } = await anAccount(service, { status: 'STAGED', openFrom: null });
    await operator('account', 'promote', ...about, '--account', number);
    await operator('account', 'promote', ...about, '--account', number);
    const ledger = [...about, '--account', number, '--ledger', 'L-1'] as const;
    await operator('ledger', 'open-period', ...ledger, '--from', '2026-01-01', '--to', '2026-01-31');
    await operator('ledger', 'close-period', ...ledger);
    await operator('ledger', 'finalize', ...ledger);
    await operator('supplier', 'pause', ...about);
    await operator('supplier', 'resume', ...about);
    const changes = await since(cursor);
    const period = { from: '2026-01-01', to: '2026-01-31' };
    const named = { external_account_number: number };
    expect(changes.map(({ type, data }) => [type, data])).toEqual([
      ['account.added', expect.objectContaining({ ...named, status: 'STAGED' })],
      ['account.promoted', expect.objectContaining({ ...named, status: 'IMPORTED' })],
      ['ledger.period_opened', { ...named, ledger_number: 'L-1', period }],
      ['ledger.period_closed', { ...named, ledger_number: 'L-1', period }],
      ['ledger.finalized', { ...named, ledger_number: 'L-1', period: null }],
      ['supplier.status_changed', { from: 'Ongoing', to: 'Paused', proven: false }],
      ['supplier.status_changed', { from: 'Paused', to: 'Ongoing', proven: false }],
    ]);
    expect(changes[0].data.ledgers).toEqual([
      {
        ledger_number: 'L-1',
        ledger_code: 'ELECTRICITY',
        main: true,
        open_statement: null,
        has_finalized_billing_document: true,
      },
    ]);
  });

  it('tells of ledgers that an accounts file adds or changes, after what was imported before', async () => {
    const about = ['--supplier', service.demo.import_supplier] as const;
    const accounts = await Promise.all([anAccount(service), anAccount(service)]);
    const numbers = accounts.map(({ external_account_number: number }) => number);
    // In the order in which an accounts file locks them.
    const [first, second] = await service.sql<{ id: string; number: string }>(
      'select id::text as id, external_account_number as number from account where external_account_number = any($1) order by account.id::text collate "C"',
      [numbers],
    );
    const open_statement = { from: '2019-10-01', to: '2019-10-15' };
    const ledgers = [{ ledger_number: 'L-1', ledger_code: 'ELECTRICITY', open_statement }];
    const lines = (added: ReadonlyArray<object>) =>
      numbers
        .map((number) =>
          JSON.stringify({ external_account_number: number, status: 'IMPORTED', ledgers: [...ledgers, ...added] }),
        )
        .join('\n');
    const cursor = await end();
    const file = aFile('accounts.ndjson', lines([{ ledger_number: 'L-2', ledger_code: 'GAS' }]));
    const late = accounts.find(({ external_account_number: number }) => number === second!.number)!;
    // Its transaction begins before the import, and has to wait for the first account.
    const imported = await whileLocked(
      service.databaseUrl,
      (sql) => sql(`select from account where id = ${first!.id} for no key update`),
      () => operator('account', 'import', ...about, '--file', file),
      async () => expect((await post(late, 'transactions', { transactions: [payment('BEFORE')] })).status).toBe(201),
    );
    expect(imported.code).toBe(0);
    expect((await operator('account', 'import', ...about, '--file', file)).code).toBe(0);
    // The position of the changed account may be behind that of its transaction, and is final once others have begun.
    await expect.poll(async () => (await since(cursor)).length).toBe(3);
    const changes = await since(cursor);
    const of = (account: { readonly number: string } | undefined) =>
      changes.filter(({ data }) => data.external_account_number === account?.number);
    expect(of(first).map(({ type }) => type)).toEqual(['account.changed']);
    expect(of(second).map(({ type }) => type)).toEqual(['import.accepted', 'account.changed']);
    expect(of(second)[1].data).toMatchObject({
      status: 'IMPORTED',
      ledgers: [{ ledger_number: 'L-1' }, { ledger_number: 'L-2', ledger_code: 'GAS', main: false }],
    });
  });

  it('tells that an account was erased, and has nothing of it any more', async () => {
    const cursor = await end();
    const account = await anAccount(service, { openFrom: '2026-01-01', openTo: null });
    const text = { body: 'a secret text' };
    const undone = await post(account, 'notes', { notes: [text] });
    await undo(undone);
    await post(account, 'notes', { notes: [text] });
    const about = ['--supplier', account.import_supplier, '--account', account.external_account_number] as const;
    expect((await operator('account', 'erase', ...about, '--reason', 'asked', '--yes')).code).toBe(0);
    const changes = await since(cursor);
    expect(changes.map(({ type, data }) => [type, data.items, data.erased])).toEqual([
      ['account.added', undefined, undefined],
      ['import.accepted', null, true],
      ['import.undone', null, true],
      ['import.accepted', null, true],
      ['account.erased', undefined, undefined],
    ]);
    expect(changes[4].data).toEqual({ service_account_number: changes[0].data.service_account_number });
    const told = JSON.stringify(changes);
    expect([told.includes(account.external_account_number), told.includes('secret')]).toEqual([false, false]);
  });

  it('serves nothing behind a transaction that is still open', async () => {
    const account = await anAccount(service);
    const cursor = await end();
    const clients = onNodes(service.databaseUrl).map((connectionString) => new pg.Client({ connectionString }));
    for (const client of clients) {
      await client.connect();
      await client.query('begin');
      await client.query('select commit_position()');
    }
    await post(account, 'transactions', { transactions: [payment('LATE')] });
    expect((await readOn(cursor)).changes).toEqual([]);
    const waiting = get(`?after=${cursor}&wait=30`);
    for (const client of clients) {
      await client.query('commit');
      await client.end();
    }
    const { changes, caught_up: isCaughtUp } = (await waiting).json;
    expect([changes.map(({ type }: any) => type), isCaughtUp]).toEqual([['import.accepted'], true]);
  });

  it('gives a reader with any limits, killed at any time, exactly what is stored, per account in order', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => anAccount(service)));
    const start = await end();
    let isWriting = true;
    const writers = accounts.map(async (account, writer) => {
      for (let index = 0; index < 12; index += 1) {
        const reply = await post(account, 'transactions', {
          transactions: [payment('AGAIN'), payment(`${writer}-${index}`)],
        });
        if (index % 4 === 3) expect((await undo(reply)).code).toBe(0);
      }
    });
    const held = new Map<string, Set<string>>(
      accounts.map(({ external_account_number: number }) => [number, new Set<string>()]),
    );
    const seen: string[] = [];
    const read = async () => {
      for (let cursor = start; ; ) {
        const wasWriting = isWriting;
        const limit = 1 + Math.floor(Math.random() * 7);
        const reply = await get(`?after=${cursor}&limit=${limit}`);
        // Killed before it kept the answer: it asks again.
        if (Math.random() < 0.3) continue;
        for (const { id, type, data } of reply.json.changes) {
          seen.push(id);
          const items = held.get(data.external_account_number)!;
          for (const { transaction_id: transaction } of data.items) {
            expect(items.has(transaction)).toBe(type === 'import.undone');
            if (type === 'import.undone') items.delete(transaction);
            else items.add(transaction);
          }
        }
        cursor = reply.json.next;
        if (reply.json.caught_up && !wasWriting) return;
      }
    };
    const reading = read();
    await Promise.all(writers);
    await settled(service);
    isWriting = false;
    await reading;
    const stored = await service.sql<{ number: string; ids: string[] }>(
      `select external_account_number as number, array_agg(transaction_id order by transaction_id) as ids
       from account a join ledger_transaction t on t.account_id = a.id
       where external_account_number = any($1) group by 1`,
      [[...held.keys()]],
    );
    expect(new Map([...held].map(([number, ids]) => [number, [...ids].toSorted()]))).toEqual(
      new Map(stored.map(({ number, ids }) => [number, ids])),
    );
    expect([seen.length, new Set(seen).size]).toEqual([4 * 12 + 4 * 3, 4 * 12 + 4 * 3]);
  });

  it('gives the accounts of one transaction once each, whatever the size of the pages', async () => {
    const cursor = await end();
    // Their ids have different numbers of digits.
    const numbers = Array.from({ length: 120 }, (_, index) => `PAGED-${index}`);
    const ledgers = [{ ledger_number: 'L-1', ledger_code: 'ELECTRICITY', main: true }];
    const lines = numbers.map((number) =>
      JSON.stringify({ external_account_number: number, status: 'IMPORTED', ledgers }),
    );
    const file = aFile('paged.ndjson', lines.join('\n'));
    const imported = await operator('account', 'import', '--supplier', 'DEMO_SUPPLIER', '--file', file);
    expect(imported.code).toBe(0);
    await settled(service);
    const { changes } = await readOn(cursor, '', () => 7);
    const added = changes.map(({ data }) => data.external_account_number);
    expect(added.toSorted()).toEqual(numbers.toSorted());
    expect(changes).toEqual((await readOn(cursor)).changes);
    // A full page behind which nothing is ready is the last one.
    expect((await get(`?limit=120&after=${cursor}`)).json.caught_up).toBe(true);
    expect((await get(`?limit=119&after=${cursor}`)).json.caught_up).toBe(false);
  });

  it('begins with the beginning of the database, and is the same each time', async () => {
    await settled(service);
    const all = (await readOn(null)).changes;
    expect(all[0].type).toBe('account.added');
    expect((await get('')).json).toMatchObject({ changes: all.slice(0, 100), caught_up: false });
    const again = await readOn(null, '', () => 1 + Math.floor(Math.random() * 20));
    expect(again.changes).toEqual(all);
  });

  it.each([
    ['?after=1', ['after: invalid_cursor']],
    ['?after=WyIxIiwyLCJ4Il0', ['after: invalid_cursor']],
    [
      `?after=${Buffer.from('["9",2,"0198c2f0-5b1e-7c3a-9d4e-2f6a8b0c1d2e"]').toString('base64url')}`,
      ['after: invalid_cursor'],
    ],
    [`?after=${Buffer.from('["0",0,"99999999999999999999"]').toString('base64url')}`, ['after: invalid_cursor']],
    ['?after=', ['after: invalid_cursor']],
    ['?after=%00', ['after: invalid_cursor']],
    ['?after=1&after=2', ['after: invalid']],
    [`?after=${ofNodes(5)}`, ['after: invalid_cursor']],
    ['?limit=0', ['limit: invalid']],
    ['?limit=1001', ['limit: invalid']],
    ['?limit=1e2', ['limit: invalid']],
    ['?limit=1&limit=2', ['limit: invalid']],
    ['?wait=31', ['wait: invalid']],
    ['?wait=-1', ['wait: invalid']],
    ['?cursor=1', ['cursor: unknown_parameter']],
    ['?organisation=Nobody', ['organisation: invalid']],
    ['?supplier=NOBODY', ['supplier: invalid']],
  ])('refuses %s', async (query, errors) => {
    const [status, , ...rest] = refusalOf(await get(query));
    expect([status, rest]).toEqual([400, errors]);
  });

  it('refuses the cursor of a change that a restored database does not have', async () => {
    const account = await anAccount(service);
    const kept = await end();
    const reply = await post(account, 'transactions', { transactions: [payment('LOST')] });
    await settled(service);
    const { next } = await readOn(kept);
    await service.sql('delete from ledger_transaction where import_id = $1', [reply.headers.get('X-Import-Id')]);
    await service.sql('delete from accepted_import where id = $1', [reply.headers.get('X-Import-Id')]);
    expect(refusalOf(await get(`?after=${next}`))).toEqual([400, 'invalid_cursor', 'after: invalid_cursor']);
    expect((await get(`?after=${kept}`)).json.changes).toEqual([]);
  });
});

describe('a reader that waits', () => {
  it('is answered when the service stops', async () => {
    const stopping = await aService();
    const environment = stopping.operatorEnvironment;
    const { json: key } = await anOperator(environment)('platform-key', 'issue', '--label', 'billing', '--json');
    const headers = { Authorization: `Bearer ${key.platform_key}` };
    const url = `${stopping.baseUrl}/v1/platform/changes/?limit=1000`;
    let { json } = await send(url, { headers });
    while (json.changes.length > 0) ({ json } = await send(`${url}&after=${json.next}`, { headers }));
    const startedAt = performance.now();
    const waiting = Array.from({ length: 3 }, () => send(`${url}&wait=30&after=${json.next}`, { headers }));
    // The last of them is received before the service stops.
    await expect.poll(async () => (await send(`${url}&after=${json.next}`, { headers })).status).toBe(200);
    await stopping.stop();
    const replies = await Promise.all(waiting);
    expect(replies.map((reply) => [reply.status, reply.json])).toEqual(
      replies.map(() => [200, { changes: [], next: json.next, caught_up: true }]),
    );
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

describe('a platform key', () => {
  it('of an organisation reads nothing of another', async () => {
    await operator('organisation', 'create', '--name', 'Other');
    await operator('supplier', 'create', '--organisation', 'Other', '--code', 'OTHER');
    const accounts = aFile(
      'accounts.ndjson',
      '{"external_account_number":"X","status":"IMPORTED","ledgers":[{"ledger_number":"L-1","ledger_code":"GAS"}]}\n',
    );
    expect((await operator('account', 'import', '--supplier', 'OTHER', '--file', accounts)).code).toBe(0);
    const { platform_key: other } = await issue('--organisation', 'Other');
    await settled(service);
    const seen = async (query: string, key: string) => {
      const { status, json } = await get(query, key);
      return [status, new Set(json.changes?.map(({ source }: any) => source.replace(/.*\//, '')))];
    };
    expect(await seen('?limit=1000', other)).toEqual([200, new Set(['OTHER'])]);
    expect(await seen('?limit=1000&supplier=OTHER', KEY)).toEqual([200, new Set(['OTHER'])]);
    expect(await seen('?limit=1000&organisation=Other', KEY)).toEqual([200, new Set(['OTHER'])]);
    expect((await get(`?supplier=${service.demo.import_supplier}`, other)).status).toBe(400);
    const [{ name } = { name: '' }] = await service.sql<{ name: string }>(
      `select name from organisation where name <> 'Other'`,
    );
    expect((await get(`?organisation=${encodeURIComponent(name)}`, other)).status).toBe(400);
  });

  it('opens the feed alone, which nothing else opens', async () => {
    const url = `${service.baseUrl}/v1/platform/changes/`;
    const ask = async (path: string, method: string, authorization?: string) => {
      const headers = { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) };
      return (await send(`${service.baseUrl}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) }))
        .status;
    };
    const changes = '/v1/platform/changes/';
    expect([
      await ask(changes, 'GET', `Bearer ${KEY}`),
      await ask(changes, 'GET'),
      await ask(changes, 'GET', `Token ${service.token}`),
      await ask(changes, 'GET', `Bearer ${service.token}`),
      await ask(changes, 'GET', `Bearer ${service.demo.api_key}`),
      await ask(changes, 'GET', `Bearer ${KEY.slice(0, -1)}${KEY.endsWith('A') ? 'B' : 'A'}`),
      await ask(changes, 'POST', `Bearer ${KEY}`),
      await ask('/v1/platform/nothing/', 'GET', `Bearer ${KEY}`),
      await ask('/v1/data-import/notes/create/', 'POST', `Bearer ${KEY}`),
      await ask('/v1/data-import/notes/create/', 'POST', `Token ${KEY}`),
    ]).toEqual([200, 401, 401, 401, 401, 401, 405, 404, 401, 401]);
    expect((await fetch(url)).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('that is revoked, or expires, is refused within 5 seconds, also for a reader that waits', async () => {
    const [{ platform_key: key, prefix }, expiring] = [await issue(), await issue()];
    const statuses = () =>
      Promise.all([key, expiring.platform_key].map(async (one) => (await get('?limit=1', one)).status));
    expect(await statuses()).toEqual([200, 200]);
    const { next } = (await get('?limit=1000', key)).json;
    const { next: last } = await readOn(next);
    const waiting = get(`?wait=30&after=${last}`, key);
    const revokedAt = performance.now();
    expect((await operator('platform-key', 'revoke', '--prefix', prefix)).code).toBe(0);
    await service.sql('update platform_key set expires_at = now() where prefix = $1', [expiring.prefix]);
    await expect.poll(statuses, { timeout: 6_000, interval: 100 }).toEqual([401, 401]);
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    await anAccount(service);
    expect((await waiting).status).toBe(401);
    const { json: keys } = await operator('platform-key', 'list', '--json');
    const listed = (of: string) => keys.find((one: any) => one.prefix === of);
    expect(listed(prefix)).toMatchObject({ state: 'revoked', label: 'billing' });
    expect(listed(expiring.prefix)).toMatchObject({ state: 'expired' });
    const { json: audit } = await operator('audit', 'list', '--json');
    expect(audit.map(({ action }: any) => action)).toEqual(
      expect.arrayContaining(['platform-key issue', 'platform-key revoke']),
    );
  });
});

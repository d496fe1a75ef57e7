import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { obtainToken, send } from '../support/requests.ts';

const service = await theService();
const folder = service.dataDir;
const operator = anOperator(service.operatorEnvironment);
const ACME = ['--supplier', 'ACME'];

const account = (number: string, more: object = {}) => ({
  external_account_number: number,
  status: 'IMPORTED',
  ledgers: [
    { ledger_number: 'L-1', ledger_code: 'ELECTRICITY', open_statement: { from: '2026-11-01', to: '2026-11-30' } },
  ],
  ...more,
});

const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const ndjson = (rows: ReadonlyArray<unknown>) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const tokenOf = async (apiKey: string) => (await obtainToken(service.baseUrl, apiKey)).json.data?.obtainToken.token;
const aKey = async () => {
  const { json: key } = await operator('api-key', 'issue', '--organisation', 'Acme', '--json');
  return { ...key, token: await tokenOf(key.api_key) };
};
const post = (token: string, path: string, body: object) =>
  send(`${service.baseUrl}/v1/data-import/${path}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
    body: JSON.stringify(body),
  });

describe('from nothing to a client that posts with its own key', () => {
  it('takes four commands', async () => {
    expect((await operator('organisation', 'create', '--name', 'Acme')).code).toBe(0);
    const { json: key } = await operator('api-key', 'issue', '--organisation', 'Acme', '--json');
    expect(key).toEqual({
      api_key: expect.stringMatching(/^co_/),
      prefix: expect.stringMatching(/^co_[0-9a-f]{8}$/),
      organisation: 'Acme',
    });
    const setUp = ['--organisation', 'Acme', '--code', 'ACME', '--document-root', 'acme'];
    const supplier = await operator('supplier', 'create', ...setUp, '--json');
    expect(supplier.json).toEqual({
      organisation: 'Acme',
      code: 'ACME',
      status: 'Ongoing',
      document_root: 'acme',
      verify_documents: false,
      automated_emails: false,
      supply_charge_arithmetic: 'report',
      unknown_fields: 'refuse',
    });
    const path = await file('accounts.ndjson', ndjson([account('E-1'), account('E-2', { status: 'STAGED' })]));
    const imported = await operator('account', 'import', ...ACME, '--file', path, '--json');
    expect([imported.code, imported.json]).toEqual([
      0,
      { accounts: 2, created: 2, updated: 0, unchanged: 0, rejected: 0, rejects_file: null },
    ]);

    const token = await tokenOf(key.api_key);
    const reply = await post(token, 'notes/create', {
      import_supplier: 'ACME',
      external_account_number: 'E-1',
      notes: [{ body: 'x' }],
    });
    expect(reply.status).toBe(201);
  });

  it('refuses what is there already, and what is not there, with 1', async () => {
    const answers = await Promise.all([
      operator('organisation', 'create', '--name', 'Acme', '--json'),
      operator('supplier', 'create', '--organisation', 'Acme', '--code', 'ACME', '--json'),
      operator('api-key', 'issue', '--organisation', 'Nobody', '--json'),
      operator('api-key', 'issue', '--organisation', 'Acme', '--expires', '2020-01-01', '--json'),
      operator('api-key', 'revoke', '--prefix', 'co_00000000', '--json'),
      operator('supplier', 'show', '--supplier', 'NONE', '--json'),
      operator('account', 'show', ...ACME, '--account', 'E-0', '--json'),
      operator('imports', 'show', '--id', '00000000-0000-7000-8000-000000000000', '--json'),
      operator('supplier', 'configure', ...ACME, '--document-root', '../x', '--json'),
      operator('account', 'import', ...ACME, '--file', join(folder, 'missing.ndjson'), '--json'),
    ]);
    expect(answers.map(({ code, out, err }) => [code, out, JSON.parse(err).error.code])).toEqual([
      [1, '', 'organisation_already_exists'],
      [1, '', 'supplier_already_exists'],
      [1, '', 'organisation_not_found'],
      [1, '', 'expires_in_the_past'],
      [1, '', 'api_key_not_found'],
      [1, '', 'supplier_not_found'],
      [1, '', 'account_not_found'],
      [1, '', 'import_not_found'],
      [1, '', 'invalid_document_root'],
      [1, '', 'file_failure'],
    ]);
  });

  it.each([
    [['nonsense']],
    [['supplier', 'show']],
    [['supplier', 'list', '--colour', 'red']],
    [['ledger', 'open-period', '--supplier', 'S', '--account', 'A', '--ledger', 'L', '--from', '2026-02-30']],
    [['supplier', 'configure', '--supplier', 'S', '--verify-documents', 'perhaps']],
    [['imports', 'list', '--limit', '0']],
    [['imports', 'show', '--id', '123']],
  ])('%j is wrong usage: 2', async (args) => {
    const { code, out, err } = await operator(...args);
    expect([code, out, err.startsWith('error: ')]).toEqual([2, '', true]);
  });

  it.each([
    [['--endpoint', 'note/create'], 'notes/create, notes/validate, transactions/create'],
    [['--code', 'invalid_ammount'], 'Did you mean invalid_amount?'],
  ])('says what %j may be', async (filter, known) => {
    const { code, out, err } = await operator('imports', 'list', ...filter);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(known)]);
  });

  it('teaches', async () => {
    const { code, out } = await operator('--help');
    expect(code).toBe(0);
    expect(out).toContain('account import --supplier ACME --file accounts.ndjson');
    expect((await operator('account', 'import', '--help')).out).toContain(
      'external_account_number,status,ledger_number',
    );
  });

  it('guesses no supplier where several have the code', async () => {
    await operator('organisation', 'create', '--name', 'Other');
    await operator('supplier', 'create', '--organisation', 'Other', '--code', 'ACME');
    const ambiguous = await operator('supplier', 'show', ...ACME);
    expect([ambiguous.code, ambiguous.err]).toEqual([1, expect.stringContaining('Acme, Other')]);
    expect((await operator('supplier', 'show', ...ACME, '--organisation', 'Other', '--json')).json.organisation).toBe(
      'Other',
    );
    await service.sql(
      `delete from import_supplier where organisation_id = (select id from organisation where name = 'Other')`,
    );
  });
});

describe('API keys', () => {
  it('are listed by prefix with their last use, never again shown, and die when revoked', async () => {
    const { json: key } = await operator('api-key', 'issue', '--organisation', 'Acme', '--json');
    const stateOf = async () => {
      const { json, out } = await operator('api-key', 'list', '--organisation', 'Acme', '--json');
      expect(out).not.toContain(key.api_key);
      return json.find((one: any) => one.prefix === key.prefix);
    };
    expect(await stateOf()).toMatchObject({ state: 'live', last_used_at: null });
    expect(await tokenOf(key.api_key)).toBeDefined();
    expect((await stateOf()).last_used_at).not.toBeNull();
    expect((await operator('api-key', 'revoke', '--prefix', key.prefix)).code).toBe(0);
    expect(await stateOf()).toMatchObject({ state: 'revoked' });
    expect(await tokenOf(key.api_key)).toBeUndefined();
    expect(
      (await service.sql<any>('select digest from api_key where prefix = $1', [key.prefix]))[0].digest.toString(),
    ).not.toContain(key.api_key);
  });
});

describe('suppliers', () => {
  it('are configured, paused, resumed and completed; a change reaches the service at once', async () => {
    const changes = ['--verify-documents', 'on', '--unknown-fields', 'report'];
    const configured = await operator('supplier', 'configure', ...ACME, ...changes, '--json');
    expect(configured.json).toMatchObject({ verify_documents: true, unknown_fields: 'report', document_root: 'acme' });
    await operator('supplier', 'configure', ...ACME, '--verify-documents', 'off', '--unknown-fields', 'refuse');
    const { token } = await aKey();
    const codes: string[] = [];
    for (const change of ['pause', 'complete', 'resume']) {
      await operator('supplier', change, ...ACME);
      const { status, json } = await post(token, 'notes/create', {
        import_supplier: 'ACME',
        external_account_number: 'E-1',
        notes: [],
      });
      codes.push(status === 201 ? 'created' : json.errors[0].code);
    }
    expect(codes).toEqual([
      'import_supplier_migration_not_ongoing',
      'import_supplier_migration_not_ongoing',
      'created',
    ]);
  });
});

describe('accounts and their ledgers', () => {
  it('promotes, opens and closes statement periods', async () => {
    const open_statement = { from: '2026-11-01' };
    const ledgers = [
      { ledger_number: 'L-1', ledger_code: 'GAS' },
      { ledger_number: 'L-2', ledger_code: 'ELECTRICITY', main: true, open_statement },
    ];
    const rows = [account('I-2', { status: 'STAGED', ledgers }), account('I-3'), account('I-5')];
    const path = await file('periods.ndjson', ndjson(rows));
    await operator('account', 'import', ...ACME, '--file', path);
    const at = [...ACME, '--account', 'I-2', '--json'];
    expect((await operator('account', 'promote', ...at)).json).toMatchObject({
      status: 'IMPORTED',
      service_account_number: expect.stringMatching(/^A-[0-9A-F]{8}$/),
    });
    expect((await operator('ledger', 'close-period', ...at, '--ledger', 'L-2')).code).toBe(0);
    const openOf = async () =>
      (await operator('account', 'show', ...at)).json.ledgers.map((ledger: any) => [
        ledger.ledger_number,
        ledger.main,
        ledger.open_statement,
      ]);
    expect(await openOf()).toEqual([
      ['L-2', true, null],
      ['L-1', false, null],
    ]);
    expect(
      (await operator('ledger', 'open-period', ...at, '--ledger', 'L-2', '--from', '2026-12-01', '--to', '2026-12-31'))
        .code,
    ).toBe(0);
    expect((await openOf())[0]).toEqual(['L-2', true, { from: '2026-12-01', to: '2026-12-31' }]);
    const backwards = ['--from', '2026-12-02', '--to', '2026-12-01'];
    const reversed = await operator('ledger', 'open-period', ...at, '--ledger', 'L-2', ...backwards);
    const unknown = await operator('ledger', 'open-period', ...at, '--ledger', 'L-9', '--from', '2026-12-01');
    expect([reversed, unknown].map(({ code, err }) => [code, JSON.parse(err).error.code])).toEqual([
      [1, 'invalid_period'],
      [1, 'ledger_not_found'],
    ]);
  });
});

describe('import records', () => {
  it('are listed newest first and filtered, shown with their payload, failures grouped with an example', async () => {
    const { token, prefix } = await aKey();
    const to = { import_supplier: 'ACME', external_account_number: 'I-3' };
    const accepted = await post(token, 'notes/create', { ...to, notes: [{ body: 'kept' }] });
    await post(token, 'notes/create', { ...to, notes: [{ body: '' }] });
    const refused = await post(token, 'notes/create', { ...to, notes: [{ body: ' ' }] });
    const list = async (...args: string[]) =>
      (await operator('imports', 'list', ...ACME, '--account', 'I-3', ...args, '--json')).json;
    expect((await list()).map((one: any) => [one.outcome, one.status, one.code, one.item_count])).toEqual([
      ['refused', 400, 'blank', 1],
      ['refused', 400, 'blank', 1],
      ['accepted', 201, null, 1],
    ]);
    expect(await list('--outcome', 'accepted')).toHaveLength(1);
    expect(await list('--code', 'blank', '--limit', '1')).toHaveLength(1);
    expect(await list('--endpoint', 'transactions/create')).toEqual([]);
    expect(await list('--until', '2020-01-01')).toEqual([]);
    const id = accepted.headers.get('x-request-id');
    const shown = await operator('imports', 'show', '--id', id!, '--json');
    expect(shown.json).toMatchObject({
      id,
      api_key_prefix: prefix,
      payload: JSON.stringify({ ...to, notes: [{ body: 'kept' }] }),
    });
    const { json: groups } = await operator('imports', 'failures', ...ACME, '--account', 'I-3', '--json');
    expect(groups).toEqual([
      {
        code: 'blank',
        count: 2,
        still_failing: 2,
        not_sent_again: 2,
        sent_again_without_it: 0,
        solved: 0,
        without_account: 0,
        example: expect.objectContaining({
          id: refused.headers.get('x-request-id'),
          attr: 'notes.0.body',
          value: '" "',
        }),
      },
    ]);
  });

  it('are not solved by a later success for the same account and endpoint that has other items', async () => {
    const { token } = await aKey();
    const to = (number: string) => ({ import_supplier: 'ACME', external_account_number: number });
    const failures = async (number: string) =>
      (await operator('imports', 'failures', ...ACME, '--account', number, '--json')).json.map((one: any) => [
        one.code,
        one.not_sent_again,
        one.sent_again_without_it,
        one.solved,
        one.example.attr,
        one.example.value,
      ]);
    const credit = { transaction_id: 'S-1', transaction_date: '2019-10-05', type: 'CREDIT', amount: '10.005' };
    await post(token, 'notes/create', { ...to('I-5'), notes: [{ body: 7 }] });
    await post(token, 'transactions/create', { ...to('I-5'), transactions: [credit] });
    await post(token, 'notes/create', { ...to('UNKNOWN'), notes: [] });
    await post(token, 'transactions/create', { ...to('I-5'), transactions: [] });
    expect(await failures('UNKNOWN')).toEqual([['import_process_does_not_exist', 1, 0, 0, null, null]]);
    expect(await failures('I-5')).toEqual([
      ['invalid', 1, 0, 0, 'notes.0.body', '7'],
      ['max_decimal_places', 0, 1, 0, 'transactions.0.amount', '"10.005"'],
    ]);
    await post(token, 'notes/create', { ...to('I-5'), notes: [] });
    await post(token, 'notes/create', { ...to('I-5'), notes: [{ body: 8 }] });
    expect((await failures('I-5'))[0]).toEqual(['invalid', 1, 1, 0, 'notes.0.body', '8']);
  });

  it('count what exists already with other content, and show it field by field', async () => {
    const { token } = await aKey();
    const to = { import_supplier: 'ACME', external_account_number: 'I-3' };
    await post(token, 'notes/create', { ...to, notes: [{ body: 'twice' }] });
    const again = await post(token, 'notes/create', { ...to, notes: [{ body: 'twice', is_pinned: true }] });
    const { json } = await operator('imports', 'list', ...ACME, '--account', 'I-3', '--limit', '2', '--json');
    expect(json.map((one: any) => one.conflict_count)).toEqual([1, 0]);
    const { out } = await operator('imports', 'show', '--id', again.headers.get('x-request-id')!);
    expect(out).toMatch(/note twice +is_pinned +false +true/);
  });
});

describe('a database that can not be used', () => {
  it('is not made by a command: a mistyped DATA_DIR leaves nothing behind', async () => {
    const dataDir = join(folder, 'mistyped');
    const { code, err } = await anOperator({ DATA_DIR: dataDir })('organisation', 'list', '--json');
    expect([code, JSON.parse(err).error]).toEqual([
      1,
      { code: 'no_embedded_database', detail: expect.stringContaining(`no embedded database in ${dataDir}`) },
    ]);
    await expect(access(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is named by DATA_DIR, if that cannot be read', async () => {
    const dataDir = join(folder, 'a-file');
    await writeFile(dataDir, '');
    const { code, err } = await anOperator({ DATA_DIR: dataDir })('organisation', 'list', '--json');
    expect([code, JSON.parse(err).error]).toEqual([
      1,
      { code: 'database_unusable', detail: expect.stringContaining(`The database at DATA_DIR (${dataDir}) cannot be`) },
    ]);
  });

  it('is named by its variable, host and port, without its password', async () => {
    const url = 'postgres://someone:hush-hush@127.0.0.1:1/carryover';
    const { code, err } = await anOperator({ DATABASE_URL: url, DATA_DIR: folder })('organisation', 'list', '--json');
    expect([code, JSON.parse(err).error]).toEqual([
      1,
      { code: 'database_unusable', detail: expect.stringContaining('DATABASE_URL (127.0.0.1:1)') },
    ]);
    expect(err).not.toContain('hush');
  });
});

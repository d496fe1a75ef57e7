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
const E_1 = [...ACME, '--account', 'E-1'];
const BACKWARDS = ['--ledger', 'L-1', '--from', '2026-12-02', '--to', '2026-12-01'];

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

const organisation = await operator('organisation', 'create', '--name', 'Acme');
const firstKey = await operator('api-key', 'issue', '--organisation', 'Acme', '--json');
const setUp = ['--organisation', 'Acme', '--code', 'ACME', '--document-root', 'acme'];
const supplier = await operator('supplier', 'create', ...setUp, '--json');
const path = await file('accounts.ndjson', ndjson([account('E-1'), account('E-2', { status: 'STAGED' })]));
const imported = await operator('account', 'import', ...ACME, '--file', path, '--json');

describe('from nothing to a client that posts with its own key', () => {
  it('takes four commands', async () => {
    expect(organisation.code).toBe(0);
    const { json: key } = firstKey;
    expect(key).toEqual({
      api_key: expect.stringMatching(/^co_/),
      prefix: expect.stringMatching(/^co_[0-9a-f]{8}$/),
      organisation: 'Acme',
    });
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
      operator('ledger', 'open-period', ...E_1, '--ledger', 'L-9', '--from', '2026-12-01', '--json'),
      operator('ledger', 'open-period', ...E_1, ...BACKWARDS, '--json'),
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
      [1, '', 'ledger_not_found'],
      [1, '', 'invalid_period'],
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

describe('import records', () => {
  it('are shown with their payload; failures are grouped with an example', async () => {
    const { token, prefix } = await aKey();
    const to = { import_supplier: 'ACME', external_account_number: 'E-1' };
    const accepted = await post(token, 'notes/create', { ...to, notes: [{ body: 'kept' }] });
    await post(token, 'notes/create', { ...to, notes: [{ body: '' }] });
    const refused = await post(token, 'notes/create', { ...to, notes: [{ body: ' ' }] });
    await post(token, 'notes/create', { ...to, external_account_number: 'UNKNOWN', notes: [] });
    const id = accepted.headers.get('x-request-id');
    const shown = await operator('imports', 'show', '--id', id!, '--json');
    expect(shown.json).toMatchObject({
      id,
      api_key_prefix: prefix,
      payload: JSON.stringify({ ...to, notes: [{ body: 'kept' }] }),
    });
    const failures = async (number: string) =>
      (await operator('imports', 'failures', ...ACME, '--account', number, '--json')).json;
    expect(await failures('E-1')).toContainEqual({
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
    });
    expect(await failures('UNKNOWN')).toMatchObject([
      { code: 'import_process_does_not_exist', count: 1, example: { attr: null, value: null } },
    ]);
  });

  it('count what exists already with other content, and show it field by field', async () => {
    const { token } = await aKey();
    const to = { import_supplier: 'ACME', external_account_number: 'E-1' };
    await post(token, 'notes/create', { ...to, notes: [{ body: 'twice' }] });
    const again = await post(token, 'notes/create', { ...to, notes: [{ body: 'twice', is_pinned: true }] });
    const { json } = await operator('imports', 'list', ...ACME, '--account', 'E-1', '--limit', '2', '--json');
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

import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theFolder } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { statement } from '../support/bodies.ts';
import { refusalOf } from '../support/requests.ts';

const PATH = '/v1/data-import/historical-statements/create/';

const store = theFolder();
const service = await theService({ DOCUMENT_STORE: `file://${store}` });

const send = (account: TestAccount, statements: unknown) => service.post(PATH, { ...account, statements });
const refused = async (account: TestAccount, statements: unknown) => refusalOf(await send(account, statements));

const countOf = async ({ external_account_number: number }: TestAccount) => {
  const [row] = await service.sql<{ count: number }>(
    'select count(*)::int as count from historical_statement join account on account.id = account_id where external_account_number = $1',
    [number],
  );
  return row!.count;
};

describe('creating historical statements (§4.4)', () => {
  it('answers 201 with the validated data, as submitted', async () => {
    const account = await anAccount(service);
    const text = JSON.stringify({
      ...account,
      statements: [statement('1'), statement('2', { statement_path: '2018/2.pdf', gross_amount: '-3.5' })],
    })
      .replace(':100,', ':100.00,')
      .replace(':100}', ':100.0}');
    const reply = await service.post(PATH, text);
    expect([reply.status, reply.text]).toEqual([201, text]);
  });

  it('answers the same request again with 201 and doubles nothing: 100 equals "100.00"', async () => {
    const account = await anAccount(service);
    await send(account, [statement('1')]);
    const again = await send(account, [statement('1', { gross_amount: '100.00' }), statement('2')]);
    expect([again.status, await countOf(account)]).toEqual([201, 2]);
  });

  it.each<[string, object]>([
    ['amount', { gross_amount: '100.01' }],
    ['number', { number: 'other' }],
    ['period', { bill_period_to_date: '2018-03-30' }],
    ['path, given where none was', { statement_path: 'a.pdf' }],
  ])('refuses another %s under a known id, and adds nothing', async (_, change) => {
    const account = await anAccount(service);
    await send(account, [statement('1')]);
    expect(await refused(account, [statement('2'), statement('1', change)])).toEqual([
      400,
      'account_failed_validation',
      'statements.1.statement_id: historical_statement_already_exists',
    ]);
    expect(await countOf(account)).toBe(1);
  });

  it('adds once when 40 identical requests race', async () => {
    const account = await anAccount(service);
    const replies = await Promise.all(Array.from({ length: 40 }, () => send(account, [statement('1')])));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await countOf(account)).toBe(1);
  });

  it('takes 10,000 statements in one request', async () => {
    const account = await anAccount(service);
    const statements = Array.from({ length: 10_000 }, (_, n) => statement(`S-${n}`));
    expect((await send(account, statements)).status).toBe(201);
    expect(await countOf(account)).toBe(10_000);
  });
});

describe('verifying documents (decisions 9)', () => {
  const NOTES = '/v1/data-import/notes/create/';

  it('looks in the store, below the root, where the supplier is configured so', async () => {
    const account = await anAccount(service);
    await mkdir(join(store, 'acme/2018'), { recursive: true });
    await writeFile(join(store, 'acme/2018/there.pdf'), 'PDF');
    await service.operator.changeSupplier('DEMO_SUPPLIER', { verifyDocuments: true, documentRoot: 'acme' });
    const there = statement('1', { statement_path: '2018/there.pdf' });
    const missing = statement('2', { statement_path: '2018/missing.pdf' });
    expect(await refused(account, [there, missing])).toEqual([
      400,
      'account_failed_validation',
      'statements.1.statement_path: path_does_not_exist_in_file_store',
    ]);
    expect(await countOf(account)).toBe(0);
    expect((await send(account, [there])).status).toBe(201);

    const note = { document_paths: [{ document_path: '2018/there.pdf' }, { document_path: '2018/missing.pdf' }] };
    expect(refusalOf(await service.post(NOTES, { ...account, notes: [{ body: 'x' }, note] }))).toEqual([
      400,
      'account_failed_validation',
      'notes.1.document_paths.1.document_path: path_does_not_exist_in_file_store',
    ]);
    expect((await service.post(NOTES, { ...account, notes: [{ body: 'x' }] })).status).toBe(201);
  });

  it.each(['file', 'folder'])('are not looked for by way of a link out of the root: %s', async (what) => {
    const account = await anAccount(service);
    await mkdir(join(store, 'acme', what), { recursive: true });
    await mkdir(join(store, 'other'), { recursive: true });
    await writeFile(join(store, 'other/secret.pdf'), 'of another supplier');
    const [target, name] = what === 'file' ? ['../../other/secret.pdf', 'secret.pdf'] : ['../../other', 'more'];
    await symlink(target, join(store, 'acme', what, name));
    const path = what === 'file' ? 'file/secret.pdf' : 'folder/more/secret.pdf';
    expect(await refused(account, [statement('1', { statement_path: path })])).toEqual([503, 'service_unavailable']);
    const note = { document_paths: [{ document_path: path }] };
    expect((await service.post(NOTES, { ...account, notes: [note] })).status).toBe(503);
    expect(await countOf(account)).toBe(0);
  });

  it('judges the account first', async () => {
    const account = await anAccount(service, { status: 'STAGED' });
    expect(await refused(account, [statement('1', { statement_path: 'missing.pdf' })])).toEqual([
      404,
      'account_not_found',
    ]);
  });

  it('answers 503, never "does not exist", where the store can not be asked', async () => {
    await rm(store, { recursive: true });
    const account = await anAccount(service);
    expect(await refused(account, [statement('1', { statement_path: 'a.pdf' })])).toEqual([503, 'service_unavailable']);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { verifyDocuments: false, documentRoot: '' });
  });
});

import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';

const HEADER = 'external_account_number,ledger_number,type,count,sum';
const of = (type: string, id: string, amount: string, more: object = {}) => payment(id, { type, amount, ...more });
const send = async (account: TestAccount, transactions: object[], query = '') => {
  const reply = await service.post(`/v1/data-import/transactions/create/${query}`, { ...account, transactions });
  expect(reply.status).toBe(201);
  return reply;
};
const number = (at: number) => accounts[at]!.external_account_number;
const reconcile = async (rows: ReadonlyArray<string>, ...args: string[]) => {
  const path = join(folder, 'expected.csv');
  await writeFile(path, [HEADER, ...rows].join('\n'));
  return operator('reconcile', '--supplier', service.demo.import_supplier, '--expected', path, '--json', ...args);
};

const service = await theService();
const folder = service.dataDir;
const operator = anOperator(service.operatorEnvironment);
const agreeing = await anAccount(service);
const lost = await anAccount(service);
const doubled = await anAccount(service);
const wrong = await anAccount(service);
const moved = await anAccount(service);
const accounts = [agreeing, lost, doubled, wrong, moved];
await send(agreeing, [
  of('CHARGE', '1', '10.00', { reason: 'IMPORTED_CHARGE' }),
  of('CHARGE', '2', '0.05', { reason: 'IMPORTED_CHRAGE' }),
]);
await send(lost, [of('PAYMENT', '1', '5.00')]);
await service.post('/v1/data-import/transactions/create/', { ...lost, transactions: [of('PAYMENT', '2', '0')] });
await send(doubled, [of('CREDIT', '1', '7.00')]);
await send(doubled, [of('CREDIT', '1', '7.00')], '?check_previously_added=false');
await send(wrong, [of('CHARGE', '1', '9.99')]);
await send(wrong, [of('CHARGE', '1', '9.98')]);
await send(moved, [of('CHARGE', '1', '1.00', { transaction_date: '2019-09-01' })]);

const seeded = () => [
  `${number(0)},L-1,CHARGE,2,10.05`,
  `${number(1)},L-1,PAYMENT,2,8.00`,
  `${number(2)},L-1,CREDIT,1,7.00`,
  `${number(3)},L-1,CHARGE,1,9.98`,
  `${number(4)},L-1,CHARGE,1,1.00`,
];

describe('reconciling (decisions 14)', () => {
  it('finds and names a seeded loss, double, wrong amount and moved date', async () => {
    const { code, json } = await reconcile(seeded());
    expect([code, json.agree, json.compared]).toEqual([1, false, 5]);
    const differences = json.differences.map(({ external_account_number, expected, actual }: any) => [
      external_account_number,
      expected,
      actual,
    ]);
    expect(differences).toEqual([
      [number(1), { count: 2, sum: '8.00' }, { count: 1, sum: '5.00' }],
      [number(2), { count: 1, sum: '7.00' }, { count: 2, sum: '14.00' }],
      [number(3), { count: 1, sum: '9.98' }, { count: 1, sum: '9.99' }],
    ]);
    const kindsOf = (at: number) => json.differences[at].explanations.map(({ kind }: any) => kind);
    expect(kindsOf(0)).toContain('refused_request');
    expect(kindsOf(1)).toContain('repeated');
    expect(kindsOf(2)).toContain('conflict');
    expect(json.moved).toEqual([expect.objectContaining({ external_account_number: number(4), transaction_id: '1' })]);
    expect(json.conflicts).toEqual([
      expect.objectContaining({ external_account_number: number(3), transaction_id: '1' }),
    ]);
    expect(JSON.stringify(json.conflicts)).toContain('9.98');
  });

  it('lists a note that was sent again with another pin, which explains no total', async () => {
    const note = (more: object) => ({ ...accounts[1], notes: [{ body: 'Pin this.', ...more }] });
    const first = await service.post('/v1/data-import/notes/create/', note({}));
    const again = await service.post('/v1/data-import/notes/create/', note({ is_pinned: true }));
    const { json } = await reconcile(seeded());
    expect(json.note_conflicts).toEqual([
      {
        external_account_number: number(1),
        note: { created_at: first.json[0].created_at, body: 'Pin this.', document_paths: [] },
        differences: [{ field: 'is_pinned', recorded: 'false', submitted: 'true' }],
        import_id: again.headers.get('x-request-id'),
        received_at: expect.any(String),
      },
    ]);
    const kinds = json.differences.flatMap(({ explanations }: any) => explanations.map(({ kind }: any) => kind));
    expect(kinds.filter((kind: string) => kind === 'conflict')).toHaveLength(1);
  });

  it('counts every word, so that a typing error stands out', async () => {
    const { code, json } = await operator('reconcile', '--supplier', service.demo.import_supplier, '--json');
    expect(code).toBe(0);
    expect(json.vocabulary.filter(({ field }: any) => field === 'reason')).toEqual([
      { field: 'reason', value: 'IMPORTED_CHARGE', count: 1 },
      { field: 'reason', value: 'IMPORTED_CHRAGE', count: 1 },
    ]);
  });

  it('overwrites neither the control totals nor the key of its evidence, and no report by another', async () => {
    const [totals, key, report] = ['expected.csv', 'key', 'report'].map((name) => join(folder, name));
    await writeFile(key!, 'a key');
    await reconcile(seeded());
    const before = await readFile(totals!, 'utf8');
    await symlink(totals!, join(folder, 'link'));
    const withKey = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: key! });
    for (const files of [
      ['--csv', totals!],
      ['--html', join(folder, 'link')],
      ['--evidence', totals!],
      ['--csv', key!],
      ['--csv', report!, '--html', report!],
    ]) {
      const args = ['reconcile', '--supplier', service.demo.import_supplier, '--expected', totals!, ...files];
      expect([files, (await withKey(...args)).code]).toEqual([files, 2]);
    }
    expect([await readFile(totals!, 'utf8'), await readFile(key!, 'utf8')]).toEqual([before, 'a key']);
    expect(existsSync(report!)).toBe(false);
  });
});

describe("the client's side of the same (decisions 13)", () => {
  it('compares totals', async () => {
    const total = (at: number, type: string, count: number, sum: unknown) => ({
      external_account_number: number(at),
      ledger_number: 'L-1',
      type,
      count,
      sum,
    });
    const compare = (totals: object[]) =>
      service.post('/v1/data-import/control-totals/compare/', {
        import_supplier: service.demo.import_supplier,
        totals,
      });
    const good = await compare([total(0, 'CHARGE', 2, 10.05), total(1, 'PAYMENT', 1, '5.00')]);
    expect([good.status, good.json]).toEqual([200, { agree: true, compared: 2, differences: [] }]);
    const bad = await compare([total(0, 'CHARGE', 2, 10.05), total(1, 'PAYMENT', 2, '8.00')]);
    expect(bad.json).toEqual({
      agree: false,
      compared: 2,
      differences: [
        {
          ...total(1, 'PAYMENT', 0, ''),
          count: undefined,
          sum: undefined,
          expected: { count: 2, sum: '8.00' },
          actual: { count: 1, sum: '5.00' },
        },
      ],
    });
    const wrong = await compare([{ ...total(0, 'CHARGE', -1, 1), colour: 'red' }]);
    expect([wrong.status, wrong.json.errors.map(({ attr, code }: any) => `${attr}: ${code}`)]).toEqual([
      400,
      ['totals.0.count: invalid', 'totals.0.colour: unknown_field'],
    ]);
    // As in a file of control totals: agreeing with one of the two would say nothing.
    const twice = await compare([
      total(0, 'CHARGE', -1, 10.05),
      total(0, 'CHARGE', 2, 10.05),
      { ...total(0, 'CHARGE', 2, 10.05), ledger_number: 'L-2' },
      total(0, 'CHARGE', 1, '5.00'),
    ]);
    expect([twice.status, twice.json.errors.map(({ attr, detail }: any) => [attr, detail])]).toEqual([
      400,
      [
        ['totals.0.count', expect.any(String)],
        ['totals.3', 'The total of this account, ledger and type is already at totals.1.'],
      ],
    ]);
    expect(
      (await service.post('/v1/data-import/control-totals/compare/', { import_supplier: 'NONE', totals: [] })).status,
    ).toBe(404);
  });

  it('summarises an account, and lists its items page by page', async () => {
    const account = await anAccount(service);
    const ids = Array.from({ length: 2_500 }, (_, n) => `T-${n}`);
    await send(
      account,
      ids.map((id) => of('CHARGE', id, '0.01')),
    );
    const summary = (more: object = {}) => service.post('/v1/data-import/accounts/summary/', { ...account, ...more });
    const { status, json } = await summary();
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        external_account_number: account.external_account_number,
        service_account_number: expect.stringMatching(/^A-[0-9A-F]{8}$/),
        notes: { count: 0, added_by_service: 0 },
        ledgers: [
          {
            ledger_number: 'L-1',
            ledger_code: 'ELECTRICITY',
            transactions: [{ type: 'CHARGE', count: 2500, sum: '25.00' }],
            billing_documents: { count: 0 },
          },
        ],
        statements: { count: 0 },
        payment_instruction: null,
      },
    });
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page: any = (await summary({ list: 'transactions', ...(after === undefined ? {} : { after }) })).json;
      expect(page.items.length).toBeLessThanOrEqual(1_000);
      seen.push(...page.items.map((item: any) => item.transaction_id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const errors = async (more: object) =>
      (await summary(more)).json.errors.map(({ attr, code }: any) => `${attr}: ${code}`);
    expect(await errors({ list: 'transactions', after: 'x' })).toEqual(['after: invalid']);
    expect(await errors({ after: 'x' })).toEqual(['list: required']);
    expect(await errors({ list: 'everything' })).toEqual(['list: invalid_choice']);
    for (const list of ['notes', 'billing_documents', 'statements'])
      expect((await summary({ list })).json).toMatchObject({ items: [], next: null });
  });

  it('goes on working after the end of the migration', async () => {
    await operator('supplier', 'complete', '--supplier', service.demo.import_supplier);
    expect((await service.post('/v1/data-import/accounts/summary/', accounts[0]!)).status).toBe(200);
    await operator('supplier', 'resume', '--supplier', service.demo.import_supplier);
  });
});

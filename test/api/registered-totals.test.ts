import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { statement } from '../support/bodies.ts';
import { runSql } from '../support/run-sql.ts';

const service = await theService();
const supplier = service.demo.import_supplier;
const register = (body: object) =>
  service.post('/v1/data-import/control-totals/register/', { import_supplier: supplier, ...body });

const total = (account: string, more: object = {}) => ({
  external_account_number: account,
  ledger_number: 'L-1',
  type: 'PAYMENT',
  count: 2,
  sum: '71.10',
  ...more,
});
const counted = (account: string, type: string, count = 1) => ({ external_account_number: account, type, count });

/** As the guide says: the digests of the lines, in their order, once more. */
const digestOf = (lines: ReadonlyArray<string>): string => {
  const digests = lines.map((line) => createHash('sha256').update(line).digest('hex')).toSorted();
  return createHash('sha256')
    .update(Buffer.from(digests.join(''), 'hex'))
    .digest('hex');
};

const refused = async (body: object): Promise<ReadonlyArray<unknown>> => {
  const { status, json } = await register(body);
  return [status, json.errors[0]?.code, json.errors[0]?.attr];
};

describe('control-totals/register/ (decisions 20)', () => {
  it('takes a set in parts, for accounts that are not imported, and answers with the digest that its client computes', async () => {
    const rows = [total('E-2'), counted('E-2', 'PAYMENT_INSTRUCTION'), total('É "1"\u2028', { sum: 71.1 })];
    const lines = [
      '["E-2","L-1","PAYMENT",2,"71.10"]',
      '["E-2","","PAYMENT_INSTRUCTION",1,null]',
      '["É \\"1\\"\u2028","L-1","PAYMENT",2,"71.10"]',
    ];
    const first = await register({ set: 'PARTS', totals: rows.slice(0, 2) });
    expect([first.status, first.json]).toEqual([
      201,
      { set: 'PARTS', totals: 2, complete: false, sha256: digestOf(lines.slice(0, 2)) },
    ]);
    const last = await register({ set: 'PARTS', totals: rows.slice(1), complete: true });
    const whole = { totals: 3, complete: true, sha256: digestOf(lines) };
    expect([last.status, last.json]).toEqual([201, { set: 'PARTS', ...whole }]);
    const reversed = await register({ set: 'REVERSED', totals: rows.toReversed(), complete: true });
    expect(reversed.json).toEqual({ set: 'REVERSED', ...whole });
  });

  it('takes every request again, the last one too, and no other total', async () => {
    const [first, last] = [
      { set: 'AGAIN', totals: [total('E-1'), counted('E-1', 'NOTE')] },
      { set: 'AGAIN', totals: [total('E-1', { type: 'CHARGE' })], complete: true },
    ];
    await register(first);
    const completed = await register(last);
    const again = [await register(last), await register(first)];
    expect(again.map(({ status, json }) => [status, json])).toEqual(Array(2).fill([201, completed.json]));
    expect(await refused({ set: 'AGAIN', totals: [total('E-3')] })).toEqual([400, 'control_totals_complete', 'set']);
  });

  it('never changes a total', async () => {
    await register({ set: 'KEPT', totals: [total('E-1')] });
    const other = total('E-1', { sum: '71.11' });
    const differs = [400, 'control_total_differs', 'totals.1'];
    expect(await refused({ set: 'KEPT', totals: [total('E-0'), other] })).toEqual(differs);
    expect(await refused({ set: 'NEW', totals: [total('E-1'), other] })).toEqual(differs);
    // Nothing of a refused request was added.
    expect((await register({ set: 'KEPT', totals: [], complete: true })).json.totals).toBe(1);
    expect(await refused({ set: 'KEPT', totals: [total('E-1', { count: 3 })] })).toEqual([
      400,
      'control_total_differs',
      'totals.0',
    ]);
  });

  it('takes a total of statements with a sum, without one, and with the sum 0 as three different totals', async () => {
    const rows = ['112.12', undefined, '0'].map((sum, n) => ({ ...counted(`E-${n}`, 'STATEMENT', 2), sum }));
    const { json } = await register({ set: 'STATEMENTS', totals: rows });
    const lines = ['"112.12"', 'null', '"0.00"'].map((sum, n) => `["E-${n}","","STATEMENT",2,${sum}]`);
    expect([json.totals, json.sha256]).toEqual([3, digestOf(lines)]);
    for (const [n, sum] of [undefined, '0', ''].entries())
      expect(await refused({ set: 'STATEMENTS', totals: [{ ...rows[n], sum }] })).toEqual([
        400,
        'control_total_differs',
        'totals.0',
      ]);
    expect((await register({ set: 'STATEMENTS', totals: rows.toReversed(), complete: true })).json).toEqual({
      ...{ set: 'STATEMENTS', totals: 3, complete: true, sha256: digestOf(lines) },
    });
  });

  it('takes each total once if requests of a set come at the same time', async () => {
    const part = (from: number) => Array.from({ length: 40 }, (_, n) => total(`E-${from + n}`));
    const replies = await Promise.all([0, 20, 40, 0, 60].map((from) => register({ set: 'RACE', totals: part(from) })));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const ended = await Promise.all(
      [total('E-200'), total('E-201')].map((one) => register({ set: 'RACE', totals: [one], complete: true })),
    );
    expect(ended.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(ended.find(({ status }) => status === 201)!.json).toMatchObject({ totals: 101, complete: true });
  });

  it('takes counts without a ledger or a sum, and rejects what a type does not have', async () => {
    const row = (more: object) => ({ set: 'SHAPE', totals: [{ ...counted('E-1', 'PAYMENT_INSTRUCTION'), ...more }] });
    expect(await refused(row({ sum: '1.00' }))).toEqual([400, 'field_not_used_with_type', 'totals.0.sum']);
    expect(await refused(row({ ledger_number: 'L-1' }))).toEqual([
      400,
      'field_not_used_with_type',
      'totals.0.ledger_number',
    ]);
    expect(await refused({ ...row({}), complete: 'yes' })).toEqual([400, 'invalid', 'complete']);
    const many = Array.from({ length: 10_001 }, (_, n) => counted(`E-${n}`, 'NOTE'));
    expect(await refused({ set: 'MANY', totals: many })).toEqual([400, 'max_items', 'totals']);
    expect((await register({ set: 'MANY', totals: many.slice(1) })).json).toMatchObject({ totals: 10_000 });
  });

  it('keeps sets apart by supplier; that of another organisation is unknown', async () => {
    const { status, json } = await register({ import_supplier: 'NOBODY', set: 'X', totals: [] });
    expect([status, json.code]).toEqual([404, 'import_process_does_not_exist']);
  });

  it('keeps who completed a set, and when', async () => {
    await register({ set: 'WHO', totals: [], complete: true });
    const [row] = await runSql(
      service.databaseUrl,
      `select k.prefix, r.totals, r.registered_at <= now() as past from control_total_registration r
       join control_total_set s on s.id = r.set_id join api_key k on k.id = r.api_key_id where s.name = 'WHO'`,
    );
    expect(row).toEqual({ prefix: service.demo.api_key.slice(0, 11), totals: 0, past: true });
  });
});

describe('control-totals/compare/', () => {
  it('compares the gross amounts of statements if the total has a sum, else their number', async () => {
    const account = await anAccount(service);
    const statements = ['S-1', 'S-2'].map((id) => statement(id, { gross_amount: '56.06' }));
    await service.post('/v1/data-import/historical-statements/create/', { ...account, statements });
    const number = account.external_account_number;
    const compare = async (...totals: ReadonlyArray<object>) => {
      const body = { import_supplier: supplier, totals };
      return (await service.post('/v1/data-import/control-totals/compare/', body)).json.differences;
    };
    const total = (sum?: string, count = 2) => ({ ...counted(number, 'STATEMENT', count), sum });
    expect([await compare(total('112.12')), await compare(total())]).toEqual([[], []]);
    const [summed] = await compare(total('112.13'));
    expect([summed.expected, summed.actual]).toEqual([
      { count: 2, sum: '112.13' },
      { count: 2, sum: '112.12' },
    ]);
    const [without] = await compare(total(undefined, 3));
    expect([without.expected, without.actual]).toEqual([
      { count: 3, sum: '0.00' },
      { count: 2, sum: '0.00' },
    ]);
    const unknown = { ...total('1.00', 1), external_account_number: 'E-NONE' };
    expect((await compare(total('112.12'), unknown))[0].actual).toEqual({ count: 0, sum: '0.00' });
  });

  it('compares what is only counted as well', async () => {
    const account = await anAccount(service);
    const notes = [{ body: 'One.' }, { body: 'Two.' }];
    await service.post('/v1/data-import/notes/create/', { ...account, notes });
    const number = account.external_account_number;
    const { json } = await service.post('/v1/data-import/control-totals/compare/', {
      import_supplier: supplier,
      totals: [counted(number, 'NOTE', 2), counted(number, 'STATEMENT', 0), counted(number, 'PAYMENT_INSTRUCTION')],
    });
    expect(json).toEqual({
      agree: false,
      compared: 3,
      differences: [
        {
          external_account_number: number,
          ledger_number: '',
          type: 'PAYMENT_INSTRUCTION',
          expected: { count: 1, sum: '0.00' },
          actual: { count: 0, sum: '0.00' },
        },
      ],
    });
  });
});

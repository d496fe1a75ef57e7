import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { billingDocument, CARD, history, payment, statement } from '../support/bodies.ts';
import type { Reply } from '../support/requests.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const validate = (kind: string, body: unknown, query = '') =>
  service.post(`/v1/data-import/${kind}/validate/${query}`, body);
const create = (kind: string, body: unknown, query = '') =>
  service.post(`/v1/data-import/${kind}/create/${query}`, body);

/** Everything an account has, dry runs' own records left out. */
const TABLES = ['note', 'ledger_transaction', 'billing_document', 'historical_statement', 'payment_instruction'];
const traces = async (): Promise<unknown> =>
  service.sql(
    [...TABLES, 'ledger_history', 'accepted_import', 'refused_import']
      .map((table) => `select '${table}' as kind, count(*)::int as rows from ${table}`)
      .join(' union all '),
  );

describe('a dry run (decisions 13)', () => {
  it('says what the import would answer, and which dates would be moved; nothing is there afterwards', async () => {
    const account = await anAccount(service);
    const body = { ...account, transactions: [payment('1'), payment('2', { transaction_date: '2019-09-28' })] };
    const before = await traces();
    const { status, json } = await validate('transactions', body);
    expect(await traces()).toEqual(before);
    expect(status).toBe(200);
    expect(json).toEqual({
      valid: true,
      results: (await create('transactions', body)).json,
      errors: [],
      moved: [{ transaction_id: '2', transaction_date: '2019-09-28', new_transaction_date: '2019-10-01' }],
    });
  });

  it('reports everything that refuses any transaction, not the first', async () => {
    const account = await anAccount(service);
    const transactions = [
      payment('1', { transaction_date: '2019-09-28' }),
      payment('2'),
      payment('3', { transaction_date: '2019-10-16' }),
    ];
    const { json } = await validate(
      'transactions',
      { ...account, transactions },
      '?force_add_to_current_statement=false',
    );
    expect(json).toMatchObject({ valid: false, results: null, moved: [] });
    expect(json.errors.map(({ code, attr }: { code: string; attr: string }) => [code, attr])).toEqual([
      ['transaction_not_in_open_statement_period', 'transactions.0.transaction_date'],
      ['transaction_not_in_open_statement_period', 'transactions.2.transaction_date'],
    ]);
  });

  it('reports more than the hundred errors of an import', async () => {
    const account = await anAccount(service);
    const notes = Array.from({ length: 1_000 }, () => ({ body: '', is_pinned: 'yes' }));
    const { json } = await validate('notes', { ...account, notes });
    expect(json.errors).toHaveLength(2_000);
    expect(json.errors.at(-1)).toMatchObject({ code: 'invalid', attr: 'notes.999.is_pinned' });
    expect((await create('notes', { ...account, notes })).json.errors).toHaveLength(100);
  });

  it('reports every repeated id, also more than a hundred', async () => {
    const account = await anAccount(service);
    const statements = Array.from({ length: 300 }, () => statement('S-1'));
    const { json } = await validate('historical-statements', { ...account, statements });
    expect(json.errors).toHaveLength(299);
    expect(json.errors.at(-1)).toMatchObject({ code: 'duplicate_statement_ids', attr: 'statements.299.statement_id' });
    expect((await create('historical-statements', { ...account, statements })).json.errors).toHaveLength(100);
  });

  it('goes on where the migration is not ongoing, so that it can be tried before it begins', async () => {
    const account = await anAccount(service);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Paused' });
    const body = { ...account, ...aHistory, ledger_code: 'GAS' };
    const { json } = await validate('historical-billing-documents', body);
    expect((await create('historical-billing-documents', body)).json.errors).toHaveLength(1);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Ongoing' });
    expect(json.errors.map(({ code }: { code: string }) => code)).toEqual([
      'import_supplier_migration_not_ongoing',
      'ledger_code_does_not_exist',
    ]);
  });

  it('leaves its import record, as a dry run', async () => {
    const { import_supplier, external_account_number } = await anAccount(service);
    const { headers } = await validate('notes', { import_supplier, external_account_number, notes: [{}, {}] });
    expect(await service.sql('select * from dry_run where id = $1', [headers.get('x-request-id')])).toMatchObject([
      {
        endpoint: 'notes/validate',
        supplier_code: import_supplier,
        external_account_number,
        item_count: 2,
        status: 200,
        code: 'note_body_or_document_path_not_found',
        attr: 'notes.0',
      },
    ]);
  });

  it('is answered as an import if a vendor fails', async () => {
    const account = { import_supplier: 'DEMO_SUPPLIER', external_account_number: 'EXTERNAL-1234' };
    const reply = await validate('payment-instruction', {
      ...account,
      ...{ vendor: 'STRIPE', reference: 'SANDBOX-500', type: 'CARD' },
    });
    expect([reply.status, reply.json.code]).toEqual([500, 'payment_vendor_unavailable']);
  });

  it('takes no lasting lock: an import that comes at the same time is answered', async () => {
    const account = await anAccount(service);
    const body = { ...account, notes: [{ body: 'once' }] };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i === 10 ? create('notes', body) : validate('notes', body))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map((_, i) => (i === 10 ? 201 : 200)));
    expect(await service.sql(`select body from note where body = 'once'`)).toHaveLength(1);
  });
});

describe('dry runs of all kinds', () => {
  /** Rows that were rolled back or deleted, and not vacuumed: `analyze` reads all pages of a small table and counts them. */
  const deadRows = async (): Promise<unknown> => {
    const tables = [...TABLES, 'ledger_history', 'accepted_import', 'account', 'ledger'];
    await service.sql(`analyze ${tables}`);
    return service.sql(
      `select relname, n_dead_tup::int as dead from pg_stat_user_tables where relname = any($1) order by relname`,
      [tables],
    );
  };

  it.each<[string, object]>([
    ['notes', { notes: [{ body: 'a' }] }],
    ['transactions', { transactions: [payment('1', { transaction_date: '2019-09-28' })] }],
    [
      'historical-billing-documents',
      history({ historical_billing_documents: [billingDocument('D-1', { transactions: [payment('1')] })] }),
    ],
    ['historical-statements', { statements: [statement('1')] }],
    ['payment-instruction', CARD],
  ])('leave no dead row: %s', async (kind, fields) => {
    const account = await anAccount(service);
    const before = await deadRows();
    for (let times = 0; times < 5; times += 1)
      expect((await validate(kind, { ...account, ...fields })).json).toMatchObject({ valid: true });
    expect(await deadRows()).toEqual(before);
    expect((await create(kind, { ...account, ...fields })).status).toBe(201);
  });
});

/** Generates requests to `kind`: mostly valid, some with a wrong shape, some that conflict with stored data. */
const ids = fc.constantFrom('1', '2', '3', '4', '5', '6');
const amounts = fc.constantFrom<unknown>(71, '71.00', '-1.00', 0, '1.234', null, true);
const days = fc.constantFrom('2019-10-03', '2019-10-15', '2019-09-28', '2019-11-01', '2019-02-30');
const transaction = fc.record(
  {
    transaction_id: ids,
    transaction_date: days,
    amount: fc.oneof({ weight: 8, arbitrary: fc.constant<unknown>(71) }, { weight: 1, arbitrary: amounts }),
    type: fc.constantFrom('CHARGE', 'CREDIT', 'PAYMENT'),
    note: fc.constantFrom('a', ''),
    payment_type: fc.constant('DIRECT_CREDIT'),
  },
  { requiredKeys: ['transaction_id', 'transaction_date', 'amount', 'type', 'note'] },
);
const few = <T>(of: fc.Arbitrary<T>, key: (one: T) => unknown) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.uniqueArray(of, { selector: key, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(of, { maxLength: 4 }) },
  );
const transactions = few(transaction, (one) => one.transaction_id);
const note = fc.record(
  {
    body: fc.constantFrom('a', 'b', ''),
    document_paths: fc.constantFrom([{ document_path: 'a' }], [{ document_path: '../a' }], []),
    created_at: fc.constantFrom('2019-10-01T00:00:00Z', '2019-10-02T00:00:00Z'),
    unpin_at: fc.constantFrom('2019-10-01T12:00:00Z'),
  },
  { requiredKeys: ['created_at'] },
);
const aStatement = fc.record(
  {
    statement_id: ids,
    bill_period_from_date: fc.constantFrom('2019-09-01', '2019-09-02'),
    bill_period_to_date: fc.constantFrom('2019-09-30', '2019-09-30', '2019-08-31'),
    issued_date: fc.constant('2019-10-02'),
    number: fc.constantFrom('1', '1', '2'),
    gross_amount: fc.constantFrom<unknown>(100, '100.00', 100),
    statement_path: fc.constantFrom('a.pdf', 'b.pdf'),
  },
  {
    requiredKeys: [
      'statement_id',
      'bill_period_from_date',
      'bill_period_to_date',
      'issued_date',
      'number',
      'gross_amount',
    ],
  },
);
const aLedgerHistory = fc.record({
  ledger_number: fc.constantFrom('L-1', 'L-1', 'L-1', 'L-9'),
  ledger_code: fc.constantFrom('ELECTRICITY', 'ELECTRICITY', 'ELECTRICITY', 'GAS'),
  billing_document_type: fc.constant('ITEM_BASED'),
  historical_billing_documents: fc.array(
    fc.record({
      billing_document_identifier: fc.constantFrom('B-1', 'B-2'),
      billing_document_type: fc.constantFrom('ITEM_BASED', 'ITEM_BASED', 'ITEM_BASED', 'PERIOD_BASED'),
      issued_date: fc.constant('2019-10-02'),
      transactions: fc.array(transaction, { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
});
const instruction = fc.record({
  vendor: fc.constantFrom('STRIPE', 'STRIPE', 'GOCARDLESS'),
  reference: fc.constantFrom(
    'THIS-IS-A-FAKE-REFERENCE',
    'THIS-IS-A-FAKE-REFERENCE',
    'SANDBOX-404',
    'SANDBOX-CANCELLED',
  ),
  type: fc.constantFrom('CARD', 'CARD', 'DIRECT_DEBIT'),
});
const request: fc.Arbitrary<{ readonly kind: string; readonly fields: object; readonly query: string }> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('transactions'),
      fields: fc.record({ transactions }),
      query: fc.constantFrom('', '?force_add_to_current_statement=false', '?check_previously_added=false'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('notes'),
      fields: fc.record({ notes: fc.array(note, { maxLength: 4 }) }),
      query: fc.constant(''),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('historical-statements'),
      fields: fc.record({ statements: few(aStatement, (one) => one.statement_id) }),
      query: fc.constant(''),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('historical-billing-documents'),
      fields: aLedgerHistory,
      query: fc.constant(''),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('payment-instruction'), fields: instruction, query: fc.constant('') }),
  },
);

/** Returns the errors of the import's response: `code attr`, or only the code for a transaction. */
const refusalsOf = (kind: string, { json }: Reply): ReadonlyArray<string> =>
  kind === 'transactions'
    ? [json.error_detail.split(':')[0]]
    : json.errors.map(({ code, attr }: { code: string; attr: string }) => `${code} ${attr}`);

const agree = (kind: string, dryRun: Reply, imported: Reply): void => {
  expect(dryRun.status).toBe(200);
  if (imported.status === 201) {
    expect(dryRun.json).toMatchObject({ valid: true, errors: [], results: imported.json ?? null });
    return;
  }
  expect(imported.status).toBe(400);
  expect(dryRun.json).toMatchObject({ valid: false, results: null });
  const found: ReadonlyArray<{ readonly code: string; readonly attr: string }> = dryRun.json.errors;
  const asImport = found.map(({ code, attr }) => (kind === 'transactions' ? code : `${code} ${attr}`));
  expect(asImport).toEqual(expect.arrayContaining([...refusalsOf(kind, imported)]));
  if (kind === 'transactions') expect(asImport[0]).toBe(refusalsOf(kind, imported)[0]);
};

const aHistory = history({
  billing_document_type: 'ITEM_BASED',
  historical_billing_documents: [],
  additional_historical_transactions: [payment('1')],
});
/** Accepted and refused, of each kind. */
const BOTH_ANSWERS_OF_ALL = (
  [
    ['historical-billing-documents', aHistory],
    ['historical-billing-documents', aHistory],
    ['transactions', { transactions: [payment('2')] }],
    ['transactions', { transactions: [payment('3', { amount: 0 })] }],
    ['notes', { notes: [{ body: 'a', created_at: '2019-10-01T00:00:00Z' }] }],
    ['notes', { notes: [{}] }],
    ['historical-statements', { statements: [statement('1')] }],
    ['historical-statements', { statements: [statement('1', { number: '2' })] }],
    ['payment-instruction', { ...CARD, reference: 'SANDBOX-404' }],
    ['payment-instruction', CARD],
  ] as const
).map(([kind, fields]) => ({ kind, fields, query: '' }));

describe('a dry run and the import that follows it', () => {
  it('never disagree, whatever is sent and whatever is there', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 5, maxLength: 12 }),
        fc.constantFrom('2019-10-01', null),
        async (requests, openFrom) => {
          const account: TestAccount = await anAccount(service, { openFrom });
          for (const { kind, fields, query } of requests) {
            const body = { ...account, ...fields };
            const dryRun = await validate(kind, body, query);
            const imported = await create(kind, body, query);
            agree(kind, dryRun, imported);
            seen.set(`${kind} ${imported.status}`, (seen.get(`${kind} ${imported.status}`) ?? 0) + 1);
          }
        },
      ),
      { numRuns: 30, examples: [[BOTH_ANSWERS_OF_ALL, '2019-10-01']] },
    );
    // Both answers of all five were met, or the property would say little.
    expect(seen.size).toBe(10);
  });
});

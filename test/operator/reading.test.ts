import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { billingDocument, CARD, history, payment, statement, supplyCharge } from '../support/bodies.ts';

const OF_DEMO = ['--supplier', 'DEMO_SUPPLIER'];
const ACCOUNT = [...OF_DEMO, '--account', 'EXTERNAL-1234'];

const service = await theService({ VENDOR_SANDBOX: 'on' });
const operator = anOperator(service.operatorEnvironment);
const created = async (path: string, body: object) => {
  const { status } = await service.post(`/v1/data-import/${path}/create/`, { ...service.demoAccount, ...body });
  expect([path, status]).toEqual([path, 201]);
};
const pin = { is_pinned: true, unpin_at: '2199-01-01T00:00:00Z' };
await created('notes', { notes: [{ body: 'pinned', document_paths: [{ document_path: 'a.pdf' }], ...pin }] });
const charge = supplyCharge('T-1', { transaction_date: '2019-10-31', note: 'internal', display_note: 'shown' });
const documents = { historical_billing_documents: [billingDocument('B-1', { transactions: [charge] })] };
await created('historical-billing-documents', history({ ledger_number: service.demo.ledger_number, ...documents }));
const details = { reason: 'ACCOUNT_CHARGE_PAYMENT', payment_type: 'DEBIT_CARD', reference: 'R-1', note: 'paid' };
await created('transactions', { transactions: [payment('T-2', details)] });
await created('historical-statements', { statements: [statement('S-1', { statement_path: 's.pdf' })] });
await created('payment-instruction', CARD);

describe('account list', () => {
  it('is by external account number, filtered, in pages', async () => {
    const list = async (...args: string[]) => {
      const { json } = await operator('account', 'list', ...OF_DEMO, '--json', ...args);
      return [json.items.map((one: any) => one.external_account_number), json.next];
    };
    expect(await list()).toEqual([['EXTERNAL-1234', 'EXTERNAL-5678', 'EXTERNAL-STAGED'], null]);
    expect(await list('--limit', '1')).toEqual([['EXTERNAL-1234'], 'EXTERNAL-1234']);
    expect(await list('--limit', '1', '--after', 'EXTERNAL-5678')).toEqual([['EXTERNAL-STAGED'], null]);
    expect(await list('--search', 'l-st')).toEqual([['EXTERNAL-STAGED'], null]);
    expect(await list('--search', 'E%')).toEqual([[], null]);
    expect(await list('--status', 'STAGED')).toEqual([['EXTERNAL-STAGED'], null]);
    expect((await operator('account', 'list', ...OF_DEMO, '--limit', '1')).out).toContain('--after EXTERNAL-1234');
  });
});

describe('account find', () => {
  it('finds by service account number, transaction and statement, else exits with 1', async () => {
    const find = async (...args: string[]) => {
      const { code, json } = await operator('account', 'find', '--json', ...args);
      return [code, json.map((one: any) => one.external_account_number)];
    };
    const { json } = await operator('account', 'show', ...ACCOUNT, '--json');
    expect(await find('--service-number', json.service_account_number)).toEqual([0, ['EXTERNAL-1234']]);
    expect(await find(...OF_DEMO, '--transaction-id', 'T-2')).toEqual([0, ['EXTERNAL-1234']]);
    expect(await find('--service-number', json.service_account_number.toLowerCase())).toEqual([0, ['EXTERNAL-1234']]);
    expect(await find(...OF_DEMO, '--statement-id', 'S-1')).toEqual([0, ['EXTERNAL-1234']]);
    expect(await find('--transaction-id', 'T-1')).toEqual([0, ['EXTERNAL-1234']]);
    expect(await find(...OF_DEMO, '--transaction-id', 'T-9')).toEqual([1, []]);
  });

  it.each([[[]], [['--service-number', 'A', ...OF_DEMO, '--statement-id', 'S']]])('%j is wrong usage', async (args) => {
    const { code, err } = await operator('account', 'find', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining('exactly one of')]);
  });
});

describe('supplier show', () => {
  it('says how far the migration is', async () => {
    const { json } = await operator('supplier', 'show', ...OF_DEMO, '--json');
    expect(json).toMatchObject({
      code: 'DEMO_SUPPLIER',
      accounts: { staged: 1, imported: 2 },
      accounts_with_data: 1,
      items: { notes: 2, transactions: 2, billing_documents: 1, statements: 1, payment_instructions: 1 },
    });
    const { out } = await operator('supplier', 'show', ...OF_DEMO);
    expect(out).toContain('1 of 2 imported (50%)');
  });

  it('fails, and ends, if something cannot be counted', async () => {
    await service.sql('alter table note rename to hidden');
    expect(await operator('supplier', 'show', ...OF_DEMO)).toMatchObject({ code: 1, out: '' });
    await service.sql('alter table hidden rename to note');
  });
});

/**
 * Each column of each table with rows of an account, and where `account show --json` has it; null: not in it, for the reason
 * beside it.
 */
const SHOWN: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  account: {
    id: null, // ours alone: the key of all the others
    supplier_id: 'supplier',
    external_account_number: 'external_account_number',
    service_account_number: 'service_account_number',
    status: 'status',
    created_at: 'created_at',
  },
  ledger: {
    ledger_number: 'ledgers.0.ledger_number',
    ledger_code: 'ledgers.0.ledger_code',
    is_main: 'ledgers.0.main',
    has_finalized_billing_document: 'ledgers.0.has_finalized_billing_document',
  },
  statement_period: {
    ledger_number: 'ledgers.0.ledger_number',
    from_date: 'ledgers.0.statement_periods.0.from',
    to_date: 'ledgers.0.statement_periods.0.to',
    is_open: 'ledgers.0.statement_periods.0.open',
  },
  ledger_history: { ledger_number: 'ledgers.0.ledger_number', import_id: 'ledgers.0.history_import_id' },
  note: {
    identity: null, // a hash of what is shown
    created_at: 'notes.0.created_at',
    body: 'notes.0.body',
    documents: 'notes.0.documents',
    document_paths: 'notes.0.document_paths',
    is_pinned: 'notes.0.submitted_is_pinned',
    unpin_at: 'notes.0.unpin_at',
    import_id: 'notes.0.import_id',
    position: 'notes.0.position',
  },
  ledger_transaction: {
    transaction_id: 'ledgers.0.transactions.0.transaction_id',
    occurrence: 'ledgers.0.transactions.0.occurrence',
    ledger_number: 'ledgers.0.ledger_number',
    transaction_date: 'ledgers.0.transactions.0.transaction_date',
    amount: 'ledgers.0.transactions.0.amount',
    type: 'ledgers.0.transactions.0.type',
    reason: 'ledgers.0.transactions.1.reason',
    payment_type: 'ledgers.0.transactions.1.payment_type',
    reference: 'ledgers.0.transactions.1.reference',
    note: 'ledgers.0.transactions.1.note',
    display_note: 'ledgers.0.transactions.0.display_note',
    product_code: 'ledgers.0.transactions.0.product_code',
    line_items: 'ledgers.0.transactions.0.line_items',
    tax_items: 'ledgers.0.transactions.0.tax_items',
    submitted_date: 'ledgers.0.transactions.1.submitted_date',
    submitted_note: 'ledgers.0.transactions.1.submitted_note',
    billing_document: 'ledgers.0.transactions.0.billing_document',
    import_id: 'ledgers.0.transactions.0.import_id',
  },
  billing_document: {
    ledger_number: 'ledgers.0.ledger_number',
    identifier: 'ledgers.0.billing_documents.0.billing_document_identifier',
    type: 'ledgers.0.billing_documents.0.billing_document_type',
    issued_date: 'ledgers.0.billing_documents.0.issued_date',
    from_date: 'ledgers.0.billing_documents.0.period.from',
    to_date: 'ledgers.0.billing_documents.0.period.to',
    import_id: 'ledgers.0.billing_documents.0.import_id',
    position: 'ledgers.0.billing_documents.0.position',
  },
  historical_statement: {
    statement_id: 'statements.0.statement_id',
    from_date: 'statements.0.period.from',
    to_date: 'statements.0.period.to',
    issued_date: 'statements.0.issued_date',
    number: 'statements.0.number',
    gross_amount: 'statements.0.gross_amount',
    path: 'statements.0.statement_path',
    document: 'statements.0.document',
    import_id: 'statements.0.import_id',
    position: 'statements.0.position',
  },
  payment_instruction: {
    is_active: null, // only the active one is shown, and none becomes inactive
    customer_reference: null, // nobody's business but the vendor's
    vendor: 'payment_instruction.vendor',
    reference: 'payment_instruction.reference',
    type: 'payment_instruction.type',
    status: 'payment_instruction.status',
    brand: 'payment_instruction.brand',
    last_four: 'payment_instruction.last_four',
    expiry: 'payment_instruction.expiry',
    bank_name: null, // of a mandate; this instruction is a card
    import_id: 'payment_instruction.import_id',
  },
};

/** Import records and their undos are listed with what names them; the rest is what `imports show` is for. */
const RECORDS = ['accepted_import', 'import_undo'];

describe('account show', () => {
  const at = (json: any, path: string): unknown => path.split('.').reduce((value, key) => value?.[key], json);

  it('has every stored field in JSON', async () => {
    const columns = await service.sql<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and column_name <> 'account_id' and (table_name = 'account' or table_name in
         (select table_name from information_schema.columns where column_name = 'account_id'))`,
    );
    const unknown = columns.filter(
      ({ name, column }) => !RECORDS.includes(name) && SHOWN[name]?.[column] === undefined,
    );
    expect(unknown).toEqual([]);
    const { json } = await operator('account', 'show', ...ACCOUNT, '--json');
    const paths = Object.values(SHOWN).flatMap((table) => Object.values(table).filter((path) => path !== null));
    expect(paths.filter((path) => (at(json, path) ?? null) === null)).toEqual([]);
  });

  it('marks the note that the service pinned, and counts an imported history as a finalized billing document', async () => {
    const { json } = await operator('account', 'show', ...ACCOUNT, '--json');
    expect(json.notes.map((note: any) => note.added_by_service)).toEqual([false, true]);
    expect(json.ledgers[0]).toMatchObject({ history_imported: true, has_finalized_billing_document: true });
    const { out } = await operator('account', 'show', ...ACCOUNT);
    expect(out).toMatch(/^Ledger L-DEMO-1 .*, has a finalized billing document$/m);
    expect(out).toMatch(/^yes +client +/m);
    expect(out).toMatch(/^yes +service +/m);
  });

  it('lists what was sent for it, newest first', async () => {
    const { json } = await operator('account', 'show', ...ACCOUNT, '--json');
    expect([json.more_imports, json.imports.map((one: any) => one.endpoint)]).toEqual([
      false,
      [
        'payment-instruction/create',
        'historical-statements/create',
        'transactions/create',
        'historical-billing-documents/create',
        'notes/create',
      ],
    ]);
    expect(json.imports[0].id).toBe(json.payment_instruction.import_id);
    expect((await operator('account', 'show', ...ACCOUNT)).out).toContain(json.imports[0].id);
  });
});

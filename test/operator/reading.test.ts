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
    expect([json.control_totals, out.includes('registered control totals')]).toEqual([null, false]);
  });

  it('says how much is stored of what the client registered', async () => {
    const of = { external_account_number: 'EXTERNAL-1234' };
    const totals = [
      { ...of, type: 'NOTE', count: 3 },
      { ...of, ledger_number: 'L-DEMO-1', type: 'PAYMENT', count: 2, sum: '0.00' },
      { ...of, ledger_number: 'L-DEMO-1', type: 'CHARGE', count: 1, sum: '0.00' },
    ];
    const body = { import_supplier: 'DEMO_SUPPLIER', set: 'SHOWN', totals, complete: true };
    expect((await service.post('/v1/data-import/control-totals/register/', body)).status).toBe(201);
    const { json } = await operator('supplier', 'show', ...OF_DEMO, '--json');
    expect(json.control_totals).toEqual({
      set: 'SHOWN',
      key_prefix: service.demo.api_key.slice(0, 11),
      registered_at: expect.stringMatching(/^20.*Z$/),
      totals: 3,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      items: { notes: 3, transactions: 3, billing_documents: 0, statements: 0, payment_instructions: 0 },
    });
    const { out } = await operator('supplier', 'show', ...OF_DEMO);
    expect(out).toMatch(
      /registered control totals as SHOWN[\s\S]*Transactions +2 of 3 registered\nBilling documents +1, none registered/,
    );
  });

  it('fails, and ends, if something cannot be counted', async () => {
    await service.sql('alter table note rename to hidden');
    expect(await operator('supplier', 'show', ...OF_DEMO)).toMatchObject({ code: 1, out: '' });
    await service.sql('alter table hidden rename to note');
  });
});

/**
 * Where `account show --json` has the rows of each table, and the columns that it names otherwise; null: not shown, for the
 * reason beside it.
 */
const SHOWN: Readonly<Record<string, { readonly rows: string; readonly names?: Record<string, string | null> }>> = {
  account: {
    rows: '',
    names: {
      supplier_id: 'supplier',
      // Ours alone: the key of all the others, and places in the feed. `account promote` is an operator action.
      ...{ id: null, commit_position: null, promoted_at: null, promoted_position: null, erased_position: null },
      // Null here: erase.test.ts
      erased_at: null,
    },
  },
  ledger: { rows: 'ledgers', names: { is_main: 'main' } },
  statement_period: {
    rows: 'ledgers.statement_periods',
    names: { ledger_number: null, from_date: 'from', to_date: 'to', is_open: 'open' }, // within its ledger
  },
  ledger_history: { rows: 'ledgers', names: { import_id: 'history_import_id' } },
  note: { rows: 'notes', names: { identity: null, is_pinned: 'submitted_is_pinned' } }, // a hash of what is shown
  ledger_transaction: { rows: 'ledgers.transactions', names: { ledger_number: null } },
  billing_document: {
    rows: 'ledgers.billing_documents',
    names: {
      ...{ ledger_number: null, identifier: 'billing_document_identifier', type: 'billing_document_type' },
      ...{ from_date: 'period.from', to_date: 'period.to' },
    },
  },
  historical_statement: {
    rows: 'statements',
    names: { from_date: 'period.from', to_date: 'period.to', path: 'statement_path' },
  },
  payment_instruction: {
    rows: 'payment_instruction',
    // Only the active one is shown; its customer is the vendor's alone; a bank is that of a mandate, and this is a card.
    names: { is_active: null, customer_reference: null, bank_name: null },
  },
};

/**
 * Import records and their undos are listed with what names them; the rest is what `imports show` is for. The words of notes are an
 * index of what is shown.
 */
const NOT_SHOWN = ['account_change', 'accepted_import', 'import_undo', 'erased_total', 'note_words'];

describe('account show', () => {
  /** All values at a path, of every item of the lists on the way. */
  const valuesAt = (json: any, path: string): ReadonlyArray<unknown> =>
    path
      .split('.')
      .filter(Boolean)
      .reduce<ReadonlyArray<any>>((values, key) => values.flatMap((value) => value?.[key] ?? []), [json]);

  it('has every stored field in JSON', async () => {
    const columns = await service.sql<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and column_name <> 'account_id' and (table_name = 'account' or table_name in
         (select table_name from information_schema.columns where column_name = 'account_id'))`,
    );
    const { json } = await operator('account', 'show', ...ACCOUNT, '--json');
    const missing = columns.filter(({ name, column }) => {
      if (NOT_SHOWN.includes(name)) return false;
      const { rows = null, names = {} } = SHOWN[name] ?? {};
      const shown = column in names ? names[column]! : column;
      return rows === null || (shown !== null && valuesAt(json, `${rows}.${shown}`).length === 0);
    });
    expect(missing).toEqual([]);
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

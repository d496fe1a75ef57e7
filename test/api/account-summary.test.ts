import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { CARD, payment, supplyCharge } from '../support/bodies.ts';

const PATH = '/v1/data-import/';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const summary = async (account: TestAccount, more: object = {}): Promise<any> => {
  const { status, json } = await service.post(`${PATH}accounts/summary/`, { ...account, ...more });
  expect(status).toBe(200);
  return json;
};

/** An account with two notes of the client and one that the service pinned for a moved transaction. */
const anAccountWithNotes = async (): Promise<TestAccount> => {
  const account = await anAccount(service);
  const notes = ['Called.', 'Moved in.'].map((body) => ({ body, is_pinned: true }));
  await service.post(`${PATH}notes/create/`, { ...account, notes });
  const moved = payment('1', { transaction_date: '2019-01-01' });
  await service.post(`${PATH}transactions/create/`, { ...account, transactions: [moved] });
  return account;
};

describe('notes in accounts/summary/ (decisions 4, 13)', () => {
  it('counts the notes that the service added separately', async () => {
    expect((await summary(await anAccount(service))).notes).toEqual({ count: 0, added_by_service: 0 });
    expect((await summary(await anAccountWithNotes())).notes).toEqual({ count: 2, added_by_service: 1 });
  });

  it('marks them in the list', async () => {
    const { items } = await summary(await anAccountWithNotes(), { list: 'notes' });
    const marked = items.map(({ body, added_by_service }: any) => [body.split('.')[0].slice(0, 5), added_by_service]);
    expect(marked.toSorted()).toEqual([
      ['Calle', false],
      ['Dates', true],
      ['Moved', false],
    ]);
  });
});

describe('pages of accounts/summary/', () => {
  it('have fewer items if these are large, and lead on to all of them', async () => {
    const account = await anAccount(service);
    const bodies = Array.from({ length: 30 }, (_, index) => `${index} ${'€'.repeat(99_000)}`);
    for (let index = 0; index < bodies.length; index += 10) {
      const notes = bodies.slice(index, index + 10).map((body) => ({ body }));
      const { status } = await service.post(`${PATH}notes/create/`, { ...account, notes });
      expect(status).toBe(201);
    }
    const pages: string[][] = [];
    for (let after: string | null = ''; after !== null; ) {
      const { items, next }: any = await summary(account, { list: 'notes', ...(after === '' ? {} : { after }) });
      pages.push(items.map(({ body }: any) => body));
      after = next;
    }
    // 297 kB each: 14 fill 4 MiB.
    expect(pages.map(({ length }) => length)).toEqual([14, 14, 2]);
    expect(pages.flat().toSorted()).toEqual(bodies.toSorted());
  });
});

describe('items in accounts/summary/ with all fields', () => {
  const stored = async (account: TestAccount, path: string, body: object) => {
    const { status, headers } = await service.post(`${PATH}${path}/create/`, { ...account, ...body });
    expect(status).toBe(201);
    return headers.get('x-import-id');
  };

  it('has those of notes, document paths as they were sent', async () => {
    const account = await anAccount(service);
    const note = { body: 'x', created_at: '2019-10-01T10:00:00Z', is_pinned: true, unpin_at: '2020-10-01T10:00:00Z' };
    const paths = { document_paths: [{ document_path: 'a/b.pdf' }] };
    const importId = await stored(account, 'notes', { notes: [{ ...note, ...paths }] });
    const { items } = await summary(account, { list: 'notes' });
    const expected = { ...note, document_paths: ['a/b.pdf'], added_by_service: false, import_id: importId };
    expect(items).toEqual([expected]);
  });

  it('has those of transactions; a moved one also has what was sent', async () => {
    const account = await anAccount(service);
    const texts = {
      note: 'n',
      display_note: 'd',
      reference: 'r',
      reason: 'ACCOUNT_CHARGE_PAYMENT',
      payment_type: 'DEBIT_CARD',
    };
    const moved = payment('1', { ...texts, transaction_date: '2019-01-01' });
    const charge = supplyCharge('2', { note: 'c' });
    const importId = await stored(account, 'transactions', { transactions: [moved, charge] });
    const { items } = await summary(account, { list: 'transactions' });
    expect(items).toEqual([
      {
        ...moved,
        ledger_number: 'L-1',
        transaction_date: '2019-10-01',
        note: expect.stringMatching(/^n\nTransaction date changed from 2019-01-01 to 2019-10-01/),
        product_code: null,
        line_items: null,
        tax_items: null,
        submitted_transaction_date: '2019-01-01',
        submitted_note: 'n',
        billing_document_identifier: null,
        import_id: importId,
      },
      {
        ...charge,
        ledger_number: 'L-1',
        reason: null,
        payment_type: null,
        reference: null,
        display_note: null,
        line_items: [
          {
            rate_band: 'CONSUMPTION_STANDARD',
            start_date: '2019-09-01',
            end_date: '2019-09-30',
            number_of_units: '100',
            net_amount: '12',
            price_per_unit: '0.12',
            units: ['40', '60.5'],
          },
        ],
        tax_items: [{ amount: '0.6', tax_type: 'VAT', value_taxed: '12', rate: '0.05', unit_type: 'PROPORTION' }],
        submitted_transaction_date: null,
        submitted_note: null,
        billing_document_identifier: null,
        import_id: importId,
      },
    ]);
  });
});

describe('a payment instruction in accounts/summary/', () => {
  const { vendor, reference, type } = CARD;
  const asked = async (account: TestAccount, fields: object) =>
    (await summary(account, { payment_instruction: { vendor, reference, type, ...fields } })).payment_instruction;

  it('is compared with one that is sent, whose reference is not disclosed', async () => {
    const account = await anAccount(service);
    expect(await asked(account, {})).toBeNull();
    await service.post(`${PATH}payment-instruction/create/`, { ...account, ...CARD });
    expect((await asked(account, {})).differing_fields).toEqual([]);
    expect((await asked(account, { reference: 'another' })).differing_fields).toEqual(['reference']);
    const other = { vendor: 'GOCARDLESS', reference: `${reference} `, type: 'DIRECT_DEBIT' };
    expect((await asked(account, other)).differing_fields).toEqual(['reference', 'type', 'vendor']);
    const shown = (await summary(account)).payment_instruction;
    expect(shown).not.toHaveProperty('differing_fields');
    expect(shown.reference).toBe(`••••${reference.slice(-4)}`);
    expect(JSON.stringify(await asked(account, {}))).not.toContain(reference);
  });

  it('must be whole', async () => {
    const body = { ...(await anAccount(service)), payment_instruction: { vendor, type, more: 1 } };
    const { status, json } = await service.post(`${PATH}accounts/summary/`, body);
    expect([status, json.errors.map(({ code, attr }: any) => [code, attr])]).toEqual([
      400,
      [
        ['unknown_field', 'payment_instruction.more'],
        ['required', 'payment_instruction.reference'],
      ],
    ]);
  });
});

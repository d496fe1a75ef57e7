import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import type { TestAccount } from '../support/an-account.ts';
import { billingDocument, CARD, history, payment, statement } from '../support/bodies.ts';
import type { Reply } from '../support/requests.ts';
import { idOf, makeUndoableAccounts } from './an-undoable-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const console = await theConsole(service.operatorEnvironment);
const { operator, undo, account: anAccount, send } = makeUndoableAccounts(service);

const bad = { amount: '1.001' };
const transactions = (...ids: ReadonlyArray<string>) => ({ transactions: ids.map((id) => payment(id)) });

/** What failed of a refused request, as `imports show` has it. */
const failedOf = async (reply: Reply) => {
  expect(reply.status).toBeGreaterThanOrEqual(400);
  const { json } = await operator('imports', 'show', '--id', reply.headers.get('X-Request-Id')!, '--json');
  return json;
};
const stateOf = async (reply: Reply): Promise<string> => (await failedOf(reply)).state;
const failuresOf = async (account: TestAccount) => {
  const { json } = await operator('imports', 'failures', '--account', account.external_account_number, '--json');
  return json.map(({ code, example: _, ...counts }: any) => [code, counts]);
};

describe('a refused item is solved if it is stored, and not by other items of its account', () => {
  it('transactions', async () => {
    const account = await anAccount();
    const refused = await send(account, {
      transactions: [payment('T-1'), payment('T-2', bad), payment('T-3')],
    });
    expect(await stateOf(refused)).toBe('not sent again');
    await send(account, transactions('T-1', 'T-3'));
    expect(await failedOf(refused)).toMatchObject({
      state: 'sent again without it',
      failing_items: [
        { identifier: 'T-2', path: 'transactions.1.amount', value: '"1.001"', state: 'sent again without it' },
      ],
      failing_items_not_kept: 0,
    });
    const counts = { count: 1, still_failing: 1, not_sent_again: 0, sent_again_without_it: 1, solved: 0 };
    expect(await failuresOf(account)).toEqual([['max_decimal_places', { ...counts, without_account: 0 }]]);
    const id = idOf(await send(account, transactions('T-2')));
    expect(await stateOf(refused)).toBe('solved');
    await undo('--id', id);
    expect(await stateOf(refused)).toBe('sent again without it');
  });

  it('several, of which each has its own state', async () => {
    const account = await anAccount();
    const refused = await send(account, { transactions: [payment('T-1', bad), payment('T-2', bad)] });
    await send(account, transactions('T-2'));
    const { state, failing_items: items } = await failedOf(refused);
    expect([state, items.map((item: any) => [item.identifier, item.state])]).toEqual([
      'sent again without it',
      [
        ['T-1', 'sent again without it'],
        ['T-2', 'solved'],
      ],
    ]);
  });

  it('not by one with its identifier that was stored before', async () => {
    const account = await anAccount();
    await send(account, transactions('T-1', 'T-2'));
    const refused = await send(account, { transactions: [payment('T-1', bad)] });
    expect(await failedOf(refused)).toMatchObject({
      state: 'not sent again',
      failing_items: [{ identifier: 'T-1', type: 'PAYMENT', amount: null, state: 'not sent again' }],
    });
    await send(account, transactions('T-3'));
    expect(await stateOf(refused)).toBe('sent again without it');
    const whole = await send({ ...account, import_supplier: 'NOBODY' }, transactions('T-2'));
    expect(await failedOf(whole)).toMatchObject({
      failing_items: [{ type: 'PAYMENT', date: '2019-10-05', amount: '71.00' }],
    });
  });

  it('notes, by body and time as duplicates are judged', async () => {
    const account = await anAccount();
    const note = { body: 'Called', created_at: '2019-10-01T08:30:00Z' };
    const refused = await send(account, { notes: [{ ...note, unpin_at: 'never' }] });
    await send(account, { notes: [{ ...note, created_at: '2019-10-02T08:30:00Z' }] });
    expect(await stateOf(refused)).toBe('sent again without it');
    await send(account, { notes: [note] });
    expect(await stateOf(refused)).toBe('solved');
    const ofDocuments = { document_paths: [{ document_path: 'a.pdf' }, { document_path: 'b.pdf' }] };
    const second = await send(account, { notes: [{ ...ofDocuments, is_pinned: 'yes' }] });
    await send(account, { notes: [{ document_paths: ofDocuments.document_paths.toReversed() }] });
    expect(await stateOf(second)).toBe('solved');
  });

  it('statements; one with other content is not solved by the one that was there before', async () => {
    const account = await anAccount();
    const refused = await send(account, { statements: [statement('S-1', { number: '' })] });
    await send(account, { statements: [statement('S-2')] });
    expect(await stateOf(refused)).toBe('sent again without it');
    await send(account, { statements: [statement('S-1')] });
    expect(await stateOf(refused)).toBe('solved');
    const other = await send(account, { statements: [statement('S-1', { gross_amount: 7 })] });
    expect(await stateOf(other)).toBe('not sent again');
  });

  it('billing documents and their transactions', async () => {
    const account = await anAccount();
    const wrong = history({
      historical_billing_documents: [
        billingDocument('D-1', { issued_date: 'today' }),
        billingDocument('D-2', { transactions: [payment('T-1', bad)] }),
      ],
      additional_historical_transactions: [payment('T-2', bad)],
    });
    const refused = await send(account, wrong);
    expect((await failedOf(refused)).failing_items.map((item: any) => [item.identifier, item.state])).toEqual([
      ['D-1', 'not sent again'],
      ['T-1', 'not sent again'],
      ['T-2', 'not sent again'],
    ]);
    const right = history({
      historical_billing_documents: [
        billingDocument('D-1'),
        billingDocument('D-2', { transactions: [payment('T-1')] }),
      ],
    });
    await send(account, right);
    expect((await failedOf(refused)).failing_items.map((item: any) => item.state)).toEqual([
      'solved',
      'solved',
      'sent again without it',
    ]);
    // Sent again after a lost answer: refused, and all of it is stored.
    expect(await stateOf(await send(account, right))).toBe('solved');
  });

  it('payment instructions, whose reference is shown masked', async () => {
    const account = await anAccount();
    const refused = await send(account, { ...CARD, type: 'DIRECT_DEBIT' });
    expect((await failedOf(refused)).failing_items).toMatchObject([{ identifier: 'STRIPE ••••ENCE', path: 'type' }]);
    await send(account, CARD);
    expect(await stateOf(refused)).toBe('solved');
    expect(await service.sql(`select 1 from refused_import where failing_items::text like '%FAKE%'`)).toEqual([]);
  });
});

describe('a request that is refused as a whole', () => {
  const paused = async (work: () => Promise<Reply>): Promise<Reply> => {
    await operator('supplier', 'pause', '--supplier', service.demo.import_supplier);
    const reply = await work();
    await operator('supplier', 'resume', '--supplier', service.demo.import_supplier);
    return reply;
  };

  it('is solved if all of its items are stored', async () => {
    const account = await anAccount();
    const refused = await paused(() => send(account, transactions('T-1', 'T-2')));
    await send(account, transactions('T-1'));
    expect(await stateOf(refused)).toBe('sent again without it');
    await send(account, transactions('T-2'));
    expect(await stateOf(refused)).toBe('solved');
  });

  it('with more items than are kept is solved only by the same payload', async () => {
    const account = await anAccount();
    const ids = Array.from({ length: 130 }, (_, at) => `T-${at}`);
    const refused = await paused(() => send(account, transactions(...ids)));
    await send(account, transactions(...ids.slice(0, 100)));
    expect(await failedOf(refused)).toMatchObject({ state: 'sent again without it', failing_items_not_kept: 30 });
    await send(account, transactions(...ids));
    expect(await stateOf(refused)).toBe('solved');
  });
});

it('more errors than are reported leave a rest that is not kept', async () => {
  const account = await anAccount();
  const ids = Array.from({ length: 130 }, (_, at) => `T-${at}`);
  const refused = await send(account, { transactions: ids.map((id) => payment(id, bad)) });
  await send(account, transactions(...ids.slice(0, 120)));
  const failed = await failedOf(refused);
  expect([failed.state, failed.failing_items.length, failed.failing_items_not_kept]).toEqual([
    'sent again without it',
    100,
    30,
  ]);
});

describe('hostile items', () => {
  it.each([
    ['an identifier that is no text', { transaction_id: { a: 1 } }, null],
    ['characters that no text can have', { transaction_id: 'T-\u0000' }, null],
    ['a field with such a name', { 'a\u0000\ud800': 1, transaction_id: 'T-1' }, 'T-1'],
    ['quotes and braces', { transaction_id: '{"\\', ...bad }, '{"\\'],
  ])('%s', async (_, fields, identifier) => {
    const account = await anAccount();
    const refused = await send(account, { transactions: [payment('T-1', fields)] });
    const { failing_items: items } = await failedOf(refused);
    expect([refused.status, items[0].identifier]).toEqual([400, identifier]);
  });
});

describe('the list for the client', () => {
  it('has a row for each failing item, with its value and its state, and the list of groups no more than these', async () => {
    const account = await anAccount();
    const refused = await send(account, {
      transactions: [payment('T-1', bad), payment('T-2', { amount: 'x' }), payment('T-3')],
    });
    await send(account, transactions('T-1', 'T-3'));
    const visitor = await console.as('operator');
    const id = refused.headers.get('X-Request-Id');
    const lines = (await visitor.get('/refusals.ndjson')).text.trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id === id);
    expect(rows.map(({ identifier, path, code, value, state }) => [identifier, path, code, value, state])).toEqual([
      ['T-1', 'transactions.0.amount', 'max_decimal_places', '"1.001"', 'solved'],
      ['T-2', 'transactions.1.amount', 'invalid', '"x"', 'sent again without it'],
    ]);
    const { text } = await visitor.get('/refusals.csv');
    expect(text).toContain('identifier,code,path,value,state,');
    expect(text.split('\r\n').filter((row) => row.includes(id!))).toHaveLength(2);
  });

  it('judges all requests of an account: an earlier one that is not solved counts', async () => {
    const account = await anAccount();
    const code = { payment_type: 'a b' };
    await send(account, { transactions: [payment('T-1', code)] });
    await send(account, { transactions: [payment('T-2', code)] });
    await send(account, transactions('T-2'));
    const visitor = await console.as('viewer');
    const { text } = await visitor.get('/refusals/group?code=invalid&path=transactions%5B%5D.payment_type');
    expect(new Set(text.match(/class="badge[^>]*>[^<]*/g))).toEqual(
      new Set(['class="badge bad">Sent again without it']),
    );
    await send(account, transactions('T-1'));
    const state = await visitor.get('/refusals/group/state?code=invalid&path=transactions%5B%5D.payment_type');
    expect(state.text).toMatch(/>Solved<.*1<\/data> account/s);
  });
});

import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { aLedger, anAccount, type TestAccount } from '../support/an-account.ts';
import { payment, supplyCharge } from '../support/bodies.ts';
import { recordedIssuesOf } from '../support/recorded-issues.ts';

const PATH = '/v1/data-import/transactions/create/';

const service = await theService();

const send = (account: TestAccount, transactions: unknown, query = '') =>
  service.post(`${PATH}${query}`, { ...account, transactions });

const countOf = async ({ external_account_number: number }: TestAccount): Promise<number> => {
  const [row] = await service.sql<{ count: number }>(
    `select count(*)::int as count from ledger_transaction join account on account.id = account_id where external_account_number = $1`,
    [number],
  );
  return row!.count;
};

describe('creating transactions (§4.2)', () => {
  it('adds each of the five types and answers the submitted fields, the amount as a string with two places', async () => {
    const account = await anAccount(service);
    const transactions = [
      payment('1', { amount: 71, payment_type: 'DD_REGULAR_COLLECTION', note: 'by bank', reference: 'R-1' }),
      { ...payment('2'), type: 'REPAYMENT', amount: 5.5, reason: 'FULL_CREDIT_REFUND', payment_type: 'DIRECT_CREDIT' },
      {
        transaction_id: '3',
        transaction_date: '2019-10-01',
        amount: -7,
        type: 'CHARGE',
        reason: 'IMPORTED_CHARGE',
        display_note: 'Reversal',
      },
      { transaction_id: '4', transaction_date: '2019-10-15', amount: '-0', type: 'CREDIT', reason: 'IMPORTED_CREDIT' },
      supplyCharge('5'),
    ];
    const { status, json } = await send(account, transactions);
    const amounts = ['71.00', '5.50', '-7.00', '0.00', '12.60'];
    expect({ status, json }).toEqual({
      status: 201,
      json: {
        results: transactions.map((transaction, index) => ({
          status: 'TRANSACTION_ADDED_TO_ACCOUNT',
          transaction_data: { ...transaction, amount: amounts[index] },
        })),
      },
    });
  });

  it('keeps number tokens of line items as they were sent', async () => {
    const account = await anAccount(service);
    const text = JSON.stringify({ ...account, transactions: [supplyCharge('1')] }).replace(
      '"net_amount":12',
      '"net_amount":12.00',
    );
    expect((await service.post(PATH, text)).text).toContain('"net_amount":12.00');
  });

  it('answers an empty list with empty results, also where no period is open', async () => {
    const { status, json } = await send(await anAccount(service, { openFrom: null }), []);
    expect({ status, json }).toEqual({ status: 201, json: { results: [] } });
  });

  it('skips what was added earlier, and keeps the conflict where the content differs', async () => {
    const account = await anAccount(service);
    await send(account, [payment('1'), supplyCharge('2')]);
    const reply = await send(account, [
      payment('1', { amount: 71 }),
      supplyCharge('2', { amount: 12.6, note: 'changed' }),
      payment('3'),
    ]);
    expect(reply.status).toBe(201);
    expect(
      reply.json.results.map((result: any) => [
        result.status,
        result.transaction_data.status,
        result.transaction_data.amount,
        result.differing_fields,
      ]),
    ).toEqual([
      ['TRANSACTION_ALREADY_EXISTS', 'TRANSACTION_IMPORT_SUCCESS', '71.00', undefined],
      ['TRANSACTION_ALREADY_EXISTS', 'TRANSACTION_IMPORT_SUCCESS', '12.60', ['note']],
      ['TRANSACTION_ADDED_TO_ACCOUNT', undefined, '71.00', undefined],
    ]);
    expect(await recordedIssuesOf(service, reply)).toEqual({
      unknownFields: [],
      supplyChargeMismatches: [],
      noteConflicts: [],
      conflicts: [{ transactionId: '2', differences: [{ field: 'note', recorded: null, submitted: 'changed' }] }],
    });
  });

  it('names all that differs, sorted, also in a dry run, and says nothing more of the same content', async () => {
    const account = await anAccount(service);
    await send(account, [payment('1', { reference: 'a' }), payment('2')]);
    const again = [payment('1', { type: 'REPAYMENT', amount: 71.5, note: 'new' }), payment('2', { amount: '71.0' })];
    const { json } = await send(account, again);
    expect(json.results[0].differing_fields).toEqual(['amount', 'note', 'reference', 'type']);
    expect(Object.keys(json.results[1])).toEqual(['status', 'transaction_data']);
    const dryRun = await service.post(PATH.replace('create', 'validate'), { ...account, transactions: again });
    expect(dryRun.json.results).toEqual(json);
  });

  it('names the ledger if the id was added to another one', async () => {
    const account = await anAccount(service, { ledgers: [aLedger({ ledgerNumber: 'L-OTHER', ledgerCode: 'GAS' })] });
    const imported = await service.post('/v1/data-import/historical-billing-documents/create/', {
      ...account,
      ledger_number: 'L-OTHER',
      ledger_code: 'GAS',
      billing_document_type: 'ITEM_BASED',
      historical_billing_documents: [],
      additional_historical_transactions: [payment('1')],
    });
    expect(imported.status).toBe(201);
    const { json } = await send(account, [payment('1')]);
    expect(json.results[0]).toMatchObject({
      status: 'TRANSACTION_ALREADY_EXISTS',
      differing_fields: ['ledger_number'],
    });
  });

  it('compares with what was submitted, not with what a move made of it', async () => {
    const account = await anAccount(service);
    const early = payment('1', { transaction_date: '2019-09-28', note: 'as sent' });
    await send(account, [early]);
    const reply = await send(account, [early]);
    expect(reply.json.results[0].transaction_data.transaction_date).toBe('2019-09-28');
    expect(await recordedIssuesOf(service, reply)).toBe(null);
  });

  it('answers a request sent again like its items one by one, whatever came or was undone in between', async () => {
    const account = await anAccount(service);
    const [one, two, three] = ['1', '2', '3'].map((id) => payment(id));
    const statusesOf = ({ json }: Awaited<ReturnType<typeof send>>) =>
      json.results.map(({ status, differing_fields }: { status: string; differing_fields?: string[] }) => [
        status === 'TRANSACTION_ADDED_TO_ACCOUNT',
        ...(differing_fields ?? []),
      ]);
    const different = [{ ...one, amount: 9 }, two];
    const sent = [[one, three], [one, three], different, different, [one, three], [three, one]];
    const answers = [];
    for (const transactions of sent) answers.push(statusesOf(await send(account, transactions)));
    expect(answers).toEqual([
      [[true], [true]],
      [[false], [false]],
      [[false, 'amount'], [true]],
      // Its own import stored only one of the two.
      [[false, 'amount'], [false]],
      [[false], [false]],
      [[false], [false]],
    ]);
    expect(await countOf(account)).toBe(3);
  });

  it('adds again with check_previously_added=false, as often as asked', async () => {
    const account = await anAccount(service);
    for (const query of [
      '',
      '?check_previously_added=false',
      '?check_previously_added=0',
      '?check_previously_added=FALSE',
    ]) {
      expect((await send(account, [payment('1')], query)).json.results[0].status).toBe('TRANSACTION_ADDED_TO_ACCOUNT');
    }
    expect(await countOf(account)).toBe(4);
  });

  it.each([
    ['2019-09-28', '2019-10-01'],
    ['2019-10-16', '2019-10-15'],
  ])('moves %s to %s, says so in its note and pins a note to the account', async (date, nearest) => {
    const account = await anAccount(service);
    const { status, json, headers } = await send(account, [
      payment('1', { transaction_date: date, note: 'Paid.' }),
      payment('2'),
    ]);
    expect(status).toBe(201);
    const [moved, inside] = json.results.map((result: any) => result.transaction_data);
    expect(moved).toMatchObject({
      transaction_date: nearest,
      note: expect.stringMatching(`^Paid\\.\nTransaction date changed from ${date} to ${nearest}`),
    });
    expect(inside).toEqual({ ...payment('2'), amount: '71.00' });
    const importId = headers.get('x-request-id');
    const stored = await service.sql(
      `select transaction_date::text, submitted_date::text, submitted_note from ledger_transaction where import_id = $1 order by transaction_id`,
      [importId],
    );
    expect(stored).toEqual([
      { transaction_date: nearest, submitted_date: date, submitted_note: 'Paid.' },
      { transaction_date: '2019-10-05', submitted_date: null, submitted_note: null },
    ]);
    const notes = await service.sql<any>('select body, is_pinned from note where import_id = $1', [importId]);
    expect(notes).toEqual([{ is_pinned: true, body: expect.stringContaining(`Payment 1 from ${date} to ${nearest}`) }]);
  });

  it('adds once when 40 identical requests race', async () => {
    const account = await anAccount(service);
    const transactions = [payment('1'), payment('2', { transaction_date: '2019-01-01' })];
    const replies = await Promise.all(Array.from({ length: 40 }, () => send(account, transactions)));
    const statuses = replies.flatMap(({ json }) => json.results.map((result: any) => result.status));
    expect(statuses.filter((status) => status === 'TRANSACTION_ADDED_TO_ACCOUNT')).toHaveLength(2);
    expect(await countOf(account)).toBe(2);
  });

  it('takes 10,000 transactions in one request, and the same again', async () => {
    const account = await anAccount(service);
    const transactions = Array.from({ length: 10_000 }, (_, index) => payment(`T${index}`, { amount: `${index}.01` }));
    expect((await send(account, transactions)).status).toBe(201);
    const again = await send(account, transactions);
    expect(new Set(again.json.results.map((result: any) => result.status))).toEqual(
      new Set(['TRANSACTION_ALREADY_EXISTS']),
    );
    expect(await countOf(account)).toBe(10_000);
  });
});

describe('refusing transactions', () => {
  it('answers the first failing one as submitted, a valid amount with two places, and leaves nothing of the request', async () => {
    const account = await anAccount(service);
    const failing =
      '{"transaction_id":"1","transaction_date":"2019-09-28","amount":71.000,"type":"PAYMENT","note":"é"}';
    const body = `{"import_supplier":"${account.import_supplier}","external_account_number":"${account.external_account_number}","transactions":[${JSON.stringify(payment('0'))},${failing}]}`;
    const { status, text } = await service.post(`${PATH}?force_add_to_current_statement=false`, body);
    expect(status).toBe(400);
    expect(text).toBe(
      `{"status":"TRANSACTION_IMPORT_ERROR","error_detail":"transaction_not_in_open_statement_period: Payment 1 of 71.00 on 2019-09-28 is not within the open statement period 2019-10-01 to 2019-10-15","transaction_data":${failing.replace('71.000', '"71.00"')}}`,
    );
    expect(await countOf(account)).toBe(0);
  });

  it('says how many errors there are, and where all of them are reported', async () => {
    const account = await anAccount(service);
    const detailOf = async (changes: ReadonlyArray<object>, query = '') => {
      const transactions = changes.map((change, at) => payment(`${at}`, change));
      return (await send(account, transactions, query)).json.error_detail;
    };
    const dryRun = 'send the same request to /v1/data-import/transactions/validate/.';
    const outside = { transaction_date: '2019-09-28' };
    expect(await detailOf([{ amount: '1.005' }])).toBe(
      `max_decimal_places: transactions.0.amount: Must have at most 2 decimal places. Only the first error is reported here. For all errors, ${dryRun}`,
    );
    expect(await detailOf([{}, { transactionId: 'x' }])).toBe(
      `unknown_field: transactions.1.transactionId: The interface has no such field. Did you mean \`transaction_id\`? Only the first error is reported here. For all errors, ${dryRun}`,
    );
    expect(await detailOf([outside, outside], '?force_add_to_current_statement=0')).toBe(
      `transaction_not_in_open_statement_period: Payment 0 of 71.00 on 2019-09-28 is not within the open statement period 2019-10-01 to 2019-10-15. This is the first of 2 errors. For all of them, ${dryRun}`,
    );
    expect(await detailOf(Array(120).fill({ amount: 0 }))).toContain('This is the first of 100 or more errors.');
    expect(await detailOf([], '?checkPreviouslyAdded=0')).toMatch(
      /^unknown_parameter: checkPreviouslyAdded: .*`check_previously_added`/,
    );
  });

  it.each([
    ['2019-10-01', 201],
    ['2019-10-15', 201],
    ['2019-09-30', 400],
    ['2019-10-16', 400],
  ])('without force, %s is %i', async (date, expected) => {
    const { status } = await send(
      await anAccount(service),
      [payment('1', { transaction_date: date })],
      '?force_add_to_current_statement=0',
    );
    expect(status).toBe(expected);
  });

  it('needs an open statement period for what is new', async () => {
    const account = await anAccount(service, { openFrom: null });
    const { status, json } = await send(account, [payment('1')]);
    const data = { ...payment('1'), amount: '71.00' };
    expect([status, json.status, json.transaction_data]).toEqual([400, 'TRANSACTION_IMPORT_ERROR', data]);
    expect(json.error_detail).toMatch(/^no_open_statement_period: /);
  });

  it.each<[string, object, string]>([
    ['a missing id', { transaction_id: undefined }, 'required: transactions.0.transaction_id'],
    ['three places', { amount: '10.005' }, 'max_decimal_places: transactions.0.amount'],
    ['an unused field', { line_items: [] }, 'field_not_used_with_type: transactions.0.line_items'],
  ])('%s', async (_, change, expected) => {
    const transaction = JSON.parse(JSON.stringify(payment('1', change)));
    const { status, json } = await send(await anAccount(service), [transaction]);
    expect({ status, json }).toEqual({
      status: 400,
      json: {
        status: 'TRANSACTION_IMPORT_ERROR',
        error_detail: expect.stringMatching(`^${expected}: `),
        transaction_data: { ...transaction, amount: 'amount' in change ? transaction.amount : '71.00' },
      },
    });
  });

  it('a repeated id, at the later occurrence, whatever the query parameters say', async () => {
    const { status, json } = await send(
      await anAccount(service),
      [payment('1'), payment('1', { amount: 2 })],
      '?check_previously_added=false',
    );
    expect([status, json.transaction_data.amount, json.error_detail.split(':')[0]]).toEqual([
      400,
      '2.00',
      'duplicate_transaction_ids',
    ]);
  });

  it.each([
    ['?colour=red', 'unknown_parameter: colour: '],
    ['?check_previously_added=perhaps', 'invalid: check_previously_added: '],
    ['?check_previously_added=true&check_previously_added=true', 'invalid: check_previously_added: '],
    ['?check_previously_added[]=true', 'unknown_parameter: check_previously_added[]: '],
  ])('the query %s names no transaction', async (query, start) => {
    const { status, json } = await send(await anAccount(service), [payment('1')], query);
    expect([status, json.transaction_data, json.error_detail.startsWith(start)]).toEqual([400, null, true]);
  });

  it('has the common form for 404', async () => {
    const { status, json } = await send({ import_supplier: 'NONE', external_account_number: 'E' }, []);
    expect([status, json.code, json.errors]).toEqual([404, 'import_process_does_not_exist', []]);
  });
});

describe('supply-charge arithmetic (decisions 5)', () => {
  const configure = (supplyChargeArithmetic: 'report' | 'enforce') =>
    service.operator.changeSupplier('DEMO_SUPPLIER', { supplyChargeArithmetic });
  const wrong = supplyCharge('1', { amount: '12.61' });

  it('keeps a mismatch for the reconciliation under report', async () => {
    await configure('report');
    const reply = await send(await anAccount(service), [wrong]);
    expect(reply.status).toBe(201);
    expect((await recordedIssuesOf(service, reply)).supplyChargeMismatches).toEqual([
      {
        transactionId: '1',
        mismatches: [
          {
            kind: 'ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount',
            expected: '12.6',
            actual: '12.61',
          },
        ],
      },
    ]);
  });

  it('refuses it under enforce', async () => {
    await configure('enforce');
    const { status, json } = await send(await anAccount(service), [supplyCharge('0'), wrong]);
    await configure('report');
    expect([status, json.transaction_data, json.error_detail.split(':')[0]]).toEqual([
      400,
      wrong,
      'ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount',
    ]);
  });
});

describe('unknown fields under report (decisions 2)', () => {
  it('are left out, at any depth, and their paths kept', async () => {
    await service.operator.changeSupplier('DEMO_SUPPLIER', { unknownFields: 'report' });
    const account = await anAccount(service);
    const body = {
      ...account,
      extra: 1,
      transactions: [
        { ...supplyCharge('1'), colour: 'red', line_items: [{ ...supplyCharge('1').line_items[0], 'a\u0000': [] }] },
      ],
    };
    const reply = await service.post(PATH, body);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { unknownFields: 'refuse' });
    expect([reply.status, reply.json.results[0].transaction_data]).toEqual([201, supplyCharge('1')]);
    expect((await recordedIssuesOf(service, reply)).unknownFields.toSorted()).toEqual([
      'extra',
      'transactions.0.colour',
      'transactions.0.line_items.0.a\ufffd',
    ]);
  });
});

describe('a supplier that takes no data', () => {
  it.each(['Paused', 'Complete'] as const)('%s', async (status) => {
    const account = await anAccount(service);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status });
    const transactions = await send(account, [payment('1')]);
    const notes = await service.post('/v1/data-import/notes/create/', { ...account, notes: [] });
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Ongoing' });
    expect([transactions.status, transactions.json.transaction_data, transactions.json.error_detail]).toEqual([
      400,
      null,
      expect.stringMatching(/^import_supplier_migration_not_ongoing: import_supplier: /),
    ]);
    expect([notes.status, notes.json.code, notes.json.errors[0].code, notes.json.errors[0].attr]).toEqual([
      400,
      'account_failed_validation',
      'import_supplier_migration_not_ongoing',
      'import_supplier',
    ]);
  });
});

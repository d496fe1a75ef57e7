import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { accountFile, accountNumber, ledgerNumber, SUPPLIER } from './batches/account.ts';
import type { Batch } from './batches/batch.ts';
import { billingDocumentsBatch } from './batches/billing-documents.ts';
import { notesBatch, refusedNotesBatch, wholePart } from './batches/notes.ts';
import { paymentInstructionBatch } from './batches/payment-instruction.ts';
import { statementsBatch } from './batches/statements.ts';
import { refusedTransactionsBatch, transactionsBatch } from './batches/transactions.ts';
import { check, compareAccounts } from './checker/check.ts';
import { checkStrangers } from './checker/strangers.ts';
import { deliver } from './load/deliver.ts';
import { openConnection } from './load/http.ts';
import { Model } from './model.ts';
import { Watch } from './watch.ts';

const ACCOUNT = accountNumber(0);
const model = new Model();
const watch = new Watch();

const part = (name: string, count: number) => wholePart(name, 7, count);
const FIRST = { ...part('first', 30), isOutside: true };
const BATCHES: ReadonlyArray<Batch> = [
  notesBatch('notes', ACCOUNT, [part('notes', 6)]),
  notesBatch('notes', ACCOUNT, [part('notes', 6)]),
  transactionsBatch('first', ACCOUNT, [FIRST]),
  // Ten of those before, and ten others.
  transactionsBatch('overlapping', ACCOUNT, [
    { ...FIRST, from: 20 },
    { ...part('overlapping', 10), isOutside: false },
  ]),
  refusedTransactionsBatch('refused', ACCOUNT, part('refused', 5)),
  refusedNotesBatch('refused-notes', ACCOUNT, part('refused-notes', 5)),
  statementsBatch('statements', ACCOUNT, part('statements', 4)),
  billingDocumentsBatch('billing', ACCOUNT, ledgerNumber(1), part('billing', 20)),
  billingDocumentsBatch('billing', ACCOUNT, ledgerNumber(1), part('billing', 20)),
  paymentInstructionBatch('payment', ACCOUNT, { vendor: 'STRIPE', reference: 'SANDBOX-CARD' }),
];

const service = await theService({ VENDOR_SANDBOX: 'on', LOG_LEVEL: 'error' });
const file = join(service.dataDir, 'accounts.ndjson');
await writeFile(file, [0, 1].map((index) => `${JSON.stringify(accountFile(index))}\n`).join(''));
const operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir });
await operator('account', 'import', '--supplier', SUPPLIER, '--file', file);
const client = new pg.Client({ connectionString: service.databaseUrl });
await client.connect();

const connection = openConnection(() => Number(new URL(service.baseUrl).port));
const tokens = { current: () => service.token, renew: async () => false };
const delivery = { connection, tokens, model, watch, pauseMs: 10, signal: AbortSignal.timeout(20_000) };
for (const batch of BATCHES) await deliver(batch, delivery);
connection.close();
afterAll(() => client.end());

/** Returns the checker's results after a change of the tables, one statement at a time; the change is rolled back. */
const foundAfter = async (...statements: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  await client.query('begin');
  try {
    for (const sql of statements) expect((await client.query(sql)).rowCount, sql).toBeGreaterThan(0);
    const found = await compareAccounts(client, model, [ACCOUNT]);
    return [...new Set(found.map(({ kind }) => kind))].toSorted();
  } finally {
    await client.query('rollback');
  }
};

const anImport = (endpoint: string) =>
  `(select id from accepted_import where endpoint = '${endpoint}' order by id limit 1)`;
const COPY = 'insert into ledger_transaction select (jsonb_populate_record(t, ';

describe('the checker of the fault harness', () => {
  it('agrees with a service that did what it answered', async () => {
    expect(await check(client, model, model.accounts)).toEqual([]);
    expect(await checkStrangers(client, model.accounts)).toEqual([]);
    expect(watch.complaints).toEqual([]);
    expect(model.counts).toMatchObject({ requests: BATCHES.length, acknowledgedRequests: 6 });
  });

  it.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ['a lost transaction', ['lost', 'partial'], [`delete from ledger_transaction where transaction_id = 'first-4'`]],
    ['a lost note', ['lost', 'partial'], [`delete from note where body like 'notes-2:%'`]],
    ['a lost statement', ['lost', 'partial'], [`delete from historical_statement where statement_id = 'statements-1'`]],
    ['a lost document', ['lost', 'partial'], [`delete from billing_document where identifier = 'billing-D1'`]],
    ['a ledger that forgot its history', ['lost', 'partial'], ['delete from ledger_history']],
    ['a lost payment instruction', ['lost'], ['delete from payment_instruction']],
    [
      'a request that is gone with its record',
      ['lost', 'record'],
      [
        'delete from historical_statement',
        `delete from accepted_import where endpoint = 'historical-statements/create'`,
      ],
    ],
    [
      'a transaction that is there twice',
      ['doubled'],
      [`${COPY}'{"occurrence": 1}')).* from ledger_transaction t where transaction_id = 'first-3'`],
    ],
    [
      'a note that is there twice',
      ['doubled'],
      [
        `insert into note select (jsonb_populate_record(n, '{"created_at": "2020-01-01T00:00:00Z"}')).* from note n where body like 'notes-3:%'`,
      ],
    ],
    [
      'an amount',
      ['altered'],
      [`update ledger_transaction set amount = amount + 0.01 where transaction_id = 'first-4'`],
    ],
    [
      'a date',
      ['altered'],
      [`update ledger_transaction set transaction_date = '2019-10-31' where transaction_id = 'first-1'`],
    ],
    ['a type', ['altered'], [`update ledger_transaction set type = 'REFUND' where transaction_id = 'overlapping-1'`]],
    ['the text of a note', ['altered'], [`update ledger_transaction set note = 'x' where transaction_id = 'first-0'`]],
    [
      'an original date',
      ['altered'],
      [`update ledger_transaction set submitted_date = null where transaction_id = 'first-0'`],
    ],
    ['a time', ['altered'], [`update note set created_at = created_at + interval '1 s' where body like 'notes-1:%'`]],
    ['a pin', ['altered'], [`update note set is_pinned = not is_pinned where body like 'notes-1:%'`]],
    [
      'a gross amount',
      ['altered'],
      [`update historical_statement set gross_amount = 1 where statement_id = 'statements-0'`],
    ],
    ['a vendor', ['altered'], [`update payment_instruction set vendor = 'GOCARDLESS'`]],
    ['line items', ['altered'], [`update ledger_transaction set line_items = '[]' where line_items is not null`]],
    ['the note of a move', ['altered'], [`update note set is_pinned = false where body like 'Dates changed%'`]],
    ['a move without its note', ['partial'], [`delete from note where body like 'Dates changed%'`]],
    [
      'a row that was never sent',
      ['stray'],
      [`${COPY}'{"transaction_id": "mine"}')).* from ledger_transaction t where transaction_id = 'first-3'`],
    ],
    [
      'a row of a request that was refused',
      ['partial'],
      [`${COPY}'{"transaction_id": "refused-1"}')).* from ledger_transaction t where transaction_id = 'first-3'`],
    ],
    [
      'a row that names another import',
      ['record'],
      [`update ledger_transaction set import_id = ${anImport('notes/create')} where transaction_id = 'overlapping-1'`],
    ],
    [
      'two imports that were mixed',
      ['partial'],
      [
        // One of the ten that both sent is the later import's, one that the earlier had is the earlier's.
        `update ledger_transaction set import_id = (select import_id from ledger_transaction where transaction_id = 'overlapping-1')
         where transaction_id = 'first-25'`,
      ],
    ],
    ['a wrong count', ['record'], [`update accepted_import set item_count = 7 where endpoint = 'transactions/create'`]],
    [
      'another endpoint',
      ['record'],
      [`update accepted_import set endpoint = 'notes/create' where endpoint = 'payment-instruction/create'`],
    ],
    [
      'a record of another id',
      ['record'],
      [`update accepted_import set id = gen_random_uuid() where endpoint = 'historical-statements/create'`],
    ],
    [
      'a payload that was never sent',
      ['record', 'stray'],
      [`update accepted_import set payload = '{}' where id = ${anImport('notes/create')}`],
    ],
    ['a refusal without its record', ['record'], ['delete from refused_import']],
  ])('notices %s', async (_, kinds, statements) => {
    expect(await foundAfter(...statements)).toEqual(kinds);
  });

  it('notices rows of an account that nothing was sent for', async () => {
    await client.query('begin');
    await client.query(`update note set account_id = (select id from account where external_account_number = $1)`, [
      accountNumber(1),
    ]);
    const found = await checkStrangers(client, model.accounts);
    await client.query('rollback');
    expect(found.map(({ kind, what }) => [kind, what])).toEqual([['stray', 'note']]);
  });
});

import { prepareSchema } from '@carryover/adapters-persistence/migrate';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import {
  type AccountSearch,
  findAccounts,
  IDENTIFIER_KINDS,
  SIMILAR_KINDS,
  SPOKEN_KINDS,
} from '@carryover/adapters-persistence/queries/accounts';
import { findAccountsOfRefused } from '@carryover/adapters-persistence/queries/refused-accounts';
import { keepSearchable } from '@carryover/adapters-persistence/search/keep-searchable';
import { addNoteWords, readNotesReadTo } from '@carryover/adapters-persistence/search/note-words';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { parseCalendarDate } from '@carryover/domain/calendar-date';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';
import { whileLocked } from '../support/a-lock.ts';

const ORGANISATION = '00000000-0000-4000-8000-00000000000';

/** Adds accounts E-1, E-2, … of an organisation, each with so many transactions of its own. */
const addAccounts = (organisation: number, accounts: number, transactions: number) =>
  runSql(
    url,
    `with o as (insert into organisation values ('${ORGANISATION}${organisation}', 'Org ${organisation}', now()) returning id),
     s as (insert into import_supplier select id, id, 'S', 'Ongoing', '', false, false, 'report', 'refuse', now() from o
       returning id),
     a as (insert into account (id, supplier_id, external_account_number, service_account_number, status, created_at)
       select ${organisation} * 1000000 + n, id, 'E-' || n, 'A-0000${organisation}' || lpad(to_hex(n), 3, '0'), 'IMPORTED', now()
       from s, generate_series(1, ${accounts}) n returning id),
     h as (insert into historical_statement select id, 'S-' || id, now(), now(), now(), '1', 1, null, null, gen_random_uuid(), 0
       from a)
     insert into ledger_transaction
       (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, note, import_id)
     select id, 'T-' || id || '-' || n, 0, 'L-1', now(), 1, 'CHARGE', repeat('.', 1000), gen_random_uuid()
     from a, generate_series(1, ${transactions}) n`,
  );

/** Adds an import with one note. */
const addNote = (account: number, body: string, received = new Date().toISOString()) =>
  runSql(
    url,
    `with i as (insert into accepted_import
       (account_id, id, received_at, organisation_id, api_key_id, endpoint, item_count, payload, payload_sha256, supplier_id,
        stored_items, stored_documents)
       select id, gen_random_uuid(), $3, supplier_id, supplier_id, 'notes/create', 1, '', '', supplier_id, 1, 0
       from account where id = $1 returning account_id, id)
     insert into note (account_id, identity, created_at, body, documents, is_pinned, import_id, position)
     select account_id, '', now(), $2, '{}', false, id, 0 from i`,
    [account, body, received],
  );

const IS_CLUSTER = inject('postgresTemplate') === null;

const indexBytes = async () => {
  const [row] = await runSql<{ bytes: string }>(url, `select pg_relation_size('ledger_transaction_search') as bytes`);
  return Number(row?.bytes);
};

/** Adds all pages to the search index. On a Citus cluster, whose template is null, vacuum does it (ADR 39). */
const summarise = async (): Promise<void> => {
  if (IS_CLUSTER) return void (await runSql(url, 'vacuum ledger_transaction'));
  const stop = new AbortController();
  const keeping = keepSearchable(orm, 10, stop.signal);
  await expect.poll(indexBytes, { timeout: 20_000 }).toBeGreaterThan(100_000);
  stop.abort();
  await keeping;
};

/** Adds the ranges of so many pages to a search index that it does not have yet. @returns their number. */
const unsummarised = async (index: string, pages: number): Promise<number> => {
  const [row] = await runSql<{ ranges: number }>(
    url,
    `select count(*)::int as ranges
     from generate_series(0, pg_relation_size('ledger_transaction') / 8192 - 1024 - $2::int, $2::int) block
     where brin_summarize_range(($1 || '_search')::regclass, block) > 0`,
    [index, pages],
  );
  return row!.ranges;
};

const toDay = (text: string) => {
  const day = parseCalendarDate(text);
  if (O.isNone(day)) throw new Error(`${text} is not a day.`);
  return day.value;
};

const find = async (
  identifier: string,
  organisations: ReadonlyArray<string> | null = null,
  kinds: AccountSearch['kinds'] = IDENTIFIER_KINDS,
) => {
  const scope = organisations && new Set(organisations);
  const search = { identifier, kinds, organisations: scope, payment: { amount: '1.00', date: toDay('2026-05-03') } };
  const found = await findAccounts(orm.em, search)();
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left));
  const { accounts, isComplete } = found.right;
  return {
    accounts: accounts.map((one) => [one.organisation, one.externalAccountNumber, ...one.foundBy]),
    isComplete,
  };
};

const url = await aDatabase();
await prepareSchema(url);
const orm = openDatabase({ url, maxConnections: 4, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
await addAccounts(1, 30, 700);
await addAccounts(2, 2, 1);
afterAll(() => orm.close(true));

describe('a search over all suppliers', () => {
  it('finds by each number and identifier of an account, of all organisations or of some', async () => {
    const one = [['Org 2', 'E-2', 'service_account_number']];
    expect(await find('A-00002002')).toEqual({ accounts: one, isComplete: true });
    expect(await find('a-00002002')).toEqual({ accounts: one, isComplete: true });
    expect((await find('E-2')).accounts).toEqual([
      ['Org 1', 'E-2', 'external_account_number'],
      ['Org 2', 'E-2', 'external_account_number'],
    ]);
    expect((await find('E-2', ['Org 2'])).accounts).toEqual([['Org 2', 'E-2', 'external_account_number']]);
    expect((await find('S-2000001')).accounts).toEqual([['Org 2', 'E-1', 'statement_id']]);
    expect((await find('S-2000001', ['Org 1'])).accounts).toEqual([]);
    expect((await find('T-2000002-1')).accounts).toEqual([['Org 2', 'E-2', 'transaction_id']]);
    expect((await find('T-2000002-2')).accounts).toEqual([]);
  });

  it('finds every transaction, in the search index or not yet', async () => {
    const ids = [1, 345, 700].flatMap((n) => [1, 15, 30].map((account) => `T-${1_000_000 + account}-${n}`));
    const found = async () => (await Promise.all(ids.map((id) => find(id)))).map(({ accounts }) => accounts.length);
    const each = ids.map(() => 1);
    expect(await found()).toEqual(each);
    await runSql(
      url,
      `insert into refused_import (id, received_at, organisation_id, api_key_id, endpoint, status, code, detail, failing_items)
       select gen_random_uuid(), now(), id, id, 'notes/create', 400, 'required', '', '[{"transaction": "T-1"}]' from organisation`,
    );
    await summarise();
    expect(await found()).toEqual(each);
    // What was refused waits no longer beside its index.
    const waiting = `select gin_clean_pending_list('refused_item_search')::int as pages`;
    expect(await runSql(url, waiting)).toEqual([{ pages: 0 }]);
    // Whatever the ranges of an index are, none was left out before the newest pages.
    for (const [index, pages] of [
      ['ledger_transaction', 32],
      ['amount_and_date', 16],
    ])
      expect([index, await unsummarised(String(index), Number(pages))]).toEqual([index, 0]);
  });

  it('says that there may be more accounts, if very many have an identifier', async () => {
    await runSql(
      url,
      `insert into ledger_transaction
         (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, import_id)
       select id, 'COMMON', n, 'L-1', now(), 1, 'CHARGE', gen_random_uuid() from account, generate_series(0, 40) n`,
    );
    expect((await find('COMMON')).isComplete).toBe(false);
    const add = (payments: number) =>
      runSql(
        url,
        `insert into ledger_transaction
           (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, import_id)
         select id, 'PAID', n, 'L-1', '2026-05-05', 7.77, 'PAYMENT', gen_random_uuid()
         from (select id from account order by id limit 1) one, generate_series(1, ${payments}) n
         on conflict do nothing`,
      );
    const payment = { amount: '7.77', date: toDay('2026-05-05') };
    const search = { identifier: '7.77', kinds: ['amount_and_date'], organisations: null, payment } as const;
    const paid = async () => {
      const found = await findAccounts(orm.em, search)();
      return E.isLeft(found) ? found : [found.right.accounts.length, found.right.isComplete];
    };
    await add(100);
    expect(await paid()).toEqual([1, true]);
    await add(101);
    expect(await paid()).toEqual([1, false]);
  });

  it('of some organisations neither misses an account nor is incomplete because very many others have the identifier', async () => {
    const of2 = ['E-1', 'E-2'].map((number) => ['Org 2', number, 'transaction_id']);
    expect(await find('COMMON', ['Org 2'])).toEqual({ accounts: of2, isComplete: true });
    expect(await find('COMMON', ['Org 3'])).toEqual({ accounts: [], isComplete: true });
  });

  it('finds by what a customer says: a reference, an invoice, a statement, a ledger, an amount with its day', async () => {
    await runSql(
      url,
      `with t as (insert into ledger_transaction
         (account_id, transaction_id, occurrence, ledger_number, transaction_date, submitted_date, amount, type, reference, import_id)
         values (2000001, 'PAID', 0, 'L-1', '2026-06-01', '2026-05-03', 1, 'PAYMENT', 'REF-1', gen_random_uuid())),
       d as (insert into billing_document (account_id, ledger_number, identifier, type, issued_date, import_id, position)
         values (2000001, 'L-7', 'INVOICE-7', 'BILL', now(), gen_random_uuid(), 0)),
       l as (insert into ledger values (2000001, 'L-7', 'GAS', true, false))
       update historical_statement set number = '2026/77' where account_id = 2000001`,
    );
    const of = async (text: string, kinds: AccountSearch['kinds']) =>
      (await find(text, ['Org 2'], kinds)).accounts.map(([, number, ...kind]) => [number, ...kind]);
    const spoken = [
      ['REF-1', 'payment_reference'],
      ['2026/77', 'statement_number'],
      ['INVOICE-7', 'billing_document'],
      ['L-7', 'ledger_number'],
      ['00002001', 'part_of_number'],
      ['A-00020001', 'similar_number'],
      ['e-11', 'similar_number'],
    ] as const;
    const all = [...SPOKEN_KINDS.filter((kind) => kind !== 'amount_and_date'), ...SIMILAR_KINDS];
    for (const [text, kind] of spoken) expect([text, await of(text, all)]).toEqual([text, [['E-1', kind]]]);
    expect(await of('', ['amount_and_date'])).toEqual([['E-1', 'amount_and_date']]);
    expect((await find('REF-1', ['Org 1'], all)).accounts).toEqual([]);
  });

  it('finds by words of a note, the last by its beginning, and says until when it has read the notes', async () => {
    const received = '2026-01-02T00:00:00.000Z';
    await whileLocked(
      url,
      (sql) => sql('select pg_current_xact_id()'),
      async () => {
        await addNote(2_000_001, 'Wants 50% of_it back (Müller’s METER-07)', received);
        expect(E.isRight(await addNoteWords(orm.em)())).toBe(true);
        // A cluster reads all notes.
        const readTo = IS_CLUSTER ? null : new Date(received);
        expect(await readNotesReadTo(orm.em)()).toEqual(E.right(readTo));
      },
    );
    await addNote(
      1_000_001,
      `${'long '.repeat(20_000)}${Array.from({ length: 20_000 }, (_, n) => `w${n}${'.'.repeat(n % 3)}`)}`,
    );
    const of = async (text: string) => (await find(text, null, ['note_text'])).accounts.map(([, number]) => number);
    // Other tests' transactions hold back what is final.
    await expect.poll(() => addNoteWords(orm.em)().then(readNotesReadTo(orm.em))).toEqual(E.right(null));
    expect(await of('wants')).toEqual(['E-1']);
    for (const text of ['50% OF_IT', 'of_it ba', 'müller’s meter-0', 'Back (m'])
      expect([text, await of(text)]).toEqual([text, ['E-1']]);
    for (const text of ['50%_OF', 'meter 07', "' | back", '---']) expect([text, await of(text)]).toEqual([text, []]);
    // A cluster has no words: it compares the texts.
    expect(await of('ants')).toEqual(IS_CLUSTER ? ['E-1'] : []);
    expect((await find('long long', ['Org 1'], ['note_text'])).accounts).toEqual([['Org 1', 'E-1', 'note_text']]);
    expect((await find('long long', ['Org 2'], ['note_text'])).accounts).toEqual([]);
  });

  // The parts of tables that a cluster's nodes have are too small here for an index.
  it('reads an index for each of them: without it, all transactions', async () => {
    if (IS_CLUSTER) return;
    const searching = openDatabase({ url, maxConnections: 1, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
    const payment = { amount: '1.00', date: toDay('2026-05-03') };
    const search = { identifier: 'REF-1', kinds: [...IDENTIFIER_KINDS, ...SPOKEN_KINDS], organisations: null, payment };
    expect(E.isRight(await findAccounts(searching.em, search)())).toBe(true);
    expect(E.isRight(await findAccountsOfRefused(searching.em, search)())).toBe(true);
    // A connection tells what it has read when it ends.
    await searching.close(true);
    const unused = `
      select regexp_replace(indexrelname, '_[0-9]+$', '') as name from pg_stat_user_indexes
      where indexrelname ~ '_search(_[0-9]+)?$' group by 1 having sum(idx_scan) = 0`;
    await expect.poll(() => runSql(url, unused), { timeout: 20_000 }).toEqual([]);
  });
});

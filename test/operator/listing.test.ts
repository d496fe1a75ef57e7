import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { obtainToken, type Post, poster } from '../support/requests.ts';

type Listed = {
  readonly id: string;
  readonly received_at: string;
  readonly organisation: string;
  readonly api_key_prefix: string;
  readonly supplier: string | null;
  readonly external_account_number: string | null;
  readonly endpoint: string;
  readonly outcome: string;
  readonly code: string | null;
};

const list = async (...args: string[]): Promise<ReadonlyArray<Listed>> => {
  const { code, json, err } = await operator('imports', 'list', ...args, '--json');
  if (code !== 0) throw new Error(err);
  return json;
};

const NOTE = { notes: [{ body: 'a note' }] };
const BLANK = { notes: [{ body: ' ' }] };
const CHARGE = { transactions: [{ transaction_id: 'T-1', transaction_date: '2019-13-01', amount: 1, type: 'CHARGE' }] };

/** Sends what is accepted, refused and tried by one key, for accounts of several suppliers. */
const sendAll = async (post: Post, suppliers: ReadonlyArray<string>): Promise<void> => {
  for (const import_supplier of [...suppliers, 'UNKNOWN', 'U'.repeat(40)])
    for (const external_account_number of ['E-1', 'E-2']) {
      const to = { import_supplier, external_account_number };
      await post('/v1/data-import/notes/create/', { ...to, ...NOTE });
      await post('/v1/data-import/notes/create/', { ...to, ...BLANK });
      await post('/v1/data-import/transactions/create/', { ...to, ...CHARGE });
      await post('/v1/data-import/notes/validate/', { ...to, ...NOTE });
      await post('/v1/data-import/notes/validate/', { ...to, ...BLANK });
    }
  await post('/v1/data-import/notes/create/', '{');
};

const service = await theService();
const operator = anOperator(service.operatorEnvironment);
const keys: { readonly api_key: string; readonly prefix: string }[] = [];
for (const [organisation, suppliers] of [
  ['Alder', ['SHARED', 'ALDER']],
  ['Birch', ['SHARED']],
] as const) {
  await operator('organisation', 'create', '--name', organisation);
  for (const code of suppliers) {
    await operator('supplier', 'create', '--organisation', organisation, '--code', code);
    const file = `${service.dataDir}/accounts.csv`;
    const header =
      'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';
    const rows = ['E-1', 'E-2'].map((number) => `${number},IMPORTED,L-1,ELECTRICITY,true,2026-11-01,,false`);
    await writeFile(file, [header, ...rows, ''].join('\n'));
    const of = ['--supplier', code, '--organisation', organisation];
    expect((await operator('account', 'import', ...of, '--file', file)).code).toBe(0);
  }
  for (let key = 0; key < 2; key++) {
    const { json } = await operator('api-key', 'issue', '--organisation', organisation, '--json');
    keys.push(json);
    const { json: reply } = await obtainToken(service.baseUrl, json.api_key);
    await sendAll(poster(service.baseUrl, reply.data.obtainToken.token), suppliers);
  }
}
const prefixes = keys.map(({ prefix }) => prefix);

type Filter = readonly [args: ReadonlyArray<string>, isTaken: (record: Listed) => boolean];

/** The choices of each option, the first of which takes everything. */
const choices = (all: ReadonlyArray<Listed>): ReadonlyArray<ReadonlyArray<Filter>> => {
  const any: Filter = [[], () => true];
  const middle = `${all[Math.floor(all.length / 2)]!.received_at.slice(0, 19)}Z`;
  return [
    [
      any,
      [['--organisation', 'Alder'], (one) => one.organisation === 'Alder'],
      [
        ['--organisation', 'Alder', '--supplier', 'SHARED'],
        (one) => one.organisation === 'Alder' && one.supplier === 'SHARED',
      ],
      [['--supplier', 'ALDER'], (one) => one.supplier === 'ALDER'],
      [['--organisation', 'None'], () => false],
    ],
    [any, [['--account', 'E-1'], (one) => one.external_account_number === 'E-1'], [['--account', 'E-9'], () => false]],
    [
      any,
      [['--endpoint', 'notes/create'], (one) => one.endpoint === 'notes/create'],
      [['--endpoint', 'payment-instruction/create'], () => false],
    ],
    [
      any,
      ...['accepted', 'refused', 'dry_run'].map(
        (outcome): Filter => [['--outcome', outcome], (one) => one.outcome === outcome],
      ),
      [['--code', 'blank'], (one) => one.code === 'blank'],
      [['--code', 'import_process_does_not_exist'], (one) => one.code === 'import_process_does_not_exist'],
    ],
    [any, [['--key-prefix', prefixes[1]!], (one) => one.api_key_prefix === prefixes[1]]],
    [
      any,
      [['--since', middle], (one) => Date.parse(one.received_at) >= Date.parse(middle)],
      [['--until', middle], (one) => Date.parse(one.received_at) < Date.parse(middle)],
    ],
  ];
};

const combinations = (all: ReadonlyArray<ReadonlyArray<Filter>>): ReadonlyArray<ReadonlyArray<Filter>> =>
  all.reduce<ReadonlyArray<ReadonlyArray<Filter>>>(
    (found, options) => found.flatMap((one) => options.map((option) => [...one, option])),
    [[]],
  );

describe('imports list', () => {
  it('lists the records of all three tables, newest first', async () => {
    const all = await list('--limit', '1000');
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    const [{ count }] = (await service.sql(
      `select (select count(*) from accepted_import) + (select count(*) from refused_import) + (select count(*) from dry_run) as count`,
    )) as [{ count: string }];
    expect([all.length, new Set(all.map(({ outcome }) => outcome)).size]).toEqual([Number(count), 3]);
  });

  it('lists just what the filters take, whatever their combination', { timeout: 120_000 }, async () => {
    const all = await list('--limit', '1000');
    // Combinations at equal distances: all of them would take a minute.
    for (const filters of combinations(choices(all)).filter((_, at) => at % 47 === 0)) {
      const args = filters.flatMap(([one]) => one);
      const taken = all.filter((record) => filters.every(([, isTaken]) => isTaken(record)));
      const listed = await list('--limit', '1000', ...args);
      expect([args, listed.map(({ id }) => id)]).toEqual([args, taken.map(({ id }) => id)]);
    }
  });

  it.each([
    [[]],
    [['--supplier', 'SHARED', '--organisation', 'Alder']],
    [['--account', 'E-1', '--outcome', 'accepted']],
    [['--code', 'blank']],
  ])('is the same in pages: %j', async (args) => {
    const all = await list('--limit', '1000', ...args);
    const paged: Listed[] = [];
    for (;;) {
      const last = paged.at(-1);
      const page = await list('--limit', '23', ...args, ...(last === undefined ? [] : ['--before', last.id]));
      if (page.length === 0) break;
      paged.push(...page);
    }
    expect(paged).toEqual(all);
  });
});

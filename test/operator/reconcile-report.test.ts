import { createHash } from 'node:crypto';
import { lstat, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeComplete } from '@carryover/operations/complete-file';
import { describe, expect, it } from 'vitest';
import manifest from '../../apps/operator/package.json' with { type: 'json' };
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { history, payment, statement } from '../support/bodies.ts';
import { textOf } from './report/parsed-html.ts';

const a = () => first.external_account_number;
const b = () => second.external_account_number;

const charge = (id: string, amount: string, more: object = {}) => payment(id, { type: 'CHARGE', amount, ...more });
const post = (path: string, account: TestAccount, body: object) =>
  service.post(`/v1/data-import/${path}`, { ...account, ...body });

const service = await theService();
const operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir });
const folder = service.dataDir;
const first = await anAccount(service);
const second = await anAccount(service);
const replies = [
  await post('notes/create/', first, { notes: [{ body: 'x' }, { body: 'y' }] }),
  // Outside the open statement period: it is moved, and the service pins a note of its own.
  await post('transactions/create/', first, {
    transactions: [charge('1', '10.00', { transaction_date: '2019-09-05' }), charge('2', '0.05')],
  }),
  await post('historical-statements/create/', first, { statements: [statement('S')] }),
  await post(
    'historical-billing-documents/create/',
    first,
    history({ additional_historical_transactions: [charge('3', '1.00', { type: 'CREDIT' })] }),
  ),
  await post('transactions/create/', second, { transactions: [charge('1', '5.00')] }),
  // What follows is refused or changes nothing.
  await post('notes/create/', second, { notes: [{ body: '' }] }),
  await post('transactions/create/', second, { transactions: [charge('2', 'ten')] }),
  await post('transactions/create/', second, { transactions: [charge('1', '6.00')] }),
];
expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 400, 400, 201]);

const HEADER = 'external_account_number,ledger_number,type,count,sum';
const agreeing = () => [`${a()},L-1,CHARGE,2,10.05`, `${a()},L-1,CREDIT,1,1.00`, `${b()},L-1,CHARGE,1,5.00`];

const reconcile = async (rows: ReadonlyArray<string>, ...more: ReadonlyArray<string>) => {
  const file = join(folder, 'totals.csv');
  const content = [HEADER, ...rows].join('\r\n');
  await writeFile(file, content);
  const given = ['--supplier', service.demo.import_supplier, '--expected', file, ...more];
  return { content, ...(await operator('reconcile', ...given)) };
};
const reconcileFile = (file: string) =>
  operator('reconcile', '--supplier', service.demo.import_supplier, '--expected', file, '--json');
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

const UNREAD = [
  [
    2,
    'sum',
    'invalid',
    'Must be a plain decimal, such as 71 or -71.05.',
    (number: string) => `${number},L-1,CHARGE,2,"1,000.00"`,
  ],
  [3, 'count', 'invalid', 'Must be a whole number of 0 or more.', (number: string) => `${number},L-1,CREDIT,ten,1.00`],
  [
    5,
    '',
    'invalid',
    'The total of this account, ledger and type is already on line 4.',
    () => `${b()},L-1,CHARGE,1,5.00`,
  ],
  [6, '', 'parse_error', 'The row has 3 columns, but the header has 5.', () => 'E-9,L-1,CHARGE'],
] as const;

describe('control totals of which some could not be read', () => {
  const rows = () => {
    const [one, two, three, four] = UNREAD.map(([, , , , row]) => row(a()));
    return [one!, two!, `${b()},L-1,CHARGE,1,5.00`, three!, four!];
  };
  const unread = () =>
    UNREAD.map(([line, attr, code, detail, row]) => ({
      line,
      code,
      attr,
      detail,
      row: row(a()),
    }));

  it('are incomplete in JSON, each row listed, and the differences of the others with it', async () => {
    const { code, json, content } = await reconcile(rows(), '--json', '--as', 'Alice Example');
    const unexpected = (type: string, count: number, sum: string) => ({
      external_account_number: a(),
      ledger_number: 'L-1',
      type,
      expected: { count: 0, sum: '0.00' },
      actual: { count, sum },
      cause: 'unexpected',
      explanations: [expect.objectContaining({ kind: 'accepted_import', item_count: count })],
      unexplained: null,
    });
    expect({ code, json }).toMatchObject({
      code: 1,
      json: {
        report_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
        verdict: 'incomplete',
        agree: false,
        made_by: 'Alice Example',
        version: manifest.version,
        control_file: {
          name: 'totals.csv',
          bytes: content.length,
          sha256: sha256(content),
          rows_read: 1,
          rows_unread: 4,
          rejects_file: join(folder, 'totals.csv.rejected.ndjson'),
        },
        recorded: true,
        rejected_rows: 4,
        compared: 3,
        agreeing: 1,
        differences_by_cause: { lost: 0, doubled: 0, amount: 0, moved: 0, unexpected: 2 },
      },
    });
    expect(json.unread_rows).toEqual(unread());
    expect(json.differences).toEqual([unexpected('CHARGE', 2, '10.05'), unexpected('CREDIT', 1, '1.00')]);
    const rejects = (await readFile(join(folder, 'totals.csv.rejected.ndjson'), 'utf8')).trim().split('\n');
    expect(rejects.map((line) => JSON.parse(line))).toEqual(
      unread().map(({ line, code, attr, detail, row }) => ({
        raw: expect.stringContaining(row),
        line,
        code,
        detail: attr === '' ? detail : `${attr}: ${detail}`,
      })),
    );
  });

  it('are incomplete although no other total differs, in every form', async () => {
    const [html, csv] = [join(folder, 'report.html'), join(folder, 'report.csv')];
    const { code, out } = await reconcile([...agreeing(), 'E-9,L-1,CHARGE,0,ten'], '--html', html, '--csv', csv);
    const said =
      'Incomplete: 1 row of the control totals could not be read and was not compared. No difference was found in the other 3 totals.';
    const page = textOf(await readFile(html, 'utf8'));
    const verdicts = (await readFile(csv, 'utf8'))
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').at(-1));
    expect({ code, verdicts }).toEqual({ code: 1, verdicts: ['verdict', 'incomplete', 'incomplete', 'incomplete'] });
    for (const text of [out.replaceAll('\n', ' '), page]) {
      expect(text).toContain(said);
      expect(text).toContain('E-9,L-1,CHARGE,0,ten');
      expect(text).toContain('Must be a plain decimal, such as 71 or -71.05.');
      expect(text).not.toMatch(/All \S+ totals agree/);
    }
  });

  it('are incomplete if the file can be read in part, and its SHA-256 is that of all of it', async () => {
    const file = join(folder, 'damaged.csv.gz');
    // Hashes, as they do not compress: the file is longer than what is read of it before the damage is noticed.
    const rows = Array.from({ length: 3_000 }, (_, at) => `${sha256(String(at))},L-1,CHARGE,0,0`);
    const damaged = Buffer.concat([gzipSync([HEADER, ...rows].join('\n')), Buffer.alloc(200_000, 'more')]);
    await writeFile(file, damaged);
    const { code, json } = await reconcileFile(file);
    expect([code, json.verdict, json.control_file.rows_unread]).toEqual([1, 'incomplete', 1]);
    expect([json.control_file.bytes, json.control_file.sha256]).toEqual([damaged.length, sha256(damaged)]);
  });
});

describe('the files of a report', () => {
  it('have their names once they are complete: what had them before is not written to, nor a link replaced', async () => {
    const [html, csv, link] = ['named.html', 'named.csv', 'link.csv'].map((name) => join(folder, name));
    await Promise.all([html!, csv!].map((file) => writeFile(file, 'as before', { mode: 0o600 })));
    await symlink(csv!, link!);
    const before = await Promise.all([html!, csv!].map((file) => open(file)));
    expect((await reconcile(agreeing(), '--html', html!, '--csv', link!)).code).toBe(0);
    expect(await Promise.all(before.map((file) => file.readFile('utf8')))).toEqual(['as before', 'as before']);
    await Promise.all(before.map((file) => file.close()));
    expect(await readFile(html!, 'utf8')).toContain('</html>');
    expect((await readFile(csv!, 'utf8')).trimEnd().split('\r\n')).toHaveLength(4);
    expect((await lstat(link!)).isSymbolicLink()).toBe(true);
    // Nobody may read it now who could not before.
    expect((await stat(html!)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith('.incomplete'))).toEqual([]);
  });

  it('are whole, also if two runs write the same one at once', async () => {
    const file = join(folder, 'twice.csv');
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = writeComplete(file, async (incomplete) => {
      await writeFile(incomplete, 'the longer one');
      await promise;
    });
    await writeComplete(file, (incomplete) => writeFile(incomplete, 'the other'));
    expect(await readFile(file, 'utf8')).toBe('the other');
    resolve();
    await slow;
    expect(await readFile(file, 'utf8')).toBe('the longer one');
  });

  it('may be devices, and links to files that are not there yet', async () => {
    const [made, link] = ['made.csv', 'early.csv'].map((name) => join(folder, name));
    await symlink(made!, link!);
    expect((await reconcile(agreeing(), '--csv', link!)).code).toBe(0);
    expect([(await lstat(link!)).isSymbolicLink(), (await stat(made!)).isFile()]).toEqual([true, true]);
    expect((await reconcile(agreeing(), '--csv', '/dev/null')).code).toBe(0);
    expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

describe('the verdict', () => {
  const verdictOf = async (rows: ReadonlyArray<string>) => {
    const { code, json } = await reconcile(rows, '--json');
    return [code, json.verdict, json.agree];
  };

  it('is agree, with exit code 0, if every total agrees', async () => {
    expect(await verdictOf(agreeing())).toEqual([0, 'agree', true]);
  });

  it('is differ for a header without rows: everything that is stored is unexpected', async () => {
    expect(await verdictOf([])).toEqual([1, 'differ', false]);
  });

  it('is not given without control totals', async () => {
    const { code, json } = await operator('reconcile', '--supplier', service.demo.import_supplier, '--json');
    expect([code, json.verdict, json.agree, json.control_file]).toEqual([0, null, false, null]);
  });
});

describe('notes, statements and billing documents', () => {
  const counts = (notes: number) => [
    ...agreeing(),
    `${a()},,NOTE,${notes},`,
    `${a()},,STATEMENT,1,`,
    `${a()},L-1,BILLING_DOCUMENT,1,`,
  ];

  it('are compared if the control totals have them, the notes without those of the service', async () => {
    const csv = join(folder, 'counted.csv');
    const { code, json } = await reconcile(counts(2), '--json', '--csv', csv);
    expect([code, json.verdict, json.compared]).toEqual([0, 'agree', 6]);
    expect([json.counts.notes, json.counts.notes_added_by_service]).toEqual([2, 1]);
    expect(json.scope).toMatch(
      /the number of notes per account .*, the number of billing documents per ledger and the number of statements per account\. It compares \d+ of \d+ accounts that have data\. Nothing is stored of payment instructions\.( The import supplier is Ongoing.*)?$/,
    );
    expect(json.by_type.slice(-3)).toEqual(
      [
        ['NOTE', 2],
        ['STATEMENT', 1],
        ['BILLING_DOCUMENT', 1],
      ].map(([type, count]) => ({
        type,
        count,
        sum: null,
        expected: { count, sum: null },
        difference: { count: 0, sum: null },
        differing: 0,
      })),
    );
    const again = await reconcileFile(csv);
    expect([again.code, again.json.verdict, again.json.compared]).toEqual([0, 'agree', 6]);
  });

  it('differ by their count', async () => {
    const { code, json } = await reconcile(counts(3), '--json');
    expect([code, json.differences]).toEqual([
      1,
      [
        {
          external_account_number: a(),
          ledger_number: '',
          type: 'NOTE',
          expected: { count: 3, sum: null },
          actual: { count: 2, sum: null },
          cause: 'lost',
          explanations: [{ kind: 'not_sent', item_count: 2 }],
          unexplained: null,
        },
      ],
    ]);
  });
});

describe('explanations', () => {
  /** Of the charges of the second account. */
  const kindsFor = async (count: number, sum: string) => {
    const { json } = await reconcile([...agreeing().slice(0, 2), `${b()},L-1,CHARGE,${count},${sum}`], '--json');
    return json.differences.map(({ explanations }: any) =>
      explanations.map(({ kind, endpoint = null }: any) => [kind, endpoint]),
    );
  };

  it('are those of the same ledger and type, from the endpoints that store it', async () => {
    expect(await kindsFor(2, '15.00')).toEqual([[['refused_request', 'transactions/create']]]);
    expect(await kindsFor(2, '11.00')).toEqual([[['conflict', null]]]);
  });

  it('do not show refused requests, or what was sent again and not stored, if too much is stored', async () => {
    expect(await kindsFor(0, '0')).toEqual([[['accepted_import', 'transactions/create']]]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aFile } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { aNoteRow, aPayment, lines } from './files-to-load.ts';

const service = await theService();

/** Loads a file in a process whose files cannot grow beyond 8 KiB: writing more fails, as on a full disk. */
const loadWithoutSpace = async (file: string) => {
  const limited = `trap '' XFSZ; ulimit -f 16; exec "$0" apps/loader/bin/carryover.mjs load "$1"`;
  const loader = spawn('sh', ['-c', limited, process.execPath, file], {
    env: { ...process.env, CARRYOVER_URL: service.baseUrl, CARRYOVER_API_KEY: service.demo.api_key },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  loader.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(loader, 'close');
  return { code, err };
};

const byNumber = (one: TestAccount, other: TestAccount): number =>
  one.external_account_number < other.external_account_number ? -1 : 1;

const times = <A>(count: number, make: (n: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, n) => make(n));

it.each([
  {
    of: 'the journal',
    kind: 'notes',
    named: '.journal: EFBIG: file too large, write. ',
    accounts: 30,
    rows: (all: ReadonlyArray<TestAccount>) => all.toSorted(byNumber).map((one) => aNoteRow(one, 'x')),
    counts: { accepted: 30, rejected: 0 },
  },
  {
    of: 'the rejects, which the journal has first',
    kind: 'transactions',
    named: '.journal: EFBIG: file too large, write. ',
    accounts: 1,
    rows: ([one]: ReadonlyArray<TestAccount>) =>
      times(27, (n) => aPayment(one!, `T-${n}`, { amount: n % 9 === 0 ? '1' : '0' })),
    counts: { accepted: 3, rejected: 24 },
  },
  {
    of: 'the rows',
    kind: 'notes',
    named: '(TMPDIR): EFBIG: file too large, write. ',
    accounts: 2,
    rows: ([one, other]: ReadonlyArray<TestAccount>) =>
      times(100, (n) => aNoteRow(n % 2 === 0 ? one! : other!, `${n} ${'x'.repeat(99_000)}`)),
    counts: { accepted: 100, rejected: 0 },
  },
])('says that there is no space for $of, and goes on without loss', async ({ kind, named, accounts, rows, counts }) => {
  const all = await Promise.all(times(accounts, () => anAccount(service)));
  const file = aFile(`${kind}.ndjson`, lines(rows(all)));
  const { code, err } = await loadWithoutSpace(file);
  expect(err).toContain(named);
  expect(err).toContain(`Free some space, or correct the folder. To go on: carryover load --resume ${file}.journal`);
  expect(code).toBe(2);
  expect(await aLoader(service).load('--resume', `${file}.journal`)).toMatchObject({
    ...counts,
    already_existed: 0,
    agree: counts.rejected === 0,
  });
  if (counts.rejected === 0) return;
  const rejected = readFileSync(`${file}.rejected.ndjson`, 'utf8').trimEnd().split('\n');
  expect(new Set(rejected.map((line) => JSON.parse(line).line)).size).toBe(counts.rejected);
  expect(rejected).toHaveLength(counts.rejected);
});

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endProgress, megabytes, progress } from './figures.ts';
import { runCommand } from './processes.ts';
import {
  fillSeeded,
  ORGANISATION,
  SUPPLIER,
  seededAccounts,
  TRANSACTIONS_OF_ACCOUNT,
  writeExpected,
} from './seeded.ts';
import type { Workbench } from './workbench.ts';

/** Differences by cause, and each that is not as it was seeded. */
type Checked = { readonly named: Readonly<Record<string, number>>; readonly wrong: ReadonlyArray<string> };

const rowsOf = async function* (file: string): AsyncGenerator<ReadonlyArray<string>> {
  let isHeader = true;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!isHeader) yield line.split(',');
    isHeader = false;
  }
};

/** Compares the causes in the CSV file of a report with what was seeded: each once, a move on both ledgers, and no other. */
const checkReport = async (csv: string, seeded: ReadonlyMap<string, string>): Promise<Checked> => {
  const found = new Map<string, string[]>();
  const named: Record<string, number> = {};
  for await (const [account = '', , , , , , , , , , cause = ''] of rowsOf(csv)) {
    if (cause === '') continue;
    named[cause] = (named[cause] ?? 0) + 1;
    found.set(account, [...(found.get(account) ?? []), cause]);
  }
  const expectedFor = (seed: string | undefined): string => {
    if (seed === undefined || seed === 'moved_date') return '';
    return seed === 'moved' ? 'moved,moved' : seed;
  };
  const accounts = new Set([...found.keys(), ...seeded.keys()]);
  const wrong = [...accounts].filter((one) => (found.get(one) ?? []).join() !== expectedFor(seeded.get(one)));
  return { named, wrong };
};

/** Fills a database with seeded differences of each cause, reconciles it, verifies the evidence, compares the causes with the seeds. */
export const measureReconciliation = async (
  { folder, createDatabase }: Workbench,
  { transactions, seeds }: { readonly transactions: number; readonly seeds: number },
): Promise<boolean> => {
  const url = await createDatabase('reconcile');
  const size = { accounts: Math.ceil(transactions / TRANSACTIONS_OF_ACCOUNT), seeds };
  await fillSeeded(url, size, (rows) => progress(`${rows} transactions filled`));
  const file = (name: string) => join(folder, name);
  await writeExpected(url, size, file('totals.csv'));
  endProgress();
  const environment = { DATABASE_URL: url, EVIDENCE_KEY_FILE: file('key'), TMPDIR: folder };
  await runCommand('operator', ['evidence', 'key', 'create', '--out', file('key')], environment);
  const report = ['--csv', file('report.csv'), '--html', file('report.html'), '--evidence', file('pack.zip')];
  const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION, '--expected', file('totals.csv')];
  const ran = await runCommand('operator', ['reconcile', ...named, ...report], environment);
  const { named: causes, wrong } = await checkReport(file('report.csv'), await seededAccounts(url));
  const verify = ['evidence', 'verify', file('pack.zip'), '--key', file('key.pub')];
  const verified = await runCommand('operator', verify, environment);
  const isRight = wrong.length === 0 && ran.code === 1 && verified.code === 0;
  process.stdout.write(
    [
      `${size.accounts * TRANSACTIONS_OF_ACCOUNT} transactions, ${size.accounts} accounts, ${3 * size.accounts} control totals`,
      `reconcile: ${ran.seconds.toFixed(1)} s, ${megabytes(ran.peakBytes)}, exit code ${ran.code}`,
      `verify: ${verified.seconds.toFixed(1)} s, ${megabytes(verified.peakBytes)}, exit code ${verified.code}`,
      `causes: ${JSON.stringify(causes)}; ${wrong.length} accounts not as seeded${wrong.length === 0 ? '' : `, such as ${wrong[0]}`}`,
      '',
    ].join('\n'),
  );
  return isRight;
};

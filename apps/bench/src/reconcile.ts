import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { differingAccounts, writeControlTotals } from './control-totals.ts';
import { measureCommand, runCommand } from './processes.ts';
import { numberOfAccount, ORGANISATION, SUPPLIER, seededDatabase, TRANSACTIONS_OF_ACCOUNT } from './seeded.ts';
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
const checkReport = async (csv: string, differing: ReadonlyMap<number, string>): Promise<Checked> => {
  const found = new Map<string, string[]>();
  const named: Record<string, number> = {};
  for await (const [account = '', , , , , , , , , , cause = ''] of rowsOf(csv)) {
    if (cause === '') continue;
    named[cause] = (named[cause] ?? 0) + 1;
    found.set(account, [...(found.get(account) ?? []), cause]);
  }
  const seeded = new Map([...differing].map(([i, cause]) => [numberOfAccount(i), cause]));
  const expectedFor = (cause = ''): string => (cause === 'moved' ? 'moved,moved' : cause);
  const accounts = new Set([...found.keys(), ...seeded.keys()]);
  const wrong = [...accounts].filter((one) => (found.get(one) ?? []).join() !== expectedFor(seeded.get(one)));
  return { named, wrong };
};

/** Reconciles a filled database with control totals that differ by each cause, verifies the evidence, and compares the causes. */
export const measureReconciliation = async (
  bench: Workbench,
  { transactions, seeds }: { readonly transactions: number; readonly seeds: number },
): Promise<boolean> => {
  const accounts = Math.ceil(transactions / TRANSACTIONS_OF_ACCOUNT);
  const url = await seededDatabase(bench, accounts);
  const differing = differingAccounts({ accounts, seeds });
  const folder = await mkdtemp(join(bench.folder, 'reconcile-'));
  const file = (name: string) => join(folder, name);
  await writeControlTotals({ accounts, seeds }, differing, file('totals.csv'));
  const environment = { DATABASE_URL: url, EVIDENCE_KEY_FILE: file('key'), TMPDIR: folder };
  await runCommand('operator', ['evidence', 'key', 'create', '--out', file('key')], environment);
  const report = ['--csv', file('report.csv'), '--html', file('report.html'), '--evidence', file('pack.zip')];
  const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION, '--expected', file('totals.csv')];
  const ran = await measureCommand(bench, 'operator', ['reconcile', ...named, ...report], environment);
  const { named: causes, wrong } = await checkReport(file('report.csv'), differing);
  const verify = ['evidence', 'verify', file('pack.zip'), '--key', file('key.pub')];
  const verified = await measureCommand(bench, 'operator', verify, environment);
  await rm(folder, { recursive: true });
  const isRight = wrong.length === 0 && ran.code === 1 && verified.code === 0;
  process.stdout.write(
    [
      `${accounts * TRANSACTIONS_OF_ACCOUNT} transactions, ${accounts} accounts, ${3 * accounts} control totals`,
      `reconcile: ${ran.cost}`,
      `verify: ${verified.cost}`,
      `causes: ${JSON.stringify(causes)}; ${wrong.length} accounts not as seeded${wrong.length === 0 ? '' : `, such as ${wrong[0]}`}`,
      '',
    ].join('\n'),
  );
  return isRight;
};

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { megabytes, progress } from './figures.ts';
import { endWith } from './processes.ts';
import { interrupted } from './workbench.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const MAIN = new URL('main.ts', import.meta.url).pathname;

/** The arguments of one benchmark. */
type Arguments = ReadonlyArray<string>;

/** Benchmarks that read the same filled database, one after another: `console` fills it, since it measures one just counted. */
const OF_ONE_DATABASE = ['console', 'reconcile', 'verify-storage', 'export'];

const measurementsOf = (transactions: number, gigabytes: number): ReadonlyArray<Arguments> => [
  [],
  ['feed'],
  ['undo'],
  ['loader'],
  ['mapped'],
  ['retention'],
  ...OF_ONE_DATABASE.map((name) => [name, '--transactions', String(transactions), '--keep']),
  ['large', '--gigabytes', String(gigabytes)],
];

/** Says what was measured where, in the words of the page that shows the figures. */
const headOf = (): string => {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const changed =
    execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }) === '' ? '' : ', changed';
  return (
    `${new Date().toISOString()}, commit ${commit}${changed}, Node.js ${process.version}, ` +
    `${availableParallelism()} × ${cpus()[0]?.model}, ${megabytes(totalmem())} of memory\n`
  );
};

/**
 * Runs every benchmark, one after another, each in a process of its own as if it were run alone, and writes what they say to
 * `file`, and to standard output. The sizes that can be chosen are those of the benchmarks which take longest.
 * @returns false if one of them was wrong; the others are still run.
 */
export const measureAll = async (
  { parent, file }: { readonly parent: string; readonly file: string },
  { transactions, gigabytes }: { readonly transactions: number; readonly gigabytes: number },
): Promise<boolean> => {
  await mkdir(dirname(file), { recursive: true });
  const folder = await mkdtemp(join(parent, 'carryover-bench-'));
  const report = createWriteStream(file);
  const write = (text: string): void => {
    report.write(text);
    process.stdout.write(text);
  };
  const wrong: string[] = [];
  const stopped = interrupted();
  try {
    write(headOf());
    for (const args of measurementsOf(transactions, gigabytes)) {
      const name = ['npm run bench --', ...args].join(' ');
      write(`\n${new Date().toISOString()} ${name}\n\n`);
      progress(name);
      const child = spawn(process.execPath, [MAIN, ...args, '--folder', folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      endWith(child);
      child.stdout.setEncoding('utf8').on('data', write);
      const [code] = await Promise.race([once(child, 'close') as Promise<[number | null]>, stopped]);
      if (code !== 0) wrong.push(name);
    }
    write(`\n${new Date().toISOString()} ${wrong.length === 0 ? 'All were right.' : `Wrong: ${wrong.join('; ')}`}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    report.end();
    await finished(report);
  }
  return wrong.length === 0;
};

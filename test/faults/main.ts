import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { type Options, readOptions, USAGE, WrongUsage } from './options.ts';
import { renderProblems, renderTable } from './report.ts';
import { type Result, totalsOf } from './result.ts';
import { Interrupted, runScenario } from './run.ts';
import { SCENARIOS } from './scenarios/index.ts';

const write = (text: string): void => void process.stdout.write(text);

const machine = () => ({
  node: process.version,
  system: `${process.platform} ${release()}`,
  processors: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
});

const runAll = async (options: Options, results: Result[]): Promise<void> => {
  const chosen = SCENARIOS.filter(({ name }) => options.only === null || options.only.includes(name));
  for (const scenario of chosen) {
    write(`\n${scenario.name}: ${scenario.promise}\n`);
    const startedAt = performance.now();
    const say = (line: string) =>
      write(`  ${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}\n`);
    const result = await runScenario(scenario, options, say);
    results.push(result);
    write(`  ${result.verdict}${result.reason === null ? '' : `: ${result.reason}`}\n`);
  }
};

/** Runs, prints, writes. @returns the exit code. */
const run = async (options: Options): Promise<number> => {
  const startedAt = new Date();
  const results: Result[] = [];
  write(`Seed ${options.seed}\n`);
  const interruption = await runAll(options, results).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Interrupted) return error.message;
      throw error;
    },
  );
  write(`\n${renderTable(results)}${renderProblems(results)}\n`);
  if (interruption !== null) write(`${interruption}\n`);
  if (options.json !== null) {
    await mkdir(dirname(options.json), { recursive: true });
    const report = {
      startedAt,
      endedAt: new Date(),
      machine: machine(),
      options,
      totals: totalsOf(results),
      results,
      interruption,
    };
    await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
    write(`All figures: ${options.json}\n`);
  }
  return interruption === null && results.every(({ verdict }) => verdict !== 'broken') ? 0 : 1;
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) write(USAGE);
  else if (options.list) for (const { name, promise } of SCENARIOS) write(`${name.padEnd(24)} ${promise}\n`);
  else process.exit(await run(options));
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  process.stderr.write(`${error.message} --help shows what is possible.\n`);
  process.exitCode = 2;
}

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { type Options, readOptions, USAGE, WrongUsage } from './options.ts';
import { renderProblems, renderTable } from './report.ts';
import { type Result, totalsOf } from './result.ts';
import { Interrupted, runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios/index.ts';

const write = (text: string): void => void process.stdout.write(text);

const machine = () => ({
  node: process.version,
  system: `${process.platform} ${release()}`,
  processors: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
});

/** Scenarios mostly wait. In the full form each has the machine to itself, since its recoveries are measured. */
const AT_A_TIME = { full: 1, short: 3 };

const runOne = async (scenario: Scenario, options: Options): Promise<Result> => {
  const startedAt = performance.now();
  const say = (line: string) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    write(`${scenario.name.padEnd(20)} ${seconds.padStart(6)} s  ${line}\n`);
  };
  say(scenario.promise);
  const result = await runScenario(scenario, options, say);
  say(`${result.verdict}${result.reason === null ? '' : `: ${result.reason}`}`);
  return result;
};

/** Runs the scenarios; if one is interrupted, so are those beside it, and no other begins. */
const runAll = async (options: Options, results: Result[]): Promise<void> => {
  const form = options.short ? 'short' : 'full';
  const waiting = SCENARIOS.filter(({ name, onlyIn = form }) => options.only?.includes(name) ?? onlyIn === form);
  const runNext = async (): Promise<void> => {
    for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift())
      results.push(await runOne(scenario, options));
  };
  const lanes = Array.from({ length: options.short ? AT_A_TIME.short : AT_A_TIME.full }, () =>
    runNext().catch((error: unknown) => {
      waiting.length = 0;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
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

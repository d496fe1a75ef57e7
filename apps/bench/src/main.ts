import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { measureGrowth } from './growth.ts';
import { measureLoader } from './loader/measure-loader.ts';
import { describeMachine } from './machine.ts';
import { WrongUsage } from './options/option-values.ts';
import { type Options, readOptions } from './options/options.ts';
import { USAGE } from './options/usage.ts';
import { endProgress } from './report/progress.ts';
import type { GrowthResult, LoaderResult, ScenarioResult } from './report/result.ts';
import { hasProblems, showGrowth, showLoader, showScenarios } from './report/text.ts';
import { measureSideBySide } from './side-by-side.ts';
import { onWorkbench, type Workbench } from './workbench.ts';

/** The results until the end or a failure, so that completed rounds are not lost. */
const measure = async (options: Options) => {
  const scenarios: ScenarioResult[] = [];
  const growth: GrowthResult[] = [];
  const loader: LoaderResult[] = [];
  let machine: ReturnType<typeof describeMachine> | null = null;
  const measureService = async (workbench: Workbench): Promise<void> => {
    machine = describeMachine(workbench.cluster.version);
    if (options.growth === null) await measureSideBySide(workbench, options, (result) => scenarios.push(result));
    else await measureGrowth(workbench, options, options.growth, (result) => growth.push(result));
  };
  const measureItsLoader = async (workbench: Workbench, rows: number): Promise<void> => {
    machine = describeMachine(workbench.cluster.version);
    loader.push(...(await measureLoader(workbench, options, rows)));
  };
  const measureAll = async (): Promise<void> => {
    const { folder, loader: rows, growth: sizes } = options;
    if (options.scenarios.length > 0 || sizes !== null) await onWorkbench(folder, measureService);
    if (rows !== null) await onWorkbench(folder, (workbench) => measureItsLoader(workbench, rows));
  };
  const failure = await measureAll().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  return { machine, scenarios, growth, loader, failure };
};

/** Measures, shows, writes. @returns the exit code. */
const bench = async (options: Options): Promise<number> => {
  const startedAt = new Date();
  const { machine, scenarios, growth, loader, failure } = await measure(options);
  endProgress();
  if (scenarios.length > 0) process.stdout.write(`\n${showScenarios(scenarios)}`);
  if (growth.length > 0) process.stdout.write(`\n${showGrowth(growth)}`);
  if (loader.length > 0) process.stdout.write(`\n${showLoader(loader)}`);
  if (failure !== null) process.stderr.write(`\n${failure.stack}\n`);

  const asked = { ...options, scenarios: options.scenarios.map(({ name }) => name) };
  const figures = { options: asked, scenarios, growth, loader, failure: failure?.message ?? null };
  const report = { startedAt, endedAt: new Date(), machine, ...figures };
  await mkdir(dirname(options.json), { recursive: true });
  await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(`\nAll figures: ${options.json}\n`);
  return failure === null && !hasProblems([...scenarios, ...growth]) ? 0 : 1;
};

const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const options = readOptions(args);
  if (options !== null) return bench(options);
  process.stdout.write(USAGE);
  return 0;
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  process.stderr.write(`${error.message} --help shows what is possible.\n`);
  process.exitCode = 2;
}

import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { aDataFolder } from '../support/a-data-folder.ts';
import { Endings } from './environment/endings.ts';
import { whyNot } from './needs.ts';
import type { Options } from './options.ts';
import { makeRandom, seedOf } from './random.ts';
import { notRun, type Result, resultOf } from './result.ts';
import { Findings, type Scenario } from './scenario.ts';

const SETTLED_WITHIN_MS = 30_000;

/** Rejects when this process is told to stop: what was started is ended then as after a failure. */
const interrupted = (): { readonly promise: Promise<never>; readonly forget: () => void } => {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (signal: string) => reject(new Error(`Stopped by ${signal}.`));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  promise.catch(() => undefined);
  return {
    promise,
    forget: () => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
    },
  };
};

export class Interrupted extends Error {}

/** Runs a scenario in its own folder, and removes everything afterwards. Throws {@link Interrupted}. */
export const runScenario = async (
  scenario: Scenario,
  options: Options,
  say: (line: string) => void,
): Promise<Result> => {
  const reason = await whyNot(scenario.needs);
  if (reason !== null) return notRun(scenario, reason);
  const startedAt = performance.now();
  const endings = new Endings();
  const folder = await aDataFolder('faults');
  await endings.add(() => rm(folder, { recursive: true, force: true }));
  const found = new Findings();
  const seed = seedOf(options.seed, scenario.name);
  const rounds = options.short ? scenario.rounds.short : scenario.rounds.full;
  const { minutes, short: isShort } = options;
  const stopped = interrupted();
  const context = { rounds, minutes, isShort, seed, random: makeRandom(seed), folder, endings, say, found };
  const running = scenario.run(context);
  const failure = await Promise.race([running, stopped.promise]).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  found.complaints.push(...(await endings.end()));
  // A scenario that was stopped early finds everything gone, and ends.
  await Promise.race([running.catch(() => undefined), delay(SETTLED_WITHIN_MS, undefined, { ref: false })]);
  stopped.forget();
  if (failure?.message.startsWith('Stopped by')) throw new Interrupted(failure.message);
  if (failure !== null) found.complaints.push(failure.stack ?? failure.message);
  return resultOf(scenario, found, (performance.now() - startedAt) / 1_000);
};

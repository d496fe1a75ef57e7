import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from './environment/installation.ts';
import { recovered } from './environment/recovery.ts';
import type { Context, Fault } from './scenario.ts';

/** After a fault is over, the service takes requests again within this time, without a restart. */
const READY_WITHIN_MS = 5_000;

/**
 * The short form is part of every change's checks, on machines that do other work too. With ten processes waiting for two
 * processors, recoveries took up to 9 s and starts up to 19 s; alone, a recovery takes 2 s. The full form keeps to the limits.
 */
const SHORT_FORM_FACTOR = 3;

type RoundOptions = {
  /** Duration of the load before each fault, in milliseconds. */
  readonly before?: readonly [least: number, most: number];
  readonly thinkMs?: number;
};

const SHOWN = 3;

/** Compares tables and model, and shows what disagrees first. @returns how it went, for the progress line. */
const checkNow = async (
  installation: Installation,
  { say }: Context,
  what: 'touched' | 'everything',
): Promise<string> => {
  const disagreements = await installation.check(what);
  for (const one of disagreements.slice(0, SHOWN))
    say(`  DISAGREES ${one.kind}: ${one.account} ${one.what}: ${one.detail}`);
  return disagreements.length === 0 ? 'all agrees' : `${disagreements.length} disagreements`;
};

/** Starting again, with all that is checked then, takes longer than a recovery without one. */
export const STARTED_WITHIN_MS = 15_000;

/** Makes one fault under load, waits for the recovery, and compares. */
export const oneRound = async (
  installation: Installation,
  context: Context,
  { name, mustFail, strike, readyWithinMs = READY_WITHIN_MS }: Fault,
): Promise<void> => {
  const { found, say, random } = context;
  const failedBefore = installation.watch.failures;
  const { over, says } = await strike(installation, random);
  const tookMs = Math.round(await recovered(installation, over));
  found.rounds += 1;
  found.recoveriesMs.push(tookMs);
  if (tookMs > readyWithinMs * (context.isShort ? SHORT_FORM_FACTOR : 1))
    found.complaints.push(`${name}: ready again only after ${tookMs} ms`);
  const failed = installation.watch.failures - failedBefore;
  if (mustFail && failed === 0) found.complaints.push(`${name}: no request failed, so nothing was shown`);
  const verdict = await checkNow(installation, context, 'touched');
  const counts = `${installation.model.counts.requests} requests, ${installation.model.counts.acknowledgedItems} items, ${failed} failed`;
  say(
    `${found.rounds}/${context.rounds} ${name}: ready after ${tookMs} ms, ${counts}, ${verdict}${says === undefined ? '' : `, ${says}`}`,
  );
};

/** Compares all of it, and takes over what the installation knows. The load is over by then. */
export const conclude = async (installation: Installation, context: Context): Promise<void> => {
  context.say(`at the end: ${await checkNow(installation, context, 'everything')}`);
  context.found.of(installation);
  const answers = Object.entries(context.found.answers).map(([what, count]) => `${what}: ${count}`);
  context.say(`answers ${answers.join(', ')}`);
};

/** Works while a load runs, then ends the load: after the final response to each request, or at once if the work failed. */
export const underLoad = async (
  installation: Installation,
  options: Parameters<Installation['startLoad']>[0],
  work: (load: ReturnType<Installation['startLoad']>) => Promise<void>,
): Promise<void> => {
  const load = installation.startLoad(options);
  try {
    await work(load);
  } catch (error) {
    await load.abandon();
    throw error;
  }
  await load.finish();
};

/** Makes a fault again and again under load, each time with other accounts; all is compared once more at the end. */
export const inRounds = async (
  installation: Installation,
  context: Context,
  fault: Fault,
  options: RoundOptions = {},
): Promise<void> => {
  const [least, most] = options.before ?? [300, 1_200];
  await underLoad(installation, { thinkMs: options.thinkMs ?? 20 }, async (load) => {
    for (let round = 0; round < context.rounds; round += 1) {
      await delay(context.random.between(least, most));
      await oneRound(installation, context, fault);
      load.moveOn();
    }
  });
  await conclude(installation, context);
};

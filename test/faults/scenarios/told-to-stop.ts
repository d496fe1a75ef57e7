import { ownInstallation } from '../environment/installations.ts';
import { inRounds, STARTED_WITHIN_MS } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** Ten seconds for what was accepted, a second before that in which it is no longer ready, and leaving the database. */
const ENDED_WITHIN_MS = 13_000;
/** Requests sent this long before the signal have been read by then. */
const READ_WITHIN_MS = 50;

/** `SIGTERM` under load: what was accepted is answered, and the process ends by itself, with 0. */
export const toldToStop: Fault = {
  name: 'told-to-stop',
  readyWithinMs: STARTED_WITHIN_MS,
  strike: async (installation) => {
    const { watch } = installation;
    const service = installation.service();
    installation.mayBeSilent = true;
    watch.unanswered.length = 0;
    const toldAt = performance.now();
    service.kill('SIGTERM');
    const { code, signal, at } = await service.ended;
    const tookMs = Math.round(at - toldAt);
    const forgotten = watch.unanswered.filter(({ sentAt }) => sentAt < toldAt - READ_WITHIN_MS);
    if (code !== 0) watch.complain(`told to stop, it ended with ${signal ?? code}`);
    if (tookMs > ENDED_WITHIN_MS) watch.complain(`told to stop, it took ${tookMs} ms`);
    for (const { why, sentAt } of forgotten)
      watch.complain(`a request sent ${Math.round(toldAt - sentAt)} ms before the signal has no answer: ${why}`);
    const startedAt = performance.now();
    await installation.restart();
    installation.mayBeSilent = false;
    return { over: startedAt, says: `ended in ${tookMs} ms` };
  },
};

export const scenario: Scenario = {
  name: 'told-to-stop',
  promise: 'SIGTERM under load: every accepted request is answered, the process ends with 0 in time, nothing is lost',
  needs: [],
  onlyIn: 'full',
  rounds: { full: 20, short: 2 },
  // Stopping the service stops its database: the comparison needs one that stays.
  run: async (context) =>
    inRounds((await ownInstallation(context)).installation, context, toldToStop, { before: [500, 1_500] }),
};

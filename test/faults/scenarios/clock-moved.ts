import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from '../environment/installation.ts';
import { ownInstallation } from '../environment/installations.ts';
import { openConnection } from '../load/http.ts';
import { findFaketime } from '../needs.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** Forward, back to now, back, and to now again: longer than a token lives. */
const OFFSETS_S = [7_200, 0, -7_200, 0];
const TOLERANCE_MS = 5_000;

/** Returns the offset of the service's clock from ours, by the date of a response. */
const offsetMs = async (installation: Installation): Promise<number> => {
  const connection = openConnection(() => installation.service().port);
  const outcome = await connection.send({ method: 'GET', path: '/livez' });
  connection.close();
  return outcome.kind === 'answer' ? Date.parse(outcome.headers.get('date') ?? '') - Date.now() : Number.NaN;
};

export const scenario: Scenario = {
  name: 'clock-moved',
  promise: "the service's clock jumps two hours forward and back: tokens expire, nothing hangs, nothing is lost",
  needs: ['linux', 'faketime'],
  rounds: { full: 12, short: 2 },
  run: async (context) => {
    const file = join(context.folder, 'clock');
    const setClock = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    await setClock(0);
    const environment = {
      LD_PRELOAD: (await findFaketime())!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Time-outs are measured on the clock that never jumps.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const { installation } = await ownInstallation(context, { environment });
    let round = 0;
    const moved: Fault = {
      name: 'clock-moved',
      strike: async () => {
        const seconds = OFFSETS_S[round++ % OFFSETS_S.length]!;
        await setClock(seconds);
        const over = performance.now();
        // Its answers carry a date that is made once per second.
        await delay(1_500);
        const seen = await offsetMs(installation);
        if (!(Math.abs(seen - seconds * 1_000) < TOLERANCE_MS))
          installation.watch.complain(`the clock was set ${seconds} s off, and is ${seen / 1_000} s off`);
        return { over: over + 1_500, says: `${seconds} s` };
      },
    };
    await inRounds(installation, context, moved, { before: [500, 1_500] });
  },
};

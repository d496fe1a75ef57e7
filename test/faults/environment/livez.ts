import { setTimeout as delay } from 'node:timers/promises';
import { openConnection } from '../load/http.ts';
import type { Watch } from '../watch.ts';
import type { Service } from './service.ts';

const EVERY_MS = 500;
const WITHIN_MS = 15_000;
/** Within this time it is known that a process has ended whose connections broke, on a busy machine too. */
const NOTICE_MS = 5_000;

type Silence = { readonly mayBeSilent: boolean; readonly silences: number };

/** Asks `/livez` all the time: it answers 200 as long as the process lives, whatever is broken. */
export const watchLivez = (
  service: () => Pick<Service, 'port' | 'ended' | 'isAlive'>,
  silence: () => Silence,
  watch: Watch,
): { readonly stop: () => Promise<void> } => {
  const connection = openConnection(() => service().port, WITHIN_MS);
  let isOver = false;
  const ask = async () => {
    while (!isOver) {
      const asked = service();
      const { mayBeSilent, silences } = silence();
      const outcome = await connection.send({ method: 'GET', path: '/livez' });
      const isFine = outcome.kind === 'answer' && outcome.status === 200;
      if (!isFine) await Promise.race([asked.ended, delay(NOTICE_MS)]);
      // A silence may have begun and ended while it was asked.
      const mayHaveBeenSilent = mayBeSilent || silence().silences > silences;
      const isHeld = asked === service() && asked.isAlive() && !mayHaveBeenSilent;
      if (isHeld && !isFine && !isOver)
        watch.complain(`/livez: ${outcome.kind === 'answer' ? outcome.status : outcome.why} of a process that lives`);
      await delay(EVERY_MS);
    }
    connection.close();
  };
  const asking = ask();
  return {
    stop: async () => {
      isOver = true;
      await asking;
    },
  };
};

import { setTimeout as delay } from 'node:timers/promises';
import type { Model } from '../model.ts';
import type { Random } from '../random.ts';
import type { Watch } from '../watch.ts';
import { deliver } from './deliver.ts';
import { openConnection } from './http.ts';
import type { Source } from './source.ts';
import type { Tokens } from './token.ts';

export type LoadOptions = {
  readonly connections: number;
  /** The port of the nth connection at the time of each request. */
  readonly port: (connection: number) => number;
  readonly source: Source;
  readonly random: Random;
  readonly tokens: Tokens;
  readonly model: Model;
  readonly watch: Watch;
  /** Longest pause of a connection between two requests, in milliseconds. */
  readonly thinkMs: number;
};

/** Requests from all connections, until it is finished. */
export type Load = {
  /** Sends nothing new, and waits until each request has its last word. */
  readonly finish: () => Promise<void>;
  /** Ends at once; requests under way are left as they are. */
  readonly abandon: () => Promise<void>;
};

/** A request that has no last word this long after the load was to end will never have one. */
const LAST_WORD_WITHIN_MS = 90_000;

export const startLoad = ({ connections, port, source, random, thinkMs, watch, ...ports }: LoadOptions): Load => {
  const giveUp = new AbortController();
  let isOver = false;
  const underWay = new Map<number, string>();

  const run = async (index: number): Promise<void> => {
    const connection = openConnection(() => port(index));
    while (!isOver) {
      const batch = source.next();
      underWay.set(index, batch.name);
      await deliver(batch, { ...ports, watch, connection, pauseMs: 100, signal: giveUp.signal });
      underWay.delete(index);
      await delay(random.whole(thinkMs + 1));
    }
    connection.close();
  };
  const running = Promise.all(Array.from({ length: connections }, (_, index) => run(index)));
  const end = async () => {
    isOver = true;
    await running;
  };

  return {
    finish: async () => {
      const timer = setTimeout(() => {
        watch.complain(
          `${LAST_WORD_WITHIN_MS / 1_000} s after the end without their last word: ${[...underWay.values()]}`,
        );
        giveUp.abort();
      }, LAST_WORD_WITHIN_MS);
      await end();
      clearTimeout(timer);
    },
    abandon: async () => {
      giveUp.abort();
      await end();
    },
  };
};

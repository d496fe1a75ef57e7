import { fileURLToPath } from 'node:url';
import { forkProgram } from '../processes.ts';
import type { Assignment, Measured, Order, Reply } from './messages.ts';

/** The load generator's process, as its parent sees it: one order at a time. */
export type LoadGenerator = {
  readonly assign: (assignment: Assignment) => Promise<void>;
  /** Connects. @returns what came of the requests that were sent to warm up; null without a lead-in. */
  readonly open: (contender: string, leadIn: boolean) => Promise<Measured | null>;
  /** @param options.again send what the last measurement sent. */
  readonly measure: (contender: string, options: { readonly ms: number; readonly again: boolean }) => Promise<Measured>;
  readonly stop: () => Promise<void>;
};

export const startLoadGenerator = (): LoadGenerator => {
  const child = forkProgram(fileURLToPath(new URL('./main.ts', import.meta.url)));
  let answer: (reply: Reply) => void = () => undefined;
  child.process.on('message', (reply: Reply) => answer(reply));
  child.process.on('exit', () => answer({ error: 'The load generator has ended.' }));

  const order = (what: Order): Promise<Measured | null> =>
    new Promise((resolve, reject) => {
      answer = (reply) => ('error' in reply ? reject(new Error(reply.error)) : resolve(reply.measured));
      child.process.send(what, (error) => error && reject(error));
    });
  return {
    assign: async (assignment) => void (await order({ kind: 'assign', assignment })),
    open: (contender, leadIn) => order({ kind: 'open', contender, leadIn }),
    measure: async (contender, options) => (await order({ kind: 'measure', contender, ...options }))!,
    stop: child.stop,
  };
};

import type { Rows } from '../join/joined-rows.ts';
import type { Files, Phase } from './run-steps.ts';

async function* upTo(rows: Rows, limit: number): Rows {
  let left = limit;
  for await (const some of rows) {
    if (left > 0) yield some.slice(0, left);
    left -= some.length;
    if (left <= 0) return;
  }
}

const countUpTo = async (rows: Rows, limit: number): Promise<number> => {
  let count = 0;
  for await (const some of upTo(rows, limit)) count += some.length;
  return count;
};

/** Returns the files without the rows behind the first ones, in the order in which they are loaded. Always the same. */
export const limited = (files: Files, limit: number): Files => {
  /** The rows of each phase that are among the first. */
  const taken = new Map<Phase, Promise<number>>();
  const leftFor = async (phase: Phase): Promise<number> => {
    let left = limit;
    for (const before of files.phases.slice(0, files.phases.indexOf(phase))) {
      const count = taken.get(before) ?? countUpTo(before.rows(), left);
      taken.set(before, count);
      left -= await count;
    }
    return left;
  };
  const phases = files.phases.map(
    (phase): Phase => ({
      ...phase,
      rows: async function* () {
        yield* upTo(phase.rows(), await leftFor(phase));
      },
    }),
  );
  return { ...files, phases };
};

import { makeSender } from '@carryover/client/loading/sender';

/** Accounts that are asked about at the same time. */
const PARALLEL = 16;

/** Works on what comes in, several at the same time. It is read only as fast as it is worked on. */
export const inParallel = async <A>(
  all: Iterable<A> | AsyncIterable<A>,
  work: (one: A) => Promise<void>,
): Promise<void> => {
  const sender = makeSender({ concurrency: () => PARALLEL, ahead: () => 0 });
  let number = 0;
  try {
    for await (const one of all) {
      number += 1;
      await sender.add(String(number), () => work(one));
    }
  } finally {
    await sender.done();
  }
};

/** Accounts that are asked about at the same time. */
const PARALLEL = 16;

/** Works on what comes in, several at the same time. It is read only as fast as it is worked on. */
export const inParallel = async <A>(
  all: Iterable<A> | AsyncIterable<A>,
  work: (one: A) => Promise<void>,
): Promise<void> => {
  const shared = (async function* () {
    yield* all;
  })();
  const worker = async (): Promise<void> => {
    for (let next = await shared.next(); next.done !== true; next = await shared.next()) await work(next.value);
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  } finally {
    await shared.return();
  }
};

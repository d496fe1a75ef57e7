type Step<T> = IteratorResult<T, unknown>;
type Source<T> = { readonly next: () => Step<T> | Promise<Step<T>>; readonly return?: () => unknown };

const END = { done: true, value: undefined } as const;

/** The next value, or the end at once if `signal` aborts meanwhile. */
const nextUnlessAborted = <T>(iterator: Source<T>, signal: AbortSignal): Promise<Step<T>> =>
  new Promise((resolve, reject) => {
    const end = () => resolve(END);
    signal.addEventListener('abort', end);
    const next = async () => iterator.next();
    next()
      .finally(() => signal.removeEventListener('abort', end))
      .then(resolve, reject);
  });

/** Tells the source that it is not read any further, without waiting for it; what it throws is ignored. */
const close = async (iterator: Source<unknown>): Promise<void> => {
  try {
    await iterator.return?.();
  } catch {}
};

const iteratorOf = <T>(source: Iterable<T> | AsyncIterable<T>): Source<T> =>
  Symbol.asyncIterator in source
    ? (source[Symbol.asyncIterator]() as Source<T>)
    : (source[Symbol.iterator]() as Source<T>);

/** Reads a source until it ends or `signal` aborts, even if the source never yields its next value. */
export async function* readUntil<T>(
  source: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const iterator = iteratorOf(source);
  let isRead = false;
  try {
    while (!signal.aborted) {
      const step = await nextUnlessAborted(iterator, signal);
      isRead = step.done === true && !signal.aborted;
      if (step.done) return;
      yield step.value;
    }
  } finally {
    if (!isRead) void close(iterator);
  }
}

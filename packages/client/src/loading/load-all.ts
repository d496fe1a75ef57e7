import { CarryoverError } from '../carryover-error.ts';
import { failure } from '../failure.ts';
import { wholeNumber } from '../options.ts';
import type { LoadEntry, LoadOptions, LoadProgress, LoadResult, LoadSource } from './load.ts';
import { accountOf, type Creates, countItems, send } from './load-request.ts';
import { readUntil } from './read-until.ts';
import { makeSender } from './sender.ts';

const add = (progress: LoadProgress, result: LoadResult): LoadProgress => {
  if (result.error !== null) return { ...progress, failed: progress.failed + 1 };
  const [items, alreadyExisted] = countItems(result);
  return {
    ...progress,
    succeeded: progress.succeeded + 1,
    items: progress.items + items,
    alreadyExisted: progress.alreadyExisted + alreadyExisted,
  };
};

const aborted = (cause: unknown): CarryoverError =>
  new CarryoverError('loadAll', failure('aborted', 'The caller ended the load.', { cause }), 0);

/** See `Client.loadAll`. */
export const loadAll = async (
  client: Creates,
  source: LoadSource,
  { concurrency: asked = 16, onProgress, onResult, ...options }: LoadOptions,
): Promise<LoadProgress> => {
  const concurrency = wholeNumber('concurrency', asked, 1_000);
  let progress: LoadProgress = { succeeded: 0, failed: 0, items: 0, alreadyExisted: 0 };
  const reading = new AbortController();
  const stop = (reason: unknown): void => reading.abort(reason);
  const { signal } = options;
  const follow = () => stop(aborted(signal?.reason));
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);

  const attempt = async (entry: LoadEntry, number: number): Promise<LoadResult> => {
    try {
      return await send(client, entry, number, options);
    } catch (error) {
      if (!(error instanceof CarryoverError)) throw error;
      // Each further request would fail in the same way.
      if (error.kind === 'not_authenticated') stop(error);
      return { number, kind: entry.kind, entry, answer: null, error };
    }
  };
  const run = async (entry: LoadEntry, number: number): Promise<void> => {
    try {
      const result = await attempt(entry, number);
      progress = add(progress, result);
      await onResult?.(result);
      onProgress?.(progress);
    } catch (error) {
      stop(error);
    }
  };

  const sender = makeSender({ concurrency: () => concurrency, ahead: () => concurrency });
  try {
    let number = 0;
    for await (const entry of readUntil(source, reading.signal)) {
      number += 1;
      const position = number;
      await sender.add(accountOf(entry, position), () => run(entry, position));
    }
  } catch (error) {
    stop(error);
  }
  await sender.done();
  signal?.removeEventListener('abort', follow);
  if (reading.signal.aborted) throw reading.signal.reason;
  return progress;
};

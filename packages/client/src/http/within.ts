import type { Failure } from '../failure.ts';

/**
 * Runs something that ends when it is done, when `outer` aborts, or when `ms` are over, whichever is first: it gets a
 * signal whose reason is the failure that says which. Leaves neither timer nor listener behind, as `AbortSignal.any` and
 * `AbortSignal.timeout` would on a signal that lives as long as a night's import.
 */
export const within = async <T>(
  ms: number,
  outer: AbortSignal | undefined,
  reasons: { readonly over: () => Failure; readonly stopped: (reason: unknown) => Failure },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const follow = () => controller.abort(reasons.stopped(outer?.reason));
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  const timer = setTimeout(() => controller.abort(reasons.over()), ms);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
};

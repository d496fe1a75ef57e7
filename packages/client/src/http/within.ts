import type { Failure } from '../failure.ts';

/**
 * Runs work that ends when it is done, when `outer` aborts, or after `ms`, whichever is first. The work gets a
 * signal whose reason is the failure. Leaves no timer or listener behind, unlike `AbortSignal.any` and
 * `AbortSignal.timeout` on a signal that lives as long as a whole import.
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

import type { Answer } from './post.ts';

/**
 * Returns `Retry-After` in milliseconds: whole seconds, or an HTTP date, which is compared with the response's own `Date`, so that
 * a wrong local clock does no harm. null if the response has none that can be read.
 */
export const retryAfterMs = ({ header }: Pick<Answer, 'header'>): number | null => {
  const text = header('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!/ GMT$/.test(text)) return null;
  const wait = Date.parse(text) - serverTime({ header });
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

/** Returns the server's time of the response, in milliseconds since 1970; ours if it is missing. */
export const serverTime = ({ header }: Pick<Answer, 'header'>): number => {
  const sent = Date.parse(header('date') ?? '');
  return Number.isNaN(sent) ? Date.now() : sent;
};

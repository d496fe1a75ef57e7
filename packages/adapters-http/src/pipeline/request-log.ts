import type { Logger } from 'pino';
import type { Answered, Context } from './context.ts';

/**
 * Returns the parts of an error that may be logged. PostgreSQL quotes rows and values in details and, of wrong data and broken constraints
 * (SQLSTATE classes 22 and 23), in messages too: those are customers' data.
 */
const describeError = (cause: unknown) => {
  if (!(cause instanceof Error)) return { type: typeof cause };
  const { code, constraint, table, routine } = cause as Error & Readonly<Record<string, unknown>>;
  const mayQuote = typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code);
  const stack = cause.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  return { type: cause.name, message: mayQuote ? undefined : cause.message, code, constraint, table, routine, stack };
};

/** Logs one line per request: caller, endpoint, outcome; never a token, a key, a payload, or a path, which may contain one. */
export const logRequest = (
  logger: Logger,
  method: string,
  { id, caller, cause, items, recordId }: Context,
  { endpoint, status, code, durationMs }: Answered,
): void => {
  const line = {
    request_id: id,
    import_record_id: recordId,
    endpoint,
    method,
    status,
    code,
    items,
    duration_ms: Math.round(durationMs),
    organisation_id: caller?.organisationId,
    api_key_id: caller?.apiKeyId,
    ...(cause === undefined ? {} : { error: describeError(cause) }),
  };
  // A 503 without a cause is about capacity or a stopping service: nothing failed.
  if (status === 503 && cause === undefined) logger.warn(line, 'request turned away');
  else if (status >= 500) logger.error(line, 'request failed');
  else logger.info(line, 'request');
};

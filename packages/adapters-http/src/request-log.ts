import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Handled } from './onlookers.ts';

/**
 * What of an error the log may hold. PostgreSQL quotes rows and values in details and, of wrong data and broken constraints
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

/** One line for each request: who, where, how it ended; never a token, a key or a payload, nor an address, which may hold one. */
export const logRequest = (
  logger: Logger,
  request: IncomingMessage,
  of: { readonly id: string; readonly endpoint: string; readonly durationMs: number; readonly handled: Handled },
): void => {
  const { answer, caller, cause, items, recordId } = of.handled;
  const line = {
    request_id: of.id,
    import_record_id: recordId,
    endpoint: of.endpoint,
    method: request.method,
    status: answer.status,
    code: answer.code,
    items,
    duration_ms: Math.round(of.durationMs),
    organisation_id: caller?.organisationId,
    api_key_id: caller?.apiKeyId,
    ...(cause === undefined ? {} : { error: describeError(cause) }),
  };
  // Turned away for our state, as a full house or a service about to stop: nothing went wrong.
  if (answer.status === 503 && cause === undefined) logger.warn(line, 'request turned away');
  else if (answer.status >= 500) logger.error(line, 'request failed');
  else logger.info(line, 'request');
};

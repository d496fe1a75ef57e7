import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@carryover/application/import-request';
import type { Logger } from 'pino';

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

/** One line for each request: who, where, how it ended; never a token, a key or a payload. */
export const logRequest = (
  logger: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  of: { readonly id: string; readonly caller: Caller | null; readonly cause: unknown; readonly startedAt: number },
): void => {
  const line = {
    request_id: of.id,
    method: request.method,
    // Without its query string: whoever guesses at credentials may put them there.
    path: request.url?.split('?', 1)[0]?.slice(0, 200),
    status: response.statusCode,
    duration_ms: Math.round(performance.now() - of.startedAt),
    organisation_id: of.caller?.organisationId,
    api_key_id: of.caller?.apiKeyId,
    ...(of.cause === undefined ? {} : { error: describeError(of.cause) }),
  };
  if (response.statusCode >= 500) logger.error(line, 'request failed');
  else logger.info(line, 'request');
};

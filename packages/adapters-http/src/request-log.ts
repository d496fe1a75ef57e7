import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@carryover/application/import-request';
import type { Logger } from 'pino';

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
    ...(of.cause === undefined ? {} : { err: of.cause }),
  };
  if (response.statusCode >= 500) logger.error(line, 'request failed');
  else logger.info(line, 'request');
};

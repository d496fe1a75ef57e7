import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@carryover/application/ports/access';
import type { Logger } from 'pino';
import type { Answer } from './errors/rejection.ts';

/** The part of a request that is logged with its answer. */
export type LoggedRequest = {
  /** UUID version 7: the id of the request and of its import record. */
  readonly id: string;
  /** Null as long as the caller is not known. */
  caller: Caller | null;
  /** The number of accepted items. */
  items?: number;
  /** The id of the import record that the request left. */
  recordId?: string;
  /** The cause of a failure; only for the log. */
  cause?: unknown;
};

/** An answered request. */
export type Answered = {
  readonly endpoint: string;
  readonly status: number;
  readonly code: Answer['code'];
  readonly durationMs: number;
  /** The number of accepted items. */
  readonly items: number;
};

/** Traces a request: the work of `run` belongs to its trace. */
export type TraceRequest = (
  of: { readonly endpoint: string; readonly id: string; readonly headers: IncomingHttpHeaders },
  run: () => Promise<Answered>,
) => Promise<Answered>;

/** The telemetry of requests. */
export type Telemetry = {
  readonly logger: Logger;
  readonly running: RunningRequests;
  readonly observe: (answered: Answered) => void;
  /** Absent if no traces are collected. */
  readonly trace?: TraceRequest;
};

/** The requests that are being worked on, also those whose client went away, or answered and the answer not sent yet. */
export type RunningRequests = {
  readonly track: <A>(run: Promise<A>) => Promise<A>;
  readonly count: () => number;
  /** Resolves once none is left. */
  readonly settled: () => Promise<void>;
};

export const makeRunningRequests = (): RunningRequests => {
  let count = 0;
  let onNone: (() => void)[] = [];
  return {
    track: async (run) => {
      count += 1;
      try {
        return await run;
      } finally {
        count -= 1;
        if (count === 0) {
          for (const resolve of onNone) resolve();
          onNone = [];
        }
      }
    },
    count: () => count,
    settled: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => onNone.push(resolve))),
  };
};

/**
 * Returns the parts of an error that may be logged. PostgreSQL quotes rows and values in details and, for invalid data and violated constraints
 * (SQLSTATE classes 22 and 23), also in messages. These are customers' data.
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

/** Addresses that monitoring asks again and again. */
const PROBES: ReadonlySet<string> = new Set(['livez', 'readyz', 'metrics']);

/** Logs one line per request: caller, endpoint, outcome; never a token, a key, a payload, or a path, which may contain one. */
export const logRequest = (
  logger: Logger,
  method: string,
  { id, caller, cause, items, recordId }: LoggedRequest,
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
  else logger[PROBES.has(endpoint) ? 'debug' : 'info'](line, 'request');
};

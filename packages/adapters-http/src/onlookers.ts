import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '@carryover/contract/error-codes';
import type { Logger } from 'pino';
import type { Sendable } from './respond.ts';
import type { RunningRequests } from './running-requests.ts';
import type { Served } from './serve-body.ts';

/** An answer of any kind, and what only the log and the metrics may know. */
export type Handled = Omit<Served, 'answer'> & { readonly answer: Sendable & { readonly code?: ErrorCode } };

/** A request that has been answered. */
export type Answered = {
  readonly endpoint: string;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly durationMs: number;
  /** Items that were accepted. */
  readonly items: number;
};

/** Follows a request through the service; what is done inside belongs to it. */
export type TraceRequest = (
  of: { readonly endpoint: string; readonly id: string; readonly headers: IncomingHttpHeaders },
  run: () => Promise<Handled>,
) => Promise<Handled>;

/** Who looks on while requests are handled. */
export type Onlookers = {
  readonly logger: Logger;
  readonly running: RunningRequests;
  readonly observe: (answered: Answered) => void;
  readonly trace: TraceRequest;
};

import type { TraceRequest } from '@carryover/adapters-http/pipeline/telemetry';

type Attributes = Readonly<Record<string, string | number>>;

/** Follows requests through the service. */
export type Tracing = {
  readonly request: TraceRequest;
  /** Does a part of a request's work. */
  readonly part: <A>(name: string, attributes: Attributes, run: () => Promise<A>) => Promise<A>;
  /** The ids of the current trace, for log lines. */
  readonly ids: () => Readonly<Record<string, string>>;
  /** Sends the remaining spans. */
  readonly stop: () => Promise<void>;
};

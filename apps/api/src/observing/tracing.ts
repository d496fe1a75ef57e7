import type { TraceRequest } from '@carryover/adapters-http/pipeline/context';

type Attributes = Readonly<Record<string, string | number>>;

/** Follows requests through the service. */
export type Tracing = {
  readonly request: TraceRequest;
  /** Does a part of a request's work. */
  readonly part: <A>(name: string, attributes: Attributes, run: () => Promise<A>) => Promise<A>;
  /** For log lines: which trace the work at hand belongs to. */
  readonly ids: () => Readonly<Record<string, string>>;
  /** Sends what was not sent yet. */
  readonly stop: () => Promise<void>;
};

/** Nobody follows anything. */
export const noTracing: Tracing = {
  request: (_of, run) => run(),
  part: (_name, _attributes, run) => run(),
  ids: () => ({}),
  stop: async () => undefined,
};

/** OpenTelemetry where an exporter is configured; its packages are loaded only then. */
export const startTracing = async (isConfigured: boolean): Promise<Tracing> => {
  if (!isConfigured) return noTracing;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry();
};

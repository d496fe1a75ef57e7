import { setTimeout as delay } from 'node:timers/promises';
import type { TraceRequest } from '@carryover/adapters-http/request';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

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

/** Monitoring requests these every few seconds; their traces would hide all others. */
const UNTRACED: ReadonlySet<string> = new Set(['livez', 'readyz', 'metrics']);

/** Time for the last spans to be sent, so that a collector that is down does not delay stopping the service. */
const SENT_WITHIN_MS = 1_000;

/**
 * Sends traces over OTLP/HTTP. The exporter's variables (`OTEL_EXPORTER_OTLP_…`) apply, and those that
 * name the service (`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`), but not those of samplers and batches.
 *
 * @param headerTexts headers of the exporter's requests in the form of its variables; a later text replaces those of an earlier one.
 */
export const startOpenTelemetry = (headerTexts: ReadonlyArray<string>): Tracing => {
  const headers = Object.assign({}, ...headerTexts.map(parseKeyPairsIntoRecord));
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'carryover' }))
      .merge(detectResources({ detectors: [envDetector] })),
    // Requests are traced even if the client's own trace is not sampled.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ headers }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer('carryover');

  const within = async <A>(span: Span, under: Context, run: () => Promise<A>): Promise<A> => {
    try {
      return await context.with(trace.setSpan(under, span), run);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    request: ({ endpoint, id, headers }, run) => {
      if (UNTRACED.has(endpoint)) return run();
      const under = propagation.extract(ROOT_CONTEXT, headers);
      const attributes: Attributes = { 'http.route': endpoint, 'carryover.request_id': id };
      const span = tracer.startSpan(endpoint, { kind: SpanKind.SERVER, attributes }, under);
      return within(span, under, async () => {
        const answered = await run();
        span.setAttribute('http.response.status_code', answered.status);
        if (answered.items > 0) span.setAttribute('carryover.items', answered.items);
        if (answered.code !== undefined) span.setAttribute('error.type', answered.code);
        if (answered.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return answered;
      });
    },
    part: (name, attributes, run) => {
      const under = context.active();
      return within(tracer.startSpan(name, { attributes }, under), under, run);
    },
    ids: () => {
      const span = trace.getSpanContext(context.active());
      return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
    },
    stop: () =>
      Promise.race([provider.shutdown().catch(() => undefined), delay(SENT_WITHIN_MS, undefined, { ref: false })]),
  };
};

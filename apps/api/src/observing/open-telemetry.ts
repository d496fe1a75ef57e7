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
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Tracing } from './tracing.ts';

/** Traces over OTLP/HTTP, configured by OpenTelemetry's own variables (`OTEL_EXPORTER_OTLP_ENDPOINT` and its like). */
export const startOpenTelemetry = (): Tracing => {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'carryover' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
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
      const under = propagation.extract(ROOT_CONTEXT, headers);
      const attributes: Attributes = { 'http.route': endpoint, 'carryover.request_id': id };
      const span = tracer.startSpan(endpoint, { kind: SpanKind.SERVER, attributes }, under);
      return within(span, under, async () => {
        const handled = await run();
        span.setAttribute('http.response.status_code', handled.answer.status);
        if (handled.items !== undefined) span.setAttribute('carryover.items', handled.items);
        if (handled.answer.code !== undefined) span.setAttribute('error.type', handled.answer.code);
        if (handled.answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return handled;
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
    stop: () => provider.shutdown(),
  };
};

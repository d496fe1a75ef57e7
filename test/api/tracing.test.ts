import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tracing } from '@carryover/api/tracing';
import { startOpenTelemetry } from '@carryover/api/tracing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, type RunningService } from '../support/a-service.ts';

let collector: Server;
let service: RunningService;
let tracing: Tracing;
let isStopped = false;
const spans: any[] = [];
const keys = new Set<unknown>();

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    keys.add(`${request.headers['x-key']} ${request.headers['x-other']}`);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { resource, scopeSpans } of resourceSpans)
      for (const one of scopeSpans) for (const span of one.spans) spans.push({ ...span, resource });
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  tracing = startOpenTelemetry(['x-key=of-all,x-other=kept', 'x-key=of-traces']);
  service = await aService({}, tracing);
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!isStopped) await service.stop();
  collector.close();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const UNSAMPLED = '1bf7651916cd43dd8448eb211c80319c';

const post = (traceparent: string) => {
  const body = { ...service.demoAccount, notes: [{ body: 'traced' }] };
  return service.post('/v1/data-import/notes/create/', body, { traceparent });
};

const attributesOf = (span: any) =>
  Object.fromEntries(span.attributes.map(({ key, value }: any) => [key, Object.values(value)[0]]));

describe('traces, where an exporter is configured', () => {
  it('follow a request from the caller who began it through its unit of work, and are named in the log', async () => {
    const { status, headers } = await post(`00-${TRACE}-b7ad6b7169203331-01`);
    const unsampled = await post(`00-${UNSAMPLED}-b7ad6b7169203331-00`);
    for (const path of ['/livez', '/readyz', '/metrics']) await fetch(`${service.baseUrl}${path}`);
    expect([status, unsampled.status]).toEqual([201, 201]);
    const id = headers.get('x-request-id');
    const line = service
      .log()
      .split('\n')
      .filter(Boolean)
      .map((one) => JSON.parse(one))
      .find(({ request_id }) => request_id === id);
    expect(line).toMatchObject({ import_record_id: id, items: 1, trace_id: TRACE });

    await service.stop();
    isStopped = true;
    const [request] = spans.filter((span) => span.traceId === TRACE && span.name === 'notes/create');
    const [work] = spans.filter((span) => span.traceId === TRACE && span.name === 'unit of work');
    expect(request.parentSpanId).toBe('b7ad6b7169203331');
    expect(work.parentSpanId).toBe(request.spanId);
    expect(attributesOf(request)).toMatchObject({
      'carryover.request_id': id,
      'http.response.status_code': 201,
      'carryover.items': 1,
    });
    expect(attributesOf(request.resource)).toMatchObject({ 'service.name': 'carryover' });
    expect(JSON.stringify(spans)).not.toContain(service.token);
    // What the collector was told in headers, such as the key for it.
    expect([...keys]).toEqual(['of-traces kept']);
    // A client that does not follow its own request has no say in what is followed here.
    expect(spans.map(({ traceId }) => traceId)).toContain(UNSAMPLED);
    expect(spans.map(({ name }) => name).filter((name) => /livez|readyz|metrics/.test(name))).toEqual([]);
  });
});

describe('a collector', () => {
  const stopWith = async (endpoint: string) => {
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
    const { part, stop } = startOpenTelemetry([]);
    await part('a part', {}, async () => undefined);
    const start = performance.now();
    await stop();
    return performance.now() - start;
  };

  it('that is down does not keep the service from stopping', async () => {
    expect(await stopWith('http://127.0.0.1:1')).toBeLessThan(1_500);
  });

  it('that never answers does not either', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    expect(await stopWith(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)).toBeLessThan(1_500);
    silent.closeAllConnections();
    silent.close();
  });

  it('that refuses what it is sent does not either', async () => {
    const refusing = createServer((_, response) => response.writeHead(400).end()).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    expect(await stopWith(`http://127.0.0.1:${(refusing.address() as AddressInfo).port}`)).toBeLessThan(1_500);
    refusing.close();
  });
});

import type { JsonSchema } from '../json-schema.ts';
import { errorBody } from './answers/errors.ts';
import { json, LINK, REQUEST_ID, RETRY_AFTER } from './headers.ts';

const health = (summary: string, status: string, others: JsonSchema): JsonSchema => ({
  get: {
    tags: ['Health'],
    operationId: status,
    summary,
    security: [],
    responses: {
      200: {
        description: 'Yes.',
        headers: REQUEST_ID,
        content: json({
          type: 'object',
          properties: { status: { const: status } },
          required: ['status'],
          additionalProperties: false,
        }),
      },
      ...others,
    },
  },
});
const metrics: JsonSchema = {
  get: {
    tags: ['Health'],
    operationId: 'metrics',
    summary: 'Metrics of all processes of the service',
    security: [],
    responses: {
      200: {
        description: "Prometheus' text format.",
        headers: REQUEST_ID,
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
  },
};
const NOT_READY = {
  503: {
    description: 'Not yet.',
    headers: { ...REQUEST_ID, ...RETRY_AFTER, ...LINK },
    content: json(errorBody(['service_unavailable'])),
  },
};

/** The health checks and metrics, for the operator. */
export const healthPaths: ReadonlyArray<[string, JsonSchema]> = [
  ['/livez', health('Is the process running?', 'live', {})],
  ['/readyz', health('Does the database answer, and is its schema current?', 'ready', NOT_READY)],
  ['/metrics', metrics],
];

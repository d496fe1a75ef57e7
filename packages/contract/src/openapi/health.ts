import { errorBody } from './answers/errors.ts';
import { json, LINK, REQUEST_ID, RETRY_AFTER } from './headers.ts';
import { METHOD_NOT_ALLOWED } from './method-not-allowed.ts';
import type { Operation, PathItem } from './named-responses.ts';

const health = (summary: string, status: string, others: Operation['responses']): PathItem => ({
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
          properties: { status: { const: status, description: 'Always this value.', examples: [status] } },
          required: ['status'],
          additionalProperties: false,
        }),
      },
      ...METHOD_NOT_ALLOWED,
      ...others,
    },
  },
});
const metrics: PathItem = {
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
      ...METHOD_NOT_ALLOWED,
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
export const healthPaths: ReadonlyArray<[string, PathItem]> = [
  ['/livez', health('Is the process running?', 'live', {})],
  ['/readyz', health('Does the database answer, and is its schema current?', 'ready', NOT_READY)],
  ['/metrics', metrics],
];

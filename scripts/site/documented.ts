import { DEFAULT_LIMITS } from '../../packages/contract/src/limits.ts';
import type { Documented } from '../../packages/contract/src/openapi/endpoints.ts';

/** The input of the documentation of a service with default configuration. */
export const documented: Documented = {
  limits: DEFAULT_LIMITS,
  maxBodyBytes: 16 * 1024 * 1024,
  vendors: [
    { name: 'STRIPE', types: ['CARD'] },
    { name: 'GOCARDLESS', types: ['DIRECT_DEBIT'] },
  ],
};

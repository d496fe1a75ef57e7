import { expect } from 'vitest';
import type { Answered } from '../../support/sockets/answers.ts';
import type { Sent } from '../catalogue/request.ts';
import { jsonOf } from './outcome.ts';

/** Statuses whose answers are not about a payload: their `errors` are empty (decisions 3). */
const ABOUT_NO_PAYLOAD = [401, 404, 405, 413, 415, 429];

/** The rules of responses in addition to their codes (decisions 3): their headers, and when they list errors. */
export const expectForm = (sent: Sent, answered: Answered): void => {
  const { status, headers } = answered;
  const json = jsonOf(answered);
  if (status === 405) expect(headers.get('allow')).toMatch(/^(?:POST|GET, HEAD)$/);
  if (status === 401) expect(headers.get('www-authenticate')).toBe('Token');
  if (json === null || sent.target.startsWith('/v1/graphql/')) return;
  if (ABOUT_NO_PAYLOAD.includes(status) || json.code === 'parse_error') expect(json.errors).toEqual([]);
  if (json.code === 'account_failed_validation') expect(json.errors.length).toBeGreaterThan(0);
};

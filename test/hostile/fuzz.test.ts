import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { retainedBytes } from '../support/retained-memory.ts';
import type { Answered } from '../support/sockets/answers.ts';
import { aConnection } from '../support/sockets/connection.ts';
import { exchange } from '../support/sockets/exchange.ts';
import { toBytes } from './catalogue/request.ts';
import { byteMutations, mutateBytes } from './fuzz/byte-mutations.ts';
import { FUZZED_ENDPOINTS } from './fuzz/endpoints.ts';
import { fuzzed, toSent } from './fuzz/fuzzed.ts';
import { progress } from './fuzz/progress.ts';
import { sendRound } from './fuzz/send.ts';
import { jsonOf } from './support/outcome.ts';
import { aTarget } from './support/target.ts';

/** `FUZZ_PAYLOADS=1000000` is the long form. */
const PAYLOADS = Number(process.env.FUZZ_PAYLOADS ?? 1_000);
const TIMEOUT_MS = Math.max(120_000, PAYLOADS * 100);
const LANES = 8;
/** The number of payloads before the accounts are checked and replaced. */
const ROUND = 128;
/** Rounds between two measurements of the memory; a seed is good for as many. */
const ROUNDS = 2;
/** The memory that the process may retain over all further rounds, once warm: its caches. */
const MAX_GROWTH_BYTES = 24 * 1024 * 1024;

// The lines of a log are kept, and would count as a leak.
const target = await aTarget({ LOG_LEVEL: 'silent' });
const connections = Array.from({ length: LANES }, () => aConnection(target.service.baseUrl));
afterAll(async () => {
  for (const { close } of connections) close();
  await target.stop();
});

/** The documented form that an answer has, if its request cannot be told. */
const formOf = (answered: Answered): string => {
  const json = jsonOf(answered);
  if (answered.status < 400) return 'success';
  if (json?.errors?.[0]?.extensions?.code !== undefined) return 'error of GraphQL';
  if (json?.error_detail !== undefined) return 'error of transactions';
  return typeof json?.detail === 'string' && typeof json.code === 'string' && Array.isArray(json.errors)
    ? 'error'
    : 'unknown';
};

describe('whatever is sent', () => {
  it('is answered as documented, the same of a dry run, and leaves nothing where it is refused', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const tell = progress(PAYLOADS);
    const paths = new Set<string>();
    let sent = 0;
    let warm = 0;
    const rounds = fc.asyncProperty(
      fc.array(fuzzed, { minLength: 1, maxLength: ROUND, size: 'max' }),
      async (payloads) => {
        for (const path of await sendRound(target, connections, payloads)) paths.add(path);
        sent += payloads.length;
      },
    );
    while (sent < PAYLOADS) {
      // The message has the request that failed; to shrink it would send rounds for minutes.
      await fc.assert(rounds, { numRuns: ROUNDS, endOnFailure: true });
      const retained = await retainedBytes();
      warm ||= retained;
      expect(retained - warm).toBeLessThan(MAX_GROWTH_BYTES);
      tell(sent);
    }
    expect(paths).toEqual(new Set(FUZZED_ENDPOINTS.map(({ path }) => path)));
  });

  it('is answered, or its connection ended, where the head of the request is damaged too', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { service, account } = target;
    const sender = { account: await account(), token: service.token, apiKey: service.demo.api_key };
    const damaged = fc.tuple(fuzzed, fc.array(byteMutations, { minLength: 1, maxLength: 4 }));
    const property = fc.asyncProperty(damaged, async ([one, damage]) => {
      const bytes = damage.reduce(mutateBytes, toBytes(toSent(one, sender)));
      const answered = await exchange(service.baseUrl, bytes, { isLast: true });
      expect(answered.status).toBeLessThan(500);
      if (answered.text !== '') expect(formOf(answered)).not.toBe('unknown');
    });
    await fc.assert(property, { numRuns: Math.ceil(PAYLOADS / 10), endOnFailure: true });
  });
});

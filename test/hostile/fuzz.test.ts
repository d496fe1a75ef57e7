import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../support/an-account.ts';
import { type Sent, toBytes } from './catalogue/request.ts';
import { byteMutations, mutateBytes } from './fuzz/byte-mutations.ts';
import { FUZZED_ENDPOINTS } from './fuzz/endpoints.ts';
import { type Fuzzed, fuzzed, type Sender, toSent } from './fuzz/fuzzed.ts';
import type { Answered } from './support/answers.ts';
import { idsOf } from './support/ask.ts';
import { aConnection, type Connection } from './support/connection.ts';
import { checkAnswer } from './support/documented.ts';
import { exchange } from './support/exchange.ts';
import { jsonOf } from './support/outcome.ts';
import { aTarget, LENIENT, type Target } from './support/target.ts';
import { expectToAgree, twinOf } from './support/twin.ts';

/** `FUZZ_PAYLOADS=1000000` is the long form. */
const PAYLOADS = Number(process.env.FUZZ_PAYLOADS ?? 1_500);
const LANES = 8;
/** Payloads sent before the accounts are looked at, and new ones taken. */
const ROUND = 128;
/** What a process may grow by, once warm: its caches and what waits to be collected. */
const MAX_GROWTH_BYTES = 512 * 1024 * 1024;
const PROGRESS_MS = 10_000;

let target: Target;
let connections: ReadonlyArray<Connection>;

beforeAll(async () => {
  // Each line of a log that is kept in memory would count as a leak.
  target = await aTarget({ LOG_LEVEL: 'silent' });
  connections = Array.from({ length: LANES }, () => aConnection(target.service.baseUrl));
});
afterAll(async () => {
  for (const { close } of connections) close();
  await target.stop();
});

type Result = { readonly refused: ReadonlyArray<string>; readonly accepted: ReadonlyArray<string> };

/** Says which request it was. */
const about = (sent: Sent, error: unknown): Error =>
  new Error(
    `${sent.method} ${sent.target} ${JSON.stringify(sent.headers.slice(2))} ${JSON.stringify(Buffer.from(sent.body).toString('latin1').slice(0, 2_000))}`,
    { cause: error },
  );

const seen = new Map<string, number>();
const count = ({ path }: Fuzzed, { status }: Answered) => {
  const key = `${path} ${status}`;
  seen.set(key, (seen.get(key) ?? 0) + 1);
};

const sendOne = async (connection: Connection, sender: Sender, one: Fuzzed): Promise<Result> => {
  const sent = toSent(one, sender);
  const ask = async (request: Sent): Promise<Answered> => {
    const answered = await connection.send(toBytes(request));
    expect(answered.status).toBeGreaterThanOrEqual(200);
    expect(answered.status).toBeLessThan(500);
    checkAnswer(request.method, request.target, answered);
    return answered;
  };
  try {
    const twin = twinOf(sent);
    const dryRun = twin === null ? null : await ask(twin);
    const answered = await ask(sent);
    count(one, answered);
    if (dryRun !== null) expectToAgree(sent, dryRun, answered);
    const isAccepted = answered.status === 201;
    return { refused: idsOf(dryRun, isAccepted ? null : answered), accepted: idsOf(isAccepted ? answered : null) };
  } catch (error) {
    throw about(sent, error);
  }
};

const sendLane = async (
  connection: Connection,
  account: TestAccount,
  payloads: ReadonlyArray<Fuzzed>,
): Promise<ReadonlyArray<Result>> => {
  const { service } = target;
  const sender = { account, token: service.token, apiKey: service.demo.api_key };
  const results: Result[] = [];
  for (const one of payloads) results.push(await sendOne(connection, sender, one));
  return results;
};

/** Sends payloads over all lanes: each is answered, and what was refused left nothing. */
const sendRound = async (payloads: ReadonlyArray<Fuzzed>): Promise<void> => {
  const accounts = await Promise.all(
    connections.map((_, lane) => target.account(lane % 2 === 0 ? undefined : LENIENT)),
  );
  const lanes = connections.map((connection, lane) =>
    sendLane(
      connection,
      accounts[lane]!,
      payloads.filter((_, at) => at % LANES === lane),
    ),
  );
  // All of them are waited for: a connection must not be used again while an answer is on its way.
  const ended = await Promise.allSettled(lanes);
  const results = ended.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const accepted = results.flatMap((result) => result.accepted);
  const requests = [...accepted, ...results.flatMap(({ refused }) => refused)];
  const traces = await target.tracesOf(requests, accounts);
  expect(Object.keys(traces).toSorted()).toEqual(accepted.toSorted());
};

/** In which of the documented forms an answer is, where its request can't be told. */
const formOf = (answered: Answered): string => {
  const json = jsonOf(answered);
  if (answered.status < 400) return 'success';
  if (json?.errors?.[0]?.extensions?.code !== undefined) return 'error of GraphQL';
  if (json?.error_detail !== undefined) return 'error of transactions';
  return typeof json?.detail === 'string' && typeof json.code === 'string' && Array.isArray(json.errors)
    ? 'error'
    : 'unknown';
};

/** How far the long form is, now and then. */
const progress = (startedAt: number) => {
  let toldAt = startedAt;
  return (sent: number) => {
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    const rate = Math.round(sent / ((toldAt - startedAt) / 1000));
    const megabytes = Math.round(process.memoryUsage().rss / 1024 / 1024);
    process.stdout.write(`${sent} of ${PAYLOADS} payloads, ${rate} a second, ${megabytes} MB\n`);
  };
};

describe('whatever is sent', () => {
  it(
    'is answered as documented, the same by a dry run, and leaves nothing where it is refused',
    async () => {
      const tell = progress(performance.now());
      let sent = 0;
      let warm = 0;
      while (sent < PAYLOADS) {
        const rounds = fc.asyncProperty(
          fc.array(fuzzed, { minLength: 1, maxLength: ROUND, size: 'max' }),
          async (payloads) => {
            await sendRound(payloads);
            sent += payloads.length;
          },
        );
        await fc.assert(rounds, { numRuns: 10 });
        const { rss } = process.memoryUsage();
        warm ||= rss;
        expect(rss - warm).toBeLessThan(MAX_GROWTH_BYTES);
        tell(sent);
      }
      const met = [...seen.keys()].map((key) => key.split(' ')[0]);
      expect(new Set(met)).toEqual(new Set(FUZZED_ENDPOINTS.map(({ path }) => path)));
    },
    Math.max(120_000, PAYLOADS * 100),
  );

  it(
    'is answered, or its connection ended, where the head of the request is damaged too',
    async () => {
      const { service } = target;
      const account = await target.account();
      const sender = { account, token: service.token, apiKey: service.demo.api_key };
      const damaged = fc.tuple(fuzzed, fc.array(byteMutations, { minLength: 1, maxLength: 4 }));
      await fc.assert(
        fc.asyncProperty(damaged, async ([one, damage]) => {
          const bytes = damage.reduce(mutateBytes, toBytes(toSent(one, sender)));
          const answered = await exchange(service.baseUrl, bytes, { isLast: true });
          expect(answered.status).toBeLessThan(500);
          if (answered.text !== '') expect(formOf(answered)).not.toBe('unknown');
        }),
        { numRuns: Math.ceil(PAYLOADS / 10) },
      );
    },
    Math.max(120_000, PAYLOADS * 100),
  );
});

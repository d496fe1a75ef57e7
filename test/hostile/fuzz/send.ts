import { expect } from 'vitest';
import type { TestAccount } from '../../support/an-account.ts';
import type { Answered } from '../../support/sockets/answers.ts';
import type { Connection } from '../../support/sockets/connection.ts';
import { type Sent, toBytes } from '../catalogue/request.ts';
import { idsOf } from '../support/ask.ts';
import { checkAnswer } from '../support/documented.ts';
import { LENIENT, type Target } from '../support/target.ts';
import { expectToAgree, twinOf } from '../support/twin.ts';
import { type Fuzzed, type Sender, toSent } from './fuzzed.ts';

/** Requests by how they ended, and the addresses they were for. */
type Results = {
  readonly refused: ReadonlyArray<string>;
  readonly accepted: ReadonlyArray<string>;
  readonly paths: ReadonlyArray<string>;
};

/** Says which request it was. */
const about = (sent: Sent, error: unknown): Error =>
  new Error(
    `${sent.method} ${sent.target} ${JSON.stringify(sent.headers.slice(2))} ${JSON.stringify(Buffer.from(sent.body).toString('latin1').slice(0, 2_000))}`,
    { cause: error },
  );

/** One payload: never a 5xx, always as documented, the same of a dry run. */
const sendOne = async (connection: Connection, sender: Sender, one: Fuzzed): Promise<Results> => {
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
    if (dryRun !== null) expectToAgree(sent, dryRun, answered);
    // Control totals are registered without an import record.
    const isAccepted = answered.status === 201 && !one.path.endsWith('/register/');
    return {
      refused: idsOf(dryRun, isAccepted ? null : answered),
      accepted: idsOf(isAccepted ? answered : null),
      paths: [one.path],
    };
  } catch (error) {
    throw about(sent, error);
  }
};

const join = (results: ReadonlyArray<Results>): Results => ({
  refused: results.flatMap(({ refused }) => refused),
  accepted: results.flatMap(({ accepted }) => accepted),
  paths: results.flatMap(({ paths }) => paths),
});

const sendLane = async (
  { service }: Target,
  connection: Connection,
  account: TestAccount,
  payloads: ReadonlyArray<Fuzzed>,
): Promise<Results> => {
  const sender = { account, token: service.token, apiKey: service.demo.api_key };
  const results: Results[] = [];
  for (const one of payloads) results.push(await sendOne(connection, sender, one));
  return join(results);
};

/**
 * Sends payloads over all connections, each for an account of its own: every one is answered as it should be, and what
 * was refused left nothing. Every other account is of a supplier that leaves unknown fields out.
 *
 * @returns the addresses they were for.
 */
export const sendRound = async (
  target: Target,
  connections: ReadonlyArray<Connection>,
  payloads: ReadonlyArray<Fuzzed>,
): Promise<ReadonlyArray<string>> => {
  const accounts = await Promise.all(
    connections.map((_, lane) => target.account(lane % 2 === 0 ? undefined : LENIENT)),
  );
  const lanes = connections.map((connection, lane) =>
    sendLane(
      target,
      connection,
      accounts[lane]!,
      payloads.filter((_, at) => at % connections.length === lane),
    ),
  );
  // All of them are waited for: a connection must not be used again while an answer is in transit.
  const ended = await Promise.allSettled(lanes);
  const { accepted, refused, paths } = join(
    ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }),
  );
  const traces = await target.tracesOf([...accepted, ...refused], accounts);
  expect(Object.keys(traces).toSorted()).toEqual(accepted.toSorted());
  return paths;
};

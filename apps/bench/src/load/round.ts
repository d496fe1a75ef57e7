import type { LoadConnection, OpenConnection } from './load-connection.ts';
import type { Measured } from './messages.ts';
import { numbersOf, type Plan } from './places.ts';
import { fill, type Template } from './template.ts';

/** A connection that knows what it has sent. */
export type Sender = {
  readonly index: number;
  readonly connection: LoadConnection;
  /** Its own copy of each template, into which its requests are written. */
  readonly buffers: ReadonlyArray<Buffer>;
};

/** The data sent to a contender so far. */
type Sent = {
  /** By connection: the next request. */
  readonly next: number[];
  /** By connection: the requests of the last measurement that sent new ones. */
  last: ReadonlyArray<{ readonly from: number; readonly to: number }>;
};

export type Job = { readonly plan: Plan; readonly templates: ReadonlyArray<Template>; readonly sent: Sent };

export const openSenders = ({ plan, templates }: Job, open: OpenConnection): Promise<ReadonlyArray<Sender>> =>
  Promise.all(
    Array.from({ length: plan.connections }, async (_, index) => ({
      index,
      connection: await open(),
      buffers: templates.map(({ bytes }) => Buffer.from(bytes)),
    })),
  );

/** Measuring stops after this number of failures. */
const MAX_FAILURES = 50;

type Counts = { accepted: number; failed: number; problem: string | null; latencies: number[] };

const sendOne = async (job: Job, { index, connection, buffers }: Sender, sequence: number, counts: Counts) => {
  const variant = sequence % buffers.length;
  const buffer = buffers[variant]!;
  fill(job.templates[variant]!, buffer, numbersOf(job.plan, index, sequence));
  const startedAt = performance.now();
  const problem = await connection.send(buffer);
  if (problem === null) {
    counts.latencies.push(performance.now() - startedAt);
    counts.accepted += 1;
  } else {
    counts.problem ??= problem;
    counts.failed += 1;
  }
};

/** The sequence numbers a connection sends: new ones, or those of the last measurement over and over. */
const sequences = ({ sent }: Job, index: number, again: boolean): (() => number) => {
  const { from, to } = again ? sent.last[index]! : { from: 0, to: 0 };
  let count = 0;
  return again
    ? () => from + (count++ % Math.max(1, to - from))
    : () => {
        const sequence = sent.next[index]!;
        sent.next[index] = sequence + 1;
        return sequence;
      };
};

/** Lets every connection send one request after the other until the time is up, and waits for the last answers. */
export const sendFor = async (
  job: Job,
  senders: ReadonlyArray<Sender>,
  { ms, again }: { readonly ms: number; readonly again: boolean },
): Promise<Measured> => {
  const counts: Counts = { accepted: 0, failed: 0, problem: null, latencies: [] };
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(
    senders.map(async (sender) => {
      const nextSequence = sequences(job, sender.index, again);
      do await sendOne(job, sender, nextSequence(), counts);
      while (performance.now() - startedAt < ms && counts.failed < MAX_FAILURES);
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  const { latencies, ...rest } = counts;
  return { ...rest, elapsedMs, latenciesMs: Float64Array.from(latencies), cpuMs: (user + system) / 1000 };
};

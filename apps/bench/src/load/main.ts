import { openCopyConnection } from './copy-connection.ts';
import { openHttpConnection } from './http-connection.ts';
import type { Assignment, Measured, Order, Reply, Target } from './messages.ts';
import { type Job, openSenders, type Sender, sendFor } from './round.ts';
import { makeTemplate } from './template.ts';

/** The load generator, in its own process. It executes orders one after another. */
const known = new Map<string, { readonly target: Target; readonly job: Job }>();
let senders: ReadonlyArray<Sender> = [];

const assign = ({ contender, target, plan, requests }: Assignment): void => {
  const templates = requests.map((bytes) => makeTemplate(Buffer.from(bytes)));
  const sent = { next: Array.from({ length: plan.connections }, () => 0), last: [] };
  known.set(contender, { target, job: { plan, templates, sent } });
};

const obey = async (order: Order): Promise<Measured | null> => {
  if (order.kind === 'assign') {
    assign(order.assignment);
    return null;
  }
  const { target, job } = known.get(order.contender)!;
  if (order.kind === 'open') {
    senders = await openSenders(job, () =>
      target.transport === 'http' ? openHttpConnection(target.port) : openCopyConnection(target.url),
    );
    return order.leadIn ? await sendFor(job, senders, { ms: 0, again: false }) : null;
  }
  const before = [...job.sent.next];
  try {
    const measured = await sendFor(job, senders, order);
    if (!order.again) job.sent.last = job.sent.next.map((to, index) => ({ from: before[index]!, to }));
    return measured;
  } finally {
    for (const { connection } of senders) connection.close();
  }
};

process.on('message', async (order: Order) => {
  const reply: Reply = await obey(order).then(
    (measured) => ({ measured }),
    (error: unknown) => ({ error: String(error) }),
  );
  process.send?.(reply);
});

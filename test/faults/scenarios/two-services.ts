import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '../batches/batch.ts';
import { billingDocumentsBatch } from '../batches/billing-documents.ts';
import { wholePart } from '../batches/notes.ts';
import type { Installation } from '../environment/installation.ts';
import { ownInstallation } from '../environment/installations.ts';
import type { Source } from '../load/source.ts';
import { conclude } from '../rounds.ts';
import type { Context, Scenario } from '../scenario.ts';

const LANES = 8;
const SECONDS = { full: 30, short: 6 };

/** For a history that was not sent before, every other time another one of the same ledger; else the same request. */
const rivalOf = (batch: Batch, isKnown: boolean): readonly [Batch, Batch] => {
  if (batch.ledger === null || isKnown || Number(batch.ledger.slice(2)) % 2 === 1) return [batch, batch];
  const name = `${batch.name}-rival`;
  const rival = billingDocumentsBatch(name, batch.account, batch.ledger, wholePart(name, 11, 12));
  return [
    { ...batch, hasRival: true },
    { ...rival, hasRival: true },
  ];
};

/** Sends each request to both processes at the same moment. */
const race = async (installation: Installation, source: Source, known: Set<string>, until: number): Promise<void> => {
  while (performance.now() < until) {
    const batch = source.next();
    const [one, other] = rivalOf(batch, known.has(batch.name));
    known.add(batch.name);
    const statuses = await Promise.all([
      installation.deliver(one, { index: 0 }),
      installation.deliver(other, { index: 1 }),
    ]);
    const isOneOfTwo = one !== other && statuses.toSorted().join() === '201,400';
    if (one !== other && !isOneOfTwo)
      installation.watch.complain(`histories of one ledger were answered ${statuses.join(' and ')}`);
  }
};

const run = async (context: Context): Promise<void> => {
  const { installation } = await ownInstallation(context, { processes: 2 });
  const source = installation.makeSource('race');
  const known = new Set<string>();
  for (let round = 0; round < context.rounds; round += 1) {
    const until = performance.now() + (context.isShort ? SECONDS.short : SECONDS.full) * 1_000;
    await Promise.all(Array.from({ length: LANES }, () => race(installation, source, known, until)));
    context.found.rounds += 1;
    source.moveOn();
    await delay(0);
  }
  await conclude(installation, context);
};

export const scenario: Scenario = {
  name: 'two-services',
  promise: 'two processes race with the same requests on the same accounts and ledgers: each item is there once',
  needs: [],
  rounds: { full: 2, short: 1 },
  run,
};

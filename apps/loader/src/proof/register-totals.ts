import { createHash, hash } from 'node:crypto';
import type { CarryoverError } from '@carryover/client/failure';
import { inParallel } from '@carryover/client/loading/sender';
import type { ControlTotal as WireTotal } from '@carryover/client/types/control-total';
import { MAX_TOTALS } from '@carryover/contract/limits';
import { COUNTED_TYPES, type ControlTotal, keyOf, lineOf, TOTAL_TYPES } from '@carryover/domain/control-total';
import { Decimal, toMoney, ZERO } from '@carryover/domain/decimal';
import type { Spools } from '@carryover/files/spool';
import { isRefused, PARALLEL, type Service } from '../service/service.ts';
import type { ItemStore } from '../store/item-store.ts';
import { addedUp, type Expected, expectedIn, isSummed } from './prove-totals.ts';

/** The set of a supplier, as the service has it. */
export type RegisteredSupplier = {
  readonly supplier: string;
  readonly set: string;
  readonly totals: number;
  /** The digest of the set, computed here and answered by the service. */
  readonly sha256: string;
};

/** Totals that cannot be registered: `code` for scripts, `detail` what is wrong and what to do. */
export class TotalsRefused extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

type Kept = { readonly supplier: string; readonly total: ControlTotal };

/** Control totals of any number, by supplier. */
export const makeKeptTotals = (spools: Spools) => {
  const kept = spools.openSorted<Kept>({
    key: ({ supplier, total }) => [supplier, total.externalAccountNumber, total.ledgerNumber, total.type],
    encode: ({ supplier, total }) => JSON.stringify([supplier, { ...total, sum: total.sum?.text ?? null }]),
    decode: (text) => {
      const [supplier, { sum, ...total }] = JSON.parse(text) as [
        string,
        Omit<ControlTotal, 'sum'> & { sum: string | null },
      ];
      return { supplier, total: { ...total, sum: sum === null ? null : new Decimal(sum) } };
    },
  });
  return {
    add: (supplier: string, total: ControlTotal): void => kept.add({ supplier, total }),
    /** Yields the totals of each supplier, as often as they are asked for. */
    *bySupplier(): Generator<{ readonly supplier: string; readonly totals: () => Generator<ControlTotal> }> {
      const suppliers = new Set<string>();
      for (const { supplier } of kept.sorted()) suppliers.add(supplier);
      for (const supplier of suppliers) {
        const totals = function* (): Generator<ControlTotal> {
          for (const one of kept.sorted()) if (one.supplier === supplier) yield one.total;
        };
        yield { supplier, totals };
      }
    },
  };
};
type KeptTotals = ReturnType<typeof makeKeptTotals>;

/** The main ledger, on which transactions are that name none. */
const mainLedgerOf = async (service: Service, { account, tallies }: Expected): Promise<string | null> => {
  if (tallies.every(({ ledger, type }) => ledger !== null || COUNTED_TYPES.some((counted) => counted === type)))
    return null;
  const summary = await service.summary(account);
  if (isRefused(summary))
    throw new TotalsRefused(
      summary.error.code ?? summary.error.kind,
      `The main ledger of the account ${account.number} of ${account.supplier} is not known, since the service does not have the account: ${summary.error.message} Ask the operator to import the accounts first, or register the totals of your own system with --from.`,
    );
  return summary.ledgers[0]?.ledger_number ?? null;
};

/** Returns the totals of one account. An account has one active payment instruction, however many are sent. */
const totalsOf = ({ account, tallies }: Expected, mainLedger: string | null): ReadonlyArray<ControlTotal> =>
  addedUp(
    tallies.map((tally) => ({
      ...tally,
      ledger: tally.ledger ?? (COUNTED_TYPES.some((counted) => counted === tally.type) ? '' : mainLedger),
    })),
  ).map(({ ledger, type: name, count, sum }) => {
    const type = TOTAL_TYPES.find((known) => known === name);
    if (type === undefined || ledger === null)
      throw new TotalsRefused(
        'invalid',
        `An item of the account ${account.number} of ${account.supplier} has no total (type ${name}). Nothing was registered. To find it, use carryover check.`,
      );
    return {
      externalAccountNumber: account.number,
      ledgerNumber: ledger,
      type,
      count: type === 'PAYMENT_INSTRUCTION' ? Math.min(1, count) : count,
      sum: isSummed(type) ? sum : null,
    };
  });

/** Accounts whose main ledgers are asked for before their totals are kept. */
const TOGETHER = 2_000;

/** Keeps the totals of the items of files. @throws TotalsRefused, Stopped */
export const keepTotalsOfItems = async (service: Service, store: ItemStore, kept: KeptTotals): Promise<void> => {
  let some: Expected[] = [];
  const keep = async (): Promise<void> => {
    const ledgers: (string | null)[] = new Array(some.length).fill(null);
    await inParallel(PARALLEL, some.entries(), async ([index, expected]) => {
      ledgers[index] = await mainLedgerOf(service, expected);
    });
    for (const [index, expected] of some.entries())
      for (const total of totalsOf(expected, ledgers[index]!)) kept.add(expected.account.supplier, total);
    some = [];
  };
  for (const expected of expectedIn(store)) {
    some.push(expected);
    if (some.length === TOGETHER) await keep();
  }
  await keep();
};

/** The number of totals and the digest of a set (decisions 20). @throws TotalsRefused if a key has two totals. */
const summaryOf = (totals: Iterable<ControlTotal>, spools: Spools) => {
  const digests = spools.openSorted<string>({
    key: (digest) => [digest],
    encode: (text) => text,
    decode: (text) => text,
  });
  let [count, lastKey] = [0, ''];
  for (const total of totals) {
    if (keyOf(total) === lastKey)
      throw new TotalsRefused(
        'invalid',
        `There are two totals for the type ${total.type} on the ledger ${total.ledgerNumber} of the account ${total.externalAccountNumber}. Nothing was registered.`,
      );
    lastKey = keyOf(total);
    digests.add(hash('sha256', lineOf(total)));
    count += 1;
  }
  const sha256 = createHash('sha256');
  for (const digest of digests.sorted()) sha256.update(Buffer.from(digest, 'hex'));
  return { count, sha256: sha256.digest('hex') };
};

const toWire = ({ externalAccountNumber, ledgerNumber, type, count, sum }: ControlTotal): WireTotal => {
  const common = { external_account_number: externalAccountNumber, count };
  switch (type) {
    case 'BILLING_DOCUMENT':
      return { ...common, ledger_number: ledgerNumber, type };
    case 'NOTE':
    case 'PAYMENT_INSTRUCTION':
      return { ...common, type };
    case 'STATEMENT':
      return { ...common, type, ...(sum === null ? {} : { sum: toMoney(sum) }) };
    default:
      return { ...common, ledger_number: ledgerNumber, type, sum: toMoney(sum ?? ZERO) };
  }
};

function* inParts(totals: Iterable<ControlTotal>): Generator<ReadonlyArray<WireTotal>> {
  let part: WireTotal[] = [];
  for (const total of totals) {
    if (part.length === MAX_TOTALS) {
      yield part;
      part = [];
    }
    part.push(toWire(total));
  }
  yield part;
}

/** Returns the first error of a refused part, with the total that it is about. */
const refusalOf = (error: CarryoverError, part: ReadonlyArray<WireTotal>): Error => {
  const [issue] = error.errors;
  if (issue === undefined) return error;
  const total = part[Number(/^totals\.(\d+)/.exec(issue.attr)?.[1] ?? Number.NaN)];
  const which = total === undefined ? '' : ` (account ${total.external_account_number}, type ${total.type})`;
  return new TotalsRefused(issue.code, `${issue.detail}${which} Register corrected totals under another name.`);
};

/**
 * Registers the totals of each supplier as a set, and completes it. The same again registers nothing more: a set that is not named
 * has a name that follows from its totals.
 *
 * @throws TotalsRefused, Stopped, CarryoverError
 */
export const registerTotals = async (
  service: Service,
  kept: KeptTotals,
  spools: Spools,
  name: string | null,
): Promise<ReadonlyArray<RegisteredSupplier>> => {
  const registered: RegisteredSupplier[] = [];
  for (const { supplier, totals } of kept.bySupplier()) {
    const { count, sha256 } = summaryOf(totals(), spools);
    const set = name ?? `TOTALS-${sha256.slice(0, 16)}`;
    let sent = 0;
    for (const part of inParts(totals())) {
      sent += part.length;
      const complete = sent === count;
      const answer = await service.registerTotals({ import_supplier: supplier, set, totals: part, complete });
      if (isRefused(answer)) throw refusalOf(answer.error, part);
      if (complete && (answer.sha256 !== sha256 || answer.totals !== count))
        throw new TotalsRefused(
          'control_totals_differ',
          `The set ${set} of ${supplier} has other totals than these: ${answer.totals} with the SHA-256 ${answer.sha256}, and these are ${count} with ${sha256}. Register them under another name.`,
        );
    }
    registered.push({ supplier, set, totals: count, sha256 });
  }
  return registered;
};

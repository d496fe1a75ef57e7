import { type ControlTotal, compareKeys, TOTAL_TYPES, type TotalType } from '@carryover/domain/control-total';
import { Decimal } from '@carryover/domain/decimal';
import type { ExpectedTotal } from '@carryover/domain/total-comparison';
import * as t from 'io-ts';
import { makeSortedSpool } from './sorted-spool.ts';
import type { Spools } from './spool.ts';

/** Account, ledger, place of the type in `TOTAL_TYPES`, count and sum, line. */
const row = t.tuple([t.string, t.string, t.number, t.tuple([t.number, t.string]), t.number]);

const encode = ({ externalAccountNumber, ledgerNumber, type, count, sum, line }: ExpectedTotal): string =>
  JSON.stringify([externalAccountNumber, ledgerNumber, TOTAL_TYPES.indexOf(type), [count, sum.text], line]);

const decode = (text: string): ExpectedTotal => {
  const value: unknown = JSON.parse(text);
  if (!row.is(value)) throw new Error('A temporary file was changed.');
  const [externalAccountNumber, ledgerNumber, type, [count, sum], line] = value;
  return { externalAccountNumber, ledgerNumber, type: TOTAL_TYPES[type]!, count, sum: new Decimal(sum), line };
};

/** A control total whose account, ledger and type are already on an earlier line. */
type RepeatedTotal = { readonly total: ExpectedTotal; readonly lineBefore: number };

/** The control totals of a file of any size. */
export type ExpectedTotals = {
  readonly add: (total: ControlTotal, line: number) => void;
  readonly types: ReadonlySet<TotalType>;
  /** Reads them in the order of `compareKeys`, of several with one key the first. */
  readonly sorted: () => Generator<ExpectedTotal, void>;
  /** Reads those that {@link sorted} leaves out. */
  readonly repeated: () => Generator<RepeatedTotal, void>;
};

/** @param run the number of totals that are in memory; for tests. */
export const makeExpectedTotals = (spools: Spools, run?: number): ExpectedTotals => {
  const spool = makeSortedSpool(spools, {
    compare: compareKeys,
    encode,
    decode,
    ...(run === undefined ? {} : { run }),
  });
  const types = new Set<TotalType>();
  function* withFirst(): Generator<{ readonly total: ExpectedTotal; readonly first: ExpectedTotal }, void> {
    let first: ExpectedTotal | null = null;
    for (const total of spool.sorted()) {
      if (first === null || compareKeys(first, total) !== 0) first = total;
      yield { total, first };
    }
  }
  return {
    add: (total, line) => {
      types.add(total.type);
      spool.add({ ...total, line });
    },
    types,
    *sorted() {
      for (const { total, first } of withFirst()) if (total === first) yield total;
    },
    *repeated() {
      for (const { total, first } of withFirst()) if (total !== first) yield { total, lineBefore: first.line };
    },
  };
};

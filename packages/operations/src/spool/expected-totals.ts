import { orNull } from '@carryover/adapters-persistence/schema/stored-values';
import {
  addType,
  type ControlTotal,
  type GivenTypes,
  keyOf,
  sectionOf,
  TOTAL_TYPES,
  type TotalType,
} from '@carryover/domain/control-total';
import { Decimal } from '@carryover/domain/decimal';
import type { ExpectedTotal } from '@carryover/domain/total-comparison';
import type { Spools } from '@carryover/files/spool';
import * as t from 'io-ts';

/** A total of a row. */
type TotalRow = ExpectedTotal & { readonly raw: string };

/** Account, ledger, place of the type in `TOTAL_TYPES`, count and sum, line, the row as it was. */
const row = t.tuple([t.string, t.string, t.number, t.tuple([t.number, orNull(t.string), t.number]), t.string]);

const encode = ({ externalAccountNumber, ledgerNumber, type, count, sum, line, raw }: TotalRow): string =>
  JSON.stringify([
    externalAccountNumber,
    ledgerNumber,
    TOTAL_TYPES.indexOf(type),
    [count, sum?.text ?? null, line],
    raw,
  ]);

const decode = (text: string): TotalRow => {
  const value: unknown = JSON.parse(text);
  if (!row.is(value)) throw new Error('A temporary file was changed.');
  const [externalAccountNumber, ledgerNumber, type, [count, sum, line], raw] = value;
  const total = { externalAccountNumber, ledgerNumber, type: TOTAL_TYPES[type]!, count };
  return { ...total, sum: sum === null ? null : new Decimal(sum), line, raw };
};

/** A row whose account, ledger and type are already on an earlier line. */
type RepeatedTotal = { readonly line: number; readonly raw: string; readonly lineBefore: number };

/** The control totals of a file of any size. */
export type ExpectedTotals = {
  readonly add: (total: ControlTotal, line: number, raw: string) => void;
  readonly types: GivenTypes;
  /** Reads them in the order of `compareKeys`, of several with one key the first. */
  readonly sorted: () => Generator<ExpectedTotal, void>;
  /** Reads those that {@link sorted} leaves out. */
  readonly repeated: () => Generator<RepeatedTotal, void>;
};

export const makeExpectedTotals = (spools: Spools): ExpectedTotals => {
  const spool = spools.openSorted<TotalRow>({
    key: (total) => [sectionOf(total), total.externalAccountNumber, total.ledgerNumber, total.type],
    encode,
    decode,
  });
  const types = new Map<TotalType, boolean>();
  function* withFirst(): Generator<{ readonly total: TotalRow; readonly first: TotalRow }, void> {
    let first: TotalRow | null = null;
    for (const total of spool.sorted()) {
      if (first === null || keyOf(first) !== keyOf(total)) first = total;
      yield { total, first };
    }
  }
  return {
    add: (total, line, raw) => {
      addType(types, total);
      spool.add({ ...total, line, raw });
    },
    types,
    *sorted() {
      for (const { total, first } of withFirst()) {
        const { raw: _, ...expected } = total;
        if (total === first) yield expected;
      }
    },
    *repeated() {
      for (const { total, first } of withFirst())
        if (total !== first) yield { line: total.line, raw: total.raw, lineBefore: first.line };
    },
  };
};

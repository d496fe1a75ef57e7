import { hash } from 'node:crypto';
import { isCountedType, lineOf, TOTAL_TYPES, type TotalType } from '@carryover/domain/control-total';
import { Decimal, toMoney, ZERO } from '@carryover/domain/decimal';
import { fromTextCell } from '@carryover/files/csv/csv-cell';
import { makeCsvRecords } from '@carryover/files/csv/csv-records';
import type { Spools } from '@carryover/files/spool';
import * as E from 'fp-ts/lib/Either.js';
import { makeLines } from './lines.ts';
import type { Manifest } from './manifest.ts';
import type { EvidenceProblem } from './problem.ts';
import type { SealedImport } from './sealed-record.ts';

type Report = (problem: EvidenceProblem) => void;
type StoredTotal = SealedImport['totals'][number];
/** A total of one key: as it was sealed, or as `totals.csv` has it. */
type Side = {
  readonly key: readonly [account: string, ledger: string, type: string];
  readonly isShown: boolean;
  readonly count: number;
  readonly sum: string;
};

/** The most a row of totals has: all explanations of a difference, and what persons said of it. */
const LONGEST_ROW = { maxLines: 1_000_000, maxCharacters: 33_554_432 };
const NUMBER = /^-?\d+(?:\.\d+)?$/;

const isTotalType = (text: string): text is TotalType => TOTAL_TYPES.some((type) => type === text);
const shown = (count: number, sum: Decimal): string => `${count}, ${toMoney(sum)}`;

/**
 * The totals of the transactions that imports stored, as they were sealed: those of `totals.csv` must be the same, and what was
 * expected must be the set that the client registered.
 */
export const makeSealedTotals = (spools: Spools, report: Report) => {
  const erasedAccounts = new Set<string>();
  const registrations = new Map<string, { readonly leaf: number; readonly totals: number; readonly sha256: string }>();
  const sides = spools.openSorted<Side>({
    key: ({ key }) => key,
    encode: (side) => JSON.stringify(side),
    // Written by this process.
    decode: (text) => JSON.parse(text),
  });
  const digests = spools.openSorted<string>({ key: (hex) => [hex], encode: (hex) => hex, decode: (text) => text });
  const doubtful: string[] = [];
  let [isSealed, hasErased, expected, line, counted, differing, isReadable] = [false, false, 0, 0, 0, 0, true];

  const addAll = (account: string, totals: ReadonlyArray<StoredTotal>): void => {
    for (const [ledger, type, count, sum] of totals)
      if (isTotalType(type) && !isCountedType(type))
        sides.add({ key: [account, ledger, type], isShown: false, count, sum: String(sum) });
  };
  const unreadable = (): void => {
    if (isReadable) report({ kind: 'totals_unreadable', line });
    isReadable = false;
  };

  const takeExpected = (
    of: readonly [string, string, TotalType],
    count: string,
    sum: string,
    isUnexpected: boolean,
  ): void => {
    const [externalAccountNumber, ledgerNumber, type] = of;
    const key = { externalAccountNumber, ledgerNumber, type };
    const digest = hash('sha256', lineOf({ ...key, count: Number(count), sum: sum === '' ? null : new Decimal(sum) }));
    // Zero, and something is stored: the set may have it, or not.
    if (isUnexpected) {
      doubtful.push(digest);
      return;
    }
    digests.add(digest);
    expected += 1;
  };

  const takeRow = (cells: ReadonlyArray<string>): void => {
    const [account = '', ledger = '', type = '', count = '', sum = '', ...compared] = cells;
    const [expectedCount = '', expectedSum = '', , , agrees, cause] = compared;
    const isNumber = (cell: string) => NUMBER.test(cell) || (cell === '' && isTotalType(type) && isCountedType(type));
    if (!isTotalType(type) || !NUMBER.test(count) || !isNumber(sum)) {
      unreadable();
      return;
    }
    const key = [fromTextCell(account), fromTextCell(ledger), type] as const;
    if (isCountedType(type)) counted += 1;
    else sides.add({ key, isShown: true, count: Number(count), sum });
    if (expectedCount === '') return;
    if (!NUMBER.test(expectedCount) || !isNumber(expectedSum)) {
      unreadable();
      return;
    }
    const isSame = Number(count) === Number(expectedCount) && sum === expectedSum;
    if (agrees !== String(isSame)) report({ kind: 'totals_arithmetic', line });
    if (!isSame) differing += 1;
    takeExpected(key, expectedCount, expectedSum, cause === 'unexpected');
  };

  const judgeKey = (group: ReadonlyArray<Side>): void => {
    const stored = group.filter(({ isShown }) => !isShown);
    const rows = group.filter(({ isShown }) => isShown);
    const of = (some: ReadonlyArray<Side>) => ({
      count: some.reduce((all, { count }) => all + count, 0),
      sum: some.length === 0 ? ZERO : Decimal.sum(some.map(({ sum }) => new Decimal(sum))),
    });
    const [sealed, found] = [of(stored), of(rows)];
    if (rows.length <= 1 && sealed.count === found.count && sealed.sum.equals(found.sum)) return;
    const [account, ledger, type] = group[0]!.key;
    report({
      kind: 'totals_differ',
      of: [account, ledger, type].filter((part) => part !== '').join(' '),
      sealed: shown(sealed.count, sealed.sum),
      found: shown(found.count, found.sum),
    });
  };

  const judgeStored = (): void => {
    let group: Side[] = [];
    for (const side of sides.sorted()) {
      const [first] = group;
      if (first?.key.some((part, index) => part !== side.key[index]) === true) {
        judgeKey(group);
        group = [];
      }
      group.push(side);
    }
    if (group.length > 0) judgeKey(group);
  };

  /** @returns false if the set cannot be derived from the pack. */
  const judgeRegistered = ({ control_totals: control, verdict }: Manifest): boolean => {
    if (control === null || control.source !== 'client' || control.set === null) return true;
    const set = registrations.get(control.set);
    if (set === undefined || set.sha256 !== control.sha256) {
      report({ kind: 'totals_not_registered', set: control.set });
      return true;
    }
    // The digest is of the numbers of accounts that were erased since.
    if (hasErased || verdict === 'incomplete') return false;
    if (set.totals === expected + doubtful.length) for (const digest of doubtful) digests.add(digest);
    const all = hash('sha256', Buffer.concat([...digests.sorted()].map((hex) => Buffer.from(hex, 'hex'))));
    if (all !== set.sha256) report({ kind: 'expected_differ', set: control.set });
    return true;
  };

  const csv = makeCsvRecords({ quotes: LONGEST_ROW });
  const takeRows = (rows: ReturnType<typeof csv.add>): void => {
    for (const { line: number, row } of rows) {
      line = number;
      if (E.isLeft(row)) unreadable();
      else if (number > 1) takeRow(row.right);
    }
  };
  let number = 0;
  const lines = makeLines((bytes) => {
    number += 1;
    takeRows(csv.add({ number, text: bytes.toString(), fault: null }));
  });

  return {
    stored: ({ externalAccountNumber, totals }: SealedImport): void => {
      if (externalAccountNumber !== null && !erasedAccounts.has(externalAccountNumber))
        addAll(externalAccountNumber, totals);
    },
    /** The totals that are kept of an erased account, in place of its imports. */
    erased: (account: string, totals: ReadonlyArray<StoredTotal>): void => {
      erasedAccounts.add(account);
      addAll(account, totals);
    },
    registered: (leaf: number, { name, ...of }: { name: string; totals: number; sha256: string }): void => {
      registrations.set(name, { leaf, ...of });
    },
    begin: (sealed: boolean, erased: boolean): void => {
      isSealed = sealed;
      hasErased = erased;
    },
    /** Takes the bytes of `totals.csv`. */
    take: lines.take,
    /** @returns what of the totals nothing sealed covers. */
    end: (manifest: Manifest): { readonly counted: number; readonly isExpectedCovered: boolean } => {
      lines.end();
      takeRows(csv.end());
      if (
        manifest.verdict !== null &&
        (manifest.verdict === 'differ') !== differing > 0 &&
        manifest.verdict !== 'incomplete'
      )
        report({ kind: 'verdict_differs', verdict: manifest.verdict, differing });
      if (!isSealed || !isReadable) return { counted, isExpectedCovered: !isSealed };
      judgeStored();
      return { counted, isExpectedCovered: judgeRegistered(manifest) };
    },
  };
};
export type SealedTotals = ReturnType<typeof makeSealedTotals>;

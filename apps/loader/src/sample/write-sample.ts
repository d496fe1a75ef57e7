import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import { KINDS, type Kind } from '@carryover/contract/kinds';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { makeFolders } from '@carryover/settings/make-folders';
import { SAMPLE_FILES } from '../files/own-files.ts';
import { isSummed, isTransactionType } from '../proof/prove-totals.ts';
import { entriesOf } from '../rows/entries.ts';
import { makeSampleAccount, rowsByKind, type SampleAccount, type SampleItem, type SampleOptions } from './account.ts';
import { makeFaultPlan } from './faults.ts';

const BUFFER_CHARACTERS = 262_144;

/** A file that is written line by line in large pieces. */
type LineWriter = {
  /** Returns the number of the line, from 1. */
  readonly add: (text: string) => number;
  /** Writes what was added if there is enough of it. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly lines: () => number;
};

/** Opens a file that does not exist yet. */
const openLineWriter = async (file: string): Promise<LineWriter> => {
  const handle: FileHandle = await open(file, 'wx');
  let buffer = '';
  let lines = 0;
  const flush = async (): Promise<void> => {
    await handle.appendFile(buffer);
    buffer = '';
  };
  return {
    add: (text) => {
      buffer += `${text}\n`;
      lines += 1;
      return lines;
    },
    drain: async () => {
      if (buffer.length >= BUFFER_CHARACTERS) await flush();
    },
    close: async () => {
      await flush();
      await handle.close();
    },
    lines: () => lines,
  };
};

const TOTALS_HEADER = 'external_account_number,ledger_number,type,count,sum';

/** Returns the rows of `totals.csv` for an account whose items are all stored but the faulty ones (decisions 14). */
export const totalsOf = (
  { externalAccountNumber, mainLedger }: SampleAccount,
  stored: ReadonlyArray<SampleItem>,
): ReadonlyArray<string> => {
  const entries = stored.flatMap(({ kind, row }) => entriesOf(kind, row as JsonObject));
  const keyOf = ({ ledger, type }: (typeof entries)[number]): string =>
    `${ledger ?? (isTransactionType(type) ? mainLedger : '')},${type}`;
  return [...Map.groupBy(entries, keyOf)].map(([key, own]) => {
    const total = isSummed(own[0]!.type) ? toMoney(Decimal.sum(own.map(({ amount }) => amount))) : '';
    return `${externalAccountNumber},${key},${own.length},${total}`;
  });
};

const { accounts: ACCOUNTS, totals: TOTALS, faults: FAULTY } = SAMPLE_FILES;
export const fileOf = (kind: Kind): string => `${kind}.ndjson`;

/** All files that a sample can have. */
const ALL = [...Object.values(SAMPLE_FILES), ...KINDS.map(fileOf)];

/** Number of rows by kind, and how many of them are faulty. */
export type WrittenSample = { readonly rows: Rows; readonly faults: number };
type Rows = Readonly<Record<Kind, number>>;

/** @returns the writers of these files. If one cannot be opened, the others are closed. */
const openAll = async (folder: string, names: ReadonlyArray<string>): Promise<ReadonlyMap<string, LineWriter>> => {
  const writers = new Map<string, LineWriter>();
  try {
    for (const name of names) writers.set(name, await openLineWriter(join(folder, name)));
  } catch (error) {
    for (const writer of writers.values()) await writer.close();
    throw error;
  }
  return writers;
};

/**
 * Writes the files of a sample into a folder (decisions 15), in constant memory, if none of them exists. The same options give the same bytes, and a
 * row that is valid is the same with and without faults in others.
 */
export const writeSample = async (
  folder: string,
  { faultPercent, ...options }: SampleOptions & { readonly faultPercent: number },
): Promise<WrittenSample> => {
  makeFolders(folder);
  const taken = ALL.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (taken !== undefined)
    throw new Error(`${taken} exists, and is not overwritten. Choose another folder, or delete that one first.`);
  const names = [ACCOUNTS, TOTALS, ...KINDS.map(fileOf), ...(faultPercent === 0 ? [] : [FAULTY])];
  const writers = await openAll(folder, names);
  const to = (name: string): LineWriter => writers.get(name)!;
  const perAccount = Object.entries(rowsByKind(options.itemsPerAccount));
  const rows = Object.fromEntries(perAccount.map(([kind, count]) => [kind, count * options.accounts])) as Rows;
  const nextFault = makeFaultPlan(rows, faultPercent, options.seed);

  /** Writes an item, valid or with a fault. Returns true if it is valid. */
  const write = ({ kind, row }: SampleItem): boolean => {
    const fault = nextFault(kind);
    const line = to(fileOf(kind)).add(fault === null ? JSON.stringify(row) : fault.put(row));
    if (fault !== null) to(FAULTY).add(JSON.stringify({ file: fileOf(kind), line, code: fault.code }));
    return fault === null;
  };

  try {
    to(TOTALS).add(TOTALS_HEADER);
    for (let index = 0; index < options.accounts; index += 1) {
      const account = makeSampleAccount(options, index);
      to(ACCOUNTS).add(JSON.stringify(account.line));
      for (const total of totalsOf(account, account.items.filter(write))) to(TOTALS).add(total);
      for (const writer of writers.values()) await writer.drain();
    }
  } finally {
    for (const writer of writers.values()) await writer.close();
  }
  return { rows, faults: writers.get(FAULTY)?.lines() ?? 0 };
};

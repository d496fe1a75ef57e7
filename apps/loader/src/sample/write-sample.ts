import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KINDS, type Kind } from '@carryover/contract/item-files';
import { SAMPLE_FILES } from '../files/own-files.ts';
import { makeSampleAccount, rowsByKind, type SampleItem, type SampleOptions } from './account.ts';
import { makeFaultPlan } from './fault-plan.ts';
import { type LineWriter, openLineWriter } from './line-writer.ts';
import { TOTALS_HEADER, totalsOf } from './totals.ts';

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
  await mkdir(folder, { recursive: true });
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

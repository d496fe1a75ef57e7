import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toRunRecord } from './run-record.ts';

/** A file that begins in this way is a journal. */
export const BEGINNING = '{"event":"begun"';
/** The files of a sample that have no items. */
export const SAMPLE_FILES = { accounts: 'accounts.ndjson', totals: 'totals.csv', faults: 'faults.ndjson' } as const;
/** Of an export, which also has the accounts for the operator. Any other file of this name may be the client's. */
const EXPORTED_ACCOUNTS = 'accounts.csv';
const EXPORT_MANIFEST = /^\{\n {2}"supplier": .*\n {2}"organisation": .*\n {2}"taken_at": /;

/** What a load writes beside its files (decisions 15). */
const OUTPUT = /\.(?:rejected|conflicts|repeated)\.|(?:^|\.)journal$/i;
/** Mappings are used only if they are named. */
const MAPPING = /\.map\.yaml$/i;
/** What it keeps beside its journal. */
const OF_JOURNAL = /\.(?:lock|input-\d+|receipts\.ndjson)$/;
/** The beginnings of the reports of --report and --html. */
const REPORT = /^\{\n {2}"agree": (?:true|false),|^<!doctype html>.*?<title>(?:Load|Verification)\b/is;

const START_BYTES = 4_096;

const startOf = (file: string): string => {
  if (!statSync(file).isFile()) return '';
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(START_BYTES);
  try {
    return start.toString('utf8', 0, readSync(descriptor, start));
  } finally {
    closeSync(descriptor);
  }
};

/** Returns true for a file of an export, which has a file of each kind, also if there is nothing to write. */
export const isOfExport = (file: string): boolean => {
  const manifest = join(dirname(file), 'manifest.json');
  return existsSync(manifest) && EXPORT_MANIFEST.test(startOf(manifest));
};

/** Returns true for a journal, a report, the output of a dry run and the manifest of an export, whatever their names are. */
const beginsAsOwn = (file: string): boolean => {
  const start = startOf(file);
  return (
    start.startsWith(BEGINNING) ||
    REPORT.test(start) ||
    EXPORT_MANIFEST.test(start) ||
    toRunRecord(start.split('\n')[0]!) !== null
  );
};

/** Returns true for a file that the loader itself has written beside the items, also for the operator. */
export const isOwnFile = (file: string): boolean => {
  const name = basename(file);
  if (
    Object.values<string>(SAMPLE_FILES).includes(name) ||
    (name === EXPORTED_ACCOUNTS && isOfExport(file)) ||
    OUTPUT.test(name) ||
    MAPPING.test(name)
  )
    return true;
  const journal = join(dirname(file), name.replace(OF_JOURNAL, ''));
  if (journal !== file) return OUTPUT.test(journal) || (existsSync(journal) && isOwnFile(journal));
  return beginsAsOwn(file);
};

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KINDS } from '@carryover/contract/item-files';

/** The files of items that `carryover sample` writes. */
const FILES = KINDS.map((kind) => `${kind}.ndjson`);

/** A row with a seeded fault need not be JSON. */
const ACCOUNT = /"external_account_number":"([^"]*)"/;

const linesOf = async (file: string): Promise<ReadonlyArray<string>> =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');

/** Divides sample files by account into folders of their own. @returns the folders, each with some accounts. */
export const divide = async (folder: string, parts: number): Promise<ReadonlyArray<string>> => {
  const folders = Array.from({ length: parts }, (_, at) => join(folder, `part-${at + 1}`));
  for (const one of folders) await mkdir(one);
  const accounts = (await linesOf(join(folder, 'accounts.ndjson'))).map((line) => ACCOUNT.exec(line)?.[1]);
  const partOf = new Map(accounts.map((account, at) => [account, Math.floor((at * parts) / accounts.length)]));
  for (const file of FILES) {
    const byPart = Map.groupBy(await linesOf(join(folder, file)), (line) => partOf.get(ACCOUNT.exec(line)?.[1]) ?? 0);
    for (const [part, lines] of byPart) await writeFile(join(folders[part]!, file), `${lines.join('\n')}\n`);
  }
  return folders;
};

import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Cells, COLUMNS, cellsOf, exportedOf, FIELDS, MAPPING } from './exported.ts';
import { figure, megabytes, progress } from './figures.ts';
import { startService } from './imports.ts';
import { loadItems, transactionsOf } from './loader.ts';
import { runCommand } from './processes.ts';
import { ACCOUNT_PREFIX } from './requests.ts';
import type { Workbench } from './workbench.ts';

/** Lines are taken by steps of a prime, so that those of an account are spread over the whole file. */
const STEP = 7_919;
const LINES_AT_ONCE = 1_000;

const [ACCOUNT, ID, NOTE] = ['external_account_number', 'transaction_id', 'note'].map((name) => FIELDS.indexOf(name));

/** Makes a line of the export by its number: each account has the same transactions, with ids of their own. */
const lineMaker = (noteLength: number) => {
  const texts: ReadonlyArray<Cells> = cellsOf(transactionsOf(0, 1)).map((cells) =>
    cells.with(NOTE!, cells[NOTE!]!.repeat(1 + Math.floor(noteLength / cells[NOTE!]!.length)).slice(0, noteLength)),
  );
  const lineOf = (line: number): string => {
    const account = Math.floor(line / texts.length);
    const cells = texts[line % texts.length]!;
    return exportedOf(cells.with(ACCOUNT!, `${ACCOUNT_PREFIX}${account}`).with(ID!, `T-${line}`));
  };
  return { lineOf, perAccount: texts.length };
};

function* shuffled(lines: number, lineOf: (line: number) => string): Generator<string> {
  yield `${COLUMNS}\n`;
  for (let at = 0; at < lines; at += LINES_AT_ONCE) {
    let text = '';
    for (let index = at; index < Math.min(lines, at + LINES_AT_ONCE); index += 1)
      text += `${lineOf((index * STEP) % lines)}\n`;
    yield text;
  }
}

/** Measures `check --map`, and `load --map`, of one export of so many gigabytes: time, memory and temporary files. */
export const measureLarge = async (
  bench: Workbench,
  { gigabytes, note, load }: { readonly gigabytes: number; readonly note: number; readonly load: number },
): Promise<boolean> => {
  const { lineOf, perAccount } = lineMaker(note);
  const sample = Array.from({ length: perAccount }, (_, at) => lineOf(1e7 + at).length + 1);
  const fit = Math.ceil((gigabytes * 1e9) / sample.reduce((sum, bytes) => sum + bytes));
  // A multiple of the step would take some lines again and again.
  const accounts = fit % STEP === 0 ? fit + 1 : fit;
  const lines = accounts * perAccount;
  const [file, map] = [join(bench.folder, 'export.csv'), join(bench.folder, 'export.map.yaml')];
  await writeFile(map, MAPPING);
  await pipeline(Readable.from(shuffled(lines, lineOf)), createWriteStream(file));
  progress(`${figure(lines)} rows of ${figure(accounts)} accounts are written`);
  const tell = (
    name: string,
    ran: {
      readonly seconds: number;
      readonly cpuMs: number;
      readonly peakBytes: number;
      readonly temporaryBytes: number;
    },
  ) =>
    process.stdout.write(
      `${name}: ${figure(lines)} rows, ${figure(ran.seconds)} s, ${figure(ran.cpuMs / 1_000)} s of processor, ` +
        `${megabytes(ran.peakBytes)}, temporary files of ${megabytes(ran.temporaryBytes)}\n`,
    );
  const checked = await runCommand('load', ['check', '--map', map, file], {});
  tell('check', checked);
  if (checked.code !== 0) throw new Error(`check ended with ${checked.code}:\n${checked.out.slice(-1_000)}`);
  if (load === 0) return true;
  const contender = await startService(bench, 'loader', accounts);
  try {
    tell('load', await loadItems(bench, lines, ['--map', map, file]));
  } finally {
    await contender.stop();
  }
  return true;
};

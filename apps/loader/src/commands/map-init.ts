import { basename } from 'node:path';
import { MAPPED_KINDS, type MappedKind } from '@carryover/contract/mapping/mapping';
import { shellWord } from '@carryover/settings/shell-word';
import { visible } from '@carryover/terminal/visible';
import { type Command, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, EXIT, type Runner, wrongUsage } from '../command.ts';
import { checkNew, writeNew } from '../files/new-file.ts';

/** The part of a file that is looked at: its cells are all in memory. */
const START_BYTES = 4_194_304;

type Options = { readonly kind?: MappedKind; readonly sheet?: string; readonly whole?: boolean; readonly out?: string };

const init =
  (file: string, { kind, sheet, whole = false, out = `${file}.map.yaml` }: Options): Action =>
  async () => {
    const isNew = checkNew(out);
    if (E.isLeft(isNew)) return isNew;
    const [{ guessFile }, { MAPPED_FIELDS }] = await Promise.all([
      import('@carryover/files/mapping/look-at-file'),
      import('@carryover/files/mapping/mapped-fields'),
    ]);
    const asked = { kind: kind ?? null, sheet: sheet ?? null };
    const guess = await guessFile({
      ...asked,
      file,
      name: basename(file),
      fields: MAPPED_FIELDS,
      maxBytes: START_BYTES,
      isWhole: whole,
    });
    if (E.isLeft(guess)) return E.left(wrongUsage(`${file}: ${guess.left}`));
    writeNew(out, guess.right.text);
    const doubts = guess.right.doubts.map((doubt) => `Doubt: ${visible(doubt)}\n`).join('');
    return E.right({
      text: `${doubts}${out} is written. Correct it, and look at rows with: carryover map show ${shellWord(file)} --map ${shellWord(out)}\n`,
      json: { file: out, doubts: guess.right.doubts },
      exitCode: EXIT.done,
    });
  };

export const mapInitCommand = (run: Runner): Command =>
  command('init', [
    'carryover map init BUCHUNGEN.csv --kind transactions --out bookings.map.yaml',
    'carryover map init KUNDEN.csv --kind accounts',
  ])
    .argument('<file>', 'a file of another form')
    .addOption(new Option('--kind <kind>', 'what the rows are (default: a guess)').choices(MAPPED_KINDS))
    .option('--sheet <name>', 'sheet of a workbook, by name or number (default: the first)')
    .option(
      '--whole',
      'look at the whole file (default: at its first 4 MiB); of a workbook: at 20,000 rows instead of 1,000',
    )
    .option('--out <file>', 'the mapping; it is not overwritten (default: beside the file, with .map.yaml)')
    .action((file: string, options) => run(init(file, options), options));

import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { type Kind, wholeKind } from '@carryover/contract/kinds';
import { differingText } from '@carryover/files/mapping/expectations';
import type { Tally } from '@carryover/files/mapping/tally';
import { issuesOf } from '@carryover/files/row';
import { writeWhole } from '@carryover/files/source/file-failure';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { makeCauses } from '../check/causes.ts';
import { causesJson, showCauses, showHints } from '../check/show-check.ts';
import { type Action, command, EXIT, type Runner, wrongUsage } from '../command.ts';
import type { Input } from '../files/input.ts';
import { isReadOnce, READ_TWICE, resolveInputs } from '../files/inputs.ts';
import { expectationsIn, expectedJson } from '../files/mappings.ts';
import { checkNew, openNew } from '../files/new-file.ts';
import { makeFolder } from '../journal/outbox.ts';
import { inLoadOrder } from '../reading/read-files.ts';
import { readItems } from '../reading/read-items.ts';
import { checkReadable } from '../reading/refused-files.ts';
import { without } from '../rows/item.ts';
import { type ItemOptions, namingOf, repeatable, supplierCode } from './options.ts';

type Options = Pick<ItemOptions, 'supplier' | 'map'> & { readonly out: string };

const kindOf = ({ kind }: Input): Kind => wholeKind(kind);

const WRITE_CHARACTERS = 262_144;

/** A file of items that is written in large pieces. */
const openItems = (file: string) => {
  const descriptor = openNew(file);
  let text = '';
  let rows = 0;
  const flush = (): void => {
    writeWhole(file, descriptor, Buffer.from(text));
    text = '';
  };
  return {
    file,
    rows: () => rows,
    add: (line: string): void => {
      rows += 1;
      text += `${line}\n`;
      if (text.length > WRITE_CHARACTERS) flush();
    },
    close: (): void => {
      flush();
      closeSync(descriptor);
    },
  };
};

const run =
  (paths: ReadonlyArray<string>, options: Options): Action =>
  async () => {
    const { out, supplier = '' } = options;
    const naming = await namingOf({ ...options, leaveOut: [] });
    if (E.isLeft(naming)) return naming;
    const resolved = await resolveInputs(paths, naming.right);
    if (E.isLeft(resolved)) return resolved;
    const inputs = inLoadOrder(resolved.right.inputs);
    const plain = inputs.find(({ mapping }) => mapping === undefined);
    if (plain !== undefined) return E.left(wrongUsage(`No mapping is for ${plain.file}.`));
    if (inputs.some(({ file }) => isReadOnce(file))) return E.left(wrongUsage(READ_TWICE));
    const readable = await checkReadable(inputs, supplier);
    if (E.isLeft(readable)) return readable;
    const fileOf = (kind: Kind): string => join(out, `${kind}.ndjson`);
    for (const input of inputs) {
      const isNew = checkNew(fileOf(kindOf(input)));
      if (E.isLeft(isNew)) return isNew;
    }
    makeFolder(out);
    const kinds = [...new Set(inputs.map(kindOf))];
    const files = new Map(kinds.map((kind) => [kind, openItems(fileOf(kind))]));
    const causes = makeCauses(inputs);
    let rejected = 0;
    let isComplete = true;
    const skipped: Record<string, number> = {};
    const tallies = new Map<number, Tally>();
    try {
      const reading = {
        supplier,
        others: 'taken',
        onTally: (file: number, tally: Tally) => tallies.set(file, tally),
      } as const;
      for await (const { items } of readItems(inputs, reading))
        for (const item of items) {
          if (E.isRight(item)) {
            const { kind, account, raw, value } = item.right;
            const text = account.supplier === '' ? JSON.stringify(without(value, ['import_supplier'])) : raw;
            files.get(kind)!.add(text);
            continue;
          }
          const { file, line, why } = item.left;
          causes.add(inputs[file]!.file, line, issuesOf(why));
          rejected += 1;
          isComplete &&= !why.stopsReading;
        }
    } finally {
      for (const file of files.values()) file.close();
    }
    for (const one of tallies.values())
      for (const [reason, { rows }] of one.leftOut) skipped[reason] = (skipped[reason] ?? 0) + rows;
    const done = causes.done();
    const written = [...files].map(([kind, { file, rows }]) => ({ kind, file, rows: rows() }));
    const expected = expectationsIn(inputs, tallies);
    const isDone = rejected === 0 && isComplete && expected.every(({ agree }) => agree);
    const leftOut = Object.entries(skipped).map(
      ([reason, rows]) => `Left out: ${rows.toLocaleString('en')} (${reason})\n`,
    );
    return E.right({
      text: `${written.map(({ file, rows }) => `${file}: ${rows.toLocaleString('en')} rows\n`).join('')}${leftOut.join('')}${rejected === 0 ? '' : `Rejected: ${rejected.toLocaleString('en')}\n`}${differingText(expected)}${showCauses(done)}${showHints(done)}`,
      json: {
        files: written,
        rejected,
        skipped,
        complete: isComplete,
        ...expectedJson(expected),
        ...causesJson(done),
      },
      exitCode: isDone ? EXIT.done : EXIT.rejected,
    });
  };

export const mapRunCommand = (runner: Runner): Command =>
  command('run', ['carryover map run BUCHUNGEN.csv --map payments.map.yaml --out items'])
    .argument('<files...>', 'files of the mappings')
    .addOption(repeatable('--map <file>', 'mapping of the files; may be repeated'))
    .requiredOption('--out <folder>', 'folder of the items; no file in it is overwritten')
    .option('--supplier <code>', 'import supplier of rows that have no import_supplier', supplierCode)
    .action((paths: ReadonlyArray<string>, options) => runner(run(paths, options), options));

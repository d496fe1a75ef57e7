import { statSync } from 'node:fs';
import type { CompiledMapping } from '@carryover/files/mapping/compile-mapping';
import { mappingOf } from '@carryover/files/mapping/mapping-files';
import { type ShownRow, shownCells, shownRow } from '@carryover/files/mapping/shown-rows';
import { STANDARD_INPUT } from '@carryover/files/source/source';
import { table } from '@carryover/terminal/output';
import { visible } from '@carryover/terminal/visible';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, EXIT, type Runner, wrongUsage } from '../command.ts';
import { READ_TWICE } from '../files/inputs.ts';
import { rowsAsMapped } from '../reading/read-items.ts';
import { checkReadable } from '../reading/refused-files.ts';
import { repeatable, wholeNumber } from './options.ts';

type Options = { readonly map: ReadonlyArray<string>; readonly rows: number };

const textOf = (row: ShownRow, columnOf: CompiledMapping['columnOf']): string => {
  const { cells, errors } = shownCells(row, columnOf);
  const lines = cells.map(({ column, value, fields, errors: wrong }) => {
    const made = fields.map(({ field, value: text }) => `${field}: ${visible(text)}`);
    return [visible(column ?? ''), visible(value), [...made, ...wrong.map(visible)].join('; ')];
  });
  const whole = errors.map((detail) => `${visible(detail)}\n`).join('');
  return `Line ${row.line}\n${table(['column', 'value', 'item'], lines, '')}${whole}`;
};

const show =
  (file: string, { map, rows: most }: Options): Action =>
  async () => {
    const mappings = await (await import('../files/read-mappings.ts')).readMappings(map);
    if (E.isLeft(mappings)) return mappings;
    const mapping = mappingOf(file, mappings.right, true);
    if (E.isLeft(mapping)) return E.left(wrongUsage(mapping.left));
    if (mapping.right === null) return E.left(wrongUsage(`No mapping is for ${file}.`));
    if (file === STANDARD_INPUT || statSync(file, { throwIfNoEntry: false })?.isFIFO() === true)
      return E.left(wrongUsage(READ_TWICE));
    const found: ShownRow[] = [];
    for (const kind of mapping.right.compiled.kinds) {
      const input = { file, kind, mapping: mapping.right };
      const readable = await checkReadable([input], '');
      if (E.isLeft(readable)) return readable;
      let left = most;
      for await (const row of rowsAsMapped(input)) {
        found.push(shownRow(row));
        left -= 1;
        if (left === 0) break;
      }
    }
    const rows = found.toSorted((one, other) => one.line - other.line).slice(0, most);
    const { columnOf } = mapping.right.compiled;
    const isWhole = rows.every(({ errors }) => errors.length === 0);
    return E.right({
      text: rows.map((row) => textOf(row, columnOf)).join('\n'),
      json: { file, rows },
      exitCode: isWhole ? EXIT.done : EXIT.rejected,
    });
  };

export const mapShowCommand = (run: Runner): Command =>
  command('show', ['carryover map show BUCHUNGEN.csv --map bookings.map.yaml --rows 3'])
    .argument('<file>', 'a file of the mapping')
    .addOption(repeatable('--map <file>', 'its mapping'))
    .option('--rows <n>', 'rows that are shown', wholeNumber(1, 10_000), 5)
    .action((file: string, options) => run(show(file, options), options));

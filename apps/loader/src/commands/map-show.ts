import type { JsonObject } from '@carryover/contract/json/exact-json';
import { type ShownRow, shownCells, shownRow } from '@carryover/files/mapping/shown-rows';
import { table } from '@carryover/terminal/output';
import { visible } from '@carryover/terminal/visible';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, EXIT, type Runner, wrongUsage } from '../command.ts';
import { resolveInputs } from '../files/inputs.ts';
import { readItems } from '../reading/read-items.ts';
import { checkReadable } from '../reading/refused-files.ts';
import type { ItemRow } from '../rows/item.ts';
import { collected, namingOf, wholeNumber } from './options.ts';

type Options = { readonly map: ReadonlyArray<string>; readonly rows: number };

/** An item without the import supplier that reading adds if the mapping has none. */
const withoutNoSupplier = ({ import_supplier: supplier, ...value }: JsonObject): JsonObject =>
  supplier === undefined || supplier === '' ? value : { import_supplier: supplier, ...value };

const shownItem = (item: ItemRow): ShownRow => {
  if (E.isRight(item)) return shownRow({ ...item.right, row: E.right(withoutNoSupplier(item.right.value)) });
  const { why } = item.left;
  return shownRow({ ...item.left, row: E.left({ ...why, object: withoutNoSupplier(why.object ?? {}) }) });
};

const textOf = (row: ShownRow, columnOf: (field: string) => string | null): string => {
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
    const naming = await namingOf({ map, leaveOut: [] });
    if (E.isLeft(naming)) return naming;
    const resolved = await resolveInputs([file], naming.right);
    if (E.isLeft(resolved)) return resolved;
    const [input] = resolved.right.inputs;
    if (input?.mapping === undefined) return E.left(wrongUsage(`No mapping is for ${file}.`));
    const readable = await checkReadable([input], '');
    if (E.isLeft(readable)) return readable;
    const { columnOf } = input.mapping.compiled;
    const rows: ShownRow[] = [];
    for await (const { items } of readItems([input], { supplier: '', others: 'taken' })) {
      rows.push(...items.slice(0, most - rows.length).map(shownItem));
      if (rows.length >= most) break;
    }
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
    .option('--map <file>', 'its mapping', collected, [])
    .option('--rows <n>', 'rows that are shown', wholeNumber(1, 10_000), 5)
    .action((file: string, options) => run(show(file, options), options));

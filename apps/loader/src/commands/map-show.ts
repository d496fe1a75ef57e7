import { issuesOf } from '@carryover/files/row';
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

/** A row before and after. */
const shownRow = (row: ItemRow) => {
  const { line, raw, csv } = E.isLeft(row) ? row.left : row.right;
  const cells = csv?.fields ?? null;
  const before = cells === null ? { '': raw } : Object.fromEntries(csv!.columns.map((name, at) => [name, cells[at]!]));
  const errors = E.isLeft(row) ? issuesOf(row.left.why).map(({ path, detail }) => ({ column: path, detail })) : [];
  const { import_supplier: supplier, ...value } = E.isRight(row) ? row.right.value : (row.left.why.object ?? {});
  const after = supplier === undefined || supplier === '' ? value : { import_supplier: supplier, ...value };
  return { line, before, after, errors };
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
    const rows: ReturnType<typeof shownRow>[] = [];
    for await (const { items } of readItems([input], { supplier: '', others: 'taken' })) {
      rows.push(...items.slice(0, most - rows.length).map(shownRow));
      if (rows.length >= most) break;
    }
    const texts = rows.map(({ line, before, after, errors }) => {
      const fields = Object.entries(after).map(([field, value]) => [columnOf(field), field, value] as const);
      const own = Object.entries(before).map(([column, text]) => {
        const made = fields.filter(([from]) => from === column);
        const meant = made.map(
          ([, field, value]) => `${field}: ${visible(typeof value === 'string' ? value : JSON.stringify(value))}`,
        );
        const wrong = errors.filter((error) => error.column === column).map(({ detail }) => visible(detail));
        return [visible(column), visible(text), [...meant, ...wrong].join('; ')];
      });
      const added = fields
        .filter(([from]) => from === null)
        .map(([, field, value]) => [
          '',
          '',
          `${field}: ${visible(typeof value === 'string' ? value : JSON.stringify(value))}`,
        ]);
      const whole = errors
        .filter(({ column }) => !Object.hasOwn(before, column))
        .map(({ detail }) => `${visible(detail)}\n`);
      return `Line ${line}\n${table(['column', 'value', 'item'], [...own, ...added], '')}${whole.join('')}`;
    });
    const isWhole = rows.every(({ errors }) => errors.length === 0);
    return E.right({ text: texts.join('\n'), json: { file, rows }, exitCode: isWhole ? EXIT.done : EXIT.rejected });
  };

export const mapShowCommand = (run: Runner): Command =>
  command('show', ['carryover map show BUCHUNGEN.csv --map bookings.map.yaml --rows 3'])
    .argument('<file>', 'a file of the mapping')
    .option('--map <file>', 'its mapping', collected, [])
    .option('--rows <n>', 'rows that are shown', wholeNumber(1, 10_000), 5)
    .action((file: string, options) => run(show(file, options), options));

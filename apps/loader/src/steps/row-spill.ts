import type { CsvCells } from '@carryover/files/row';
import type { TextRow } from './item.ts';
import { openSpill, type Spill, type Spilled } from './spill.ts';

/** Rows that do not fit into memory, kept in a temporary file and read back key by key. */
export class RowSpill {
  readonly #spill: Spill = openSpill();
  /** The columns of each CSV file, which its rows do not repeat. */
  readonly #columns = new Map<number, CsvCells['columns']>();

  add(key: string, { file, line, raw, json, csv }: TextRow): void {
    if (csv !== undefined) this.#columns.set(file, csv.columns);
    const text = csv === undefined ? json : JSON.stringify([json, raw, csv.fields]);
    this.#spill.add(key, 2 * file + (csv === undefined ? 0 : 1), line, text);
  }

  /** The rows of each key, in the order in which they were added. A row is made when it is asked for, before the next key. */
  *groups(): Generator<Iterable<TextRow>> {
    for (const group of this.#spill.groups()) yield this.#restored(group);
  }

  close(): void {
    this.#spill.close();
  }

  *#restored(group: Iterable<Spilled>): Generator<TextRow> {
    for (const { a, b: line, text } of group) {
      const file = a >>> 1;
      if ((a & 1) === 0) {
        yield { file, line, raw: text, json: text };
        continue;
      }
      const [json, raw, fields] = JSON.parse(text) as [string, string, CsvCells['fields']];
      yield { file, line, raw, json, csv: { columns: this.#columns.get(file)!, fields } };
    }
  }
}

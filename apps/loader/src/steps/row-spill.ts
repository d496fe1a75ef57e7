import type { CsvCells } from '@carryover/files/row';
import type { TextRow } from './item.ts';
import { openSpill, type Spill, type Spilled } from './spill.ts';

/** Rows that do not fit into memory, kept in a temporary file and read back by partition, each in the order of its key. */
export class RowSpill {
  readonly #spill: Spill = openSpill();
  /** The columns of each CSV file, which its rows do not repeat. */
  readonly #columns = new Map<number, CsvCells['columns']>();

  add(key: string, { file, line, raw, json, csv }: TextRow): void {
    if (csv !== undefined) this.#columns.set(file, csv.columns);
    const text = csv === undefined ? json : JSON.stringify([json, raw, csv.fields]);
    this.#spill.add(key, 2 * file + (csv === undefined ? 0 : 1), line, text);
  }

  /** The partitions, one after another; each in memory only until the next one. A row is made when it is asked for. */
  *partitions(): Generator<ReadonlyArray<() => TextRow>> {
    for (const partition of this.#spill.partitions())
      yield partition.map((spilled) => (): TextRow => this.#restored(spilled));
  }

  close(): void {
    this.#spill.close();
  }

  #restored({ a, b: line, text }: Spilled): TextRow {
    const file = a >>> 1;
    const all = text();
    if ((a & 1) === 0) return { file, line, raw: all, json: all };
    const [json, raw, fields] = JSON.parse(all) as [string, string, CsvCells['fields']];
    return { file, line, raw, json, csv: { columns: this.#columns.get(file)!, fields } };
  }
}

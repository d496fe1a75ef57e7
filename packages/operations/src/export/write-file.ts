import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { ColumnType, ExportFormat } from '@carryover/adapters-persistence/export/columns';
import { copyFile, type ExportedRow, type FileWanted, readFileRows } from '@carryover/adapters-persistence/export/rows';
import type { Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import { WriteFailed } from '@carryover/files/source/file-failure';
import { digestOf, type WrittenFile } from './export-folder.ts';

type Written = Omit<WrittenFile, 'name'>;
type OnBytes = (bytes: number) => void;

/** Runs what writes a file. @throws WriteFailed for a failure of the file system. The part is removed, so that a full disk has space again. */
const writing = async <A>(path: string, write: () => Promise<A>): Promise<A> => {
  try {
    return await write();
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : new WriteFailed(path, error);
  }
};

const writeText = (
  snapshot: Snapshot,
  path: string,
  wanted: FileWanted & { readonly format: Exclude<ExportFormat, 'parquet'> },
  onBytes: OnBytes,
): Promise<Written> =>
  writing(path, async () => {
    const handle = await open(path, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      const rows = await copyFile(snapshot, wanted, async (chunk) => {
        hash.update(chunk);
        for (let written = 0; written < chunk.length; )
          written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten;
        bytes += chunk.length;
        onBytes(bytes);
      });
      return { rows, bytes, sha256: hash.digest('hex') };
    } finally {
      await handle.close();
    }
  });

const OPTIONAL = { repetition_type: 'OPTIONAL' } as const;
/** The types of Parquet. Lists are texts of JSON, as in CSV. */
const ELEMENTS = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...OPTIONAL },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...OPTIONAL },
  flag: { type: 'BOOLEAN', ...OPTIONAL },
  day: { type: 'INT32', converted_type: 'DATE', ...OPTIONAL },
  second: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...OPTIONAL },
  money: { type: 'INT64', converted_type: 'DECIMAL', precision: 12, scale: 2, ...OPTIONAL },
} as const;

const toValue = (type: ColumnType, text: string | null | undefined) => {
  if (text === null || text === undefined) return null;
  if (type === 'flag') return text === 'true';
  if (type === 'day' || type === 'second') return new Date(text);
  // A whole number of cents, which is written as it is.
  return type === 'money' ? BigInt(text.replace('.', '')) : text;
};

/** Of a group of rows, which is in memory as a whole. */
const GROUP_ROWS = 25_000;
const GROUP_CHARACTERS = 4_000_000;

const charactersOf = (row: ExportedRow): number =>
  Object.values(row).reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** By hyparquet-writer, without native code and 1.5 MB with its reader (DuckDB: 70 MB); loaded only for this. */
const writeParquet = (snapshot: Snapshot, path: string, wanted: FileWanted, onBytes: OnBytes): Promise<Written> =>
  writing(path, async () => {
    const { fileWriter, ParquetWriter } = await import('hyparquet-writer');
    const { columns, rows: batches } = readFileRows(snapshot, wanted);
    await (await open(path, 'wx', 0o600)).close();
    const writer = fileWriter(path);
    const root = { name: 'root', num_children: columns.length };
    const schema = [root, ...columns.map(({ name, type }) => ({ name, ...ELEMENTS[type] }))];
    const parquet = new ParquetWriter({ writer, schema, createdBy: 'carryover' });
    let rows = 0;
    let [group, characters]: [ExportedRow[], number] = [[], 0];
    const flush = async (): Promise<void> => {
      if (group.length === 0) return;
      const columnData = columns.map(({ name, type }) => ({
        name,
        data: group.map((row) => toValue(type, row[name])),
      }));
      await parquet.write({ columnData, rowGroupSize: group.length });
      rows += group.length;
      [group, characters] = [[], 0];
      onBytes(writer.offset);
    };
    for await (const batch of batches)
      for (const row of batch) {
        group.push(row);
        characters += charactersOf(row);
        if (group.length === GROUP_ROWS || characters > GROUP_CHARACTERS) await flush();
      }
    await flush();
    await parquet.finish();
    return { rows, ...(await digestOf(path)) };
  });

/** Writes a file of an export to a place that is still free. @throws WriteFailed */
export const writeExportedFile = (
  snapshot: Snapshot,
  path: string,
  { format, ...wanted }: FileWanted & { readonly format: ExportFormat },
  onBytes: OnBytes,
): Promise<Written> =>
  format === 'parquet'
    ? writeParquet(snapshot, path, wanted, onBytes)
    : writeText(snapshot, path, { ...wanted, format }, onBytes);

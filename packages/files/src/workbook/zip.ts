import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** The parts of a workbook that are read as a whole: far above the largest real one. */
const MAX_PART_BYTES = 16_777_216;
/** Real sheets are packed to a tenth, at best to a fiftieth. */
const MAX_RATIO = 200;
const ALWAYS_BYTES = 67_108_864;

/** Something that is wrong with a workbook: nothing of it is read. */
export class WorkbookRefused extends Error {}

/** The parts of a workbook. */
export type Parts = {
  readonly has: (name: string) => boolean;
  /** Returns a small part as a whole. @throws WorkbookRefused */
  readonly text: (name: string) => Promise<string>;
  /** Reads a part, unpacked. @throws WorkbookRefused */
  readonly chunks: (name: string) => AsyncGenerator<Buffer>;
  readonly close: () => void;
};

/** Unpacks a part, and compares it with its checksum, which yauzl does not do: a digit that was changed is still XML. */
async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new WorkbookRefused('The workbook is protected by a password. Save it without one.');
  let [bytes, checksum] = [0, 0];
  for await (const read of await zip.openReadStreamPromise(entry)) {
    const chunk = read as Buffer;
    bytes += chunk.length;
    checksum = crc32(chunk, checksum);
    if (bytes > ALWAYS_BYTES && bytes > entry.compressedSize * MAX_RATIO)
      throw new WorkbookRefused(
        `${entry.fileName} of the workbook unpacks to more than ${MAX_RATIO} times its size: it is no export.`,
      );
    yield chunk;
  }
  if (checksum !== entry.crc32)
    throw new WorkbookRefused(`${entry.fileName} of the workbook is damaged: its checksum is another one.`);
}

/** Opens the parts of a workbook. @throws Error if the file is no ZIP archive, or damaged. */
export const openParts = async (file: string): Promise<Parts> => {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size > 10_000)
        throw new WorkbookRefused('The archive has more than 10,000 files: it is no workbook.');
      entries.set(entry.fileName.toLowerCase(), entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name.toLowerCase());
    if (entry === undefined) throw new WorkbookRefused(`The archive has no ${name}: it is no XLSX workbook.`);
    return entry;
  };
  return {
    has: (name) => entries.has(name.toLowerCase()),
    chunks: (name) => unpacked(zip, entryOf(name)),
    text: async (name) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of unpacked(zip, entryOf(name))) {
        bytes += chunk.length;
        if (bytes > MAX_PART_BYTES) throw new WorkbookRefused(`${name} of the workbook has more than 16 MiB.`);
        parts.push(chunk);
      }
      return Buffer.concat(parts).toString('utf8');
    },
    close: () => zip.close(),
  };
};

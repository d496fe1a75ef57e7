import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** An open evidence pack: the names of its files in their order, and the content of those that occur once. */
export type Pack = {
  readonly names: ReadonlyArray<string>;
  /** Reads a file, at most `limit` bytes and one more. Throws if it is damaged; null if the pack has no such file. */
  readonly content: (name: string, limit: number) => AsyncGenerator<Buffer> | null;
  readonly close: () => void;
};

/** A pack has ten files: an archive with a million others is not read. */
const MOST_FILES = 100;

const entriesOf = async (zip: ZipFile): Promise<ReadonlyArray<Entry>> => {
  if (zip.entryCount > MOST_FILES) throw new Error(`It has ${zip.entryCount} files.`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
};

async function* limited(open: () => Promise<Readable>, limit: number): AsyncGenerator<Buffer> {
  const stream = await open();
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      yield chunk;
      if (bytes > limit) return;
    }
  } finally {
    stream.destroy();
  }
}

/** Opens a Zip file. Rejects if it is not one, or has entries that no pack has. */
export const openPack = async (file: string): Promise<Pack> => {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true });
  try {
    const entries = await entriesOf(zip);
    const byName = new Map(entries.map((entry) => [entry.fileName, entry]));
    return {
      names: entries.map(({ fileName }) => fileName),
      content: (name, limit) => {
        const entry = byName.get(name);
        return entry === undefined ? null : limited(() => zip.openReadStreamPromise(entry), limit);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
};

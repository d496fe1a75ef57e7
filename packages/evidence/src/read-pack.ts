import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { layoutFaults } from './archive-layout.ts';

/** An open evidence pack: the names of its files in their order, and the content of those that occur once. */
export type Pack = {
  readonly names: ReadonlyArray<string>;
  /** What is wrong with the bytes around these files, each as a sentence. */
  readonly faults: ReadonlyArray<string>;
  /** Reads a file, at most `limit` bytes and one more. Throws if it is damaged; null if the pack has no such file. */
  readonly content: (name: string, limit: number) => AsyncGenerator<Buffer> | null;
  readonly close: () => Promise<void>;
};

/** A pack has ten files: an archive with a million others is not read. */
const MOST_FILES = 100;
const DEFLATED = 8;

const entriesOf = async (zip: ZipFile): Promise<ReadonlyArray<Entry>> => {
  if (zip.entryCount > MOST_FILES) throw new Error(`It has ${zip.entryCount} files.`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
};

/** Reads a file from its compressed bytes, so that bytes behind the end of the compressed content are noticed. */
async function* read(zip: ZipFile, entry: Entry, limit: number): AsyncGenerator<Buffer> {
  const source: Readable = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const content = entry.compressionMethod === DEFLATED ? createInflateRaw() : new PassThrough();
  // Fails with the content, which is read here.
  pipeline(source, content).catch(() => undefined);
  let [bytes, checksum] = [0, 0];
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      checksum = crc32(chunk, checksum);
      yield chunk;
      if (bytes > limit) return;
    }
  } finally {
    source.destroy();
    content.destroy();
  }
  const used = 'bytesWritten' in content ? content.bytesWritten : bytes;
  if (used !== entry.compressedSize) throw new Error('It has bytes behind its compressed content.');
  if (bytes !== entry.uncompressedSize || checksum !== entry.crc32)
    throw new Error('It has another size or checksum than the archive says.');
}

const openArchive = async (handle: FileHandle): Promise<Pack> => {
  const zip = await fromFdPromise(handle.fd, { lazyEntries: true, autoClose: false, strictFileNames: true });
  const entries = await entriesOf(zip);
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]));
  return {
    names: entries.map(({ fileName }) => fileName),
    faults: await layoutFaults(handle, zip, entries),
    content: (name, limit) => {
      const entry = byName.get(name);
      return entry === undefined ? null : read(zip, entry, limit);
    },
    close: () => handle.close(),
  };
};

/** Opens a Zip file. Rejects if it is not one, or has entries that no pack has. */
export const openPack = async (file: string): Promise<Pack> => {
  const handle = await open(file);
  try {
    return await openArchive(handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
};

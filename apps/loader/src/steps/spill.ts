import { closeSync, readSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openTemporary } from '@carryover/files/temporary-file';
import { writeWhole, writing } from '@carryover/files/write-whole';

/** The number of partitions. One of them is read into memory at a time. */
const PARTITIONS = 512;
/** The bytes of a partition that are kept until they are written together: 16 MiB for all partitions. */
const CHUNK_BYTES = 32_768;
/** The bytes of the text, two numbers, the bytes of the key; key and text follow. */
const HEAD_BYTES = 16;

/** `written`: position and bytes of each chunk in the file, by turns. Ten gigabytes have 300,000 chunks. */
type Partition = { buffer: Buffer; used: number; readonly written: number[] };

/** A text on disk, with two numbers of its user. */
export type Spilled = { readonly a: number; readonly b: number; readonly text: string };

/** The texts of one key, in the order in which they were added. */
export type Group = Iterable<Spilled> & { readonly size: number };

/** Texts that do not fit into memory, kept in a temporary file and read back key by key. */
export type Spill = {
  readonly add: (key: string, a: number, b: number, text: string) => void;
  /**
   * The texts of each key. A text is read when it is asked for; those of a key can be asked for until the next key. More
   * can be added afterwards.
   */
  readonly groups: () => Generator<Group>;
  readonly close: () => void;
};

/** FNV-1a of the key's UTF-16 code units. */
const partitionOf = (key: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (PARTITIONS - 1);
};

const nameOf = (folder: string): string => `Temporary file in ${folder} (TMPDIR)`;

const sizeOf = ({ written }: Partition): number => written.reduce((sum, value, at) => sum + (at % 2) * value, 0);

/** Reads a partition into a space that is large enough. @returns the part of it that is filled. */
const readInto = (all: Buffer, descriptor: number, { written }: Partition): Buffer => {
  let filled = 0;
  for (let chunk = 0; chunk < written.length; chunk += 2) {
    const [at, bytes] = [written[chunk]!, written[chunk + 1]!];
    for (let read = 0; read < bytes; ) {
      const more = readSync(descriptor, all, filled, bytes - read, at + read);
      if (more === 0) throw new Error('The temporary file is shorter than what was written to it.');
      read += more;
      filled += more;
    }
  }
  return all.subarray(0, filled);
};

const textStart = (bytes: Buffer, start: number): number => start + HEAD_BYTES + bytes.readUInt32LE(start + 12);

/** Returns where the texts of each key start. Numbers, not objects, as a partition has very many. */
const startsByKey = (bytes: Buffer): Iterable<ReadonlyArray<number>> => {
  const starts = new Map<string, number[]>();
  for (let start = 0; start < bytes.length; ) {
    const textAt = textStart(bytes, start);
    const key = bytes.toString('latin1', start + HEAD_BYTES, textAt);
    const known = starts.get(key);
    if (known === undefined) starts.set(key, [start]);
    else known.push(start);
    start = textAt + bytes.readUInt32LE(start);
  }
  return starts.values();
};

function* spilledAt(bytes: Buffer, starts: ReadonlyArray<number>): Generator<Spilled> {
  for (const start of starts) {
    const textAt = textStart(bytes, start);
    const text = bytes.toString('utf8', textAt, textAt + bytes.readUInt32LE(start));
    yield { a: bytes.readUInt32LE(start + 4), b: bytes.readUInt32LE(start + 8), text };
  }
}

/** Opens a spill in the folder for temporary files. @throws WriteFailed, also when texts are added. */
export const openSpill = (): Spill => {
  const folder = tmpdir();
  const descriptor = writing(nameOf(folder), () => openTemporary(folder));
  const partitions = Array.from(
    { length: PARTITIONS },
    (): Partition => ({ buffer: Buffer.alloc(0), used: 0, written: [] }),
  );
  let size = 0;

  const flush = (partition: Partition): void => {
    writeWhole(nameOf(folder), descriptor, partition.buffer.subarray(0, partition.used), size);
    if (partition.used > 0) partition.written.push(size, partition.used);
    size += partition.used;
    partition.used = 0;
  };
  return {
    add: (key, a, b, text) => {
      const partition = partitions[partitionOf(key)]!;
      // Keys may have lone surrogates, which UTF-8 has not and JSON escapes.
      const exactKey = JSON.stringify(key);
      const needed = HEAD_BYTES + 3 * (exactKey.length + text.length);
      if (partition.used + needed > partition.buffer.length) flush(partition);
      if (needed > partition.buffer.length) partition.buffer = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, needed));
      const { buffer, used } = partition;
      const keyBytes = buffer.write(exactKey, used + HEAD_BYTES);
      const textBytes = buffer.write(text, used + HEAD_BYTES + keyBytes);
      buffer.writeUInt32LE(textBytes, used);
      buffer.writeUInt32LE(a, used + 4);
      buffer.writeUInt32LE(b, used + 8);
      buffer.writeUInt32LE(keyBytes, used + 12);
      partition.used = used + HEAD_BYTES + keyBytes + textBytes;
      if (buffer.length === CHUNK_BYTES) return;
      flush(partition);
      partition.buffer = Buffer.alloc(0);
    },
    groups: function* () {
      for (const partition of partitions) {
        flush(partition);
        partition.buffer = Buffer.alloc(0);
      }
      // One space for all of them: those of earlier partitions would wait for a garbage collector that does not see them.
      const space = Buffer.allocUnsafeSlow(Math.max(...partitions.map(sizeOf)));
      for (const partition of partitions) {
        const bytes = readInto(space, descriptor, partition);
        for (const starts of startsByKey(bytes))
          yield { size: starts.length, [Symbol.iterator]: () => spilledAt(bytes, starts) };
      }
    },
    close: () => closeSync(descriptor),
  };
};

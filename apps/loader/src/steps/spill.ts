import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole, writing } from '@carryover/files/write-whole';

/** The number of partitions. One of them is read into memory at a time. */
const PARTITIONS = 256;
/** The bytes of a partition that are kept until they are written together: 8 MiB for all partitions. */
const CHUNK_BYTES = 32_768;
const HEAD_BYTES = 12;

type Chunk = { readonly at: number; readonly bytes: number };
type Partition = { buffer: Buffer; used: number; readonly written: Chunk[] };

/** A text on disk, with two numbers of its user. */
export type Spilled = { readonly a: number; readonly b: number; readonly text: () => string };

/**
 * Texts that do not fit into memory, kept in a temporary file and read back by partition. Texts of one key are in one
 * partition, in the order in which they were added.
 */
export type Spill = {
  readonly add: (key: string, a: number, b: number, text: string) => void;
  /** The partitions, one after another; each in memory only until the next one. */
  readonly partitions: () => Generator<ReadonlyArray<Spilled>>;
  readonly close: () => void;
};

/** FNV-1a of the key's UTF-16 code units. */
const partitionOf = (key: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (PARTITIONS - 1);
};

const nameOf = (folder: string): string => `Temporary file in ${folder} (TMPDIR)`;

/** Opens a temporary file that has no name any more, so that nothing is left behind however the process ends. */
const openNameless = (parent: string): number =>
  writing(nameOf(parent), () => {
    const folder = mkdtempSync(join(parent, 'carryover-load-'));
    try {
      return openSync(join(folder, 'spill'), 'w+', 0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

const sizeOf = ({ written }: Partition): number => written.reduce((sum, { bytes }) => sum + bytes, 0);

/** Reads chunks into a space that is large enough. @returns the part of it that they fill. */
const readInto = (all: Buffer, descriptor: number, chunks: ReadonlyArray<Chunk>): Buffer => {
  let filled = 0;
  for (const { at, bytes } of chunks)
    for (let read = 0; read < bytes; ) {
      const more = readSync(descriptor, all, filled, bytes - read, at + read);
      if (more === 0) throw new Error('The temporary file is shorter than what was written to it.');
      read += more;
      filled += more;
    }
  return all.subarray(0, filled);
};

function* spilledIn(bytes: Buffer): Generator<Spilled> {
  for (let at = 0; at < bytes.length; ) {
    const start = at + HEAD_BYTES;
    const end = start + bytes.readUInt32LE(at);
    yield {
      a: bytes.readUInt32LE(at + 4),
      b: bytes.readUInt32LE(at + 8),
      text: () => bytes.toString('utf8', start, end),
    };
    at = end;
  }
}

/** Opens a spill in the folder for temporary files. @throws WriteFailed, also when texts are added. */
export const openSpill = (): Spill => {
  const folder = tmpdir();
  const descriptor = openNameless(folder);
  const partitions = Array.from(
    { length: PARTITIONS },
    (): Partition => ({ buffer: Buffer.alloc(0), used: 0, written: [] }),
  );
  let size = 0;

  const flush = (partition: Partition): void => {
    writeWhole(nameOf(folder), descriptor, partition.buffer.subarray(0, partition.used), size);
    if (partition.used > 0) partition.written.push({ at: size, bytes: partition.used });
    size += partition.used;
    partition.used = 0;
  };
  return {
    add: (key, a, b, text) => {
      const partition = partitions[partitionOf(key)]!;
      const needed = HEAD_BYTES + 3 * text.length;
      if (partition.used + needed > partition.buffer.length) flush(partition);
      if (needed > partition.buffer.length) partition.buffer = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, needed));
      const { buffer, used } = partition;
      const bytes = buffer.write(text, used + HEAD_BYTES);
      buffer.writeUInt32LE(bytes, used);
      buffer.writeUInt32LE(a, used + 4);
      buffer.writeUInt32LE(b, used + 8);
      partition.used = used + HEAD_BYTES + bytes;
      if (buffer.length === CHUNK_BYTES) return;
      flush(partition);
      partition.buffer = Buffer.alloc(0);
    },
    partitions: function* () {
      for (const partition of partitions) flush(partition);
      // One space for all of them: those of earlier partitions would wait for a garbage collector that does not see them.
      const space = Buffer.allocUnsafeSlow(Math.max(...partitions.map(sizeOf)));
      for (const partition of partitions) {
        partition.buffer = Buffer.alloc(0);
        if (partition.written.length > 0) yield [...spilledIn(readInto(space, descriptor, partition.written))];
      }
    },
    close: () => closeSync(descriptor),
  };
};

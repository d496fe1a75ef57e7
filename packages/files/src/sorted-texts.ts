import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { openUnnamedFile, type UnnamedFile } from './unnamed-file.ts';

/** `sortedBytes`: texts of this size are sorted in memory. `maxRuns`: more runs than these are merged into one. */
type Sizes = { readonly sortedBytes: number; readonly maxRuns: number };
const SIZES: Sizes = { sortedBytes: 25_165_824, maxRuns: 1_536 };

/** Texts that are compressed together. Larger blocks are hardly smaller, and merging keeps one of each run in memory. */
const BLOCK_BYTES = 32_768;
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The lengths of a block, or of a key and its text: two numbers of four bytes. A key of length 0 is that of the text before. */
const HEAD = 8;

/** Texts in the order of their keys: compressed blocks that follow each other in a file. */
type Run = {
  readonly group: number;
  readonly file: UnnamedFile;
  readonly start: number;
  end: number;
  lastKey: string;
};

/** A text is the part of `bytes` from `start` to `end`. */
type Entry = { readonly key: string; readonly bytes: Buffer; readonly start: number; readonly end: number };

/** Writes blocks behind each other. */
const makeBlocks = (file: UnnamedFile) => {
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let [length, lastKey] = [0, ''];
  const flush = (): void => {
    if (length === 0) return;
    const compressed = zstdCompressSync(block.subarray(0, length), COMPRESSION);
    const head = Buffer.allocUnsafe(HEAD);
    head.writeUInt32LE(compressed.length, 0);
    head.writeUInt32LE(length, 4);
    file.append(Buffer.concat([head, compressed]));
    [length, lastKey] = [0, ''];
  };
  return {
    add: ({ key, bytes, start, end }: Entry): void => {
      const most = HEAD + key.length * 3 + end - start;
      if (length > 0 && length + most > BLOCK_BYTES) flush();
      if (most > block.length) block = Buffer.allocUnsafeSlow(most);
      const keyBytes = key === lastKey ? 0 : block.write(key, length + HEAD);
      block.writeUInt32LE(keyBytes, length);
      block.writeUInt32LE(end - start, length + 4);
      bytes.copy(block, length + HEAD + keyBytes, start, end);
      length += HEAD + keyBytes + end - start;
      lastKey = key;
    },
    flush,
  };
};

/** Reads a run from its beginning. `order`: that of its texts among those with the same key. */
class Cursor {
  readonly group: number;
  key = '';
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  readonly order: number;
  readonly #run: Run;
  #position: number;

  constructor(run: Run, order: number) {
    this.#run = run;
    this.group = run.group;
    this.#position = run.start;
    this.order = order;
  }

  /** Goes to the next text. @returns false if there is none. */
  next(): boolean {
    if (this.end === this.bytes.length && !this.#nextBlock()) return false;
    const key = this.end + HEAD;
    this.start = key + this.bytes.readUInt32LE(this.end);
    if (this.start > key) this.key = this.bytes.toString('utf8', key, this.start);
    this.end = this.start + this.bytes.readUInt32LE(key - 4);
    return true;
  }

  #nextBlock(): boolean {
    const { file, end } = this.#run;
    if (this.#position === end) return false;
    const head = Buffer.allocUnsafe(HEAD);
    file.read(head, this.#position);
    const compressed = Buffer.allocUnsafe(head.readUInt32LE(0));
    file.read(compressed, this.#position + HEAD);
    this.#position += HEAD + compressed.length;
    this.bytes = zstdDecompressSync(compressed, { chunkSize: Math.max(64, head.readUInt32LE(4)) });
    this.end = 0;
    this.key = '';
    return true;
  }
}

const isBefore = (one: Cursor, other: Cursor): boolean =>
  one.key < other.key || (one.key === other.key && one.order < other.order);

/** Lets the first of a heap sink to its place. */
const sink = (heap: Cursor[], from: number): void => {
  const sinking = heap[from]!;
  let at = from;
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, sinking)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = sinking;
};

/** Yields the texts of runs in the order of their keys. Each is good until the next one. */
function* merged(runs: ReadonlyArray<Run>): Generator<Entry & { readonly group: number }, void> {
  const heap = runs.map((run, order) => new Cursor(run, order)).filter((cursor) => cursor.next());
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at);
  while (heap.length > 0) {
    const first = heap[0]!;
    yield first;
    if (!first.next()) {
      const last = heap.pop()!;
      if (heap.length === 0) return;
      heap[0] = last;
    }
    sink(heap, 0);
  }
}

/**
 * Texts of any number, on disk, that are read in the order of their keys, those of a key in the order added. They belong to
 * groups, which are read by themselves or together. They are compressed on disk, to between an eighth and a half of their size, and memory is constant.
 */
export class SortedTexts {
  #file: UnnamedFile | null = null;
  /** The files of runs that were merged. */
  readonly #others: UnnamedFile[] = [];
  #runs: Run[] = [];
  #merged = 0;
  #group = 0;
  /** What is not written yet: texts one behind another, and the key and the end of each. */
  #waiting: Buffer | null = null;
  #keys: string[] = [];
  #ends: number[] = [];
  #isSorted = true;
  readonly #sizes: Sizes;

  constructor(sizes: Sizes = SIZES) {
    this.#sizes = sizes;
  }

  /** @throws WriteFailed */
  add(group: number, key: string, text: string): void {
    const used = this.#ends.at(-1) ?? 0;
    const most = text.length * 3;
    if (this.#keys.length > 0 && (group !== this.#group || used + most > this.#sizes.sortedBytes)) {
      this.#write();
      this.add(group, key, text);
      return;
    }
    this.#group = group;
    if (this.#waiting === null || used + most > this.#waiting.length)
      this.#waiting = Buffer.allocUnsafeSlow(Math.max(this.#sizes.sortedBytes, most));
    this.#isSorted &&= this.#keys.length === 0 || this.#keys.at(-1)! <= key;
    this.#keys.push(key);
    this.#ends.push(used + this.#waiting.write(text, used));
  }

  /** Yields keys, texts and their groups. @param group missing: those of all groups. */
  *texts(group?: number): Generator<readonly [key: string, text: string, group: number], void> {
    this.#write();
    this.#waiting = null;
    const runs = group === undefined ? this.#runs : this.#runs.filter((run) => run.group === group);
    for (const { key, bytes, start, end, group: of } of merged(runs))
      yield [key, bytes.toString('utf8', start, end), of];
  }

  /** The bytes on disk. */
  bytes(): number {
    return [this.#file, ...this.#others].reduce((sum, file) => sum + (file?.size() ?? 0), 0);
  }

  close(): void {
    for (const file of [this.#file, ...this.#others]) file?.close();
  }

  #write(): void {
    if (this.#keys.length === 0) return;
    const [keys, ends, waiting] = [this.#keys, this.#ends, this.#waiting!];
    const order = Array.from(keys.keys());
    if (!this.#isSorted) order.sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b));
    this.#file ??= openUnnamedFile();
    const run = this.#runFor(keys[order[0]!]!, this.#file);
    const blocks = makeBlocks(run.file);
    for (const at of order)
      blocks.add({ key: keys[at]!, bytes: waiting, start: at === 0 ? 0 : ends[at - 1]!, end: ends[at]! });
    blocks.flush();
    run.end = run.file.size();
    run.lastKey = keys[order.at(-1)!]!;
    [this.#keys, this.#ends, this.#isSorted] = [[], [], true];
    if (this.#runs.length - this.#merged >= this.#sizes.maxRuns) this.#merge();
  }

  /** Returns the latest run if it can be continued, so that texts that come in order are one run; else a new one. */
  #runFor(key: string, file: UnnamedFile): Run {
    const latest = this.#runs.at(-1);
    if (latest !== undefined && latest.group === this.#group && latest.file === file && latest.lastKey <= key)
      return latest;
    const run = { group: this.#group, file, start: file.size(), end: file.size(), lastKey: '' };
    this.#runs.push(run);
    return run;
  }

  /** Merges the runs of each group that follow each other. */
  #merge(): void {
    const [old, all] = [this.#file!, this.#runs.slice(this.#merged)];
    const file = openUnnamedFile();
    this.#runs.length = this.#merged;
    for (const group of new Set(all.map((run) => run.group))) {
      const own = all.filter((run) => run.group === group);
      const start = file.size();
      const blocks = makeBlocks(file);
      for (const entry of merged(own)) blocks.add(entry);
      blocks.flush();
      this.#runs.push({ group, file, start, end: file.size(), lastKey: own.at(-1)!.lastKey });
    }
    this.#merged = this.#runs.length;
    this.#others.push(file);
    this.#file = null;
    old.close();
  }
}

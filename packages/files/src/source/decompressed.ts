import { createGunzip, createZstdDecompress } from 'node:zlib';
import { messageOf } from './file-failure.ts';

/** A compression that is known by its first bytes. */
type Compression = {
  readonly name: string;
  readonly begins: (start: Buffer) => boolean;
  /** Zeros behind the end are padding, as tapes have. */
  readonly mayBePadded: boolean;
  readonly create: () => ReturnType<typeof createGunzip>;
};

const beginsWith =
  (...bytes: ReadonlyArray<number>) =>
  (start: Buffer): boolean =>
    bytes.every((byte, at) => start[at] === byte);

const CHUNK = { chunkSize: 65_536 };
const COMPRESSIONS: ReadonlyArray<Compression> = [
  { name: 'gzip', begins: beginsWith(0x1f, 0x8b), mayBePadded: true, create: () => createGunzip(CHUNK) },
  {
    name: 'zstd',
    begins: beginsWith(0x28, 0xb5, 0x2f, 0xfd),
    mayBePadded: false,
    create: () => createZstdDecompress(CHUNK),
  },
];
/** So many bytes tell the compression. */
const MAGIC_BYTES = 4;

type Inflater = {
  /** Decompresses a piece. @returns the bytes after the end of the compressed data. */
  readonly write: (piece: Buffer) => Promise<Buffer>;
  readonly end: () => Promise<void>;
  /** Returns what was decompressed since the last call. */
  readonly take: () => ReadonlyArray<Buffer>;
  readonly failure: () => string | null;
  readonly close: () => void;
};

/**
 * Makes what `stream.pipe(create())` would be, but for a damaged file it also returns all readable data: a failing stream
 * takes along what it has decompressed and not yet handed over.
 */
const makeInflater = ({ create }: Compression): Inflater => {
  const stream = create();
  const output: Buffer[] = [];
  let failure: string | null = null;
  let isOver = false;
  let written = 0;
  let proceed = (): void => {};
  stream.on('data', (chunk) => output.push(chunk));
  stream.once('error', (error) => {
    failure = `${messageOf(error)}.`;
    proceed();
  });
  stream.once('end', () => {
    isOver = true;
    proceed();
  });
  /** Until what `begin` begins is done, or nothing more can be: a write that fails is not always called back. */
  const done = (begin: (whenDone: () => void) => void) =>
    new Promise<void>((resolve) => {
      proceed = resolve;
      if (isOver || failure !== null) resolve();
      else begin(resolve);
    });
  return {
    write: async (piece) => {
      await done((whenDone) => stream.write(piece, whenDone));
      written += piece.length;
      return piece.subarray(Math.max(0, piece.length - (written - stream.bytesWritten)));
    },
    end: () => done(() => stream.end()),
    take: () => output.splice(0),
    failure: () => failure,
    close: () => stream.destroy(),
  };
};

/** So much is decompressed at once: what comes out is a thousand times as much at worst. */
const PIECE_BYTES = 16_384;

/**
 * Reads the bytes of a file, decompressed if they begin as gzip or zstd. Throws if they are damaged or end early; damage may
 * only be noticed by the checksum at the end, when all was handed over.
 */
export async function* decompressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    let start: Buffer = Buffer.alloc(0);
    while (start.length < MAGIC_BYTES) {
      const next = await iterator.next();
      if (next.done === true) break;
      start = Buffer.concat([start, next.value]);
    }
    const all = startingWith(start, iterator);
    const compression = COMPRESSIONS.find(({ begins }) => begins(start));
    yield* compression === undefined ? all : inflated(compression, all);
  } finally {
    await iterator.return?.();
  }
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

const SOMETHING_ELSE = 'something else follows its end.';

const isPadding = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/** Decompresses one or more parts, one after the other, as `cat` joins them. Zeros behind the end of gzip are padding. */
async function* inflated(compression: Compression, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let inflater = makeInflater(compression);
  let failure: string | null = null;
  let isBehindPart = false;
  /** Too few bytes behind the end of a part to tell what they are. */
  let behind: Buffer = Buffer.alloc(0);
  try {
    for await (const piece of inPieces(chunks)) {
      let rest: Buffer = behind.length === 0 ? piece : Buffer.concat([behind, piece]);
      behind = Buffer.alloc(0);
      while (rest.length > 0 && failure === null) {
        if (isBehindPart) {
          if (compression.mayBePadded && isPadding(rest)) break;
          if (rest.length < MAGIC_BYTES) {
            behind = rest;
            break;
          }
          if (!compression.begins(rest)) {
            failure = SOMETHING_ELSE;
            break;
          }
          await inflater.end();
          yield* inflater.take();
          inflater.close();
          inflater = makeInflater(compression);
        }
        rest = await inflater.write(rest);
        isBehindPart = rest.length > 0;
        yield* inflater.take();
        failure = inflater.failure();
      }
      if (failure !== null) break;
    }
    if (behind.length > 0) failure ??= SOMETHING_ELSE;
    if (failure === null) await inflater.end();
    yield* inflater.take();
    failure ??= inflater.failure();
    if (failure !== null) throw new Error(`The ${compression.name} data is damaged or ends early: ${failure}`);
  } finally {
    inflater.close();
  }
}

import { COMPRESSIONS, type Compression, MAGIC_BYTES, makeInflater } from './inflater.ts';

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

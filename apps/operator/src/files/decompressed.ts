import { createGunzip } from 'node:zlib';
import { messageOf } from './file-failure.ts';
import { startingWith } from './starting-with.ts';

/** So much is decompressed at once: what comes out is a thousand times as much at worst. */
const PIECE_BYTES = 16_384;

const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** The bytes of a file, decompressed where they begin as gzip does. Throws where they are damaged or end early. */
export async function* decompressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    let start: Buffer = Buffer.alloc(0);
    while (start.length < 2) {
      const next = await iterator.next();
      if (next.done === true) break;
      start = Buffer.concat([start, next.value]);
    }
    const all = startingWith(start.length === 0 ? [] : [start], iterator);
    yield* isGzip(start) ? gunzipped(all) : all;
  } finally {
    await iterator.return?.();
  }
}

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

/**
 * What `stream.pipe(createGunzip())` gives, and beyond it all that could be read of a damaged file: a failing stream takes
 * along what it has decompressed and not yet handed over.
 */
async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 65_536 });
  let output: Buffer[] = [];
  const taken = (): ReadonlyArray<Buffer> => {
    const all = output;
    output = [];
    return all;
  };
  gunzip.on('data', (chunk) => output.push(chunk));
  const over = new Promise<unknown>((resolve) => gunzip.once('error', resolve).once('end', () => resolve(null)));
  const written = (chunk: Buffer) => new Promise<void>((resolve) => gunzip.write(chunk, () => resolve()));
  try {
    for await (const piece of inPieces(chunks)) {
      await written(piece);
      yield* taken();
      if (gunzip.errored !== null) break;
    }
    gunzip.end();
    const error = await over;
    yield* taken();
    if (error !== null) throw new Error(`The gzip data is damaged or ends early: ${messageOf(error)}.`);
  } finally {
    gunzip.destroy();
  }
}

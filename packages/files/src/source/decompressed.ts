import { createGunzip } from 'node:zlib';
import { messageOf } from './file-failure.ts';
import { startingWith } from './starting-with.ts';

/** So much is decompressed at once: what comes out is a thousand times as much at worst. */
const PIECE_BYTES = 16_384;

const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

/**
 * Reads the bytes of a file, decompressed if they begin as gzip. Throws if they are damaged or end early; damage may only
 * be noticed by the checksum at the end, when all was handed over.
 */
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
 * Returns what `stream.pipe(createGunzip())` would, and also all readable data of a damaged file: a failing stream takes
 * along what it has decompressed and not yet handed over. Zeros behind the end are padding.
 */
async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 65_536 });
  const output: Buffer[] = [];
  let failure: string | null = null;
  let isOver = false;
  let proceed = (): void => {};
  gunzip.on('data', (chunk) => output.push(chunk));
  gunzip.once('error', (error) => {
    failure = `${messageOf(error)}.`;
    proceed();
  });
  gunzip.once('end', () => {
    isOver = true;
    proceed();
  });
  /** Until what `begin` begins is done, or nothing more can be: a write that fails is not always called back. */
  const done = (begin: (whenDone: () => void) => void) =>
    new Promise<void>((resolve) => {
      proceed = resolve;
      if (isOver) resolve();
      else begin(resolve);
    });
  const taken = (): ReadonlyArray<Buffer> => output.splice(0);
  try {
    let written = 0;
    for await (const piece of inPieces(chunks)) {
      await done((whenDone) => gunzip.write(piece, whenDone));
      written += piece.length;
      const unread = piece.subarray(Math.max(0, piece.length - (written - gunzip.bytesWritten)));
      if (unread.some((byte) => byte !== 0)) failure ??= 'something else follows its end.';
      yield* taken();
      if (failure !== null) break;
    }
    if (failure === null) await done(() => gunzip.end());
    yield* taken();
    if (failure !== null) throw new Error(`The gzip data is damaged or ends early: ${failure}`);
  } finally {
    gunzip.destroy();
  }
}

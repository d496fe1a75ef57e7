import { createGunzip, createZstdDecompress } from 'node:zlib';
import { messageOf } from './file-failure.ts';

/** A compression that is known by its first bytes. */
export type Compression = {
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
export const COMPRESSIONS: ReadonlyArray<Compression> = [
  { name: 'gzip', begins: beginsWith(0x1f, 0x8b), mayBePadded: true, create: () => createGunzip(CHUNK) },
  {
    name: 'zstd',
    begins: beginsWith(0x28, 0xb5, 0x2f, 0xfd),
    mayBePadded: false,
    create: () => createZstdDecompress(CHUNK),
  },
];
/** So many bytes tell the compression. */
export const MAGIC_BYTES = 4;

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
export const makeInflater = ({ create }: Compression): Inflater => {
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

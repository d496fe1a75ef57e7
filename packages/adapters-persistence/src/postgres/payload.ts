import { promisify } from 'node:util';
import { constants, gunzip, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const decompressGzip = promisify(gunzip);

/** PostgreSQL keeps a value of this size in its row: less room would save nothing. */
const PLAIN_BYTES = 1_024;
/** From here on the way to another thread and back costs less than the millisecond it takes. */
const THREAD_BYTES = 1_024 * 1_024;
const PARAMETERS = { [constants.ZSTD_c_compressionLevel]: 1 };

/** A submitted JSON text as it is stored: as it is while it is short, else compressed with Zstandard. */
export const packPayload = async (bytes: Uint8Array): Promise<Buffer> => {
  if (bytes.length <= PLAIN_BYTES) return Buffer.from(bytes);
  // Who knows the size makes tables no larger than it needs: half the work for a hundred items.
  const options = { params: PARAMETERS, pledgedSrcSize: bytes.length };
  return bytes.length < THREAD_BYTES ? zstdCompressSync(bytes, options) : compress(bytes, options);
};

const ZSTANDARD = 0x28;
const GZIP = 0x1f;

/** The JSON text again; its first byte tells how it is stored, as no JSON text begins with either mark. */
export const unpackPayload = async (stored: Buffer): Promise<string> => {
  if (stored[0] === ZSTANDARD) return (await decompress(stored)).toString();
  // As records were stored at first.
  if (stored[0] === GZIP) return (await decompressGzip(stored)).toString();
  return stored.toString();
};

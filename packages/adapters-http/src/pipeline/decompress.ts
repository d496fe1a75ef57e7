import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

const DECOMPRESSORS = { gzip: createGunzip, br: createBrotliDecompress };

export type Coding = keyof typeof DECOMPRESSORS;

/** Decompresses a body chunk by chunk. Throws if it is damaged or ends early. */
export async function* decompressed(request: IncomingMessage, coding: Coding): AsyncGenerator<Buffer> {
  const decompressor = DECOMPRESSORS[coding]();
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  request.once('close', () => {
    if (!request.complete) decompressor.destroy(new Error('The client closed the connection.'));
  });
  request.pipe(decompressor);
  try {
    yield* decompressor as AsyncIterable<Buffer>;
    if (decompressor.bytesWritten !== received) throw new Error('The compressed data ends before the body does.');
  } finally {
    request.unpipe(decompressor);
  }
}

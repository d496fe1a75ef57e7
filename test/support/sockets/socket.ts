import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client that writes as it likes. A reset of the connection ends it without an error. @param url of a service. */
export const aSocket = (url: string, options: { readonly allowHalfOpen?: boolean } = {}): Socket => {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), noDelay: true, ...options })
    .setEncoding('latin1')
    .on('error', () => undefined);
};

/** Reads a socket. @returns what it has received so far, and all of it once the connection has ended. */
export const readingOf = (socket: Socket): { readonly received: () => string; readonly all: Promise<string> } => {
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  const all = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(received)).once('close', () => resolve(received));
  });
  return { received: () => received, all };
};

/** Sends a text, a byte per character. @returns what the service sends until it ends the connection. */
export const rawAnswer = (url: string, text: string): Promise<string> => {
  const socket = aSocket(url);
  socket.write(text, 'latin1');
  return readingOf(socket).all;
};

/** Sends pieces with pauses between them. @returns what it received until the service, or it, ended the connection. */
export const talk = async (
  url: string,
  pieces: ReadonlyArray<string | Uint8Array>,
  { pauseMs = 0, thenMs = 0 }: { readonly pauseMs?: number; readonly thenMs?: number } = {},
): Promise<string> => {
  const socket = aSocket(url);
  const { received } = readingOf(socket);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(pauseMs);
  }
  await sleep(thenMs);
  socket.destroy();
  return received();
};

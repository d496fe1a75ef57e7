import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client that writes as it likes. @returns what it received until the service, or it, ended the connection. */
export const talk = async (
  url: string,
  pieces: ReadonlyArray<Uint8Array>,
  { pauseMs = 0, thenMs = 0 }: { readonly pauseMs?: number; readonly thenMs?: number } = {},
): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay();
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(pauseMs);
  }
  await sleep(thenMs);
  socket.destroy();
  return received;
};

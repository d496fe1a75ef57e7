import type { Socket } from 'node:net';
import { type Answered, gatherAnswers, NO_ANSWER } from './answers.ts';
import { DEADLINE_MS } from './exchange.ts';
import { aSocket } from './socket.ts';

/** A connection that is kept for one request after the other, and made again if the service ends it. */
export type Connection = {
  /** Rejects if the answer takes too long. */
  readonly send: (bytes: Uint8Array) => Promise<Answered>;
  readonly close: () => void;
};

export const aConnection = (url: string): Connection => {
  let open: Socket | null = null;

  const socketOf = (): Socket => {
    if (open !== null && !open.destroyed && open.writable) return open;
    open = aSocket(url);
    return open;
  };

  const send = (bytes: Uint8Array): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const socket = socketOf();
      const received = gatherAnswers(1, false);
      const end = (answered: Answered) => {
        clearTimeout(deadline);
        socket.off('data', onData).off('close', onClose);
        if (answered.status === 0 || answered.headers.get('connection') === 'close') socket.destroy();
        resolve(answered);
      };
      const onData = (chunk: string) => {
        if (received.add(chunk)) end(received.answers()[0]!);
      };
      const onClose = () => end(NO_ANSWER);
      const deadline = setTimeout(() => {
        socket.destroy();
        reject(new Error(`No answer within ${DEADLINE_MS} ms.`));
      }, DEADLINE_MS);
      socket.on('data', onData).on('close', onClose);
      socket.write(bytes);
    });

  return { send, close: () => open?.destroy() };
};

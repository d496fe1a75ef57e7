import { once } from 'node:events';
import { connect } from 'node:net';
import type { LoadConnection } from './load-connection.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const EXCERPT = 300;

type Waiting = {
  head: Buffer | null;
  missing: number;
  accepted: boolean;
  excerpt: string;
  done: (problem: string | null) => void;
};

const newWaiting = (done: Waiting['done']): Waiting => ({
  head: Buffer.alloc(0),
  missing: 0,
  accepted: false,
  excerpt: '',
  done,
});

/** Reads the head once it is complete. @returns how many bytes of the body came with it; null while it is not complete. */
const readHead = (waiting: Waiting, chunk: Buffer): number | null => {
  const head = waiting.head!.length === 0 ? chunk : Buffer.concat([waiting.head!, chunk]);
  const end = head.indexOf(HEAD_END);
  if (end === -1) {
    waiting.head = head;
    return null;
  }
  const text = head.toString('latin1', 0, end);
  const status = Number(text.slice(9, 12));
  waiting.accepted = status >= 200 && status < 300;
  waiting.missing = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
  waiting.excerpt = waiting.accepted ? '' : `${status} ${head.toString('utf8', end + 4, end + 4 + EXCERPT)}`;
  waiting.head = null;
  return head.length - end - 4;
};

/**
 * A kept-alive HTTP connection on a bare socket: it looks at the status and counts the bytes of the answer, no more. Answers
 * must say their length, which those of all contenders do.
 */
export const openHttpConnection = async (port: number): Promise<LoadConnection> => {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  let waiting: Waiting | null = null;

  const finish = (problem: string | null) => {
    const { done } = waiting!;
    waiting = null;
    done(problem);
  };
  socket.on('data', (chunk) => {
    if (waiting === null) return;
    const ofBody = waiting.head === null ? chunk.length : readHead(waiting, chunk);
    if (ofBody === null) return;
    waiting.missing -= ofBody;
    if (waiting.missing <= 0) finish(waiting.accepted ? null : waiting.excerpt);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (waiting !== null) finish('the connection was closed');
  });

  return {
    send: (request) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve('the connection is closed');
        waiting = newWaiting(resolve);
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
};

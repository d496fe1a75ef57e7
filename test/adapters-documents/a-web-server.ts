import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';

export type AServer = { readonly endpoint: string; readonly stop: () => Promise<void> };

/** Starts any server on a free port of this machine; stopping it ends its connections too. */
export const started = (server: Server): Promise<AServer> => {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
  });
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      for (const socket of connections) socket.destroy();
    });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ endpoint: `http://127.0.0.1:${port}`, stop });
    });
  });
};

/** A stand-in for what answers in S3's place, or for S3 answering what s3rver never does. */
export const aWebServer = (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<AServer> =>
  started(createServer(answer));

/** S3's answer to a listing of a bucket that holds nothing. */
export const EMPTY_LISTING = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>documents</Name><Prefix></Prefix><KeyCount>0</KeyCount>
<MaxKeys>1</MaxKeys><IsTruncated>false</IsTruncated></ListBucketResult>`;

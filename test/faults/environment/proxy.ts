import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Endings } from './endings.ts';

/** A TCP proxy on loopback that can be told to forward nothing, as a network does that lost its way. */
export type TcpProxy = {
  readonly port: number;
  /** Stops forwarding; connections stay open, and new ones are accepted but not forwarded. */
  readonly silence: () => void;
  /** Goes on; what was sent meanwhile arrives now. */
  readonly resume: () => void;
  /** Breaks all connections. */
  readonly cut: () => void;
};

export const startProxy = async (target: number, endings: Endings): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (isSilent) socket.pause();
    return socket;
  };
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: target });
    for (const [from, to] of [
      [keep(client), keep(upstream)],
      [upstream, client],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => to.destroy());
      // Data that was read is forwarded; unread data stays in the socket.
      if (isSilent) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  await endings.add(async () => {
    server.close();
    cut();
  });
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
  };
};

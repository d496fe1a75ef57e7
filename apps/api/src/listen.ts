import { createServer, type RequestListener, type Server } from 'node:http';

/** A slow or silent client is cut off after these; the defaults of Node are for friendlier networks. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 };

/** How many ports are tried where none was asked for. */
const PORTS_TRIED = 20;

const listenOn = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(true);
    });
  });

export type Listening = { readonly server: Server; readonly baseUrl: string };

/**
 * Listens on the given port; on the next free one where the port was not asked for, so that two clones run side by side.
 *
 * @returns Rejects, with a message for the operator, where no port is free.
 */
export const listen = async (
  listener: RequestListener,
  { host, port, isPortFixed }: { readonly host: string; readonly port: number; readonly isPortFixed: boolean },
): Promise<Listening> => {
  const server = createServer(TIMEOUTS, listener);
  const last = isPortFixed ? port : port + PORTS_TRIED - 1;
  for (let candidate = port; candidate <= last; candidate += 1) {
    if (!(await listenOn(server, host, candidate))) continue;
    const address = server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : candidate;
    const shown = host.includes(':') ? `[${host}]` : host;
    return { server, baseUrl: `http://${shown}:${bound}` };
  }
  throw new Error(`Port ${port} on ${host} is in use. Set PORT to a free one.`);
};

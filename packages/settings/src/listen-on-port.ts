import type { Server } from 'node:net';

type Address = {
  readonly host: string;
  readonly port: number;
  readonly isPortFixed: boolean;
};

/** The names in messages: of the program, and of the variables of its address. */
type Names = { readonly program: string; readonly host: string; readonly port: string };

/** The number of ports that are tried if none was configured. */
const PORTS_TRIED = 20;

const listenOn = (server: Server, host: string, port: number, names: Names): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      const address = `${names.host} (${host}), ${names.port} (${port})`;
      if (cause.code === 'EADDRINUSE') resolve(false);
      else reject(new Error(`${names.program} cannot listen on ${address}: ${cause.message}`, { cause }));
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(true);
    });
  });

/**
 * Listens on the given port, or on the next free one if no port was configured, so that two clones run side by side.
 *
 * Rejects, with a message for the operator, if no port is free, or the address is not this machine's.
 */
export const listenOnPort = async (
  server: Server,
  { host, port, isPortFixed }: Address,
  names: Names,
): Promise<{ readonly baseUrl: string; readonly port: number }> => {
  const last = isPortFixed ? port : port + PORTS_TRIED - 1;
  for (let candidate = port; candidate <= last; candidate += 1) {
    if (!(await listenOn(server, host, candidate, names))) continue;
    const address = server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : candidate;
    const shown = host.includes(':') ? `[${host}]` : host;
    return { baseUrl: `http://${shown}:${bound}`, port: bound };
  }
  throw new Error(`Port ${port} on ${host} is in use. Set ${names.port} to a free port.`);
};

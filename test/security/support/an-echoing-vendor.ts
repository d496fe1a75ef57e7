import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A vendor that answers every request with an error and says in it all that it was told, credentials included, as some do.
 *
 * @param status by the reference that is asked for.
 */
export const anEchoingVendor = async (status: (path: string) => number) => {
  const server = createServer((request, response) => {
    const told = `No such thing at ${request.url} for ${request.headers.authorization}`;
    response.writeHead(status(request.url ?? ''), { 'Content-Type': 'application/json', 'X-Told': told });
    response.end(JSON.stringify({ error: { type: 'api_error', message: told, errors: [{ reason: told }] } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

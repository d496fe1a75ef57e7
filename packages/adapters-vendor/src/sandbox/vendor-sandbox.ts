import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusal, send } from './behaviours.ts';
import { gocardlessWire } from './gocardless-wire.ts';
import { stripeWire } from './stripe-wire.ts';

const WIRES = [stripeWire, gocardlessWire];

export type VendorSandbox = {
  /** Base URL for both vendors: their paths differ. */
  readonly url: string;
  /** Requests for this reference so far; unknown references are counted together, under `''`. */
  readonly requests: (reference: string) => number;
  /** Open connections. */
  readonly connections: () => Promise<number>;
  /** Closes every connection at once, including those that hang. */
  readonly close: () => Promise<void>;
};

/**
 * A local stand-in for Stripe and GoCardless that speaks their wire formats, as far as the adapters use them, for demo and
 * tests. The reference chooses how it answers (packages/adapters-http/docs/vendor-sandbox.md); any credentials will do, none will not.
 *
 * @param at `port` 0 for any free one. Rejects if it is taken.
 */
export const startVendorSandbox = async (at: {
  readonly host: string;
  readonly port: number;
}): Promise<VendorSandbox> => {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    // Connections are reset on purpose: a write to one is not an error.
    response.on('error', () => {});
    if (request.url === '/sandbox/requests') send(response, 200, JSON.stringify(Object.fromEntries(counts)));
    else serve(request, response, counts);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at.port, at.host, resolve));
  const { address, family, port } = server.address() as AddressInfo;

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    requests: (reference) => counts.get(reference) ?? 0,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const serve = (request: IncomingMessage, response: ServerResponse, counts: Map<string, number>): void => {
  const { behaviour, ...asked } = find(request.url ?? '/');
  const counted = behaviour === null ? '' : asked.reference;
  const round = counts.get(counted) ?? 0;
  counts.set(counted, round + 1);
  const isAuthenticated = request.headers.authorization?.startsWith('Bearer ') ?? false;
  const perform = isAuthenticated ? (behaviour ?? refusal(404)) : refusal(401);
  perform({ ...asked, round, response });
};

/** Matches paths as they were sent: decoding them would hide a wrong path. */
const find = (path: string) => {
  for (const { match, refusal } of WIRES) {
    const asked = match(path);
    if (asked !== null) return { ...asked, refusal };
  }
  return { reference: '', behaviour: null, body: () => ({}), refusal: stripeWire.refusal };
};

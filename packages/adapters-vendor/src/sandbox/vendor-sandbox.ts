import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gocardlessWire } from './gocardless-wire.ts';
import { perform } from './perform.ts';
import { answer } from './respond.ts';
import { stripeWire } from './stripe-wire.ts';
import type { Asked, Wire } from './wire.ts';

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
    if (request.url === '/sandbox/requests') answer(response, 200, JSON.stringify(Object.fromEntries(counts)));
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
  const { wire, asked } = find(request.url ?? '/');
  const round = count(counts, asked.behaviour === null ? '' : asked.reference);
  const isAuthenticated = request.headers.authorization?.startsWith('Bearer ') ?? false;
  if (isAuthenticated) perform(wire, asked, round, response);
  else answer(response, 401, JSON.stringify(wire.refusal(401, asked.reference)));
};

/** Matches paths as they were sent: decoding them would hide a wrong path. */
const find = (path: string): { readonly wire: Wire; readonly asked: Asked } => {
  for (const wire of [stripeWire, gocardlessWire]) {
    const asked = wire.match(path);
    if (asked !== null) return { wire, asked };
  }
  return { wire: stripeWire, asked: { reference: '', behaviour: null, body: () => ({}) } };
};

/** Returns the count before this request. */
const count = (counts: Map<string, number>, reference: string): number => {
  const before = counts.get(reference) ?? 0;
  counts.set(reference, before + 1);
  return before;
};

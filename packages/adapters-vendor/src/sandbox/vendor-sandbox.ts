import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type InstructionState, WIRES, type Wire } from './wires.ts';

/** A request for a reference. `round`: the number of requests for it before this one. */
type Asked = {
  readonly wire: Wire;
  readonly reference: string;
  readonly round: number;
  readonly response: ServerResponse;
};
type Behaviour = (asked: Asked) => void;

const send = (response: ServerResponse, httpStatus: number, body: object, headers: OutgoingHttpHeaders = {}): void => {
  response.writeHead(httpStatus, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

const refuse =
  (httpStatus: number, headers: OutgoingHttpHeaders = {}): Behaviour =>
  ({ wire, reference, response }) =>
    send(response, httpStatus, wire.refusal(httpStatus, reference), headers);

const show =
  (state: InstructionState, delayMs = 0): Behaviour =>
  ({ wire, reference, response }) => {
    const timer = setTimeout(() => send(response, 200, wire.body(reference, state)), delayMs);
    response.once('close', () => clearTimeout(timer));
  };

/** References that both vendors know (packages/adapters-http/docs/vendor-sandbox.md). */
const SHARED: { readonly [reference: string]: Behaviour } = {
  'SANDBOX-EXPIRED': show('expired'),
  'SANDBOX-FLAKY': (asked) => (asked.round % 3 < 2 ? refuse(503) : show('usable'))(asked),
  'SANDBOX-429': refuse(429, { 'retry-after': '1' }),
  'SANDBOX-429-LONG': refuse(429, { 'retry-after': '60' }),
  ...Object.fromEntries(
    [400, 401, 403, 404, 408, 409, 422, 425, 500, 503].map((status) => [`SANDBOX-${status}`, refuse(status)]),
  ),
  'SANDBOX-HANG': () => {},
  'SANDBOX-RESET': ({ response }) => response.socket?.resetAndDestroy(),
};

/** Longest delay of `SANDBOX-SLOW-<ms>`. */
const MAX_DELAY_MS = 60_000;

/** Returns null for a reference that the vendor does not know. */
const behaviourOf = ({ states }: Wire, reference: string): Behaviour | null => {
  const delay = /^SANDBOX-SLOW-(\d{1,5})$/.exec(reference)?.[1];
  if (delay !== undefined) return show('usable', Math.min(Number(delay), MAX_DELAY_MS));
  if (Object.hasOwn(states, reference)) return show(states[reference]!);
  return Object.hasOwn(SHARED, reference) ? SHARED[reference]! : null;
};

const serve = (request: IncomingMessage, response: ServerResponse, counts: Map<string, number>): void => {
  // Paths are matched as they were sent: decoding them would hide a wrong path.
  const url = request.url ?? '/';
  const wire = WIRES.find(({ path }) => url.startsWith(path)) ?? WIRES[0];
  const reference = url.slice(wire.path.length);
  const behaviour = url.startsWith(wire.path) ? behaviourOf(wire, reference) : null;
  const counted = behaviour === null ? '' : reference;
  const round = counts.get(counted) ?? 0;
  counts.set(counted, round + 1);
  const isAuthenticated = request.headers.authorization?.startsWith('Bearer ') ?? false;
  const perform = isAuthenticated ? (behaviour ?? refuse(404)) : refuse(401);
  perform({ wire, reference, round, response });
};

export type VendorSandbox = {
  /** Base URL for both vendors: their paths differ. */
  readonly url: string;
  readonly server: Server;
  /** Requests for this reference so far; unknown references are counted together, under `''`. */
  readonly requests: (reference: string) => number;
  /** Closes every connection at once, including those that hang. */
  readonly close: () => Promise<void>;
};

/**
 * A local stand-in for Stripe and GoCardless that speaks their wire formats, as far as the adapters use them, for demo and
 * tests. The reference chooses how it answers (packages/adapters-http/docs/vendor-sandbox.md); any credentials will do, none will not.
 *
 * @param port of loopback; 0 for any free one. Rejects if it is taken.
 */
export const startVendorSandbox = async (port = 0): Promise<VendorSandbox> => {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    // Connections are reset on purpose: a write to one is not an error.
    response.on('error', () => {});
    if (request.url === '/sandbox/requests') send(response, 200, Object.fromEntries(counts));
    else serve(request, response, counts);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    requests: (reference) => counts.get(reference) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

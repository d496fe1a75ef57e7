import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { MandateStatus } from 'gocardless-nodejs/types';

/** A card that is usable, expired or detached from its customer, another payment method, or a mandate of that status. */
export type InstructionState = 'usable' | 'detached' | 'not_a_card' | `${MandateStatus}`;

/** A request for a reference. */
type Asked = {
  readonly reference: string;
  /** The number of requests for the reference before this one. */
  readonly round: number;
  readonly response: ServerResponse;
  /** The body of the vendor's answer for an instruction in this state. */
  readonly body: (state: InstructionState) => object;
  /** The body in the vendor's error form. */
  readonly refusal: (httpStatus: number, reference: string) => object;
};

/** What the sandbox does with a request. */
type Behaviour = (asked: Asked) => void;

/** Sends a complete response; JSON unless the headers say otherwise. */
export const send = (
  response: ServerResponse,
  httpStatus: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void => {
  response.writeHead(httpStatus, { 'content-type': 'application/json', ...headers }).end(text);
};

/** Sends the headers of a correct answer and the first half of its body. */
const sendHalf = ({ response, body }: Asked): void => {
  const text = JSON.stringify(body('usable'));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2));
};

/** Calls `then` in `delayMs`, unless the client has disconnected or the sandbox is closed by then. */
const later = (response: ServerResponse, delayMs: number, then: () => void): void => {
  const timer = setTimeout(then, delayMs);
  response.once('close', () => clearTimeout(timer));
};

const instruction =
  (state: InstructionState, delayMs = 0): Behaviour =>
  ({ response, body }) =>
    later(response, delayMs, () => send(response, 200, JSON.stringify(body(state))));

export const refusal =
  (httpStatus: number, headers: OutgoingHttpHeaders = {}): Behaviour =>
  (asked) =>
    send(asked.response, httpStatus, JSON.stringify(asked.refusal(httpStatus, asked.reference)), headers);

/** A response of this text. */
const text =
  (content: string, headers: OutgoingHttpHeaders = {}, httpStatus = 200): Behaviour =>
  ({ response }) =>
    send(response, httpStatus, content, headers);

const TRICKLE_MS = 100;

/** Sends a byte at intervals, without end, so that the socket is never idle. */
const trickle: Behaviour = ({ response, body }) => {
  const usable = JSON.stringify(body('usable'));
  const next = (index: number): void => {
    response.write(usable[index % usable.length]);
    later(response, TRICKLE_MS, () => next(index + 1));
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  next(0);
};

const BLOCK = ' '.repeat(64 * 1024);

/** Sends as much as the client reads, without end. */
const flood: Behaviour = ({ response }) => {
  const fill = () => {
    while (!response.destroyed && response.write(BLOCK)) {
      // Writes until the buffers are full; the `drain` event continues.
    }
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.on('drain', fill);
  fill();
};

const reset = (response: ServerResponse) => response.socket?.resetAndDestroy();

/** References both vendors know (packages/adapters-http/docs/vendor-sandbox.md). */
const SHARED: { readonly [reference: string]: Behaviour } = {
  'SANDBOX-EXPIRED': instruction('expired'),
  'SANDBOX-FLAKY': (asked) => (asked.round % 3 < 2 ? refusal(503) : instruction('usable'))(asked),
  'SANDBOX-429': refusal(429, { 'retry-after': '1' }),
  'SANDBOX-429-LONG': refusal(429, { 'retry-after': '60' }),
  ...Object.fromEntries(
    [400, 401, 403, 404, 408, 409, 422, 425, 500, 503].map((status) => [`SANDBOX-${status}`, refusal(status)]),
  ),
  'SANDBOX-HANG': () => {},
  'SANDBOX-HANG-MID-BODY': sendHalf,
  'SANDBOX-TRICKLE': trickle,
  'SANDBOX-ENDLESS': flood,
  'SANDBOX-RESET': ({ response }) => reset(response),
  'SANDBOX-RESET-MID-BODY': (asked) => {
    sendHalf(asked);
    later(asked.response, 10, () => reset(asked.response));
  },
  'SANDBOX-GARBAGE': text('\u0000{]'),
  'SANDBOX-HTML': text('<!doctype html><title>Welcome</title>', { 'content-type': 'text/html' }),
  'SANDBOX-EMPTY': text(''),
  'SANDBOX-WRONG-SHAPE': ({ response, reference }) => send(response, 200, JSON.stringify({ id: reference })),
  'SANDBOX-OTHER-REFERENCE': ({ response, body, reference }) =>
    send(response, 200, JSON.stringify(body('usable')).replaceAll(reference, 'SANDBOX-SOMEBODY-ELSE')),
  'SANDBOX-REDIRECT': text('{}', { location: '/' }, 302),
};

/** Longest delay of `SANDBOX-SLOW-<ms>`. */
const MAX_DELAY_MS = 60_000;

/** Returns the behaviour of each reference that a vendor knows, null for others. @param own instructions by reference. */
export const behavioursOf =
  (own: { readonly [reference: string]: InstructionState }) =>
  (reference: string): Behaviour | null => {
    const delay = /^SANDBOX-SLOW-(\d{1,5})$/.exec(reference)?.[1];
    if (delay !== undefined) return instruction('usable', Math.min(Number(delay), MAX_DELAY_MS));
    if (Object.hasOwn(own, reference)) return instruction(own[reference]!);
    return Object.hasOwn(SHARED, reference) ? SHARED[reference]! : null;
  };

/** One vendor's interface, as far as the adapters use it. */
export type Wire = {
  /** The reference that a path names, its behaviour, and the body of its answers; null if it is not a path of this vendor. */
  readonly match: (
    path: string,
  ) => (Pick<Asked, 'reference' | 'body'> & { readonly behaviour: Behaviour | null }) | null;
  readonly refusal: Asked['refusal'];
};

import { Agent, request as httpRequest } from 'node:http';

export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly tookMs: number;
};
/** Nothing came back, or not all of it: the service may have done it or not. */
type NoAnswer = {
  readonly kind: 'no_answer';
  readonly why: string;
  /** Nothing came in all the time that was to be waited. */
  readonly isTimeOut: boolean;
  readonly tookMs: number;
  readonly sentAt: number;
};
export type Outcome = Answer | NoAnswer;

type Sent = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
};

/** A keep-alive connection; it is opened again if it breaks, and it sends nothing a second time. */
export type Connection = { readonly send: (sent: Sent) => Promise<Outcome>; readonly close: () => void };

/** No answer may take longer: a service that hangs is one that failed. */
const ANSWER_WITHIN_MS = 60_000;

const headersOf = ({ token, body }: Sent): Record<string, string> => ({
  ...(token === undefined ? {} : { Authorization: `Token ${token}` }),
  ...(body === undefined
    ? {}
    : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
});

/** @param port as it is at the time of each request. */
export const openConnection = (port: () => number, withinMs = ANSWER_WITHIN_MS): Connection => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (sent: Sent): Promise<Outcome> =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const { method, path, body } = sent;
      const finish = (outcome: Omit<Answer, 'tookMs'> | Omit<NoAnswer, 'tookMs' | 'sentAt'>) => {
        clearTimeout(timer);
        resolve({ ...outcome, tookMs: performance.now() - startedAt, sentAt: startedAt } as Outcome);
      };
      const fail = (why: string, isTimeOut = false) => finish({ kind: 'no_answer', why, isTimeOut });
      const options = { host: '127.0.0.1', port: port(), method, path, agent, headers: headersOf(sent) };
      const request = httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => fail(error.message));
        response.on('close', () => {
          if (!response.complete) return fail('the answer broke off');
          const headers = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
          finish({ kind: 'answer', status: response.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString() });
        });
      });
      const timer = setTimeout(() => {
        fail(`no answer within ${withinMs / 1_000} s`, true);
        request.destroy();
      }, withinMs);
      request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
};

import { type Answered, gatherAnswers, NO_ANSWER } from './answers.ts';
import { aSocket } from './socket.ts';

/** A service that has not answered by then hangs. How much work an answer may take is CPU time: `MAX_CPU_MS`. */
export const DEADLINE_MS = 25_000;

type Options = {
  /** The number of expected responses. */
  readonly count?: number;
  readonly isBodiless?: boolean;
  /** True if it is said that nothing follows, so that a request that ends too early is not waited for. */
  readonly isLast?: boolean;
};

/**
 * Writes bytes to a service as they are, over a connection of their own.
 *
 * @returns the answers; fewer where the service ended the connection before. Rejects if that takes too long.
 */
export const exchangeAll = (
  url: string,
  bytes: Uint8Array,
  { count = 1, isBodiless = false, isLast = false }: Options = {},
): Promise<ReadonlyArray<Answered>> =>
  new Promise((resolve, reject) => {
    const socket = aSocket(url);
    if (isLast) socket.end(bytes);
    else socket.write(bytes);
    const received = gatherAnswers(count, isBodiless);
    const end = () => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(received.answers());
    };
    const deadline = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer within ${DEADLINE_MS} ms; so far ${JSON.stringify(received.beginning())}`));
    }, DEADLINE_MS);
    socket.on('data', (chunk: string) => {
      if (received.add(chunk)) end();
    });
    // A client that is refused in the middle of writing gets a reset after the answer.
    socket.on('close', end);
  });

/** One answer; status 0 where the connection was ended without one. */
export const exchange = async (url: string, bytes: Uint8Array, options: Options = {}): Promise<Answered> =>
  (await exchangeAll(url, bytes, options))[0] ?? NO_ANSWER;

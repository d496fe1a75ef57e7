import type { Answered } from '../../support/sockets/answers.ts';
import { exchange } from '../../support/sockets/exchange.ts';
import { type Sent, toBytes } from '../catalogue/request.ts';
import { checkAnswer } from './documented.ts';

/** Sends a request; what comes back is as the documentation says, or this throws. */
export const ask = async (baseUrl: string, sent: Sent): Promise<Answered> => {
  const answered = await exchange(baseUrl, toBytes(sent), { isBodiless: sent.method === 'HEAD' });
  checkAnswer(sent.method, sent.target, answered);
  return answered;
};

/** The ids of the requests that were answered; what Node's HTTP parser refuses has none. */
export const idsOf = (...answers: ReadonlyArray<Answered | null>): ReadonlyArray<string> =>
  answers.flatMap((answered) => answered?.headers.get('x-request-id') ?? []);

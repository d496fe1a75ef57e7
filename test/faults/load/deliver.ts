import { setTimeout as delay } from 'node:timers/promises';
import { type Batch, pathOf } from '../batches/batch.ts';
import type { History, Model } from '../model.ts';
import type { Watch } from '../watch.ts';
import type { Answer, Connection } from './http.ts';
import type { Tokens } from './token.ts';

type Delivery = {
  readonly connection: Connection;
  readonly tokens: Tokens;
  readonly model: Model;
  readonly watch: Watch;
  /** Between two attempts, in milliseconds: short, so that the service is pressed from the first moment on. */
  readonly pauseMs: number;
  /** Gives up if this is aborted. */
  readonly signal: AbortSignal;
  /** Gives up after this number of responses; never if left out. */
  readonly attempts?: number;
};

/** Code of an error in either form; empty if there is none. */
export const codeOf = (text: string): string => {
  try {
    const { code, errors, error_detail: detail } = JSON.parse(text);
    if (typeof detail === 'string') return detail.split(':')[0]!;
    return errors?.[0]?.code ?? code ?? '';
  } catch {
    return '';
  }
};

const ALREADY_THERE = 'historical_billing_documents_already_imported';

/** Returns true if a 4xx is the answer this request must get, whatever happened to it before. */
const isExpected = ({ batch, sends }: History, status: number, code: string, text: string): boolean => {
  if (status !== 400) return false;
  // Once per ledger: after a lost response, or with a concurrent client, the response says that it is imported (decisions 12).
  if (code === ALREADY_THERE) return batch.ledger !== null && (sends > 1 || batch.hasRival === true);
  return batch.refusal !== null && (code === batch.refusal || JSON.parse(text).code === batch.refusal);
};

/** Notes what an answer says of a request. @returns true if it is the last word. */
const conclude = (history: History, items: number, answer: Answer, { model, watch }: Delivery): boolean => {
  const { batch } = history;
  const { status, text } = answer;
  const id = answer.headers.get('x-request-id') ?? '';
  if (status === 201) {
    model.acknowledge(history, id, items);
    if (batch.refusal !== null)
      watch.complain(`${batch.name} was answered 201 and must be refused with ${batch.refusal}`);
    return true;
  }
  const code = codeOf(text);
  // A 500 `error` says nothing of what was stored; that of a vendor does.
  if (status === 500 && code !== 'payment_vendor_unavailable') return false;
  model.deny(history, id, status === 400 || status === 404 ? 'refused' : 'not_now');
  if (status >= 500 || status === 401 || status === 429) return false;
  if (code === ALREADY_THERE) history.isAlreadyThere = true;
  if (!isExpected(history, status, code, text))
    watch.complain(`${batch.name} was answered ${status} ${text.slice(0, 300)}`);
  return true;
};

const waitAfter = async (answer: Answer | null, { pauseMs, signal }: Delivery): Promise<void> => {
  const wantedMs = answer?.status === 429 ? Number(answer.headers.get('retry-after') ?? 1) * 1_000 : pauseMs;
  await delay(wantedMs, undefined, { signal }).catch(() => undefined);
};

/**
 * Sends a request, as it is, until it has its last word: 201, or a 400 that stays the same (decisions 12).
 *
 * @returns its status; null if it was given up.
 */
export const deliver = async (batch: Batch, delivery: Delivery): Promise<number | null> => {
  const { connection, tokens, model, watch, signal } = delivery;
  const { body, items } = batch.make();
  let left = delivery.attempts ?? Number.POSITIVE_INFINITY;
  while (!signal.aborted && left > 0) {
    const token = tokens.current();
    const history = model.sending(batch);
    const outcome = await connection.send({ method: 'POST', path: pathOf(batch), token, body });
    watch.saw('POST', pathOf(batch), outcome);
    const answer = outcome.kind === 'answer' ? outcome : null;
    if (answer !== null && conclude(history, items.length, answer, delivery)) return answer.status;
    if (answer !== null) left -= 1;
    if (left === 0) return answer?.status ?? null;
    if (answer?.status === 401) await tokens.renew(token);
    await waitAfter(answer, delivery);
  }
  return null;
};

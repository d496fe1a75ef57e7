import type { Client } from '../calls.ts';
import { CarryoverError, failure } from '../failure.ts';
import { type CallOptions, wholeNumber } from '../options.ts';
import type { LoadEntry, LoadOptions, LoadProgress, LoadResult, LoadSource, LoadSuccess } from './load.ts';
import { readUntil } from './read-until.ts';
import { makeSender } from './sender.ts';

/** The calls that store. */
export type Creates = Pick<
  Client,
  | 'createNotes'
  | 'createTransactions'
  | 'createHistoricalBillingDocuments'
  | 'createHistoricalStatements'
  | 'createPaymentInstruction'
>;

/** Sends a request of a load. @param number its position in the source. */
export const send = async (
  client: Creates,
  entry: LoadEntry,
  number: number,
  options: CallOptions,
): Promise<LoadSuccess> => {
  switch (entry.kind) {
    case 'notes':
      return { number, kind: entry.kind, entry, answer: await client.createNotes(entry.request, options), error: null };
    case 'transactions': {
      const answer = await client.createTransactions(entry.request, { ...options, ...entry.flags });
      return { number, kind: entry.kind, entry, answer, error: null };
    }
    case 'billing-documents': {
      const answer = await client.createHistoricalBillingDocuments(entry.request, options);
      return { number, kind: entry.kind, entry, answer, error: null };
    }
    case 'statements': {
      const answer = await client.createHistoricalStatements(entry.request, options);
      return { number, kind: entry.kind, entry, answer, error: null };
    }
    case 'payment-instructions': {
      const answer = await client.createPaymentInstruction(entry.request, options);
      return { number, kind: entry.kind, entry, answer, error: null };
    }
    default:
      throw new TypeError(`Request ${number} of the source has no kind that the client knows.`);
  }
};

/** Returns the number of items of a request, and of those that were already stored. */
export const countItems = (result: LoadSuccess): readonly [items: number, alreadyExisted: number] => {
  switch (result.kind) {
    case 'notes':
      return [result.answer.length, result.answer.filter(({ status }) => status === 'NOTE_ALREADY_EXISTS').length];
    case 'transactions': {
      const { results } = result.answer;
      return [results.length, results.filter(({ status }) => status === 'TRANSACTION_ALREADY_EXISTS').length];
    }
    case 'billing-documents':
      return [result.entry.request.historical_billing_documents.length, 0];
    case 'statements':
      return [result.entry.request.statements.length, 0];
    case 'payment-instructions':
      return [1, 0];
  }
};

/** Returns the account of a request as one text. @throws TypeError if it names none. */
export const accountOf = ({ request }: LoadEntry, number: number): string => {
  const { import_supplier, external_account_number } = request ?? {};
  if (typeof import_supplier === 'string' && typeof external_account_number === 'string')
    return JSON.stringify([import_supplier, external_account_number]);
  throw new TypeError(`Request ${number} of the source names no account.`);
};

const add = (progress: LoadProgress, result: LoadResult): LoadProgress => {
  if (result.error !== null) return { ...progress, failed: progress.failed + 1 };
  const [items, alreadyExisted] = countItems(result);
  return {
    ...progress,
    succeeded: progress.succeeded + 1,
    items: progress.items + items,
    alreadyExisted: progress.alreadyExisted + alreadyExisted,
  };
};

/** Writes the receipts of a load one after another, whatever runs at the same time. */
const receiptWriter = (write: LoadOptions['receipts']) => {
  let latest: Promise<unknown> = Promise.resolve();
  return (result: LoadResult): Promise<unknown> => {
    const { importId = null, payloadSha256 = null } = result.answer ?? {};
    if (write === undefined || importId === null || payloadSha256 === null) return Promise.resolve();
    const line = `${JSON.stringify({ import_id: importId, sha256: payloadSha256 })}\n`;
    const written = latest.then(() => write(line));
    latest = written.catch(() => undefined);
    return written;
  };
};

const aborted = (cause: unknown): CarryoverError =>
  new CarryoverError('loadAll', failure('aborted', 'The caller ended the load.', { cause }), 0);

/** See `Client.loadAll`. */
export const loadAll = async (
  client: Creates,
  source: LoadSource,
  { concurrency: asked = 16, onProgress, onResult, receipts, ...options }: LoadOptions,
): Promise<LoadProgress> => {
  const keepReceipt = receiptWriter(receipts);
  const concurrency = wholeNumber('concurrency', asked, 1_000);
  let progress: LoadProgress = { succeeded: 0, failed: 0, items: 0, alreadyExisted: 0 };
  const reading = new AbortController();
  const stop = (reason: unknown): void => reading.abort(reason);
  const { signal } = options;
  const follow = () => stop(aborted(signal?.reason));
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);

  const attempt = async (entry: LoadEntry, number: number): Promise<LoadResult> => {
    try {
      return await send(client, entry, number, options);
    } catch (error) {
      if (!(error instanceof CarryoverError)) throw error;
      // Each further request would fail in the same way.
      if (error.kind === 'not_authenticated') stop(error);
      return { number, kind: entry.kind, entry, answer: null, error };
    }
  };
  const run = async (entry: LoadEntry, number: number): Promise<void> => {
    try {
      const result = await attempt(entry, number);
      progress = add(progress, result);
      await keepReceipt(result);
      await onResult?.(result);
      onProgress?.(progress);
    } catch (error) {
      stop(error);
    }
  };

  const sender = makeSender({ concurrency: () => concurrency, ahead: () => concurrency });
  try {
    let number = 0;
    for await (const entry of readUntil(source, reading.signal)) {
      number += 1;
      const position = number;
      await sender.add(accountOf(entry, position), () => run(entry, position));
    }
  } catch (error) {
    stop(error);
  }
  await sender.done();
  signal?.removeEventListener('abort', follow);
  if (reading.signal.aborted) throw reading.signal.reason;
  return progress;
};

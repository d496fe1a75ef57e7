import { CarryoverError } from '@carryover/client/failure';
import { WriteFailed } from '@carryover/files/source/file-failure';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import {
  asSentence,
  EXIT,
  type Failure,
  type Finished,
  type Invocation,
  ofWriteFailed,
  wrongUsage,
} from '../command.ts';
import { TooManyRejects } from '../journal/counts.ts';
import { OutputTaken } from '../journal/outbox.ts';
import { ExpectationsDiffer } from '../loading/load.ts';
import { readServer, type Server } from '../server.ts';
import { NOT_ONGOING, Stopped, UNKNOWN } from '../service/refusals.ts';
import { wholeNumber } from './options.ts';

/** Returns what has happened, and what to do about it. */
const sentencesOf = ({ reason, message, mayBeStored }: Stopped, url: string): string => {
  switch (reason) {
    case 'not_authenticated':
      return `The service at ${url} does not accept the API key. Check the key, or ask the operator of the service for another one.`;
    case 'not_the_service':
      return mayBeStored
        ? `Something in front of the service at ${url}, such as a proxy, answers in its place: ${asSentence(message)} It is not known what the service stored of the requests under way.`
        : `${url} does not answer as the service does: ${asSentence(message)} Check CARRYOVER_URL: it is the address before /v1/.`;
    case 'failing':
      return `The service at ${url}, or a proxy in front of it, fails: ${asSentence(message)}${mayBeStored ? ' It is not known what the service stored of the requests under way.' : ''}`;
    case 'busy':
      return `The service at ${url} cannot serve the request now: ${asSentence(message)} Try again later, or wait longer with --wait.`;
    case 'unknown_supplier':
      return `${asSentence(message)} None of its rows is told as rejected. Check --supplier and the import_supplier of the rows, or ask the operator of the service.`;
    case 'not_ongoing':
      return `${asSentence(message)} Ask the operator of the service to resume it.`;
    case 'unreachable':
      return `The service at ${url} cannot be reached: ${asSentence(message)} Check CARRYOVER_URL, and that the service is running.`;
  }
};

/** The code of a stop, and its exit code; all others say that the service is unreachable. */
const CODES: Partial<Record<Stopped['reason'], Pick<Failure, 'code' | 'exitCode'>>> = {
  not_authenticated: { code: 'not_authenticated', exitCode: EXIT.notAuthenticated },
  not_ongoing: { code: NOT_ONGOING, exitCode: EXIT.rejected },
  unknown_supplier: { code: UNKNOWN, exitCode: EXIT.rejected },
};

const ofStop = (stopped: Stopped, url: string, hint: string): Failure => ({
  ...(CODES[stopped.reason] ?? { code: 'unreachable', exitCode: EXIT.unreachable }),
  detail: `${sentencesOf(stopped, url)}${hint}`,
});

/**
 * Returns the failure that an error means which ends a command; null for an unexpected error.
 *
 * @param url of the service.
 * @param hint how to go on.
 */
const endingFailure = (error: unknown, url: string, hint: string): Failure | null => {
  if (error instanceof Stopped) return ofStop(error, url, hint);
  if (error instanceof TooManyRejects)
    return { code: 'too_many_rejects', detail: `${error.message}${hint}`, exitCode: EXIT.rejected };
  if (error instanceof ExpectationsDiffer)
    return {
      code: 'expectations_differ',
      detail: `${error.message}Nothing was sent. Correct the files, the mapping or the manifest, or load them with --despite-expectations.`,
      exitCode: EXIT.rejected,
    };
  if (error instanceof OutputTaken) return wrongUsage(`${error.message}${hint}`, 'rejects_changed');
  if (error instanceof WriteFailed) return ofWriteFailed(error, hint);
  if (error instanceof CarryoverError)
    return { code: error.code ?? error.kind, detail: error.message, exitCode: EXIT.rejected };
  return null;
};

export type WaitOptions = { readonly wait: number };

/** Adds the option of a command that needs the service. */
export const waiting = (of: Command): Command =>
  of.option('--wait <seconds>', 'how long to wait for a service that does not answer', wholeNumber(1, 86_400), 60);

/** Returns the time after which a service that does not answer counts as lost. */
export const waitMs = ({ wait }: WaitOptions): number => 1_000 * wait;

/**
 * Runs what needs the service.
 *
 * @param hint what to do if the service is lost meanwhile, or a file cannot be written.
 */
export const runWithService = async (
  { environment }: Pick<Invocation, 'environment'>,
  work: (server: Server) => Promise<E.Either<Failure, Finished>>,
  hint = () => '',
): Promise<E.Either<Failure, Finished>> => {
  const server = await readServer(environment);
  if (E.isLeft(server)) return server;
  try {
    return await work(server.right);
  } catch (error) {
    const failure = endingFailure(error, server.right.baseUrl, hint());
    if (failure === null) throw error;
    return E.left(failure);
  }
};

import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure, Finished, Invocation } from '../command.ts';
import { readServer, type Server } from '../server.ts';
import { endingFailure } from './ending-failure.ts';
import { wholeNumber } from './whole-number.ts';

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

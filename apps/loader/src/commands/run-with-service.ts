import * as E from 'fp-ts/lib/Either.js';
import type { Failure, Finished, Invocation } from '../command.ts';
import { readServer, type Server } from '../server.ts';
import { endingFailure } from './ending-failure.ts';

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

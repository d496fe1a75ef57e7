import { CarryoverError } from '@carryover/client/carryover-error';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure, Finished, Invocation } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { wrongUsage } from '../failures.ts';
import { OutboxDamaged } from '../loading/outbox.ts';
import { Stopped } from '../loading/service/service.ts';
import { readServer, type Server } from '../server.ts';

const ofStop = ({ reason, message }: Stopped, server: Server, hint: string): Failure =>
  reason === 'not_authenticated'
    ? {
        code: 'not_authenticated',
        detail: `The service at ${server.baseUrl} does not accept the API key. ${message}${hint}`,
        exitCode: EXIT.notAuthenticated,
      }
    : {
        code: 'unreachable',
        detail: `The service at ${server.baseUrl} does not answer. ${message}${hint}`,
        exitCode: EXIT.unreachable,
      };

/**
 * Runs what needs the service.
 *
 * @param hint what to do if the service is lost meanwhile.
 */
export const runWithService = async (
  { environment }: Pick<Invocation, 'environment'>,
  hint: () => string,
  work: (server: Server) => Promise<E.Either<Failure, Finished>>,
): Promise<E.Either<Failure, Finished>> => {
  const server = await readServer(environment);
  if (E.isLeft(server)) return server;
  try {
    return await work(server.right);
  } catch (error) {
    if (error instanceof Stopped) return E.left(ofStop(error, server.right, hint()));
    if (error instanceof OutboxDamaged) return E.left(wrongUsage(error.message));
    if (error instanceof CarryoverError)
      return E.left({ code: error.code ?? error.kind, detail: error.message, exitCode: EXIT.rejected });
    throw error;
  }
};

import type { SecretComparison } from '@carryover/application/access/root-secret';
import type { Stored, StoreFailure } from '@carryover/application/ports/store-failure';
import { causeMessage } from '@carryover/settings/cause-message';
import * as E from 'fp-ts/lib/Either.js';
import { type Check, fail, ok, warn } from './check.ts';

const SET_IT = "Set CARRYOVER_SECRET to the service's own.";

export const noSecret = (): Check => warn('secret', 'CARRYOVER_SECRET is not set: no API key can be issued.', SET_IT);

const judge = (compared: SecretComparison): Check => {
  switch (compared.kind) {
    case 'unused':
      return warn('secret', 'The database has no root secret yet.', 'Start the service: it records its own.');
    case 'same':
      return ok('secret', "The root secret is the service's own.");
    case 'replaced':
      return warn(
        'secret',
        'The root secret replaces the one in use, but the service has not been started with it yet.',
        'Start the service with both secrets. See "Changing secrets" in docs/operations.md.',
      );
    case 'different':
      return fail(
        'secret',
        `The root secret is not the one in use since ${compared.noted.notedAt.toISOString()}.`,
        `The service would reject a key made with it. ${SET_IT}`,
      );
  }
};

export const checkSecret = async (compared: Stored<SecretComparison>): Promise<Check> =>
  E.match(
    ({ cause }: StoreFailure) =>
      fail('secret', `The secret cannot be compared: ${causeMessage(cause)}`, 'Fix the database check first.'),
    judge,
  )(await compared());

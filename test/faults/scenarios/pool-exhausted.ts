import { embeddedInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';
import { hold } from './held.ts';

/** Another session locks all accounts: every connection of the pool waits for one of them. */
export const accountsLocked: Fault = {
  name: 'accounts-locked',
  mustFail: true,
  strike: (installation, random) =>
    hold(installation, random.between(6_000, 8_000), (client) => client.query('select id from account for update')),
};

export const scenario: Scenario = {
  name: 'pool-exhausted',
  promise: 'every pooled connection waits for a lock: requests are answered 503 meanwhile, and served once it is free',
  needs: [],
  onlyIn: 'full',
  rounds: { full: 8, short: 1 },
  run: async (context) => inRounds(await embeddedInstallation(context), context, accountsLocked),
};

import { embeddedInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';
import { hold } from './held.ts';

const TABLES = 'note, ledger_transaction, historical_statement, accepted_import';

/** As a careless change of the schema does it. */
export const tablesLocked: Fault = {
  name: 'tables-locked',
  mustFail: true,
  strike: (installation, random) =>
    hold(installation, random.between(6_000, 8_000), (client) =>
      client.query(`lock table ${TABLES} in access exclusive mode`),
    ),
};

export const scenario: Scenario = {
  name: 'tables-locked',
  promise: 'every statement hangs behind a lock on its table for seconds: 503 meanwhile, and served once it is free',
  needs: [],
  onlyIn: 'full',
  rounds: { full: 8, short: 1 },
  run: async (context) => inRounds(await embeddedInstallation(context), context, tablesLocked),
};

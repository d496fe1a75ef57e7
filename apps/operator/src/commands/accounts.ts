import type { Command } from 'commander';
import { accountName, changing, command, forAccount, group, type Runner } from '../command.ts';
import { accountImportCommand } from './account-import.ts';
import { findAccount, listAccounts, showAccount } from './account-reading.ts';

export const accountCommand = (run: Runner): Command => {
  const promote = changing(forAccount(command('promote', 'promote a staged account to imported'))).action((options) =>
    run(
      options,
      ({ accounts }, { actor }) => accounts.promote({ account: accountName(options), actor }),
      ({ externalAccountNumber, serviceAccountNumber, status }) => ({
        text: `${externalAccountNumber} is imported (${serviceAccountNumber}).\n`,
        json: {
          external_account_number: externalAccountNumber,
          service_account_number: serviceAccountNumber,
          status,
        },
      }),
    ),
  );

  return group('account')
    .addCommand(accountImportCommand(run))
    .addCommand(promote)
    .addCommand(listAccounts(run))
    .addCommand(findAccount(run))
    .addCommand(showAccount(run));
};

import type { Command } from 'commander';
import { accountName, changing, command, day, forAccount, group, identifier, type Runner } from '../command.ts';

export const ledgerCommand = (run: Runner): Command => {
  const forLedger = (of: Command): Command =>
    changing(forAccount(of)).requiredOption('--ledger <number>', 'ledger number', identifier);

  const open = forLedger(command('open-period', 'open a statement period and close the current one'))
    .requiredOption('--from <day>', 'first day', day)
    .option('--to <day>', 'last day (default: no end)', day)
    .action((options) => {
      const period = { from: options.from, to: options.to ?? null };
      return run(
        options,
        ({ accounts }, { actor }) =>
          accounts.setOpenPeriod({ account: accountName(options), ledgerNumber: options.ledger, period, actor }),
        () => ({
          text: `Ledger ${options.ledger} has the open statement period ${period.from} to ${period.to ?? '(no end)'}.\n`,
          json: { ledger_number: options.ledger, open_statement: period },
        }),
      );
    });

  const close = forLedger(command('close-period', 'close the open statement period')).action((options) =>
    run(
      options,
      ({ accounts }, { actor }) =>
        accounts.setOpenPeriod({ account: accountName(options), ledgerNumber: options.ledger, period: null, actor }),
      () => ({
        text: `Ledger ${options.ledger} has no open statement period now.\n`,
        json: { ledger_number: options.ledger, open_statement: null },
      }),
    ),
  );

  const finalize = forLedger(
    command(
      'finalize',
      'note that the platform has finalized a billing document; imports of the ledger cannot be undone',
    ),
  ).action((options) =>
    run(
      options,
      ({ accounts }, { actor }) =>
        accounts.finalizeLedger({ account: accountName(options), ledgerNumber: options.ledger, actor }),
      () => ({
        text: `Ledger ${options.ledger} has a finalized billing document.\n`,
        json: { ledger_number: options.ledger, has_finalized_billing_document: true },
      }),
    ),
  );

  return group('ledger').addCommand(open).addCommand(close).addCommand(finalize);
};

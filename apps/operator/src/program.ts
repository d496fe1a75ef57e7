import { Command, type OutputConfiguration } from 'commander';
import type { Runner } from './command.ts';
import { accountCommand, ledgerCommand } from './commands/accounts.ts';
import { importsCommand } from './commands/imports.ts';
import { apiKeyCommand, organisationCommand } from './commands/organisations.ts';
import { reconcileCommand } from './commands/reconcile.ts';
import { supplierCommand } from './commands/suppliers.ts';

const EXAMPLES = `
From an empty database to a client that posts with its own key:

  carryover-operator organisation create --name "Acme Energy"
  carryover-operator api-key issue --organisation "Acme Energy"
  carryover-operator supplier create --organisation "Acme Energy" --code ACME
  carryover-operator account import --supplier ACME --file accounts.ndjson

and at the end:

  carryover-operator supplier complete --supplier ACME
  carryover-operator reconcile --supplier ACME --expected totals.csv --html report.html

Exit codes: 0 done (reconcile: all agrees), 1 refused, rows rejected or totals differ, 2 wrong usage
(also an empty file, and a CSV file without the expected header).
The database is the service's own: DATABASE_URL, else the embedded one in DATA_DIR (.carryover).`;

/** Every command leaves by an exception where it is used wrongly, so that the exit code is ours. */
const withoutExit = (program: Command, output: OutputConfiguration): Command => {
  program.exitOverride();
  program.configureOutput(output);
  program.showHelpAfterError('(--help shows what is possible)');
  for (const child of program.commands) withoutExit(child, output);
  return program;
};

/** The operator's command line (decisions 14). */
export const makeProgram = (run: Runner, output: OutputConfiguration): Command =>
  withoutExit(
    new Command('carryover-operator')
      .description('Sets up, watches and proves migrations onto the billing platform.')
      .addHelpText('after', EXAMPLES)
      .addCommand(organisationCommand(run))
      .addCommand(apiKeyCommand(run))
      .addCommand(supplierCommand(run))
      .addCommand(accountCommand(run))
      .addCommand(ledgerCommand(run))
      .addCommand(importsCommand(run))
      .addCommand(reconcileCommand(run)),
    output,
  );

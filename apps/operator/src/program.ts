import { Command, type OutputConfiguration } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Runner, RunnerWithoutData } from './command.ts';
import { type CommandName, DESCRIPTIONS } from './commands/descriptions.ts';

const EXAMPLES = `
To set up a client that can send requests with its own key:

  carryover-operator organisation create --name "Acme Energy"
  carryover-operator api-key issue --organisation "Acme Energy"
  carryover-operator supplier create --organisation "Acme Energy" --code ACME
  carryover-operator account import --supplier ACME --file accounts.ndjson

At the end of the migration:

  carryover-operator supplier complete --supplier ACME
  carryover-operator reconcile --supplier ACME --expected totals.csv --html report.html

Exit codes: 0 done (reconcile: all totals agree), 1 failed, rows rejected or totals differ, 2 wrong usage
(also an empty file, or a CSV file without the expected header).
The commands use the service's database: DATABASE_URL, else the embedded database in DATA_DIR (.carryover).`;

/** Makes every command throw on wrong usage, so that the exit code is ours. */
const withoutExit = (program: Command, output: OutputConfiguration): Command => {
  program.exitOverride();
  program.configureOutput(output);
  program.showHelpAfterError('(use --help to see the options)');
  for (const child of program.commands) withoutExit(child, output);
  return program;
};

type Runners = { readonly run: Runner; readonly runWithoutData: RunnerWithoutData };
type Make = (run: Runner, runWithoutData: RunnerWithoutData) => Command;

/** Each in its own module, since loading all of them takes longer than most commands run. */
const COMMANDS: { readonly [Name in Exclude<CommandName, 'completion'>]: () => Promise<Make> } = {
  organisation: async () => (await import('./commands/organisations.ts')).organisationCommand,
  'api-key': async () => (await import('./commands/api-keys.ts')).apiKeyCommand,
  supplier: async () => (await import('./commands/suppliers.ts')).supplierCommand,
  account: async () => (await import('./commands/accounts.ts')).accountCommand,
  ledger: async () => (await import('./commands/ledgers.ts')).ledgerCommand,
  imports: async () => (await import('./commands/imports.ts')).importsCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  reconcile: async () => (await import('./commands/reconcile.ts')).reconcileCommand,
  evidence: async () => {
    const { evidenceCommand } = await import('./commands/evidence.ts');
    return (_, runWithoutData) => evidenceCommand(runWithoutData);
  },
  doctor: async () => {
    const { doctorCommand } = await import('./commands/doctor.ts');
    return (_, runWithoutData) => doctorCommand(runWithoutData);
  },
};

/** The commands of completion: the one that the shell calls for each tab key, and the one that prints its script. */
const COMPLETION = ['complete', 'completion'];

/** A command or group that this command line does not name: enough of it for the help and for "did you mean". */
const mention = (name: string): Command => new Command(name).description(DESCRIPTIONS[name as CommandName]);

/** Returns the operator's command line (decisions 14), with the commands that these arguments need. */
export const makeProgram = async (
  args: ReadonlyArray<string>,
  { run, runWithoutData }: Runners,
  output: OutputConfiguration,
): Promise<Command> => {
  const isCompletion = COMPLETION.includes(args[0] ?? '');
  const program = new Command('carryover-operator')
    .description('Sets up migrations onto the billing platform, shows their progress and reconciles them.')
    .version(manifest.version, '--version', 'print the version')
    .addHelpText('after', EXAMPLES);
  for (const [name, load] of Object.entries(COMMANDS))
    program.addCommand(isCompletion || args.includes(name) ? (await load())(run, runWithoutData) : mention(name));
  if (isCompletion) (await import('@bomb.sh/tab/commander')).default(program, { completionCommandName: 'completion' });
  else program.addCommand(mention('completion').argument('<shell>'));
  return withoutExit(program, output);
};

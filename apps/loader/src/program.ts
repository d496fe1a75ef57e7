import { Command, type OutputConfiguration } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Runner } from './command.ts';
import { type CommandName, DESCRIPTIONS } from './commands/descriptions.ts';

const EXAMPLES = `
To try it on a service that was started with npm start:

  carryover sample --out sample --accounts 100
  carryover check sample
  carryover-operator account import --supplier DEMO_SUPPLIER --file sample/accounts.ndjson
  carryover load sample

In the repository, carryover is npm run load --, and carryover-operator is npm run operator --.

Exit codes: 0 all accepted and the totals agree, 1 some rejected or totals differ, 2 wrong usage,
3 authentication failed, 4 server unreachable.
The server is CARRYOVER_URL with the key in CARRYOVER_API_KEY or in the file CARRYOVER_API_KEY_FILE; if none of them is
set, that of DATA_DIR/demo.json (.carryover/demo.json). A key is never an argument.`;

/** Makes every command throw on wrong usage, so that the exit code is ours. */
const withoutExit = (program: Command, output: OutputConfiguration): Command => {
  program.exitOverride();
  program.configureOutput(output);
  program.showHelpAfterError('(use --help to see the options)');
  for (const child of program.commands) withoutExit(child, output);
  return program;
};

/** Each in its own module, since loading all of them takes longer than most commands run. */
const COMMANDS: { readonly [Name in Exclude<CommandName, 'completion'>]: () => Promise<(run: Runner) => Command> } = {
  sample: async () => (await import('./commands/sample.ts')).sampleCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  load: async () => (await import('./commands/load.ts')).loadCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  'dry-run': async () => (await import('./commands/dry-run.ts')).dryRunCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
};

/** The commands of completion: the one that the shell calls for each tab key, and the one that prints its script. */
const COMPLETION = ['complete', 'completion'];

/** A command that this command line does not name: enough of it for the help and for "did you mean". */
const mention = (name: string): Command => new Command(name).description(DESCRIPTIONS[name as CommandName]);

/** Returns the loader's command line (decisions 15), with the commands that these arguments need. */
export const makeProgram = async (
  args: ReadonlyArray<string>,
  run: Runner,
  output: OutputConfiguration,
): Promise<Command> => {
  const isCompletion = COMPLETION.includes(args[0] ?? '');
  const program = new Command('carryover')
    .description('Loads the history of migrated accounts from files, and proves that all of it arrived.')
    .version(manifest.version, '--version', 'print the version')
    .addHelpText('after', EXAMPLES);
  for (const [name, load] of Object.entries(COMMANDS))
    program.addCommand(isCompletion || args.includes(name) ? (await load())(run) : mention(name));
  if (isCompletion) (await import('@bomb.sh/tab/commander')).default(program, { completionCommandName: 'completion' });
  else program.addCommand(mention('completion').argument('<shell>'));
  return withoutExit(program, output);
};

import { type Program, runProgram } from '@carryover/terminal/program';
import type { Surroundings } from '@carryover/terminal/surroundings';
import * as E from 'fp-ts/lib/Either.js';
import manifest from '../package.json' with { type: 'json' };
import { type Action, EXIT, type ExitCode, type Runner, type UntilInterrupted, unexpected } from './command.ts';
import { type CommandName, DESCRIPTIONS } from './commands/descriptions.ts';
import { NOTHING_LOADED } from './journal/counts.ts';

const EXAMPLES = `
To try it on a service that was started with npm start:

  carryover sample --out sample --accounts 100
  carryover check sample
  carryover-operator account import --supplier DEMO_SUPPLIER --file sample/accounts.ndjson
  carryover load sample

In the repository, carryover is npm run load --, and carryover-operator is npm run operator --.

Exit codes: 0 every row is stored as it was given, 1 some are not, or a file of a folder was not read, 2 wrong usage, or a
file cannot be read or written, 3 authentication failed, 4 server unreachable, or something else answers, 130 and 143 a load
was ended by Ctrl-C or SIGTERM.
The server is CARRYOVER_URL with the key in CARRYOVER_API_KEY or in the file CARRYOVER_API_KEY_FILE; if none of them is
set, that of DATA_DIR/demo.json (.carryover/demo.json). A key is never an argument, and is not sent over plain HTTP to
another host unless CARRYOVER_ALLOW_PLAINTEXT=1.`;

/** Returns the client's loader (decisions 15). */
const loaderProgram = (run: Runner): Program<CommandName> => ({
  name: 'carryover',
  description: 'Loads the history of migrated accounts from files, and proves that all of it arrived.',
  version: manifest.version,
  help: EXAMPLES,
  descriptions: DESCRIPTIONS,
  commands: {
    sample: async () => (await import('./commands/sample.ts')).sampleCommand(run),
    check: async () => (await import('./commands/check.ts')).checkCommand(run),
    load: async () => (await import('./commands/load.ts')).loadCommand(run),
    verify: async () => (await import('./commands/verify.ts')).verifyCommand(run),
    'dry-run': async () => (await import('./commands/dry-run.ts')).dryRunCommand(run),
    totals: async () => (await import('./commands/totals.ts')).totalsCommand(run),
    map: async () => (await import('./commands/map.ts')).mapCommand(run),
    diff: async () => (await import('./commands/diff.ts')).diffCommand(run),
    evidence: async () => (await import('./commands/evidence.ts')).evidenceCommand(run),
  },
});

const perform = async (
  action: Action,
  isJson: boolean,
  surroundings: Surroundings,
  untilInterrupted?: UntilInterrupted,
): Promise<ExitCode> => {
  const { out, err } = surroundings;
  const finished = await action({ ...surroundings, isJson, untilInterrupted }).catch((error) =>
    E.left(unexpected(error)),
  );
  if (E.isLeft(finished)) {
    const { code, detail, exitCode, json } = finished.left;
    if (isJson && json !== undefined) out(`${JSON.stringify(json)}\n`);
    err(isJson ? `${JSON.stringify({ error: { code, detail } })}\n` : `${detail}\n`);
    return exitCode;
  }
  const { text, json, exitCode } = finished.right;
  out(isJson ? `${JSON.stringify(json)}\n` : text);
  return exitCode;
};

/** Runs one command line. @returns its exit code. */
export const runCli = async (
  args: ReadonlyArray<string>,
  surroundings: Surroundings,
  untilInterrupted?: UntilInterrupted,
): Promise<ExitCode> => {
  let exitCode: ExitCode = EXIT.done;
  const run: Runner = async (action, { json: isJson = false }) => {
    exitCode = await perform(action, isJson, surroundings, untilInterrupted);
  };
  const output = { writeOut: surroundings.out, writeErr: surroundings.err };
  if (await runProgram(loaderProgram(run), args, output)) return exitCode;
  if (args[0] === 'load' && args.includes('--json')) surroundings.out(`${JSON.stringify(NOTHING_LOADED)}\n`);
  return EXIT.wrongUsage;
};

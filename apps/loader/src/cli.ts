import { runProgram } from '@carryover/terminal/program';
import type { Surroundings } from '@carryover/terminal/surroundings';
import * as E from 'fp-ts/lib/Either.js';
import type { Action, Runner, UntilInterrupted } from './command.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { unexpected } from './failures.ts';
import { NOTHING_LOADED } from './loading/summary.ts';
import { loaderProgram } from './program.ts';

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

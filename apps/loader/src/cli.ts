import { causeMessage } from '@carryover/settings/cause-message';
import { runProgram } from '@carryover/terminal/program';
import type { Surroundings } from '@carryover/terminal/surroundings';
import * as E from 'fp-ts/lib/Either.js';
import type { Action, Failure, Runner } from './command.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { loaderProgram } from './program.ts';

const unexpected = (error: unknown): Failure => ({
  code: 'failed',
  detail: causeMessage(error),
  exitCode: EXIT.rejected,
});

const perform = async (action: Action, isJson: boolean, surroundings: Surroundings): Promise<ExitCode> => {
  const { out, err } = surroundings;
  const finished = await action({ ...surroundings, isJson }).catch((error) => E.left(unexpected(error)));
  if (E.isLeft(finished)) {
    const { code, detail, exitCode } = finished.left;
    err(isJson ? `${JSON.stringify({ error: { code, detail } })}\n` : `${detail}\n`);
    return exitCode;
  }
  const { text, json, exitCode } = finished.right;
  out(isJson ? `${JSON.stringify(json)}\n` : text);
  return exitCode;
};

/** Runs one command line. @returns its exit code. */
export const runCli = async (args: ReadonlyArray<string>, surroundings: Surroundings): Promise<ExitCode> => {
  let exitCode: ExitCode = EXIT.done;
  const run: Runner = async (action, { json: isJson = false }) => {
    exitCode = await perform(action, isJson, surroundings);
  };
  const output = { writeOut: surroundings.out, writeErr: surroundings.err };
  return (await runProgram(loaderProgram(run), args, output)) ? exitCode : EXIT.wrongUsage;
};

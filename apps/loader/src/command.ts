import type { Output } from '@carryover/terminal/output';
import type { Surroundings } from '@carryover/terminal/surroundings';
import { Command } from 'commander';
import type { Either } from 'fp-ts/lib/Either.js';
import { type CommandName, DESCRIPTIONS } from './commands/descriptions.ts';
import type { ExitCode } from './exit-code.ts';

/** A finished command: what it says last, and its exit code. */
export type Finished = Output & { readonly exitCode: ExitCode };

/** A command that ended without a result. `code` is for scripts; `detail` says what is wrong and what to do. */
export type Failure = {
  readonly code: string;
  readonly detail: string;
  readonly exitCode: ExitCode;
  /** The object with which the output for scripts ends all the same. */
  readonly json?: object;
};

/** The time between lines of progress where there is no terminal. */
export const PLAIN_EVERY_MS = 5_000;

/** Resolves once this process is told to end; until it is called, that ends the process at once. */
export type UntilInterrupted = () => Promise<'SIGINT' | 'SIGTERM'>;

export type Invocation = Surroundings & {
  readonly isJson: boolean;
  /** Missing if nothing ends this process alone. */
  readonly untilInterrupted?: UntilInterrupted | undefined;
};
export type Action = (invocation: Invocation) => Promise<Either<Failure, Finished>>;

/** Runs an action; set by `cli.ts`, so that commands say what, not how. */
export type Runner = (action: Action, options: { readonly json?: boolean }) => Promise<void>;

/** A command with `--json`, as all have, and examples under its help. */
export const command = (name: CommandName, examples: ReadonlyArray<string>): Command =>
  new Command(name)
    .description(DESCRIPTIONS[name])
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);

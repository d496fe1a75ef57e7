import { type FileFailure, WriteFailed } from '@carryover/files/source/file-failure';
import { causeMessage } from '@carryover/settings/cause-message';
import type { Output } from '@carryover/terminal/output';
import type { Surroundings } from '@carryover/terminal/surroundings';
import { Command } from 'commander';
import type { Either } from 'fp-ts/lib/Either.js';
import { type CommandName, DESCRIPTIONS, MAP_DESCRIPTIONS, type MapCommandName } from './commands/descriptions.ts';

/** Exit codes of every command (decisions 15). */
export const EXIT = {
  /** Every row is stored exactly once as it was given. */
  done: 0,
  /** Some are not, or a file of a folder was not read. */
  rejected: 1,
  /** Wrong usage, or a file cannot be read or written. */
  wrongUsage: 2,
  notAuthenticated: 3,
  /** The server is unreachable, or something else answers. */
  unreachable: 4,
  /** Ended by Ctrl-C. */
  interrupted: 130,
  /** Ended by SIGTERM. */
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

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
export const command = (name: CommandName | MapCommandName, examples: ReadonlyArray<string>): Command =>
  new Command(name)
    .description({ ...DESCRIPTIONS, ...MAP_DESCRIPTIONS }[name])
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);

/** A command line that cannot be right. */
export const wrongUsage = (detail: string, code = 'usage'): Failure => ({ code, detail, exitCode: EXIT.wrongUsage });

/** A file that cannot be opened, read or written. */
export const ofFileFailure = ({ kind, file, detail }: FileFailure): Failure => ({
  code: kind,
  detail: `${file}: ${detail}`,
  exitCode: EXIT.wrongUsage,
});

/** Ends a sentence that has no end. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A file that could not be written. @param hint how to go on. */
export const ofWriteFailed = ({ failure }: WriteFailed, hint = ''): Failure => {
  const { detail, ...rest } = ofFileFailure(failure);
  return { ...rest, detail: `${asSentence(detail)} Free some space, or correct the folder.${hint}` };
};

/** An error that nothing else has told. */
export const unexpected = (error: unknown): Failure =>
  error instanceof WriteFailed
    ? ofWriteFailed(error)
    : { code: 'failed', detail: causeMessage(error), exitCode: EXIT.rejected };

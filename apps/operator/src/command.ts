import { hostname, userInfo } from 'node:os';
import { given } from '@carryover/application/given';
import type { ActingOperator } from '@carryover/application/ports/administration';
import { ERROR_CODES } from '@carryover/contract/error-codes';
import { MAX_LENGTH } from '@carryover/contract/limits';
import { type CalendarDate, parseCalendarDate } from '@carryover/domain/calendar-date';
import { parseDateTime } from '@carryover/domain/date-time';
import { parseIdentifier, parseLine } from '@carryover/domain/text';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { Failure } from '@carryover/operations/failure';
import type { DataSettings } from '@carryover/settings/data-settings';
import type { Environment } from '@carryover/settings/environment';
import type { Output } from '@carryover/terminal/output';
import type { Ask, Surroundings as ProcessSurroundings } from '@carryover/terminal/surroundings';
import { Command, InvalidArgumentError, Option } from 'commander';
import { closest } from 'fastest-levenshtein';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type CommandName, DESCRIPTIONS } from './commands/descriptions.ts';

/** Options of the commands that change something. */
export type ChangeOptions = { readonly as?: string; readonly reason?: string };

/** The process that runs a command, and the person at its terminal. */
export type Surroundings = ProcessSurroundings & { readonly ask: Ask };

/** The operator who runs a command, the way to ask and tell them, and the environment variables. */
export type Invocation = Pick<Surroundings, 'ask' | 'environment' | 'terminal'> & {
  readonly actor: ActingOperator;
  /** Tells something beside the result, at once. */
  readonly warn: (code: string, detail: string) => void;
};

/** A user without an entry in the password file, as in some containers, has a number only. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

export const makeInvocation = (
  { as, reason, json: isJson = false }: ChangeOptions & { readonly json?: boolean },
  { ask, environment, terminal, err }: Surroundings,
): Invocation => ({
  actor: {
    performedBy: as ?? `${userName()}@${hostname()}`,
    performedBySubject: null,
    performedByIssuer: null,
    reason: reason ?? null,
  },
  ask,
  environment,
  terminal,
  warn: (code, detail) => err(isJson ? `${JSON.stringify({ warning: { code, detail } })}\n` : `${detail}\n`),
});

/** A finished command: what it says, and whether that is a refusal (rows rejected, totals that differ). */
export type Finished = Output & {
  readonly isRefusal?: boolean;
  /** Ends what the output is read from. */
  readonly close?: () => void;
};

/** The work of a command on the data. */
export type Work<A> = (useCases: OperatorUseCases, invocation: Invocation) => TE.TaskEither<Failure, A>;

/** Does the work once a person at the terminal has said yes to a question; at once if there is no terminal. */
export const afterYes =
  <A>(question: (useCases: OperatorUseCases) => TE.TaskEither<Failure, string>, work: Work<A>): Work<A> =>
  (useCases, invocation) => {
    const { ask } = invocation;
    if (ask === null) return work(useCases, invocation);
    return pipe(
      question(useCases),
      TE.chainTaskK((text) => () => ask(text)),
      TE.chain(
        (answer): ReturnType<Work<A>> =>
          /^y(es)?$/i.test(answer.trim()) ? work(useCases, invocation) : TE.left({ kind: 'not_confirmed' }),
      ),
    );
  };

/** Does the work of a command and tells its result; set by `cli.ts`, so that commands say what, not how. */
export type Runner = <A>(
  options: ChangeOptions & { readonly json?: boolean; readonly organisation?: string | undefined },
  work: Work<A>,
  say: (result: A) => Finished,
) => Promise<void>;

/** The same of work that needs no working database. */
export type RunnerWithoutData = (
  options: { readonly json?: boolean },
  work: (settings: DataSettings, environment: Environment) => TE.TaskEither<Failure, Finished>,
) => Promise<void>;

/** Makes a group of commands. It has no options: those belong to its commands. */
export const group = (name: CommandName): Command => new Command(name).description(DESCRIPTIONS[name]);

/** A command with `--json`, as all have. */
export const command = (name: string, description: string): Command =>
  new Command(name).description(description).option('--json', 'print JSON, for scripts');

const orUsage = <A>(message: string, value: O.Option<A>): A => {
  if (O.isNone(value)) throw new InvalidArgumentError(message);
  return value.value;
};

const identifierOf = (max: number) => (text: string) =>
  orUsage(`Must have 1 to ${max} characters, not only white space.`, O.fromEither(parseIdentifier(max)(text)));

export const supplierCode = identifierOf(MAX_LENGTH.importSupplier);
export const identifier = identifierOf(MAX_LENGTH.identifier);
export const day = (text: string): CalendarDate =>
  orUsage('Must be a day, such as 2026-11-30.', parseCalendarDate(text));

/** As `--json` prints times. */
const MILLISECONDS = /\.\d{3}(?=Z$)/;

/** A moment, `2026-11-30T00:00:00Z`, or a day: its first second. */
export const moment = (text: string): Date => {
  const time = O.alt(() => O.map((date: CalendarDate) => `${date}T00:00:00Z`)(parseCalendarDate(text)))(
    O.map(() => text)(parseDateTime(text.replace(MILLISECONDS, ''))),
  );
  return new Date(orUsage('Must be a day or a UTC time, such as 2026-11-30 or 2026-11-30T08:00:00Z.', time));
};

export const wholeNumber = (text: string): number =>
  orUsage(
    'Must be a whole number from 1 to 10000.',
    /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 10_000 ? O.some(Number(text)) : O.none,
  );

export const oneOf =
  <A extends string>(...choices: ReadonlyArray<A>) =>
  (text: string): A =>
    orUsage(`Must be one of ${choices.join(', ')}.`, O.fromNullable(choices.find((choice) => choice === text)));

/** An option of a fixed set of values, which completion offers and any other value of which is wrong usage. */
export const choice = (flags: string, description: string, choices: ReadonlyArray<string>): Option =>
  new Option(flags, description).choices(choices);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The id of such a thing, as the database writes it. */
export const uuidOf =
  (what: string) =>
  (text: string): string => {
    if (UUID.test(text)) return text.toLowerCase();
    throw new InvalidArgumentError(`Must be the id of ${what}, such as 0198c2f0-5b1e-7c3a-9d4e-2f6a8b0c1d2e.`);
  };
export const importId = uuidOf('an import record');

/** A code of the error catalogue. Rows of a file and requests are refused with no other. */
export const errorCode = (text: string): string => {
  const codes = Object.keys(ERROR_CODES);
  if (codes.includes(text)) return text;
  throw new InvalidArgumentError(`There is no such error code. Did you mean ${closest(text, codes)}?`);
};

export const onOrOff = (text: string): boolean => oneOf('on', 'off')(text) === 'on';

/** One line of text. */
export const line = (max: number) => (text: string) =>
  orUsage(`Must have 1 to ${max} characters and no control characters.`, O.fromEither(parseLine(max)(text)));

/** Adds the options of a command that changes something: its author and reason. */
export const changing = (of: Command): Command =>
  of
    .option('--as <name>', 'name recorded for `audit list` (default: user and host of the operating system)', line(128))
    .option('--reason <text>', 'reason recorded for `audit list`', line(1_000));

/** Options that name a supplier, on every command that is about one. */
export const forSupplier = (of: Command): Command =>
  of
    .requiredOption('--supplier <code>', 'code of the import supplier', supplierCode)
    .option('--organisation <name>', 'its organisation, if several have the code', identifier);

export type SupplierOptions = {
  readonly supplier: string;
  readonly organisation?: string | undefined;
  readonly json?: boolean;
};
export const supplierName = ({ supplier, organisation }: SupplierOptions) => ({
  code: supplier,
  ...given({ organisationName: organisation }),
});

/** The scope of a command that names an import by its id. */
export const importScope = ({ supplier, organisation }: Partial<SupplierOptions>) =>
  given({ supplierCode: supplier, organisation });

/** Options that name an account, on every command that is about one. */
export const forAccount = (of: Command): Command =>
  forSupplier(of).requiredOption('--account <number>', 'external account number', identifier);

type AccountOptions = SupplierOptions & { readonly account: string };
export const accountName = (options: AccountOptions) => ({
  supplier: supplierName(options),
  externalAccountNumber: options.account,
});

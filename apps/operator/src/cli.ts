import { DatabaseUnusable } from '@carryover/operations/database-unusable';
import { describeFailure, type Failure, isWrongUsage } from '@carryover/operations/failure';
import { jsonPieces } from '@carryover/operations/report/json-pieces';
import { causeMessage } from '@carryover/settings/cause-message';
import { type DataSettings, databasePlace, readDataSettings } from '@carryover/settings/data-settings';
import { EnvironmentReader, invalidEnvironment } from '@carryover/settings/environment';
import { checkConnections, checkProduction } from '@carryover/settings/production';
import type { Output } from '@carryover/terminal/output';
import { runProgram } from '@carryover/terminal/program';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Finished, makeInvocation, type Runner, type RunnerWithoutData, type Surroundings } from './command.ts';
import { howToProve } from './how-to-prove.ts';
import { operatorProgram } from './program.ts';

/** Exit codes (decisions 14). */
const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/** In pieces, since a reconciliation may be more than one text can hold. */
function* jsonText(json: Output['json']): Generator<string> {
  if (Array.isArray(json)) yield JSON.stringify(json);
  else yield* jsonPieces(json as Readonly<Record<string, unknown>>);
  yield '\n';
}

type Perform = (settings: DataSettings) => Promise<E.Either<Failure, Finished>>;

const perform = async (
  action: Perform,
  check: typeof checkProduction,
  { json: isJson = false }: { readonly json?: boolean },
  { environment, out, err }: Surroundings,
): Promise<number> => {
  const complain = (code: string, detail: string) =>
    err(isJson ? `${JSON.stringify({ error: { code, detail } })}\n` : `${detail}\n`);
  const reader = new EnvironmentReader(environment);
  const data = readDataSettings(reader);
  check(reader, data);
  const settings = reader.done(data);
  if (E.isLeft(settings)) {
    complain('environment', invalidEnvironment(settings.left));
    return WRONG_USAGE;
  }
  try {
    const finished = await action(settings.right);
    if (E.isLeft(finished)) {
      complain(
        finished.left.kind,
        describeFailure(finished.left, databasePlace(settings.right)) + optionFor(finished.left),
      );
      return isWrongUsage(finished.left) ? WRONG_USAGE : REFUSED;
    }
    const { text, json, isRefusal = false, close } = finished.right;
    try {
      if (isJson) for (const piece of jsonText(json)) out(piece);
      else out(text);
    } finally {
      close?.();
    }
    return isRefusal ? REFUSED : DONE;
  } catch (error) {
    complain(error instanceof DatabaseUnusable ? error.kind : 'failed', causeMessage(error));
    return REFUSED;
  }
};

/** The option that helps, which the same sentences in a browser do not name. */
const OPTIONS: Partial<Record<Failure['kind'], string>> = {
  later_imports_answered: ' To undo the import nevertheless, use --even-if-answered.',
  supplier_ambiguous: ' Choose one with --organisation.',
};
const optionFor = (failure: Failure): string =>
  failure.kind === 'migration_not_proven' ? ` ${howToProve(failure)}` : (OPTIONS[failure.kind] ?? '');

/** Runs one command line. @returns its exit code. */
export const runCli = async (args: ReadonlyArray<string>, surroundings: Surroundings): Promise<number> => {
  let code = DONE;
  const run: Runner = async (options, work, say) => {
    const onData: Perform = async (settings) => {
      const { connect } = await import('@carryover/operations/connect');
      const { useCases, close } = await connect(settings);
      const { organisation: name } = options;
      const done = pipe(
        // Of a list, nothing would be found under a name that the organisation had before.
        name === undefined ? TE.right(undefined) : useCases.organisations.requirePresentName(name),
        TE.chainW(() => work(useCases, makeInvocation(options, surroundings))),
        TE.map(say),
      );
      return done().finally(close);
    };
    code = await perform(onData, checkProduction, options, surroundings);
  };
  const runWithoutData: RunnerWithoutData = async (options, work) => {
    const withoutData: Perform = (settings) => work(settings, surroundings.environment)();
    code = await perform(withoutData, checkConnections, options, surroundings);
  };
  const output = { writeOut: surroundings.out, writeErr: surroundings.err };
  return (await runProgram(operatorProgram(run, runWithoutData), args, output)) ? code : WRONG_USAGE;
};

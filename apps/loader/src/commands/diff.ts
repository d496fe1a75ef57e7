import { openSource } from '@carryover/files/source/source';
import { table } from '@carryover/terminal/output';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, EXIT, type Failure, ofFileFailure, type Runner, wrongUsage } from '../command.ts';
import { type Difference, diff, type Failing, type Moved, readRun } from '../files/run-record.ts';

type Run = NonNullable<Awaited<ReturnType<typeof readRun>>>;

const read = async (file: string): Promise<E.Either<Failure, Run>> => {
  const source = await openSource(file)();
  if (E.isLeft(source)) return E.left(ofFileFailure(source.left));
  const run = await readRun(source.right);
  return run === null ? E.left(wrongUsage(`${file} is not what a finished dry-run has written.`)) : E.right(run);
};

const SHOWN = 50;

const section = (title: string, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.length === 0
    ? ''
    : `${title}: ${rows.length}\n${table(['kind', 'account', 'item', 'before', 'after'], rows.slice(0, SHOWN), '')}\n`;

const placeOf = ({ kind, account, item }: Failing | Moved) => [kind, account, item];
const causeOf = ({ code, path }: Failing): string => (path === '' ? code : `${code} at ${path}`);
const dayOf = (moved: Moved | null): string => moved?.new_transaction_date ?? 'not moved';

const toText = ({ newlyFailing, newlyPassing, changedCauses, movedDates }: Difference): string =>
  [
    section(
      'Newly failing',
      newlyFailing.map((one) => [...placeOf(one), 'passing', causeOf(one)]),
    ),
    section(
      'Newly passing',
      newlyPassing.map((one) => [...placeOf(one), causeOf(one), 'passing']),
    ),
    section(
      'Other cause',
      changedCauses.map(({ before, after }) => [...placeOf(after), causeOf(before), causeOf(after)]),
    ),
    section(
      'Moved to another date',
      movedDates.map(({ before, after }) => [...placeOf((after ?? before)!), dayOf(before), dayOf(after)]),
    ),
  ].join('') || 'Both runs say the same.\n';

const compare =
  (before: string, after: string): Action =>
  async () => {
    const [one, other] = [await read(before), await read(after)];
    if (E.isLeft(one)) return one;
    if (E.isLeft(other)) return other;
    const found = diff(one.right, other.right);
    const json = {
      newly_failing: found.newlyFailing,
      newly_passing: found.newlyPassing,
      changed_causes: found.changedCauses,
      moved_dates: found.movedDates,
    };
    return E.right({
      text: toText(found),
      json,
      exitCode: found.newlyFailing.length === 0 ? EXIT.done : EXIT.rejected,
    });
  };

export const diffCommand = (run: Runner): Command =>
  command('diff', ['carryover diff before.ndjson after.ndjson'])
    .argument('<run-a>', 'what dry-run has written before a change')
    .argument('<run-b>', 'what it has written after the change')
    .action((before: string, after: string, options) => run(compare(before, after), options));

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { UndoProgress, UndoResult, UndoTask } from '@carryover/adapters-persistence/console-jobs';
import type { UndoneOfAccount, UndoneRange } from '@carryover/application/corrections/undo-range';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { Failure } from '@carryover/operations/failure';
import * as E from 'fp-ts/lib/Either.js';
import { makeUndoFigures } from './undo-figures.ts';
import type { UndoWork } from './worker-messages.ts';

/** Identifies what is undone and refused on an account, whatever the order in which the database counts it. */
const digestOf = ({ externalAccountNumber, removed, refused, answering }: UndoneOfAccount): string => {
  const byImport = [...removed].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const refusals = refused.map(({ importId, refusal }) => [importId, refusal.kind]);
  const found = [externalAccountNumber, byImport, refusals, answering];
  return createHash('sha256').update(JSON.stringify(found)).digest('hex');
};

const selectionOf = ({ imports }: UndoTask) =>
  'loadId' in imports ? imports : { since: new Date(imports.since), until: new Date(imports.until) };

/** What was found on each account, in a file: a night may have a million of them. */
const openPlan = (file: string) => {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = off; pragma synchronous = off');
  database.exec('create table plan (account text primary key, digest text not null) without rowid; begin');
  const insert = database.prepare('insert into plan values (?, ?)');
  const find = database.prepare('select 1 as found from plan where account = ? and digest = ?');
  return {
    add: (account: UndoneOfAccount, digest: string) => insert.run(account.externalAccountNumber, digest),
    has: (account: UndoneOfAccount) => find.get(account.externalAccountNumber, digestOf(account)) !== undefined,
    close: () => database.close(),
  };
};

/** The plan of a run, removed at its end. */
const PLAN = 'plan.sqlite';

/**
 * Shows what an undo of many imports would remove, or undoes them. Before it undoes, it looks whether that is still what was
 * shown: if not, it undoes nothing. An account that changes afterwards is left as it is, under its lock.
 */
export const undoImports = async (
  { undoRange }: OperatorUseCases,
  { supplier, folder, task, actor }: UndoWork,
  onProgress: (progress: UndoProgress) => void,
): Promise<E.Either<Failure, UndoResult>> => {
  const { evenIfAnswered, change } = task;
  const common = { supplier, selection: selectionOf(task), evenIfAnswered };
  const told = (step: UndoProgress['step'], of: number | null) => {
    let accounts = 0;
    return ({ undone, refused }: UndoneRange) => {
      accounts += 1;
      onProgress({ step, accounts, imports: undone + refused, of });
    };
  };

  const plan = openPlan(join(folder, PLAN));
  try {
    const shown = makeUndoFigures(folder);
    const whole = createHash('sha256');
    const tell = told('look', null);
    const looked = await undoRange({
      ...common,
      actor: { ...actor, reason: 'dry run' },
      isDryRun: true,
      onProgress: (soFar, account) => {
        const digest = digestOf(account);
        whole.update(digest);
        plan.add(account, digest);
        shown.add(account);
        tell(soFar);
      },
    })();
    const digest = whole.digest('hex');
    const figures = await shown.end();
    if (E.isLeft(looked)) return looked;
    if (change === null) return E.right({ outcome: 'shown', digest, ...figures, changedAccounts: 0 });
    if (change.digest !== digest) return E.right({ outcome: 'changed', digest, ...figures, changedAccounts: 0 });

    const removed = makeUndoFigures(folder);
    const tellUndone = told('undo', looked.right.undone + looked.right.refused);
    const undone = await undoRange({
      ...common,
      actor: { ...actor, reason: change.reason },
      isDryRun: false,
      isAsShown: plan.has,
      onProgress: (soFar, account) => {
        removed.add(account);
        tellUndone(soFar);
      },
    })();
    const done = await removed.end();
    if (E.isLeft(undone)) return undone;
    return E.right({ outcome: 'undone', digest, ...done, changedAccounts: undone.right.changed });
  } finally {
    plan.close();
    await rm(join(folder, PLAN), { force: true });
  }
};

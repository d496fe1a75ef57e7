import { createWriteStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accountRecords } from '@carryover/adapters-persistence/queries/account-records';
import { onSupplierSnapshot, type Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import { type AccountName, theAccount } from '@carryover/application/admin/accounts';
import type { Acting, Administration, OperatorActions } from '@carryover/application/ports/administration';
import { type FileFailure, toFileFailure } from '@carryover/files/source/file-failure';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { writeNew } from './complete-file.ts';

type Ports = {
  readonly orm: MikroORM;
  readonly administration: Administration;
  readonly operatorActions: OperatorActions;
};

/** The number of records that were written, by the name of their list. */
type ExportedRecords = Readonly<Record<string, number>>;

/** Takes a text that comes in pieces. */
type WriteText = (text: AsyncIterable<string>) => Promise<E.Either<FileFailure, void>>;

/** Writes lists of records as one JSON object. */
const writeRecords = async (
  write: WriteText,
  head: object,
  lists: ReturnType<typeof accountRecords>,
  checkWhole: Snapshot['checkWhole'],
): Promise<E.Either<FileFailure, ExportedRecords>> => {
  const counts: Record<string, number> = {};
  async function* text() {
    yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n`;
    let isFirst = true;
    for (const { name, records } of lists) {
      counts[name] = 0;
      yield `${isFirst ? '' : ',\n'}  ${JSON.stringify(name)}: [`;
      isFirst = false;
      for await (const record of records) {
        yield `${counts[name] === 0 ? '' : ','}\n    ${record}`;
        counts[name] += 1;
      }
      yield counts[name] === 0 ? ']' : '\n  ]';
    }
    await checkWhole();
    yield '\n}\n';
  }
  return E.map(() => counts)(await write(text()));
};

/** Writes to a file that must not exist and is private to its owner. It has its name once it is complete. */
export const toNewFile =
  (file: string): WriteText =>
  async (text) => {
    const there = await lstat(file).catch(() => null);
    if (there !== null)
      return E.left({ kind: 'file_failure', file, detail: 'It exists already, and is not overwritten.' });
    try {
      await writeNew(file, (incomplete) =>
        pipeline(Readable.from(text), createWriteStream(incomplete, { flags: 'wx', mode: 0o600 })),
      );
      return E.right(undefined);
    } catch (error) {
      // Other errors are of what the text is read from.
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      return E.left(toFileFailure(file)(error));
    }
  };

/**
 * Writes everything that is stored about one account, for the person concerned (decisions 18). It is an operator action, stored
 * before anything is read.
 */
export const makeExportAccount =
  ({ orm, administration, operatorActions }: Ports) =>
  ({ account: name, write, actor }: Acting<{ readonly account: AccountName; readonly write: WriteText }>) =>
    pipe(
      theAccount(administration, name),
      TE.chainFirstW(({ account, subject }) =>
        operatorActions.add(
          actor,
          { ...subject, externalAccountNumber: account.externalAccountNumber },
          { action: 'account export', before: null, after: null },
        ),
      ),
      TE.chainW(({ account, subject: { organisation } }) => {
        const head = (snapshot: Snapshot) => ({
          organisation,
          supplier: account.supplier.code,
          external_account_number: account.externalAccountNumber,
          service_account_number: account.serviceAccountNumber,
          read_at: snapshot.takenAt,
        });
        return onSupplierSnapshot(orm)(account.supplier, (snapshot) =>
          writeRecords(write, head(snapshot), accountRecords(snapshot, account, account), snapshot.checkWhole),
        );
      }),
      TE.chainEitherKW((written) => written),
    );

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
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

/** Writes to a file that must not exist, private to its owner: nothing is overwritten. */
export const toNewFile =
  (file: string): WriteText =>
  async (text) => {
    const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    let isOurs = false;
    let failure: FileFailure | null = null;
    out.on('open', () => {
      isOurs = true;
    });
    out.on('error', (error) => {
      failure ??= toFileFailure(file)(error);
    });
    try {
      await pipeline(Readable.from(text), out);
      return E.right(undefined);
    } catch (error) {
      if (isOurs) await rm(file, { force: true });
      if (failure !== null && (error as NodeJS.ErrnoException).syscall !== undefined) return E.left(failure);
      throw error;
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

import { basename } from 'node:path';
import type { ControlTotals } from '@carryover/application/operator/reconciliation/reconcile';
import type { ControlTotal } from '@carryover/domain/control-total';
import { openRejects, type Rejects } from '@carryover/files/rejects/rejects';
import type { Row, RowIssue } from '@carryover/files/row';
import { type FileFailure, type FileRefused, toFileFailure } from '@carryover/files/source/file-failure';
import { openSource, STANDARD_INPUT } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { beginning } from '../report/excerpt.ts';
import { REASONS } from './account-reasons.ts';
import { readControlTotals } from './control-total-rows.ts';
import { type Fingerprint, withFingerprint } from './fingerprint.ts';
import { beginReading } from './read-rows.ts';

/** A row that could not be read: on which line it begins, why, and the beginning of its text. */
export type UnreadRow = RowIssue & { readonly line: number; readonly row: string };

/** A file of control totals, as a report names it. */
export type ControlFile = Fingerprint & {
  readonly name: string;
  readonly rowsRead: number;
  readonly rowsUnread: number;
  /** The first {@link UNREAD_LISTED} of them. */
  readonly unread: ReadonlyArray<UnreadRow>;
  /** The file with all unread rows. */
  readonly rejectsFile: string;
};

/** A report lists so many unread rows: a file may have a million. */
const UNREAD_LISTED = 1_000;
const ROW_LENGTH = 200;

type ReadRows = { readonly totals: ReadonlyArray<ControlTotal>; readonly unread: number; readonly listed: UnreadRow[] };

const readAll =
  (rows: AsyncIterable<Row<ControlTotal>>, rejects: Rejects): TE.TaskEither<FileFailure, ReadRows> =>
  async () => {
    const totals: ControlTotal[] = [];
    const listed: UnreadRow[] = [];
    let unread = 0;
    try {
      for await (const { line, raw, row } of rows) {
        if (E.isRight(row)) {
          totals.push(row.right);
          continue;
        }
        const { code, attr, detail } = row.left;
        unread += 1;
        if (listed.length < UNREAD_LISTED)
          listed.push({ line, code, attr, detail, row: beginning(raw.replace(/\r$/, ''), ROW_LENGTH) });
        const added = rejects.add({ line, raw }, row.left);
        if (E.isLeft(added)) return added;
      }
      return E.right({ totals, unread, listed });
    } finally {
      rejects.close();
    }
  };

/** A file of control totals and what it says. Rows that cannot be read are written to its rejects file. */
export const readControlFile = (
  file: string,
): TE.TaskEither<FileFailure | FileRefused, { readonly file: ControlFile; readonly expected: ControlTotals }> =>
  pipe(
    openSource(file),
    TE.map(withFingerprint),
    TE.chainW(({ source, fingerprint }) =>
      pipe(
        TE.Do,
        TE.bindW('rows', () => beginReading(file, readControlTotals(source))),
        TE.bindW('rejects', () => TE.fromEither(openRejects(file, REASONS))),
        TE.bindW('read', ({ rows, rejects }) => readAll(rows, rejects)),
        TE.bindW('fingerprint', () => TE.tryCatch(fingerprint, toFileFailure(file))),
      ),
    ),
    TE.map(({ rejects, read: { totals, unread, listed }, fingerprint }) => ({
      file: {
        name: file === STANDARD_INPUT ? 'standard input' : basename(file),
        ...fingerprint,
        rowsRead: totals.length,
        rowsUnread: unread,
        unread: listed,
        rejectsFile: rejects.file,
      },
      expected: { totals, unread },
    })),
  );

import { basename } from 'node:path';
import type { OnProgress, ReconciliationProgress } from '@carryover/application/reconciliation/progress';
import type { ControlTotal } from '@carryover/domain/control-total';
import { beginReading } from '@carryover/files/read-rows';
import { openRejects, type Rejects } from '@carryover/files/rejects/rejects';
import type { Row, RowIssue } from '@carryover/files/row';
import { isAlreadyOnLine, readControlTotals } from '@carryover/files/rows/control-total-rows';
import { REASONS } from '@carryover/files/rows/reasons';
import { type FileFailure, type FileRefused, toFileFailure } from '@carryover/files/source/file-failure';
import { type Fingerprint, withFingerprint } from '@carryover/files/source/fingerprint';
import { openSource, type Source, STANDARD_INPUT } from '@carryover/files/source/source';
import type { Spools } from '@carryover/files/spool';
import { beginning } from '@carryover/report/excerpt';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ControlTotals } from '../reconciliation/reconcile.ts';
import { type ExpectedTotals, makeExpectedTotals } from '../spool/expected-totals.ts';

/** A row that could not be read: on which line it begins, why, and the beginning of its text. */
type UnreadRow = {
  readonly line: number;
  readonly code: string;
  readonly attr: string;
  readonly detail: string;
  readonly row: string;
};

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

type RejectedRow = { readonly line: number; readonly raw: string; readonly why: RowIssue };
type ReadRows = { readonly read: number; readonly unread: number; readonly listed: ReadonlyArray<UnreadRow> };

/** Reads all rows; those that cannot be read, or repeat an earlier one, are rejected in the order of the file. */
const readAll =
  (
    rows: AsyncIterable<Row<ControlTotal>>,
    totals: ExpectedTotals,
    rejectedRows: ReturnType<typeof spoolRejected>,
    rejects: Rejects,
    onRows: (rows: number) => void,
  ): TE.TaskEither<FileFailure, ReadRows> =>
  async () => {
    const listed: UnreadRow[] = [];
    let [read, unread] = [0, 0];
    try {
      for await (const { line, raw, row } of rows) {
        if (E.isRight(row)) totals.add(row.right, line, raw);
        else rejectedRows.add({ line, raw, why: row.left });
        read += 1;
        onRows(read);
      }
      for (const { line, raw, lineBefore } of totals.repeated())
        rejectedRows.add({ line, raw, why: isAlreadyOnLine(lineBefore) });
      for (const { line, raw, why } of rejectedRows.sorted()) {
        const { code, path: attr, detail } = why;
        unread += 1;
        if (listed.length < UNREAD_LISTED)
          listed.push({ line, code, attr, detail, row: beginning(raw.replace(/\r$/, ''), ROW_LENGTH) });
        const added = rejects.add({ line, raw }, why);
        if (E.isLeft(added)) return added;
      }
      return E.right({ read: read - unread, unread, listed });
    } finally {
      rejects.close();
    }
  };

const spoolRejected = (spools: Spools) =>
  spools.openSorted<RejectedRow>({
    key: ({ line }) => [line],
    encode: (row) => JSON.stringify(row),
    decode: (text) => JSON.parse(text) as RejectedRow,
  });

const progressOf = ({ bytesRead, totalBytes }: Source, done: number): ReconciliationProgress => ({
  step: 'control_totals',
  done,
  share: totalBytes === null || totalBytes === 0 ? null : bytesRead() / totalBytes,
});

/** A file of control totals and what it says. Rows that cannot be read are written to its rejects file. */
export const readControlFile = (
  file: string,
  spools: Spools,
  onProgress: OnProgress,
): TE.TaskEither<FileFailure | FileRefused, { readonly file: ControlFile; readonly expected: ControlTotals }> => {
  const totals = makeExpectedTotals(spools);
  return pipe(
    openSource(file),
    withFingerprint((source) =>
      pipe(
        TE.Do,
        TE.bindW('rows', () => beginReading(file, readControlTotals(source))),
        TE.let('rejects', () => openRejects(file, REASONS)),
        TE.bindW('read', ({ rows, rejects }) =>
          readAll(rows, totals, spoolRejected(spools), rejects, (done) => onProgress(progressOf(source, done))),
        ),
        TE.bindW('fingerprint', () => TE.tryCatch(source.fingerprint, toFileFailure(file))),
      ),
    ),
    TE.map(({ rejects, read: { read, unread, listed }, fingerprint }) => ({
      file: {
        name: file === STANDARD_INPUT ? 'standard input' : basename(file),
        ...fingerprint,
        rowsRead: read,
        rowsUnread: unread,
        unread: listed,
        rejectsFile: rejects.file,
      },
      expected: { sorted: totals.sorted, count: read, types: totals.types, unread },
    })),
  );
};

import { basename } from 'node:path';
import type { OnProgress, ReconciliationProgress } from '@carryover/application/reconciliation/progress';
import type { ControlTotal } from '@carryover/domain/control-total';
import { openRejects, type Rejects } from '@carryover/files/rejects/rejects';
import type { Row, RowIssue } from '@carryover/files/row';
import { type FileFailure, type FileRefused, toFileFailure } from '@carryover/files/source/file-failure';
import { openSource, type Source, STANDARD_INPUT } from '@carryover/files/source/source';
import { beginning } from '@carryover/report/excerpt';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { figureCells, keyCells } from '../csv/csv.ts';
import type { ControlTotals } from '../reconciliation/reconcile.ts';
import { type ExpectedTotals, makeExpectedTotals } from '../spool/expected-totals.ts';
import type { Spools } from '../spool/spool.ts';
import { REASONS } from './account-reasons.ts';
import { isAlreadyOnLine, readControlTotals } from './control-total-rows.ts';
import { type Fingerprint, withFingerprint } from './fingerprint.ts';
import { beginReading } from './read-rows.ts';

/** A row that could not be read: on which line it begins, why, and the beginning of its text. */
type UnreadRow = RowIssue & { readonly line: number; readonly row: string };

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

/** Up to here the reader of rows has noticed every duplicate itself. */
const REMEMBERED = 1_000_000;

type RejectedRow = { readonly line: number; readonly raw: string; readonly why: RowIssue };
type ReadRows = { readonly read: number; readonly unread: number; readonly listed: ReadonlyArray<UnreadRow> };

/** Duplicates that are too far apart for the reader of rows to notice, as rows of the report's own form. */
function* latelyRejected(totals: ExpectedTotals, read: number): Generator<RejectedRow> {
  if (read <= REMEMBERED) return;
  for (const { total, lineBefore } of totals.repeated()) {
    const raw = `${keyCells(total)},${figureCells(total.type, total)}`;
    yield { line: total.line, raw, why: isAlreadyOnLine(lineBefore) };
  }
}

const readAll =
  (
    rows: AsyncIterable<Row<ControlTotal>>,
    totals: ExpectedTotals,
    rejects: Rejects,
    onRows: (rows: number) => void,
  ): TE.TaskEither<FileFailure, ReadRows> =>
  async () => {
    const listed: UnreadRow[] = [];
    let [read, unread] = [0, 0];
    const reject = ({ line, raw, why }: RejectedRow): E.Either<FileFailure, void> => {
      const { code, attr, detail } = why;
      unread += 1;
      if (listed.length < UNREAD_LISTED)
        listed.push({ line, code, attr, detail, row: beginning(raw.replace(/\r$/, ''), ROW_LENGTH) });
      return rejects.add({ line, raw }, why);
    };
    try {
      for await (const { line, raw, row } of rows) {
        if (E.isRight(row)) {
          read += 1;
          totals.add(row.right, line);
        } else {
          const added = reject({ line, raw, why: row.left });
          if (E.isLeft(added)) return added;
        }
        onRows(read + unread);
      }
      for (const late of latelyRejected(totals, read)) {
        read -= 1;
        const added = reject(late);
        if (E.isLeft(added)) return added;
      }
      return E.right({ read, unread, listed });
    } finally {
      rejects.close();
    }
  };

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
    TE.map((opened) => ({ opened, ...withFingerprint(opened) })),
    TE.chainW(({ opened, source, fingerprint }) =>
      pipe(
        TE.Do,
        TE.bindW('rows', () => beginReading(file, readControlTotals(source))),
        TE.let('rejects', () => openRejects(file, REASONS)),
        TE.bindW('read', ({ rows, rejects }) =>
          readAll(rows, totals, rejects, (done) => onProgress(progressOf(opened, done))),
        ),
        TE.bindW('fingerprint', () => TE.tryCatch(fingerprint, toFileFailure(file))),
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

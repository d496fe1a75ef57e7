import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { allAgrees, type Reconciliation } from '@carryover/application/reconciliation';
import * as TE from '@carryover/application/task-either';
import type { ControlTotal } from '@carryover/domain/control-total';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { command, type Finished, forSupplier, type Runner, type SupplierOptions, supplierName } from '../command.ts';
import { readControlTotals } from '../files/control-total-rows.ts';
import { type FileFailure, type FileRefused, toFileFailure } from '../files/file-failure.ts';
import { beginReading } from '../files/read-rows.ts';
import { openRejects, type Rejects } from '../files/rejects.ts';
import type { Row } from '../files/row.ts';
import { openSource } from '../files/source.ts';
import { csvLines } from '../report/csv.ts';
import { renderHtml } from '../report/html.ts';
import { toJson } from '../report/json.ts';
import { renderText } from '../report/text.ts';
import { DESCRIPTIONS } from './descriptions.ts';

type Options = SupplierOptions & { readonly expected?: string; readonly csv?: string; readonly html?: string };

type Expected = {
  readonly totals: ReadonlyArray<ControlTotal>;
  readonly rejected: number;
  readonly rejectsFile: string;
};

const readAll =
  (rows: AsyncIterable<Row<ControlTotal>>, rejects: Rejects): TE.TaskEither<FileFailure, Expected> =>
  async () => {
    const totals: ControlTotal[] = [];
    let count = 0;
    try {
      for await (const { line, raw, row } of rows) {
        if (E.isRight(row)) {
          totals.push(row.right);
          continue;
        }
        count += 1;
        const added = rejects.add({ line, raw }, row.left);
        if (E.isLeft(added)) return added;
      }
      return E.right({ totals, rejected: count, rejectsFile: rejects.file });
    } finally {
      rejects.close();
    }
  };

/** The client's control totals; null where none are given. */
const readExpected = (file: string | undefined): TE.TaskEither<FileFailure | FileRefused, Expected | null> =>
  file === undefined
    ? TE.right(null)
    : pipe(
        TE.Do,
        TE.bind('source', () => openSource(file)),
        TE.bindW('rows', ({ source }) => beginReading(file, readControlTotals(source))),
        TE.bindW('rejects', () => TE.fromEither(openRejects(file))),
        TE.chainW(({ rows, rejects }) => readAll(rows, rejects)),
      );

const write = (file: string | undefined, how: (file: string) => Promise<unknown>): TE.TaskEither<FileFailure, void> =>
  file === undefined
    ? TE.right(undefined)
    : pipe(
        TE.tryCatch(() => how(file), toFileFailure(file)),
        TE.map(() => undefined),
      );

const writeReports = (reconciliation: Reconciliation, { csv, html }: Options): TE.TaskEither<FileFailure, void> =>
  pipe(
    write(csv, (file) => pipeline(Readable.from(csvLines(reconciliation)), createWriteStream(file))),
    TE.chain(() => write(html, (file) => writeFile(file, renderHtml(reconciliation)))),
  );

/** Totals that could not be read are not compared, so nothing may be said to agree. */
const toFinished = (reconciliation: Reconciliation, expected: Expected | null): Finished => {
  const rejected = expected?.rejected ?? 0;
  const text = renderText(reconciliation, { width: process.stdout.columns ?? 120 });
  const warning = `${rejected} rows of the expected totals could not be read: ${expected?.rejectsFile}\n`;
  return {
    text: rejected === 0 ? text : `${text}\n${warning}`,
    json: { ...toJson(reconciliation), rejected_rows: rejected },
    isRefusal: rejected > 0 || !allAgrees(reconciliation),
  };
};

export const reconcileCommand = (run: Runner): Command =>
  forSupplier(command('reconcile', DESCRIPTIONS.reconcile))
    .option(
      '--expected <file>',
      "the client's control totals, CSV or NDJSON: external_account_number, ledger_number, type, count, sum",
    )
    .option('--csv <file>', 'write a row for each account, ledger and type')
    .option('--html <file>', 'write a report to hand on: one file, nothing loaded from elsewhere')
    .action((options: Options) =>
      run(({ reconcile }) => {
        let expected: Expected | null = null;
        const totals = pipe(
          readExpected(options.expected),
          TE.map((found) => {
            expected = found;
            return found?.totals ?? null;
          }),
        );
        return pipe(
          reconcile({ supplier: supplierName(options), expected: totals }),
          TE.tap((reconciliation) => writeReports(reconciliation, options)),
          TE.map((reconciliation) => toFinished(reconciliation, expected)),
        );
      }, options),
    );

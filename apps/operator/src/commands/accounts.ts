import * as TE from '@carryover/application/task-either';
import type { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import {
  type Action,
  accountName,
  changing,
  command,
  day,
  type Finished,
  forAccount,
  forSupplier,
  group,
  identifier,
  type Runner,
  type SupplierOptions,
  supplierName,
} from '../command.ts';
import { readAccountRows } from '../files/account-rows.ts';
import { beginReading } from '../files/read-rows.ts';
import { openRejects } from '../files/rejects.ts';
import { openSource } from '../files/source.ts';
import { type ImportedFile, importAccounts } from '../import-accounts.ts';
import { makeProgress } from '../progress.ts';
import { findAccount, listAccounts, showAccount } from './account-reading.ts';

const toFinished = ({ accounts, rejected }: ImportedFile, rejectsFile: string): Finished => ({
  text: `${accounts} accounts imported${rejected === 0 ? '' : `, ${rejected} rows rejected: ${rejectsFile}`}.\n`,
  json: { accounts, rejected, rejects_file: rejected === 0 ? null : rejectsFile },
  isRefusal: rejected > 0,
});

const importFile =
  (options: SupplierOptions & { readonly file: string }): Action =>
  ({ suppliers, accounts, recordAccountImport }, { by }) =>
    pipe(
      TE.Do,
      TE.bindW('supplier', () => suppliers.show(supplierName(options))),
      TE.bindW('source', () => openSource(options.file)),
      TE.bindW('rows', ({ source }) => beginReading(options.file, readAccountRows(source))),
      TE.bindW('rejects', () => TE.fromEither(openRejects(options.file))),
      TE.chainW(({ supplier, source, rows, rejects }) => {
        const progress = makeProgress(process.stderr, source.totalBytes);
        return pipe(
          recordAccountImport(
            { supplier, file: options.file, by },
            importAccounts(accounts, { supplier, source, rows, rejects, progress }),
            (counts) => ({ ...counts, sha256: source.sha256() }),
          ),
          TE.map((done) => toFinished(done, rejects.file)),
        );
      }),
    );

const ROW_FORMATS = `
NDJSON, an account a line:
  {"external_account_number":"E-1","status":"IMPORTED","ledgers":[{"ledger_number":"L-1","ledger_code":"ELECTRICITY",
   "main":true,"open_statement":{"from":"2026-11-01","to":"2026-11-30"},"has_finalized_billing_document":false}]}
CSV, a ledger a row, the rows of an account together:
  external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document

Either may be compressed with gzip. Rows that can't be taken go to F.rejected.ndjson with the reason; the others are imported.
The same file again changes nothing.`;

export const accountCommand = (run: Runner): Command => {
  const importIt = changing(
    forSupplier(command('import', 'create or update accounts with their ledgers and open statement periods')),
  )
    .requiredOption('--file <file>', '.ndjson or .csv, gzip accepted; - for standard input')
    .addHelpText('after', ROW_FORMATS)
    .action((options) => run(importFile(options), options));

  const promote = changing(forAccount(command('promote', 'make a staged account an imported one'))).action((options) =>
    run(
      ({ accounts }, { by }) =>
        pipe(
          accounts.promote({ account: accountName(options), by }),
          TE.map(({ externalAccountNumber, serviceAccountNumber, status }) => ({
            text: `${externalAccountNumber} is imported (${serviceAccountNumber}).\n`,
            json: {
              external_account_number: externalAccountNumber,
              service_account_number: serviceAccountNumber,
              status,
            },
          })),
        ),
      options,
    ),
  );

  return group('account')
    .addCommand(importIt)
    .addCommand(promote)
    .addCommand(listAccounts(run))
    .addCommand(findAccount(run))
    .addCommand(showAccount(run));
};

export const ledgerCommand = (run: Runner): Command => {
  const forLedger = (of: Command): Command =>
    changing(forAccount(of)).requiredOption('--ledger <number>', 'its ledger number', identifier);

  const open = forLedger(command('open-period', 'open a statement period; the one that is open is closed'))
    .requiredOption('--from <day>', 'its first day', day)
    .option('--to <day>', 'its last day; without it the period has no end yet', day)
    .action((options) => {
      const period = { from: options.from, to: options.to ?? null };
      return run(
        ({ accounts }, { by }) =>
          pipe(
            accounts.setOpenPeriod({ account: accountName(options), ledgerNumber: options.ledger, period, by }),
            TE.map(() => ({
              text: `Open on ${options.ledger}: ${period.from} to ${period.to ?? 'no end yet'}.\n`,
              json: { ledger_number: options.ledger, open_statement: period },
            })),
          ),
        options,
      );
    });

  const close = forLedger(command('close-period', 'close the open statement period')).action((options) =>
    run(
      ({ accounts }, { by }) =>
        pipe(
          accounts.setOpenPeriod({ account: accountName(options), ledgerNumber: options.ledger, period: null, by }),
          TE.map(() => ({
            text: `No statement period is open on ${options.ledger}.\n`,
            json: { ledger_number: options.ledger, open_statement: null },
          })),
        ),
      options,
    ),
  );

  return group('ledger').addCommand(open).addCommand(close);
};

import { randomUUID } from 'node:crypto';
import type { RecordingObstacle } from '@carryover/adapters-persistence/admin/reconciliation-records';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { Failure } from '@carryover/operations/failure';
import { recordOf, type StorageCheck } from '@carryover/operations/storage/verify-storage';
import { count, counted } from '@carryover/report/figures';
import { makeProgressLine } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import { identity, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  command,
  type Finished,
  forSupplier,
  identifier,
  line,
  type Runner,
  type SupplierOptions,
  supplierName,
  type Work,
} from '../command.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { findingJson, findingsTable } from './storage-findings.ts';

type Options = SupplierOptions & { readonly account?: string; readonly as?: string };

/** `one_account`: only a verification of all accounts is recorded. */
type Recorded = { readonly id: string; readonly obstacle: RecordingObstacle | 'one_account' | null };

const OBSTACLES: Readonly<Record<NonNullable<Recorded['obstacle']>, string>> = {
  database_read_only: 'It was not recorded, because the database is read-only.',
  role_not_permitted: 'It was not recorded, because the role of DATABASE_URL may not add records.',
  one_account: 'It was not recorded: `supplier complete --proven` needs one of all accounts.',
};

const sealsText = (seals: StorageCheck['seals']): string => {
  if (seals === null) return '\nThe seals were not verified: they are over the records of all accounts.';
  const { sealed, unsealed } = seals;
  const all = `\n${counted(sealed, 'record of all suppliers is', 'records of all suppliers are')} sealed`;
  return unsealed === 0
    ? `${all}; none is left without a seal.`
    : `${all}, ${count(unsealed)} not yet: of those, it is not noticed if a record is removed or replaced as a whole.`;
};

const toText = (check: StorageCheck, { obstacle }: Recorded): string => {
  const { accounts, imports, rows, notCompared, comparedByDigest, findings, findingCount, seals } = check;
  const compared = `${counted(accounts, 'account')}, ${counted(imports, 'import')} and ${counted(rows, 'row')} compared.`;
  const uncompared =
    notCompared === 0
      ? ''
      : `\n${counted(notCompared, 'import was', 'imports were')} not compared with the payload: it is altered, or was removed before any verify-storage without findings. \`supplier complete --proven\` refuses that.`;
  const byDigest =
    comparedByDigest === 0
      ? ''
      : `\n${counted(comparedByDigest, 'import was', 'imports were')} compared by digest only, because payloads are kept no longer: an earlier verify-storage compared the rows with them.`;
  const rest = `${uncompared}${byDigest}${sealsText(seals)}`;
  const recorded = obstacle === null ? '' : `\n${OBSTACLES[obstacle]}`;
  return findingCount === 0
    ? `No findings: ${compared}${rest}${recorded}\n`
    : `${findingsTable(findings, findingCount)}\n${counted(findingCount, 'finding')}. ${compared}${rest}${recorded}\n`;
};

const toFinished = (check: StorageCheck, recorded: Recorded): Finished => ({
  text: toText(check, recorded),
  json: {
    id: recorded.id,
    recorded: recorded.obstacle === null,
    snapshot_at: check.snapshotAt,
    accounts: check.accounts,
    imports: check.imports,
    rows: check.rows,
    imports_not_compared: check.notCompared,
    imports_compared_by_digest: check.comparedByDigest,
    ...(check.seals === null ? {} : { sealed_records: check.seals.sealed, unsealed_records: check.seals.unsealed }),
    finding_count: check.findingCount,
    findings: check.findings.map(findingJson),
  },
  isRefusal: check.findingCount > 0,
});

const verify =
  ({ account, ...options }: Options): Work<Finished> =>
  ({ suppliers, accounts, verifyStorage, storageVerifications }, { actor, terminal }) => {
    const progress = makeProgressLine(terminal);
    const onProgress: Parameters<typeof verifyStorage>[1]['onProgress'] = ({ accounts: done, rows }) =>
      progress.update(() => `Comparing what is stored: ${count(done)} accounts, ${count(rows)} rows`);
    const id = randomUUID();
    const supplier = supplierName(options);
    const known: TE.TaskEither<Failure, unknown> =
      account === undefined ? TE.right(null) : accounts.find({ supplier, externalAccountNumber: account });
    const run = pipe(
      TE.Do,
      TE.bindW('supplier', () => suppliers.show(supplier)),
      TE.tap(() => known),
      TE.bindW('check', (found) => verifyStorage(found.supplier, { account: account ?? null, onProgress })),
      TE.bindW('obstacle', ({ supplier: of, check }): Stored<Recorded['obstacle']> => {
        if (account !== undefined) return TE.right('one_account');
        return storageVerifications.add(of, { ...recordOf(check), id, performedBy: actor.performedBy });
      }),
      TE.map(({ check, obstacle }) => toFinished(check, { id, obstacle })),
    );
    return () => run().finally(progress.end);
  };

const RULES = `
Derives from the payload of each accepted import, with the rules of its time, what must be stored, and compares each row and field,
both ways; each payload with its hash; and all seals. One finding for each difference: altered, missing, extra, payload_altered,
record_missing, record_altered, action_altered or seal_broken, with the account, the import, the item and the field.

Exit code 0: no findings. 1: findings, or failed. 2: wrong usage. Everything is read on one snapshot, beside a running service.
Without --account, the run is recorded.`;

export const verifyStorageCommand = (run: Runner): Command =>
  forSupplier(command('verify-storage', DESCRIPTIONS['verify-storage']))
    .option('--account <number>', 'only this account, without the seals', identifier)
    .option('--as <name>', 'author of the run (default: user and host of the operating system)', line(128))
    .addHelpText('after', RULES)
    .action((options: Options) => run(options, verify(options), identity));

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageProgress, StorageResult } from '@carryover/adapters-persistence/console-jobs';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { Failure } from '@carryover/operations/failure';
import { recordOf, type StorageCheck } from '@carryover/operations/storage/verify-storage';
import { wire } from '@carryover/terminal/output';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { FINDINGS, SEAL_FINDINGS } from './job-files.ts';
import type { StorageWork } from './worker-messages.ts';

const toResult = (check: StorageCheck): StorageResult => {
  const { accounts, imports, rows, findingCount: findings, ofSeals, notCompared, comparedByDigest, snapshotAt } = check;
  const counts = { accounts, imports, rows, findings, ofSeals, notCompared, comparedByDigest };
  return { ...counts, snapshotAt: snapshotAt.toISOString() };
};

/** The names of decisions 20. */
const toLine = (finding: StorageFinding): string =>
  `${JSON.stringify(wire(finding, 'kind', 'account', 'endpoint', 'importId', 'item', 'field', 'accepted', 'stored'))}\n`;

/** Verifies what is stored, with the findings in the folder of the job. A check of all accounts is recorded. */
export const verifyStorage = async (
  { suppliers, verifyStorage: verify, storageVerifications }: OperatorUseCases,
  { supplier: name, folder, account, madeBy }: StorageWork,
  onProgress: (progress: StorageProgress) => void,
): Promise<E.Either<Failure, StorageResult>> => {
  const checked = await pipe(
    TE.Do,
    TE.bindW('supplier', () => suppliers.show(name)),
    TE.bindW('check', ({ supplier }) => verify(supplier, { account, onProgress })),
    TE.tap(({ supplier, check }): TE.TaskEither<Failure, unknown> => {
      if (account !== null) return TE.right(null);
      return storageVerifications.add(supplier, { ...recordOf(check), id: randomUUID(), performedBy: madeBy });
    }),
    TE.map(({ check }) => check),
  )();
  if (E.isLeft(checked)) return checked;
  const { findings, findingCount, ofSeals } = checked.right;
  const write = (name: string, some: ReadonlyArray<StorageFinding>) =>
    writeFile(join(folder, name), some.map(toLine).join(''), { mode: 0o600 });
  await write(FINDINGS, findings.slice(0, findingCount - ofSeals));
  await write(SEAL_FINDINGS, findings.slice(findingCount - ofSeals));
  return E.right(toResult(checked.right));
};

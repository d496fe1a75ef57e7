import type { EvidenceVerifier } from '@carryover/adapters-crypto/evidence-keys';
import { bucketTarget, type FileTarget } from '@carryover/adapters-documents/file-target';
import { countSealed, findSeal, lastSeals, type SealedCounts } from '@carryover/adapters-persistence/seals/read-seals';
import { stored } from '@carryover/adapters-persistence/sql/store-failure';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { type Seal, sealText } from '@carryover/domain/seal';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import { type FileFailure, type FileRefused, toFileFailure } from '@carryover/files/source/file-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Exported, exportSeals, readSealFile } from './exported-seals.ts';
import { folderTarget } from './folder-target.ts';
import { sealBroken, signatureFault, verifySeals } from './verify-seals.ts';

/** A bucket of S3, by the region and the address of its server; null: Amazon's. */
type S3Settings = { readonly region: string; readonly endpoint: string | null };

const S3 = /^s3:\/\/([^/]+)\/?(.*?)\/?$/;

/** @param out a folder, or `s3://bucket/prefix`. */
const openTarget = (out: string, s3: S3Settings): Promise<FileTarget> => {
  const [, bucket, prefix] = S3.exec(out) ?? [];
  return bucket === undefined ? folderTarget(out) : bucketTarget({ bucket, prefix: prefix!, ...s3 });
};

/** Findings that are listed; the others are counted. */
const MAX_LISTED = 10_000;

export type SealCheck = SealedCounts & {
  readonly findings: ReadonlyArray<StorageFinding>;
  readonly findingCount: number;
};

/** Yields a finding for each exported seal that the database does not have, or that is not signed by the key. */
async function* verifyExported(em: EntityManager, seals: ReadonlyArray<Seal>, verifier: EvidenceVerifier | null) {
  for (const seal of seals) {
    const own = await findSeal(em, seal.number);
    if (own === null) yield sealBroken(seal.number, 'the database does not have it');
    else if (sealText(own) !== sealText(seal))
      yield sealBroken(seal.number, 'the database has another seal of this number');
    const fault = verifier === null ? null : await signatureFault(verifier, seal);
    if (fault !== null) yield sealBroken(seal.number, `as exported, ${fault}`);
  }
}

const check = async (
  em: EntityManager,
  seals: ReadonlyArray<Seal>,
  verifier: EvidenceVerifier | null,
): Promise<SealCheck> => {
  const findings: StorageFinding[] = [];
  let findingCount = 0;
  for (const all of [verifyExported(em, seals, verifier), verifySeals(em, verifier)])
    for await (const finding of all) {
      findingCount += 1;
      if (findings.length < MAX_LISTED) findings.push(finding);
    }
  return { ...(await countSealed(em)), findings, findingCount };
};

/** Reads exported seals, one file after the other: there may be more than can be open at once. */
const readSealFiles = async (files: ReadonlyArray<string>): Promise<E.Either<FileRefused, ReadonlyArray<Seal>>> => {
  const seals: Seal[] = [];
  for (const file of files) {
    const seal = await readSealFile(file);
    if (E.isLeft(seal)) return seal;
    seals.push(seal.right);
  }
  return E.right(seals);
};

/** Lists, exports and verifies seals (decisions 20). */
export const makeSealUseCases = (em: EntityManager) => ({
  /** The latest seals, newest first. */
  list: (limit: number) => stored(() => lastSeals(em, limit)),
  export: (out: string, s3: S3Settings): TE.TaskEither<StoreFailure | FileFailure | FileRefused, Exported> =>
    pipe(
      TE.tryCatch(() => openTarget(out, s3), toFileFailure(out)),
      TE.chainW((target) => exportSeals(em, target, out)),
    ),
  /** @param files exported seals, which the database must have as they are. */
  verify: (
    files: ReadonlyArray<string>,
    verifier: EvidenceVerifier | null,
  ): TE.TaskEither<StoreFailure | FileRefused, SealCheck> =>
    pipe(
      () => readSealFiles(files),
      TE.chainW((seals) => stored(() => check(em, seals, verifier))),
    ),
});

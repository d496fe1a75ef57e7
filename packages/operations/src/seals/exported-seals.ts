import { readFile } from 'node:fs/promises';
import type { FileTarget } from '@carryover/adapters-documents/file-target';
import { textThat } from '@carryover/adapters-persistence/schema/stored-values';
import { listSeals } from '@carryover/adapters-persistence/seals/read-seals';
import { stored } from '@carryover/adapters-persistence/sql/store-failure';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { type Seal, sealText } from '@carryover/domain/seal';
import { type FileFailure, type FileRefused, messageOf, toFileFailure } from '@carryover/files/source/file-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';

/** Seals that are read at a time. */
const PAGE = 500;

const sealFile = (number: number): string => `seal-${String(number).padStart(8, '0')}.json`;

const contentOf = (seal: Seal): string => `${sealText(seal)}\n`;

export type Exported = { readonly written: number; readonly kept: number };

/** Writes the seals that the place does not have yet. @returns Left if it has another one of a number: nothing is replaced. */
export const exportSeals =
  (
    em: EntityManager,
    target: FileTarget,
    place: string,
  ): TE.TaskEither<StoreFailure | FileFailure | FileRefused, Exported> =>
  async () => {
    const counts = { written: 0, kept: 0 };
    for (let after = 0; ; ) {
      const seals = await stored(() => listSeals(em, after, PAGE))();
      if (E.isLeft(seals)) return seals;
      for (const seal of seals.right) {
        const file = `${place}/${sealFile(seal.number)}`;
        const before = await TE.tryCatch(() => target.read(sealFile(seal.number)), toFileFailure(file))();
        if (E.isLeft(before)) return before;
        if (before.right !== null && before.right !== contentOf(seal))
          return E.left(contentOf(seal).startsWith(before.right) ? cutOff(file) : otherSeal(file));
        if (before.right === null) {
          const written = await TE.tryCatch(
            () => target.write(sealFile(seal.number), contentOf(seal)),
            toFileFailure(file),
          )();
          if (E.isLeft(written)) return written;
        }
        counts[before.right === null ? 'written' : 'kept'] += 1;
        after = seal.number;
      }
      if (seals.right.length < PAGE) return E.right(counts);
    }
  };

const otherSeal = (file: string): FileRefused => ({
  kind: 'file_refused',
  file,
  detail:
    'It is another seal than the one of the database, and is kept: the database is another one, was restored, or its history was rewritten. Compare them with `seal verify`.',
});

const cutOff = (file: string): FileRefused => ({
  kind: 'file_refused',
  file,
  detail: 'It is cut off, by a copy or an export that was killed. Remove it, and export again.',
});

const HASH = /^[0-9a-f]{64}$/;
const hash = textThat('a hash', (text) => HASH.test(text));
const sealOf = t.strict({
  number: t.Int,
  previous: t.union([hash, t.null]),
  root: hash,
  size: t.Int,
  from: t.Int,
  to: t.Int,
  signature: t.union([t.string, t.null]),
});

/** Reads an exported seal. @returns Left if the file is not one, byte for byte as it was exported. */
export const readSealFile = async (file: string): Promise<E.Either<FileRefused, Seal>> => {
  const refused = (detail: string): E.Either<FileRefused, never> => E.left({ kind: 'file_refused', file, detail });
  try {
    const text = await readFile(file, 'utf8');
    const decoded = sealOf.decode(JSON.parse(text));
    return E.isRight(decoded) && contentOf(decoded.right) === text
      ? E.right(decoded.right)
      : refused('This is not a seal as `seal export` writes it.');
  } catch (error) {
    return refused(error instanceof SyntaxError ? 'This is not JSON.' : messageOf(error));
  }
};

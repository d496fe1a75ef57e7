import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type EvidenceSigner, evidenceSigner } from '@carryover/adapters-crypto/evidence-keys';
import { makeSealRecords } from '@carryover/application/evidence/seal-records';
import type { SealLog } from '@carryover/application/ports/seal-log';
import { causeMessage } from '@carryover/settings/cause-message';
import { inBackground } from '@carryover/settings/in-background';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';

/** Reads the key that signs seals. Rejects, with a message for the operator, if it cannot be used; null without a file. */
export const sealSigner = async (file: string | null): Promise<EvidenceSigner | null> => {
  if (file === null) return null;
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`EVIDENCE_KEY_FILE (${file}) cannot be read: ${causeMessage(error)}`, { cause: error });
  });
  const signer = await evidenceSigner(pem);
  if (signer === null)
    throw new Error(
      `EVIDENCE_KEY_FILE (${file}) is not a private Ed25519 key in PEM. To make one, use \`carryover-operator evidence key create\`.`,
    );
  return signer;
};

/**
 * Seals what became final, at most once per interval, until it is stopped (decisions 20). Requests do not wait for it. Of several
 * processes, one seals at a time.
 *
 * @param onSealed is told when everything that is final has a seal.
 * @returns a function that stops it after the seal under way.
 */
export const keepSealing = (
  seals: SealLog,
  signer: EvidenceSigner | null,
  { sealIntervalMs }: { readonly sealIntervalMs: number },
  logger: Logger,
  onSealed: () => void,
): (() => Promise<void>) => {
  const seal = makeSealRecords({
    seals,
    sha256: (bytes) => hash('sha256', bytes, 'buffer'),
    sign: signer?.sign ?? null,
  });
  return inBackground(async () => {
    const done = await seal();
    if (E.isLeft(done)) {
      logger.warn({ error: causeMessage(done.left.cause) }, 'records could not be sealed; the next try follows');
      return sealIntervalMs;
    }
    if (done.right === 'current') onSealed();
    return done.right === 'behind' ? 0 : sealIntervalMs;
  });
};

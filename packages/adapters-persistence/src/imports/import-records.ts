import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Submission } from '@carryover/application/imports/import-request';
import type { DryRun, DryRuns, RefusedImport, RefusedImports } from '@carryover/application/ports/import-attempts';
import type { AcceptedImports, Findings } from '@carryover/application/ports/store';
import type { EntityManager } from '@mikro-orm/postgresql';
import { insertRow, type Row } from '../driver/insert-rows.ts';
import type { Session } from '../driver/session.ts';
import { stored } from '../driver/store-failure.ts';
import { DryRun as DryRunEntity, RefusedImport as RefusedImportEntity } from '../schema/entities/import-record.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** PostgreSQL keeps a value of this size in its row: compression would save nothing. */
const PLAIN_BYTES = 1_024;
/** From this size, compression on another thread costs less than the millisecond it takes. */
const THREAD_BYTES = 1_024 * 1_024;
const PARAMETERS = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Returns the stored form of a submitted JSON text: a short text as it is, a longer one compressed with Zstandard. */
export const packPayload = async (bytes: Uint8Array): Promise<Buffer> => {
  if (bytes.length <= PLAIN_BYTES) return Buffer.from(bytes);
  // The known size keeps the tables small: half the work for a hundred items.
  const options = { params: PARAMETERS, pledgedSrcSize: bytes.length };
  return bytes.length < THREAD_BYTES ? zstdCompressSync(bytes, options) : compress(bytes, options);
};

/** The first byte of Zstandard's magic number; no JSON text begins with it. */
const ZSTANDARD = 0x28;

/** Returns the JSON text of a stored payload. */
export const unpackPayload = async (stored: Buffer): Promise<string> =>
  (stored[0] === ZSTANDARD ? await decompress(stored) : stored).toString();

const ACCEPT = `
  insert into accepted_import
    (account_id, id, received_at, organisation_id, api_key_id, endpoint, item_count, payload, findings,
     payload_sha256, supplier_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Returns the data for the reconciliation; null if there is none. */
const toFindings = ({ unknownFields }: Submission, found: Findings): string | null => {
  const { conflicts, noteConflicts, supplyChargeMismatches } = found;
  const size = unknownFields.length + conflicts.length + noteConflicts.length + supplyChargeMismatches.length;
  if (size === 0) return null;
  const findings = { unknownFields, conflicts, noteConflicts, supplyChargeMismatches };
  const text = JSON.stringify(findings);
  // A search in the JSON text is four times as fast as a check of each of a million names.
  return UNSTORABLE.test(text) ? JSON.stringify(findings, storable) : text;
};

/** Removes what PostgreSQL cannot store, U+0000 and unpaired surrogates: names of unknown fields may contain them. */
const legible = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
/** U+0000 and unpaired surrogates in JSON's escapes. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
const storable = (_key: string, value: unknown): unknown => (typeof value === 'string' ? legible(value) : value);

/** A hash takes half the space as bytes. */
const bytesOf = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'));

export const makePostgresAcceptedImports = (session: Session): AcceptedImports => ({
  accept: (account, request, submission, findings) =>
    stored(async () => {
      const payload = await packPayload(submission.payload);
      session.write(ACCEPT, [
        account.id,
        request.id,
        request.receivedAt.toISOString(),
        request.caller.organisationId,
        request.caller.apiKeyId,
        request.endpoint,
        submission.itemCount,
        payload,
        toFindings(submission, findings),
        bytesOf(request.payloadSha256),
        account.supplier.id,
      ]);
    }),
});

/** Cleans a client's text, which may have been rejected because of its characters or its length. */
const excerpt = (text: string | null): string | null => (text === null ? null : legible(text.slice(0, 2_000)));

/** The row of a request that stored only its record. */
const toRow = (attempt: RefusedImport | DryRun): Row => ({
  id: attempt.request.id,
  receivedAt: attempt.request.receivedAt.toISOString(),
  organisationId: attempt.request.caller.organisationId,
  apiKeyId: attempt.request.caller.apiKeyId,
  endpoint: attempt.request.endpoint,
  supplierCode: excerpt(attempt.supplierCode),
  externalAccountNumber: excerpt(attempt.externalAccountNumber),
  itemCount: attempt.itemCount,
  status: attempt.status,
  code: attempt.code,
  detail: excerpt(attempt.detail),
  attr: excerpt(attempt.attr),
  attrValue: attempt.attrValue,
  payloadSha256: attempt.request.payloadSha256 && `\\x${attempt.request.payloadSha256}`,
});

export const makePostgresRefusedImports = (em: EntityManager): RefusedImports => ({
  record: (refused) => stored(() => insertRow(em, RefusedImportEntity, toRow(refused))),
});

export const makePostgresDryRuns = (em: EntityManager): DryRuns => ({
  record: (dryRun) => stored(() => insertRow(em, DryRunEntity, toRow(dryRun))),
});

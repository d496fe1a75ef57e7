import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type {
  DryRun,
  ImportRecords,
  ItemIdentity,
  RefusedImport,
  Submission,
} from '@carryover/application/ports/import-records';
import type { Findings, ImportBasis, Store } from '@carryover/application/ports/store';
import { PayloadAltered } from '@carryover/application/ports/store-failure';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { maskReference, withoutNumbers } from '@carryover/domain/payment-instruction';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { changed, stored } from '../sql/store-failure.ts';
import { makeBeginTransaction, type Parameter, type Statements } from '../sql/transaction.ts';
import { accountKey, erasedName } from './account-repository.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** PostgreSQL keeps a value of this size in its row: compression would save nothing. */
const PLAIN_BYTES = 1_024;
/** From this size, compression on another thread costs less than the millisecond it takes. */
const THREAD_BYTES = 1_024 * 1_024;
/** Up to this stored size, decompression costs less than a millisecond. */
const SHORT_BYTES = 64 * 1_024;
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

/**
 * Returns the JSON text of a stored payload that has the hash of its record, in hexadecimal.
 *
 * @returns Left the hash that it has; null if it cannot be decompressed.
 */
export const checkPayload = async (payload: Buffer, sha256: string): Promise<E.Either<string | null, string>> => {
  const text = await unpackPayload(payload).catch(() => null);
  if (text === null) return E.left(null);
  const found = hash('sha256', text);
  return found === sha256 ? E.right(text) : E.left(found);
};

/**
 * Returns the JSON text of the stored payload of an import.
 *
 * @throws PayloadAltered if it has not the hash of its record, in hexadecimal.
 */
export const intactPayload = async (id: string, payload: Buffer, sha256: string): Promise<string> => {
  const text = await checkPayload(payload, sha256);
  if (E.isLeft(text)) throw new PayloadAltered(id, sha256, text.left);
  return text.right;
};

/** Returns the JSON text of a stored payload, whatever its hash is. */
export const unpackPayload = async (stored: Buffer): Promise<string> => {
  if (stored[0] !== ZSTANDARD) return stored.toString();
  // A short one costs less than the way to another thread.
  return (stored.length < SHORT_BYTES ? zstdDecompressSync(stored) : await decompress(stored)).toString();
};

const ACCEPTED = `account_id, id, received_at, organisation_id, api_key_id, endpoint, item_count, payload, findings,
     payload_sha256, supplier_id, stored_items, stored_documents, stored_totals, load_id`;
const ACCEPT = `
  insert into accepted_import
    (${ACCEPTED})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce($14::jsonb, '[]'), $15)`;
/** With the position of the transaction on the account's node. A cluster sends it there only with the key as a column, not as a value. */
const ACCEPT_ON_NODE = `
  insert into accepted_import
    (${ACCEPTED}, commit_position)
  select id, $2::uuid, $3::timestamptz, $4::uuid, $5::uuid, $6::text, $7::int, $8::bytea, $9::jsonb, $10::bytea,
         $11::uuid, $12::int, $13::int, coalesce($14::jsonb, '[]'), $15::uuid, commit_position_on_node(id)
  from account where id = $1::bigint`;

/** Returns the data for the reconciliation; null if there is none. */
const toFindings = (
  { unknownFields }: Submission,
  found: Partial<Findings>,
  basis: ImportBasis | undefined,
): string | null => {
  const { conflicts = [], noteConflicts = [], supplyChargeMismatches = [], checkPreviouslyAdded } = found;
  const size = unknownFields.length + conflicts.length + noteConflicts.length + supplyChargeMismatches.length;
  if (size === 0 && checkPreviouslyAdded === undefined && basis === undefined) return null;
  const findings = { unknownFields, conflicts, noteConflicts, supplyChargeMismatches, checkPreviouslyAdded, basis };
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

/** Adds up what one import stores of transactions, by ledger and type: its record is sealed with it. */
export type StoredTotals = {
  readonly add: (
    ledgerNumber: string,
    placed: ReadonlyArray<{ readonly transaction: { readonly type: string; readonly amount: Decimal } }>,
  ) => void;
  /** As JSON; null if nothing was stored. */
  readonly text: () => string | null;
};

export const makeStoredTotals = (): StoredTotals => {
  const amounts = new Map<string, Decimal[]>();
  return {
    add: (ledgerNumber, placed) => {
      for (const { transaction } of placed) {
        const key = `${transaction.type} ${ledgerNumber}`;
        const known = amounts.get(key);
        if (known === undefined) amounts.set(key, [transaction.amount]);
        else known.push(transaction.amount);
      }
    },
    text: () => {
      if (amounts.size === 0) return null;
      const totals = [...amounts].map(([key, values]) => {
        const end = key.indexOf(' ');
        return [key.slice(end + 1), key.slice(0, end), values.length, toMoney(Decimal.sum(values))];
      });
      return JSON.stringify(totals);
    },
  };
};

export const makePostgresAcceptedImports = (db: Statements, totals: StoredTotals): Store['imports'] => ({
  accept: (account, { request, submission }, { items, billingDocuments = 0, findings = {}, basis }) =>
    stored(async () => {
      const payload = await packPayload(submission.payload);
      db.write(db.dialect.hasOneOrder ? ACCEPT : ACCEPT_ON_NODE, [
        account.id,
        request.id,
        request.receivedAt.toISOString(),
        request.caller.organisationId,
        request.caller.apiKeyId,
        request.endpoint,
        submission.itemCount,
        payload,
        toFindings(submission, findings, basis),
        bytesOf(request.payloadSha256),
        account.supplier.id,
        items,
        billingDocuments,
        totals.text(),
        request.loadId,
      ]);
    }),
});

/** Cleans a client's text, which may have been rejected because of its characters or its length. */
const excerpt = (text: string | null): string | null => (text === null ? null : legible(text.slice(0, 2_000)));

/** The columns of the record of a request that stored nothing else. */
const ATTEMPT = `id, received_at, organisation_id, api_key_id, endpoint, supplier_code, external_account_number, item_count,
     status, code, detail, attr, attr_value, payload_sha256, load_id`;

const REFUSE = `
  insert into refused_import
    (${ATTEMPT}, failing_items, items_not_kept)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`;

const RECORD_DRY_RUN = `
  insert into dry_run
    (${ATTEMPT})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

/** The values of {@link ATTEMPT}. */
const attemptValues = ({ request, ...attempt }: RefusedImport | DryRun): Parameter[] => [
  request.id,
  request.receivedAt.toISOString(),
  request.caller.organisationId,
  request.caller.apiKeyId,
  request.endpoint,
  excerpt(attempt.supplierCode),
  excerpt(attempt.externalAccountNumber),
  attempt.itemCount,
  attempt.status,
  attempt.code,
  excerpt(attempt.detail),
  excerpt(attempt.attr),
  attempt.attrValue,
  bytesOf(request.payloadSha256),
  request.loadId,
];

/** A payment instruction is recognised by this: a refused request does not keep its reference. */
const instructionDigest = ({ vendor, reference }: { readonly vendor: string; readonly reference: string }) =>
  hash('sha256', `${vendor} ${reference}`);

/** What identifies an item, as it is stored. */
const toStoredIdentity = (identity: ItemIdentity | null) => {
  switch (identity?.kind) {
    case undefined:
      return {};
    case 'transaction':
      return {
        transaction: identity.id,
        date: identity.date ?? undefined,
        type: identity.type ?? undefined,
        amount: identity.amount ?? undefined,
        ledger: identity.ledgerNumber ?? undefined,
      };
    case 'statement':
      return { statement: identity.id, amount: identity.amount ?? undefined };
    case 'billing_document':
      return { document: identity.id, ledger: identity.ledgerNumber ?? undefined };
    case 'note':
      return { note: hash('sha256', identity.identity), created_at: identity.createdAt ?? undefined };
    case 'payment_instruction':
      return {
        instruction: instructionDigest(identity),
        shown: `${withoutNumbers(identity.vendor)} ${maskReference(identity.reference)}`,
      };
  }
};

/** A path may contain the name of an unknown field, of any length. */
const MAX_PATH = 500;

/**
 * Returns the stored form of the items of a refused request; `sound`: those that did not fail. What an error has in common with the
 * request's first one is left out.
 */
const toFailingItems = ({ failingItems, otherItems, ...first }: RefusedImport): string =>
  JSON.stringify(
    [
      ...failingItems.map(({ identity, path, code, detail, value }) => ({
        ...toStoredIdentity(identity),
        ...(path === first.attr ? {} : { path: path.slice(0, MAX_PATH) }),
        ...(code === first.code ? {} : { code }),
        ...(detail === first.detail ? {} : { detail: excerpt(detail) }),
        ...(value === first.attrValue ? {} : { value }),
      })),
      ...otherItems.map(({ identity, path }) => ({
        ...toStoredIdentity(identity),
        ...(identity === null ? { path } : {}),
        sound: true,
      })),
    ],
    storable,
  );

/**
 * The account that a request named, locked so that an erasure is before the record is added, or finds it. Without an account there is
 * nothing to lock: none is removed from its table.
 */
const NAMED = 'select external_account_number as name from account where id = $1 for key share';
const namedRow = t.type({ name: t.string });

/** Leaves out what a client sent for an erased account; the name by which it is stored is kept (decisions 18). */
const withoutSent = <A extends RefusedImport | DryRun>(attempt: A, name: string): A => ({
  ...attempt,
  externalAccountNumber: name,
  attrValue: null,
  ...(attempt.code === 'account_erased' ? {} : { attr: null, detail: attempt.detail === null ? null : '' }),
  ...('failingItems' in attempt
    ? { failingItems: [], otherItems: [], itemsNotKept: attempt.itemsNotKept + attempt.failingItems.length }
    : {}),
});

/** Adds the record of a request that stored nothing else: two round trips. */
const makeRecordAttempt = (orm: MikroORM) => {
  const begin = makeBeginTransaction(orm);
  return async <A extends RefusedImport | DryRun>(attempt: A, sql: string, valuesOf: (kept: A) => Parameter[]) => {
    const { supplierCode, externalAccountNumber, request } = attempt;
    const ref =
      supplierCode === null || externalAccountNumber === null
        ? null
        : { organisationId: request.caller.organisationId, supplierCode, externalAccountNumber };
    const transaction = await begin();
    const found =
      ref === null
        ? []
        : await transaction.read(namedRow, NAMED, [accountKey(ref)]).catch(async (error: unknown) => {
            await transaction.rollback();
            throw error;
          });
    const erased = ref === null ? null : erasedName(ref);
    transaction.write(
      sql,
      valuesOf(erased !== null && found[0]?.name === erased ? withoutSent(attempt, erased) : attempt),
    );
    await transaction.commit();
  };
};

export const makePostgresImportRecords = (orm: MikroORM): ImportRecords => {
  const record = makeRecordAttempt(orm);
  return {
    refused: (refused) =>
      changed(() =>
        record(refused, REFUSE, (kept) => [...attemptValues(kept), toFailingItems(kept), kept.itemsNotKept]),
      ),
    dryRun: (dryRun) => changed(() => record(dryRun, RECORD_DRY_RUN, attemptValues)),
  };
};

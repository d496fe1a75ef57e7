import { historicalBillingDocumentsEndpoint } from '@carryover/adapters-http/imports/historical-billing-documents';
import { historicalStatementsEndpoint } from '@carryover/adapters-http/imports/historical-statements';
import {
  decodeKnownFields,
  type ImportEndpoint,
  makeCountItems,
} from '@carryover/adapters-http/imports/import-handler';
import { notesEndpoint } from '@carryover/adapters-http/imports/notes';
import { paymentInstructionEndpoint } from '@carryover/adapters-http/imports/payment-instruction';
import { transactionsEndpoint } from '@carryover/adapters-http/imports/transactions';
import type { DerivedAccount } from '@carryover/adapters-persistence/verification/derived-account';
import type { StoredRow } from '@carryover/adapters-persistence/verification/rows-digest';
import type { StoredImport } from '@carryover/adapters-persistence/verification/stored-account';
import { makeCreateHistoricalBillingDocuments } from '@carryover/application/imports/create-historical-billing-documents';
import { makeCreateHistoricalStatements } from '@carryover/application/imports/create-historical-statements';
import { makeCreateNotes } from '@carryover/application/imports/create-notes';
import { makeCreatePaymentInstruction } from '@carryover/application/imports/create-payment-instruction';
import { makeCreateTransactions } from '@carryover/application/imports/create-transactions';
import { makeRunWithDocuments } from '@carryover/application/imports/verify-documents';
import type { ImportCommand, ImportEndpointName } from '@carryover/application/ports/import-records';
import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import type { Store, UnitOfWork } from '@carryover/application/ports/store';
import { isJsonObject, type JsonValue, memberOf, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';

/** Limits may have been others when a request was accepted. */
const NO_LIMITS = {
  maxItems: Number.MAX_SAFE_INTEGER,
  maxBillingDocuments: Number.MAX_SAFE_INTEGER,
  maxHistoricalTransactions: Number.MAX_SAFE_INTEGER,
};
const LAST_DAY = { now: () => new Date('2199-12-30T00:00:00Z') };

/** What an import must have stored could not be derived: the request would not have been accepted, for this reason. */
type NotAccepted = { readonly reason: string };
/** What an import was about, and how many items it had and stored. */
export type Replayed = {
  readonly supplierCode: string;
  readonly externalAccountNumber: string;
  readonly organisationId: string;
  readonly itemCount: number;
  readonly storedItems: number;
  readonly storedDocuments: number;
  /** As JSON; null if it stored no transactions. */
  readonly storedTotals: string | null;
  readonly again: ReadonlyArray<StoredRow>;
};

type NamesAccount = { readonly importSupplier: string; readonly externalAccountNumber: string };
type Replayable<Input extends NamesAccount, Refusal extends { readonly kind: string }, Success, Parameters> = Pick<
  ImportEndpoint<Input, Refusal, Success, Parameters>,
  'input' | 'lists' | 'run'
>;

const textAt = (value: JsonValue, name: string): string => {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : '';
};

/**
 * Makes the function that accepts an import once more: the payload is decoded by the codec of its endpoint, and decided by its use
 * case, as the service does, with what the import kept of its time. Its rows are added to a derived account.
 */
export const makeReplayImport = () => {
  let store: Store;
  const unitOfWork: UnitOfWork = { run: (_, work) => work(store) };
  /** The documents were there when the request was accepted. */
  const documentStore = { missing: () => TE.right([]) };
  const runWithDocuments = makeRunWithDocuments({ unitOfWork, documentStore });
  const notes = notesEndpoint(makeCreateNotes({ runWithDocuments }), NO_LIMITS);
  const transactions = transactionsEndpoint(makeCreateTransactions({ unitOfWork }), NO_LIMITS);
  const histories = historicalBillingDocumentsEndpoint(
    makeCreateHistoricalBillingDocuments({ unitOfWork }),
    NO_LIMITS,
    LAST_DAY,
  );
  const statements = historicalStatementsEndpoint(makeCreateHistoricalStatements({ runWithDocuments }), NO_LIMITS);
  /** The vendor of a payload, which answers what it answered then. */
  const instructions = (value: JsonValue, { basis: { instruction } }: StoredImport) => {
    const vendor: PaymentVendor = {
      name: textAt(value, 'vendor'),
      types: [textAt(value, 'type')],
      verify: () =>
        instruction === undefined
          ? TE.left({ kind: 'payment_instruction_not_found_at_vendor' })
          : TE.right(instruction),
    };
    const vendors = new Map([[vendor.name, vendor]]);
    return paymentInstructionEndpoint(makeCreatePaymentInstruction({ unitOfWork, vendors }), [vendor]);
  };

  return async (
    account: DerivedAccount,
    mainLedger: string | null,
    text: string,
    stored: StoredImport,
  ): Promise<E.Either<NotAccepted, Replayed>> => {
    const parsed = parseJson(text, BODY_LIMITS);
    if (E.isLeft(parsed) || !isJsonObject(parsed.right)) return E.left({ reason: 'its payload is not a JSON object' });
    const value = parsed.right;

    const replay = async <Input extends NamesAccount, Refusal extends { readonly kind: string }, Success, Parameters>(
      endpoint: Replayable<Input, Refusal, Success, Parameters>,
      parameters: Parameters,
    ): Promise<E.Either<NotAccepted, Replayed>> => {
      const whole = endpoint.input.check(value);
      const decoded = E.isRight(whole)
        ? E.right({ input: whole.right, sent: value, unknownFields: [] })
        : decodeKnownFields(endpoint.input, value, 1);
      if (E.isLeft(decoded)) return E.left({ reason: `its payload has ${decoded.left[0]!.code}` });
      const { input, sent, unknownFields } = decoded.right;
      const { importSupplier: supplierCode, externalAccountNumber } = input;
      const command: ImportCommand = {
        request: {
          id: stored.id,
          receivedAt: stored.receivedAt,
          caller: { organisationId: stored.organisationId, apiKeyId: stored.apiKeyId },
          endpoint: stored.endpoint as ImportEndpointName,
          payloadSha256: stored.sha256,
          loadId: null,
        },
        submission: { payload: new Uint8Array(), itemCount: makeCountItems(endpoint.lists)(sent), unknownFields },
        account: { organisationId: stored.organisationId, supplierCode, externalAccountNumber },
        commit: true,
      };
      const { id: importId, basis, supplierId } = stored;
      const derived = { importId, basis, supplierId, mainLedger, ledgerCode: textAt(value, 'ledger_code') };
      store = account.store(derived, () => command);
      const decided = await endpoint.run(command, input, parameters)();
      const derivation = account.takeDerivation();
      if (E.isLeft(decided)) {
        const { left } = decided;
        return E.left({ reason: 'kind' in left ? left.kind : left[0].kind });
      }
      return E.right({
        supplierCode,
        externalAccountNumber,
        organisationId: stored.organisationId,
        itemCount: derivation!.itemCount,
        storedItems: derivation!.items,
        storedDocuments: derivation!.billingDocuments,
        storedTotals: derivation!.storedTotals,
        again: derivation!.again,
      });
    };

    switch (stored.endpoint) {
      case 'notes/create':
        return replay(notes, {});
      case 'transactions/create':
        return replay(transactions, { checkPreviouslyAdded: !stored.isUnchecked, forceAddToCurrentStatement: true });
      case 'historical-billing-documents/create':
        return replay(histories, {});
      case 'historical-statements/create':
        return replay(statements, {});
      case 'payment-instruction/create':
        return replay(instructions(value, stored), {});
      default:
        return E.left({ reason: 'there is no such endpoint' });
    }
  };
};

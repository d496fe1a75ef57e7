import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ActingOperator, OperatorActions } from '../ports/administration.ts';
import type { ImportRecord, ImportRecordReader } from '../ports/operator/import-records.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import type { ImportNotFound } from './import-records.ts';

/** Reads the payload of an accepted import for a person; each look is an operator action, stored before the payload is read. */
type LookAtPayload = UseCase<
  { readonly record: ImportRecord; readonly by: ActingOperator },
  ImportNotFound | StoreFailure,
  string
>;

type Ports = { readonly importRecords: ImportRecordReader; readonly operatorActions: OperatorActions };

export const makeLookAtPayload =
  ({ importRecords, operatorActions }: Ports): LookAtPayload =>
  ({ record: { id, organisation, supplierCode, externalAccountNumber }, by }) =>
    pipe(
      operatorActions.add({
        ...by,
        organisation,
        supplierCode,
        externalAccountNumber,
        ledgerNumber: null,
        action: 'payload read',
        before: null,
        after: { import_id: id },
      }),
      TE.chain(() => importRecords.payload(id)),
      TE.chainW(TE.fromNullable<ImportNotFound | StoreFailure>({ kind: 'import_not_found', id })),
    );

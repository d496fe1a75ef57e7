import type { ImportRequest } from '@carryover/application/import-request';
import type { RefusedImports } from '@carryover/application/ports/imports';
import { attrOf } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { pipe } from 'fp-ts/lib/function.js';
import type * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ofStoreFailure, type Refusal } from './refusal.ts';

/** A refusal together with the body it is about. */
export type RefusedBody = { readonly refusal: Refusal; readonly sent: JsonValue | null };

/** A refusal of a body that could not be read. */
export const unread = (refusal: Refusal): RefusedBody => ({ refusal, sent: null });

const textAt = (sent: JsonValue | null, field: string): string | null => {
  const value = sent !== null && isJsonObject(sent) && Object.hasOwn(sent, field) ? sent[field] : null;
  return typeof value === 'string' ? value : null;
};

/** Leaves the import record of a refused request; one that can't be recorded is not answered as if it were. */
export const recordRefusal = (
  refusedImports: RefusedImports,
  itemsOf: (sent: JsonObject) => number,
  request: ImportRequest,
  { refusal, sent }: RefusedBody,
): T.Task<Refusal> =>
  pipe(
    refusedImports.record({
      request,
      supplierCode: textAt(sent, 'import_supplier'),
      externalAccountNumber: textAt(sent, 'external_account_number'),
      itemCount: sent !== null && isJsonObject(sent) ? itemsOf(sent) : null,
      status: refusal.status,
      code: refusal.issues[0]?.code ?? refusal.code,
      detail: refusal.issues[0]?.detail ?? refusal.detail,
      attr: refusal.issues[0] === undefined ? null : attrOf(refusal.issues[0].path),
    }),
    TE.match(
      (failure) => (refusal.status >= 500 ? refusal : ofStoreFailure(failure)),
      () => refusal,
    ),
  );

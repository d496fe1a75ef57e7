import { setTimeout as delay } from 'node:timers/promises';
import type { ImportEndpoint } from '@carryover/application/imports/import-request';
import type { RefusedImport, RefusedImports } from '@carryover/application/ports/import-attempts';
import { attrOf, type Issue } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { isRejection, ofStoreFailure, type Rejection } from '../responses/rejection.ts';
import { attrValueOf } from './attr-value.ts';
import type { ErrorStep } from './context.ts';
import { failingItemsOf } from './failing-items.ts';
import { requestOf } from './run.ts';

const textAt = (sent: JsonValue | null, field: string): string | null => {
  const value = sent !== null && isJsonObject(sent) && Object.hasOwn(sent, field) ? sent[field] : null;
  return typeof value === 'string' ? value : null;
};

/** Returns the supplier, account and item count of a request, as far as its body could be read. */
export const namesOf = (
  sent: JsonValue | null,
  itemsOf: (sent: JsonObject) => number,
): Pick<RefusedImport, 'supplierCode' | 'externalAccountNumber' | 'itemCount'> => ({
  supplierCode: textAt(sent, 'import_supplier'),
  externalAccountNumber: textAt(sent, 'external_account_number'),
  itemCount: sent !== null && isJsonObject(sent) ? itemsOf(sent) : null,
});

/** Returns the path of the first error and the value there. */
export const firstErrorOf = (
  endpoint: ImportEndpoint,
  sent: JsonValue | null,
  [first]: ReadonlyArray<Issue>,
): Pick<RefusedImport, 'attr' | 'attrValue'> =>
  first === undefined
    ? { attr: null, attrValue: null }
    : { attr: attrOf(first.path), attrValue: attrValueOf(endpoint, sent, first) };

/** Time that a failed request waits for its import record: the database may be what failed. */
const RECORD_MS = 2_000;

/** Stores the import record of a rejected request, with its first error and the items that failed. */
export const recordRejection =
  (endpoint: ImportEndpoint, records: RefusedImports, itemsOf: (sent: JsonObject) => number): ErrorStep =>
  async (error: unknown, _request, response, next) => {
    const { locals } = response;
    if (!isRejection(error) || error.leavesNoRecord === true || locals.caller === null) return next(error);
    const { code, detail } = error.issues[0] ?? error;
    const sent = locals.body?.value ?? null;
    const recorded = records.record({
      request: requestOf(locals, endpoint),
      ...namesOf(sent, itemsOf),
      status: error.status,
      code,
      detail,
      ...firstErrorOf(endpoint, sent, error.issues),
      ...failingItemsOf(endpoint, sent, error),
    })();
    const hasFailed = error.status >= 500;
    const result = await (hasFailed ? Promise.race([recorded, delay(RECORD_MS, null, { ref: false })]) : recorded);
    if (result !== null && E.isRight(result)) locals.recordId = locals.id;
    // If a rejection cannot be recorded, the response is that failure; a 5xx is sent in any case.
    const unrecorded: Rejection | null =
      !hasFailed && result !== null && E.isLeft(result) ? ofStoreFailure(result.left) : null;
    next(unrecorded ?? error);
  };

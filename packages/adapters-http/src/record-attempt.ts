import { setTimeout as delay } from 'node:timers/promises';
import type { ImportRequest } from '@carryover/application/import-request';
import type { RefusedImport, RefusedImports } from '@carryover/application/ports/imports';
import * as TE from '@carryover/application/task-either';
import { attrOf } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import { type Answer, ofStoreFailure, type Refusal } from './refusal.ts';
import type { Ending } from './serve-body.ts';

/** A refusal together with the body it is about; null where that could not be read. */
export type RefusedBody = { readonly refusal: Refusal; readonly sent: JsonValue | null };

/** A refusal of a body that could not be read. */
export const unread = (refusal: Refusal): RefusedBody => ({ refusal, sent: null });

const textAt = (sent: JsonValue | null, field: string): string | null => {
  const value = sent !== null && isJsonObject(sent) && Object.hasOwn(sent, field) ? sent[field] : null;
  return typeof value === 'string' ? value : null;
};

/** What a request names, as far as its body could be read. */
export const namesOf = (
  sent: JsonValue | null,
  itemsOf: (sent: JsonObject) => number,
): Pick<RefusedImport, 'supplierCode' | 'externalAccountNumber' | 'itemCount'> => ({
  supplierCode: textAt(sent, 'import_supplier'),
  externalAccountNumber: textAt(sent, 'external_account_number'),
  itemCount: sent !== null && isJsonObject(sent) ? itemsOf(sent) : null,
});

/** The import record of a refused request; its first error speaks for all. */
const recordOf = (
  request: ImportRequest,
  itemsOf: (sent: JsonObject) => number,
  { refusal, sent }: RefusedBody,
): RefusedImport => {
  const { code, detail } = refusal.issues[0] ?? refusal;
  const attr = refusal.issues[0] === undefined ? null : attrOf(refusal.issues[0].path);
  return { request, ...namesOf(sent, itemsOf), status: refusal.status, code, detail, attr };
};

/** How long a failure waits for its record: what failed may be the very database that would hold it. */
const RECORD_MS = 2_000;

const inTime =
  <A>(task: T.Task<A>, otherwise: A): T.Task<A> =>
  () =>
    Promise.race([task(), delay(RECORD_MS, otherwise, { ref: false })]);

type Recorded = { readonly refusal: Refusal; readonly recordId?: string };

/** Ends a request with a refusal, which leaves its record; one that can't be recorded is not answered as if it were. */
export const endRefused = (
  records: RefusedImports,
  itemsOf: (sent: JsonObject) => number,
  toAnswer: (refusal: Refusal, sent: JsonValue | null) => Answer,
) => {
  return (request: ImportRequest, refused: RefusedBody): T.Task<Ending> =>
    pipe(
      records.record(recordOf(request, itemsOf, refused)),
      TE.match(
        (failure): Recorded => ({ refusal: refused.refusal.status >= 500 ? refused.refusal : ofStoreFailure(failure) }),
        (): Recorded => ({ refusal: refused.refusal, recordId: request.id }),
      ),
      (recorded) => (refused.refusal.status >= 500 ? inTime(recorded, { refusal: refused.refusal }) : recorded),
      T.map(({ refusal, ...recorded }) => ({
        ...recorded,
        answer: toAnswer(refusal, refused.sent),
        cause: refusal.cause,
      })),
    );
};

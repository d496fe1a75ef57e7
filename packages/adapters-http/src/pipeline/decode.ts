import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { UnknownFieldsPolicy } from '@carryover/application/unknown-fields-policy';
import { type Codec, decodePayload } from '@carryover/contract/codecs/codec';
import { stripUnknownFields } from '@carryover/contract/codecs/unknown-fields';
import type { Issue } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { failedValidation, ofStoreFailure, type Rejection } from '../responses/rejection.ts';
import type { ParsedContext } from './context.ts';

/** A body that has its endpoint's shape. */
export type DecodedBody<Input> = {
  readonly input: Input;
  /** As submitted, without the fields that were left out. */
  readonly sent: JsonObject;
  /** Dot-delimited paths of the fields that were left out. */
  readonly unknownFields: ReadonlyArray<string>;
};

const decode = <Input>(
  codec: Codec<Input>,
  body: JsonValue,
  maxIssues: number,
): E.Either<ReadonlyArray<Issue>, DecodedBody<Input>> =>
  pipe(
    decodePayload(codec, body, maxIssues),
    E.map((input) => ({ input, sent: body as JsonObject, unknownFields: [] })),
  );

const isReportedInstead = (
  body: JsonValue,
  organisationId: string,
  policy: UnknownFieldsPolicy,
): TE.TaskEither<StoreFailure, boolean> => {
  const supplierCode = isJsonObject(body) ? body.import_supplier : null;
  if (typeof supplierCode !== 'string') return TE.right(false);
  return pipe(
    policy({ organisationId, supplierCode }),
    TE.map((unknownFields) => unknownFields === 'report'),
  );
};

/**
 * Judges the shape of a whole payload. Fields the interface does not know are refused, or left out and reported where the
 * supplier is configured so (decisions 2, 3).
 *
 * @returns Left with the first `maxIssues` errors in document order.
 */
export const decodeBody = <Input>(
  codec: Codec<Input>,
  { body: { value: body }, caller: { organisationId } }: ParsedContext,
  maxIssues: number,
  policy: UnknownFieldsPolicy,
): TE.TaskEither<Rejection, DecodedBody<Input>> => {
  const decoded = decode(codec, body, maxIssues);
  if (E.isRight(decoded)) return TE.right(decoded.right);
  const rejected = TE.left(failedValidation(decoded.left));
  const isAboutSupplier = ({ path }: Issue) => path.length === 0 || path[0] === 'import_supplier';
  // Where the supplier itself is not right, no supplier's policy is asked for.
  if (decoded.left.some(isAboutSupplier)) return rejected;
  if (!decoded.left.some(({ code }) => code === 'unknown_field')) return rejected;
  return pipe(
    isReportedInstead(body, organisationId, policy),
    TE.mapLeft(ofStoreFailure),
    TE.chain((isReported) => (isReported ? TE.fromEither(decodeWithout(codec, body, maxIssues)) : rejected)),
  );
};

const decodeWithout = <Input>(
  codec: Codec<Input>,
  body: JsonValue,
  maxIssues: number,
): E.Either<Rejection, DecodedBody<Input>> => {
  const stripped = stripUnknownFields(codec, body);
  return pipe(
    decode(codec, stripped.body, maxIssues),
    E.bimap(failedValidation, (decoded) => ({ ...decoded, unknownFields: stripped.unknownFields })),
  );
};

import type { UnknownFieldsPolicy } from '@carryover/application/imports/unknown-fields-policy';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { Codec } from '@carryover/contract/codecs/codec';
import type { QueryParameter } from '@carryover/contract/codecs/transaction';
import { stripUnknownFields } from '@carryover/contract/codecs/unknown-fields';
import { complain, type Issue, issueAt } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { nearestName, withHint } from '@carryover/contract/nearest-name';
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

const decode = <Input>(codec: Codec<Input>, body: JsonValue): E.Either<ReadonlyArray<Issue>, DecodedBody<Input>> =>
  pipe(
    codec.check(body),
    E.map((input) => ({ input, sent: body as JsonObject, unknownFields: [] })),
  );

const isReportedInstead = (body: JsonValue, organisationId: string, policy: UnknownFieldsPolicy): Stored<boolean> => {
  const supplierCode = isJsonObject(body) ? body.import_supplier : null;
  if (typeof supplierCode !== 'string') return TE.right(false);
  return pipe(
    policy({ organisationId, supplierCode }),
    TE.map((unknownFields) => unknownFields === 'report'),
  );
};

/**
 * Decodes a whole payload. Fields that the interface does not know are rejected, or left out and reported if the supplier is
 * configured so (decisions 2, 3).
 *
 * @returns Left with the errors in document order.
 */
export const decodeBody = <Input>(
  codec: Codec<Input>,
  { body: { value: body }, caller: { organisationId } }: ParsedContext,
  policy: UnknownFieldsPolicy,
): TE.TaskEither<Rejection, DecodedBody<Input>> => {
  const decoded = decode(codec, body);
  if (E.isRight(decoded)) return TE.right(decoded.right);
  const rejected = TE.left(failedValidation(decoded.left));
  const isAboutSupplier = ({ path }: Issue) => path.length === 0 || path[0] === 'import_supplier';
  // Without a valid supplier code there is no supplier whose policy could be read.
  if (decoded.left.some(isAboutSupplier)) return rejected;
  if (!decoded.left.some(({ code }) => code === 'unknown_field')) return rejected;
  return pipe(
    isReportedInstead(body, organisationId, policy),
    TE.mapLeft(ofStoreFailure),
    TE.chain((isReported) => (isReported ? TE.fromEither(decodeWithout(codec, body)) : rejected)),
  );
};

const decodeWithout = <Input>(codec: Codec<Input>, body: JsonValue): E.Either<Rejection, DecodedBody<Input>> => {
  const stripped = stripUnknownFields(codec, body);
  return pipe(
    decode(codec, stripped.body),
    E.bimap(failedValidation, (decoded) => ({ ...decoded, unknownFields: stripped.unknownFields })),
  );
};

/** The boolean query parameters of an endpoint with their defaults. */
export type Flags = Readonly<Record<string, boolean>>;

/** The parameters that are documented, as a request has them that sends none. */
export const defaultsOf = <Name extends string>(
  parameters: Readonly<Record<Name, QueryParameter>>,
): Readonly<Record<Name, boolean>> => {
  const entries = Object.entries<QueryParameter>(parameters).map(([name, parameter]) => [name, parameter.default]);
  return Object.fromEntries(entries);
};

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const invalid = (name: string, detail: string): ReadonlyArray<Issue> => [issueAt([name], complain('invalid', detail))];

const judge = (name: string, values: ReadonlyArray<string>, defaults: Flags): ReadonlyArray<Issue> => {
  if (!Object.hasOwn(defaults, name)) {
    const { code, detail } = complain('unknown_parameter');
    return [issueAt([name], { code, detail: withHint(detail, nearestName(name, Object.keys(defaults))) })];
  }
  if (values.length > 1) return invalid(name, 'The parameter appears more than once.');
  return WORDS.has(values[0]!.toLowerCase()) ? [] : invalid(name, 'Must be true, false, 1 or 0.');
};

/**
 * Reads an endpoint's query parameters: `true` or `false` in any letter case, `1` or `0` (decisions 5).
 *
 * @returns Left with every parameter that is unknown, repeated or anything else (decisions 3).
 */
export const readFlags = <F extends Flags>(defaults: F, url: string): E.Either<Rejection, F> => {
  const start = url.indexOf('?');
  if (start === -1) return E.right(defaults);
  // The `&` keeps a leading question mark, which would otherwise be dropped, as part of the name.
  const parameters = new URLSearchParams(`&${url.slice(start + 1)}`);
  const names = [...new Set(parameters.keys())];
  const issues = names.flatMap((name) => judge(name, parameters.getAll(name), defaults));
  if (issues.length > 0) return E.left(failedValidation(issues.slice(0, MAX_REPORTED_ISSUES)));
  const sent = names.map((name) => [name, WORDS.get(parameters.get(name)!.toLowerCase())!]);
  return E.right({ ...defaults, ...Object.fromEntries(sent) });
};

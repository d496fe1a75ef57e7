import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { complain, type Issue, inDocumentOrder, toMessage } from '../issue.ts';
import type { JsonObject, JsonValue } from '../json/exact-json.ts';
import type { JsonSchema } from '../json-schema.ts';
import { MAX_REPORTED_ISSUES } from '../limits.ts';
import { Findings } from './findings.ts';

/** What a codec is made of, for who walks codecs: the fields it knows, the items it holds, the bounds it keeps. */
export type Shape =
  | { readonly kind: 'scalar'; readonly schema: JsonSchema }
  | { readonly kind: 'list'; readonly item: AnyCodec; readonly minItems: number; readonly maxItems: number }
  | {
      readonly kind: 'record';
      /** Every field the interface documents here, also those of other variants. */
      readonly documented: ReadonlyMap<string, AnyCodec>;
      /** The fields of this variant. */
      readonly fields: ReadonlyMap<string, AnyCodec>;
      readonly required: ReadonlyArray<string>;
      /** What members must say together, as far as a schema can tell. */
      readonly together: JsonSchema;
    }
  | {
      readonly kind: 'tagged';
      readonly variants: ReadonlyMap<string, AnyCodec>;
      readonly tag: string;
      readonly variantOf: (value: JsonObject) => AnyCodec;
    };

/** What the documentation says of a field. */
export type About = { readonly description: string; readonly example?: unknown };

/** Reads one value that is not null; what is wrong with it is added to the findings, and undefined returned. */
export type Read<A> = (value: JsonValue, findings: Findings) => A | undefined;

/** An io-ts codec from the exact JSON of a request to a domain value: each value is parsed once, on the way in. */
export class Codec<A> extends t.Type<A, unknown, unknown> {
  readonly shape: Shape;
  readonly about: About | null;
  private readonly readValue: Read<A>;

  constructor(name: string, shape: Shape, read: Read<A>, about: About | null = null) {
    super(
      name,
      (_): _ is A => false,
      (value, context) => this.validateAll(value as JsonValue, context),
      t.identity,
    );
    this.shape = shape;
    this.about = about;
    this.readValue = read;
  }

  /** null is not absence: refused as such everywhere (decisions 3). */
  read(value: JsonValue, findings: Findings): A | undefined {
    return value === null ? findings.add(complain('null')) : this.readValue(value, findings);
  }

  /** The same codec, as the documentation speaks of it in one place. */
  described(description: string, example?: unknown): Codec<A> {
    const about = example === undefined ? { description } : { description, example };
    return new Codec(this.name, this.shape, this.readValue, about);
  }

  /** As io-ts has it, for codecs made of this one. */
  private validateAll(value: JsonValue, context: t.Context): t.Validation<A> {
    return E.mapLeft((issues: ReadonlyArray<Issue>) =>
      issues.map((issue): t.ValidationError => {
        const place = issue.path.map((step) => ({ key: String(step), type: t.unknown }));
        return { value, context: [...context, ...place], message: toMessage(issue) };
      }),
    )(decodePayload(this, value));
  }
}

/** A codec of whichever value. */
export type AnyCodec = t.Mixed & {
  readonly shape: Shape;
  readonly about: About | null;
  readonly read: Read<unknown>;
};

/**
 * Reads a payload.
 *
 * @returns Left with what is wrong with it, in document order, `maxIssues` at most (decisions 3).
 */
export const decodePayload = <A>(
  codec: { readonly read: Read<A> },
  body: JsonValue,
  maxIssues: number = MAX_REPORTED_ISSUES,
): E.Either<ReadonlyArray<Issue>, A> => {
  const findings = new Findings(maxIssues);
  const read = codec.read(body, findings);
  return findings.count === 0 ? E.right(read as A) : E.left(inDocumentOrder(body, findings.issues, maxIssues));
};

/** One JSON value that is neither an object nor a list. @param schema says which are taken. */
export const scalar = <A>(name: string, schema: JsonSchema, read: Read<A>): Codec<A> =>
  new Codec(name, { kind: 'scalar', schema }, read);

/** A list of `minItems` to `maxItems`; one of another length is not looked into. */
export const list = <A>(
  item: Codec<A>,
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = {},
): Codec<ReadonlyArray<A>> =>
  new Codec<ReadonlyArray<A>>(`list of ${item.name}`, { kind: 'list', item, minItems, maxItems }, (value, findings) => {
    if (!Array.isArray(value)) return findings.add(complain('invalid', 'Must be a list.'));
    if (value.length < minItems) return findings.add(complain('min_items', `Must have ${minItems} or more items.`));
    if (value.length > maxItems) return findings.add(complain('max_items', `Must have at most ${maxItems} items.`));
    const before = findings.count;
    const items: A[] = [];
    for (let index = 0; index < value.length && !findings.isFull; index += 1) {
      const found = findings.count;
      items.push(item.read(value[index], findings) as A);
      if (findings.count > found) findings.placeSince(found, index);
    }
    return findings.count > before ? undefined : items;
  });

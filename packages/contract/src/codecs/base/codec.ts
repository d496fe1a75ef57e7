import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { type Complaint, complain, type Issue, inDocumentOrder, toMessage } from '../../issue.ts';
import type { JsonObject, JsonValue } from '../../json/exact-json.ts';
import type { JsonSchema } from '../../json-schema.ts';
import { MAX_REPORTED_ISSUES } from '../../limits.ts';
import { NearestNames, withHint } from '../../nearest-name.ts';
import { isSame } from './is-same.ts';

/** The structure of a codec, for code that walks codecs: the fields it knows, the items it contains, the bounds it keeps. */
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
      /** The part of the record's rules that a JSON Schema can express. */
      readonly together: JsonSchema;
    }
  | {
      readonly kind: 'tagged';
      readonly variants: ReadonlyMap<string, AnyCodec>;
      readonly tag: string;
      readonly variantOf: (value: JsonObject) => AnyCodec;
    };

/** The documentation of a field. */
export type About = { readonly description: string; readonly example?: unknown };

type Found = Complaint & { readonly path: (string | number)[] };

/**
 * The issues of one payload, collected while it is read. Each issue is found without its path; containers put their steps
 * in front of it afterwards. A valid payload, which is the case that must be fast, builds no paths.
 */
export class Issues {
  readonly #found: Found[] = [];
  readonly #max: number;
  #nearestNames: NearestNames | undefined;

  /** @param max the number of issues after which reading may stop. */
  constructor(max: number) {
    this.#max = max;
  }

  get count(): number {
    return this.#found.length;
  }

  get isFull(): boolean {
    return this.#found.length >= this.#max;
  }

  get all(): ReadonlyArray<Issue> {
    return this.#found;
  }

  /** Returns undefined, which a reader returns in place of a value. */
  add({ code, detail }: Complaint, path: Issue['path'] = []): undefined {
    this.#found.push({ code, detail, path: [...path] });
    return undefined;
  }

  /** Adds the issue of an unknown field, with the nearest known name. */
  addUnknownField(name: string, known: Iterable<string>): undefined {
    this.#nearestNames ??= new NearestNames();
    const { code, detail } = complain('unknown_field');
    return this.add({ code, detail: withHint(detail, this.#nearestNames.of(name, known)) });
  }

  /** Puts a step in front of every issue found since there were `count`. */
  placeSince(count: number, step: string | number): void {
    for (let at = count; at < this.#found.length; at += 1) this.#found[at]!.path.unshift(step);
  }
}

/** Reads one value that is not null; adds what is wrong with it to the issues and returns undefined. */
export type Read<A> = (value: JsonValue, issues: Issues) => A | undefined;

type Definition<A> = {
  readonly name: string;
  readonly shape: Shape;
  readonly read: Read<A>;
  /** The inverse of `read`. */
  readonly encode: (value: A) => JsonValue;
  readonly about?: About;
  readonly maxIssues?: number;
};

/**
 * An io-ts codec between the exact JSON of a request and a domain value. Each value is parsed once, when it is decoded.
 *
 * `is` holds for exactly the values that `decode` returns.
 */
export class Codec<A> extends t.Type<A, JsonValue, unknown> {
  readonly shape: Shape;
  readonly about: About | null;
  readonly #definition: Definition<A>;

  constructor(definition: Definition<A>) {
    const is = (value: unknown): value is A => {
      try {
        const decoded = this.decode(definition.encode(value as A));
        return E.isRight(decoded) && isSame(decoded.right, value);
      } catch {
        // A value of another type lacks the members that are encoded.
        return false;
      }
    };
    super(definition.name, is, (value, context) => this.#validate(value as JsonValue, context), definition.encode);
    this.#definition = definition;
    this.shape = definition.shape;
    this.about = definition.about ?? null;
  }

  /** Rejects null, which is not absence (decisions 3). */
  read(value: JsonValue, issues: Issues): A | undefined {
    return value === null ? issues.add(complain('null')) : this.#definition.read(value, issues);
  }

  /** The same codec with documentation for one place. */
  described(description: string, example?: unknown): Codec<A> {
    const about = example === undefined ? { description } : { description, example };
    return new Codec({ ...this.#definition, about });
  }

  /** The same codec, which collects up to `maxIssues`. */
  withMaxIssues(maxIssues: number): Codec<A> {
    return new Codec({ ...this.#definition, maxIssues });
  }

  /** The same wire form, read as another type. @param from the inverse of `to`. */
  mapped<B>(to: (value: A) => B, from: (value: B) => A): Codec<B> {
    const { name, shape, read, encode } = this.#definition;
    const readMapped: Read<B> = (value, issues) => {
      const found = read(value, issues);
      return found === undefined ? undefined : to(found);
    };
    return new Codec({ name, shape, read: readMapped, encode: (value) => encode(from(value)) });
  }

  #validate(value: JsonValue, context: t.Context): t.Validation<A> {
    const { maxIssues = MAX_REPORTED_ISSUES } = this.#definition;
    const issues = new Issues(maxIssues);
    const read = this.read(value, issues);
    return issues.count === 0
      ? t.success(read as A)
      : t.failures(inDocumentOrder(value, issues.all, maxIssues).map((issue) => toError(value, context, issue)));
  }
}

/** A codec of any value. */
export type AnyCodec = t.Mixed & {
  readonly shape: Shape;
  readonly about: About | null;
  readonly read: Read<unknown>;
};

/** Defines a codec of one JSON value that is neither an object nor a list. @param schema the accepted values. */
export const scalar = <A>(name: string, schema: JsonSchema, read: Read<A>, encode: (value: A) => JsonValue): Codec<A> =>
  new Codec({ name, shape: { kind: 'scalar', schema }, read, encode });

const memberOf = (value: unknown, step: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[step] : undefined;

/** Returns an issue as io-ts reports it: one context entry per step, and one text. */
const toError = (value: JsonValue, context: t.Context, issue: Issue): t.ValidationError => {
  let actual: unknown = value;
  const entries = issue.path.map((step): t.ContextEntry => {
    actual = memberOf(actual, step);
    return { key: String(step), type: t.unknown, actual };
  });
  return { value: actual, context: [...context, ...entries], message: toMessage(issue) };
};

import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { type Complaint, complain, type Issue, inDocumentOrder } from '../../issue.ts';
import type { JsonObject, JsonValue } from '../../json/exact-json.ts';
import type { JsonSchema } from '../../json-schema.ts';
import { MAX_REPORTED_ISSUES } from '../../limits.ts';
import { NearestNames, withHint } from '../../nearest-name.ts';

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
  readonly about?: About;
  readonly maxIssues?: number;
};

/** An io-ts decoder from the exact JSON of a request to a domain value. Each value is parsed once, when it is decoded. */
export class Codec<A> implements t.Decoder<JsonValue, A> {
  readonly name: string;
  readonly shape: Shape;
  readonly about: About | null;
  readonly #definition: Definition<A>;

  constructor(definition: Definition<A>) {
    this.name = definition.name;
    this.shape = definition.shape;
    this.about = definition.about ?? null;
    this.#definition = definition;
  }

  /** Rejects null, which is not absence (decisions 3). */
  read(value: JsonValue, issues: Issues): A | undefined {
    return value === null ? issues.add(complain('null')) : this.#definition.read(value, issues);
  }

  /** Returns the value, or what is wrong with it in document order. */
  check(value: JsonValue): E.Either<ReadonlyArray<Issue>, A> {
    const { maxIssues = MAX_REPORTED_ISSUES } = this.#definition;
    const issues = new Issues(maxIssues);
    const read = this.read(value, issues);
    return issues.count === 0 ? E.right(read as A) : E.left(inDocumentOrder(value, issues.all, maxIssues));
  }

  /** The same as {@link check}, with io-ts' errors. */
  decode(value: JsonValue): t.Validation<A> {
    return this.validate(value, [{ key: '', type: t.unknown, actual: value }]);
  }

  validate(value: JsonValue, context: t.Context): t.Validation<A> {
    return E.mapLeft((issues: ReadonlyArray<Issue>) => issues.map((issue) => toError(value, context, issue)))(
      this.check(value),
    );
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

  /** The same wire form, read as another type. */
  mapped<B>(to: (value: A) => B): Codec<B> {
    const { name, shape, read } = this.#definition;
    const readMapped: Read<B> = (value, issues) => {
      const found = read(value, issues);
      return found === undefined ? undefined : to(found);
    };
    return new Codec({ name, shape, read: readMapped });
  }
}

/** A codec of any value. */
export type AnyCodec = Pick<Codec<unknown>, 'name' | 'shape' | 'about' | 'read' | 'check'>;

/** The type of the values that a codec reads. */
export type ValueOf<C extends AnyCodec> = Exclude<ReturnType<C['read']>, undefined>;

/** Defines a codec of one JSON value that is neither an object nor a list. @param schema the accepted values. */
export const scalar = <A>(name: string, schema: JsonSchema, read: Read<A>): Codec<A> =>
  new Codec({ name, shape: { kind: 'scalar', schema }, read });

const memberOf = (value: unknown, step: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[step] : undefined;

/** Returns an issue as io-ts reports it: one context entry per step, and one text. */
const toError = (value: JsonValue, context: t.Context, issue: Issue): t.ValidationError => {
  let actual: unknown = value;
  const entries = issue.path.map((step): t.ContextEntry => {
    actual = memberOf(actual, step);
    return { key: String(step), type: t.unknown, actual };
  });
  return { value: actual, context: [...context, ...entries], message: `${issue.code}: ${issue.detail}` };
};

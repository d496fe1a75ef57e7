import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { ErrorCode } from '../error-codes.ts';
import { type Complaint, complain, type Issue, inDocumentOrder, issueAt, type Path } from '../issue.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json/exact-json.ts';
import { MAX_REPORTED_ISSUES } from '../limits.ts';
import { NearestNames, withHint } from '../nearest-name.ts';

/** A JSON Schema 2020-12, as OpenAPI 3.1 embeds it: keywords with their values. */
export type JsonSchema = { readonly [keyword: string]: unknown };

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
      /** The values of optional fields that were not sent, if not null. */
      readonly defaults: Readonly<Record<string, unknown>>;
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
type About = { readonly description: string; readonly example?: unknown; readonly byDefault?: unknown };

/** The issues of one payload, collected while it is read. */
export class Issues {
  readonly all: Issue[] = [];
  /** The steps to the value that is being read. It is copied for an issue only: valid payloads must be fast. */
  readonly path: (string | number)[] = [];
  readonly max: number;
  #nearestNames: NearestNames | undefined;

  /** @param max the number of issues after which reading may stop. */
  constructor(max: number) {
    this.max = max;
  }

  get isFull(): boolean {
    return this.all.length >= this.max;
  }

  /** Returns undefined, which a reader returns in place of a value. @param path from the value that is being read. */
  add({ code, detail }: Complaint, path: Path = []): undefined {
    this.all.push({ code, detail, path: [...this.path, ...path] });
    return undefined;
  }

  /** Adds the issue of an unknown name, with the nearest known one. */
  addUnknown(code: ErrorCode, name: string, known: Iterable<string>): undefined {
    this.#nearestNames ??= new NearestNames();
    return this.add(complain(code, withHint(complain(code).detail, this.#nearestNames.of(name, known))));
  }
}

/** Reads one value that is not null; adds what is wrong with it to the issues and returns undefined. */
export type Read<A> = (value: JsonValue, issues: Issues) => A | undefined;

type Definition<A> = {
  readonly name: string;
  readonly shape: Shape;
  readonly read: Read<A>;
  readonly about?: About;
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

  /** Returns the value, or what is wrong with it in document order, up to `maxIssues`. */
  check(value: JsonValue, maxIssues: number = MAX_REPORTED_ISSUES): E.Either<ReadonlyArray<Issue>, A> {
    const issues = new Issues(maxIssues);
    const read = this.read(value, issues);
    return issues.all.length === 0 ? E.right(read as A) : E.left(inDocumentOrder(value, issues.all, maxIssues));
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

  /** The same codec with documentation for one place. @param byDefault what a value that is left out means. */
  described(description: string, example?: unknown, byDefault?: unknown): Codec<A> {
    return new Codec({ ...this.#definition, about: { description, example, byDefault } });
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

/** Returns an issue as io-ts reports it: one context entry per step, and one text. */
const toError = (value: JsonValue, context: t.Context, issue: Issue): t.ValidationError => {
  let actual: JsonValue | undefined = value;
  const entries = issue.path.map((step): t.ContextEntry => {
    actual = memberOf(actual, step);
    return { key: String(step), type: t.unknown, actual };
  });
  return { value: actual, context: [...context, ...entries], message: `${issue.code}: ${issue.detail}` };
};

/** Defines a list of `minItems` to `maxItems`; the items of a list of another length are not read. */
export const list = <A>(
  item: Codec<A>,
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = {},
): Codec<ReadonlyArray<A>> => {
  const read: Read<ReadonlyArray<A>> = (value, issues) => {
    if (!Array.isArray(value)) return issues.add(complain('invalid', 'Must be a list.'));
    if (value.length < minItems) return issues.add(complain('min_items', `Must have ${minItems} or more items.`));
    if (value.length > maxItems) return issues.add(complain('max_items', `Must have at most ${maxItems} items.`));
    const before = issues.all.length;
    const items: A[] = [];
    for (let index = 0; index < value.length && !issues.isFull; index += 1) {
      issues.path.push(index);
      items.push(item.read(value[index], issues) as A);
      issues.path.pop();
    }
    return issues.all.length > before ? undefined : items;
  };
  const shape = { kind: 'list', item, minItems, maxItems } as const;
  return new Codec({ name: `list of ${item.name}`, shape, read });
};

type Fields = { readonly [name: string]: AnyCodec };

/** `transaction_id` is read as `transactionId`. */
type CamelCase<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name;
const camelCase = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The name of a field's member: its own in camel case, or another one. */
type MemberName<Name, Others> = (Name extends keyof Others ? Others[Name] : CamelCase<Name>) & string;

type Members<R extends Fields, O extends Fields, Others, Defaults> = {
  readonly [K in keyof R as MemberName<K, Others>]: ValueOf<R[K]>;
} & {
  readonly [K in keyof O as MemberName<K, Others>]: ValueOf<O[K]> | (K extends keyof Defaults ? never : null);
};

/**
 * A rule about several members. It gets the valid members; the path of an issue is relative to the record.
 *
 * @param max the number of issues that are reported: more need not be found.
 */
export type Rule<M> = (members: Partial<M>, sent: JsonObject, max: number) => ReadonlyArray<Issue>;

const NO_ISSUES: ReadonlyArray<Issue> = [];

/** Returns the issue of a rule at the field of a record that breaks it; none if it is kept. */
export const issuesAt = (
  field: string,
  verdict: E.Either<{ readonly kind: ErrorCode }, unknown>,
): ReadonlyArray<Issue> => (E.isRight(verdict) ? NO_ISSUES : [issueAt([field], complain(verdict.left.kind))]);

/**
 * Defines an object of exactly these fields (decisions 3): issues in the order sent, then missing fields, then the rules. Its
 * members have the names of the fields in camel case. An optional field that was not sent is null.
 */
export const record = <
  R extends Fields,
  O extends Fields = Record<never, AnyCodec>,
  const Others extends { readonly [K in keyof R | keyof O]?: string } = Record<never, string>,
  Defaults extends { readonly [K in keyof O]?: ValueOf<O[K]> } = Record<never, never>,
>(is: {
  readonly name: string;
  readonly required: R;
  readonly optional?: O;
  /** The members whose name is not that of their field, by field. */
  readonly names?: Others;
  /** The values of optional fields that were not sent, by field. */
  readonly defaults?: Defaults;
  /** Fields that the interface documents, but not for this variant: `field_not_used_with_type` rather than unknown. */
  readonly notUsed?: Fields;
  readonly unknown?: 'unknown_field' | 'unknown_parameter';
  readonly rules?: ReadonlyArray<Rule<Members<R, O, Others, Defaults>>>;
  /** The part of the rules that a JSON Schema can express. */
  readonly together?: JsonSchema;
}): Codec<Members<R, O, Others, Defaults>> => {
  type Value = Members<R, O, Others, Defaults>;
  const { name, required, optional = {}, notUsed = {}, unknown = 'unknown_field', rules = [], together = {} } = is;
  const names: Readonly<Record<string, string | undefined>> = is.names ?? {};
  const defaults: Readonly<Record<string, unknown>> = is.defaults ?? {};
  const fields = new Map(Object.entries<AnyCodec>({ ...required, ...optional }));
  const members = new Map([...fields].map(([key, codec]) => [key, { name: names[key] ?? camelCase(key), codec }]));
  const documented = new Map([...Object.entries(notUsed), ...fields]);
  const documentedNames = [...documented.keys()];
  const requiredNames = Object.keys(required);
  const unsent: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(requiredNames.map((key) => [key, undefined])),
    ...Object.fromEntries(Object.keys(optional).map((key) => [key, null])),
    ...defaults,
  };
  const initial = Object.fromEntries([...members].map(([key, member]) => [member.name, unsent[key]]));
  const notUsedHere = complain('field_not_used_with_type', `This field is not used with ${name}.`);

  const shape = { kind: 'record', documented, fields, required: requiredNames, defaults, together } as const;
  const read: Read<Value> = (value, issues) => {
    if (!isJsonObject(value)) return issues.add(complain('invalid', 'Must be an object.'));
    const before = issues.all.length;
    const found: Record<string, unknown> = { ...initial };
    for (const key in value) {
      const member = members.get(key);
      issues.path.push(key);
      // Known members are read even after issues, because the rules below need the valid ones.
      if (member !== undefined) found[member.name] = member.codec.read(value[key]!, issues);
      else if (!issues.isFull && documented.has(key)) issues.add(notUsedHere);
      else if (!issues.isFull) issues.addUnknown(unknown, key, documentedNames);
      issues.path.pop();
    }
    for (const key of requiredNames) {
      if (!Object.hasOwn(value, key)) issues.add(complain('required'), [key]);
    }
    for (const rule of rules) {
      for (const issue of rule(found as Partial<Value>, value, issues.max)) issues.add(issue, issue.path);
    }
    return issues.all.length > before ? undefined : (found as Value);
  };
  return new Codec({ name, shape, read });
};

type Tagged = { readonly type: string };
/** A codec of the values of `A` with a `type`, which its caller knows. */
type VariantOf<A, Type> = AnyCodec & { readonly read: Read<Omit<A & { readonly type: Type }, 'type'>> };

/**
 * Defines an object whose field `tag` names its variant; it is read as the member `type`.
 *
 * @param otherwise finds the issues of an object whose tag names no variant.
 */
export const tagged = <A extends Tagged>(
  name: string,
  tag: string,
  variants: { readonly [Type in A['type']]: VariantOf<A, Type> },
  otherwise: AnyCodec,
): Codec<A> => {
  const byTag = new Map(Object.entries<AnyCodec>(variants));
  const variantOf = (value: JsonObject): AnyCodec => {
    const sent = Object.hasOwn(value, tag) ? value[tag] : undefined;
    return (typeof sent === 'string' ? byTag.get(sent) : undefined) ?? otherwise;
  };
  const read: Read<A> = (value, issues) =>
    (isJsonObject(value) ? variantOf(value) : otherwise).read(value, issues) as A | undefined;
  const shape = { kind: 'tagged', tag, variants: byTag, variantOf } as const;
  return new Codec({ name, shape, read });
};

/** A list as sent, valid or not, and its path. */
export type SentList = { readonly list: JsonValue | undefined; readonly path: Path };

/**
 * Returns an issue for each later occurrence of a name in the objects of the lists, up to `max`. Nothing is allocated for
 * names that occur once.
 *
 * @param nameOf returns null for an object without a name.
 * @param toIssue is given the path of the later object, and the position of the first one in its list.
 */
export const repeated = (
  lists: ReadonlyArray<SentList>,
  nameOf: (item: JsonObject) => string | null,
  toIssue: (path: Path, first: number) => Issue,
  max: number,
): ReadonlyArray<Issue> => {
  const seen = new Map<string, number>();
  const issues: Issue[] = [];
  const check = (item: JsonValue, index: number, path: Path): void => {
    const name = isJsonObject(item) ? nameOf(item) : null;
    if (name === null) return;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, index);
    else if (issues.length < max) issues.push(toIssue([...path, index], first));
  };
  for (const { list, path } of lists) {
    if (Array.isArray(list)) for (let index = 0; index < list.length; index += 1) check(list[index], index, path);
  }
  return issues;
};

/** Returns an issue for each later occurrence of an identifier in `field` of the objects of the lists, up to `max`. */
export const repeatedIds = (
  field: string,
  complaint: Complaint,
  lists: ReadonlyArray<SentList>,
  max: number,
): ReadonlyArray<Issue> =>
  repeated(
    lists,
    ({ [field]: id }) => (typeof id === 'string' ? id : null),
    (path) => issueAt([...path, field], complaint),
    max,
  );

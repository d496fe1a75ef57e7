import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { type Complaint, complain, type Issue, toMessage } from '../issue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-json.ts';
import { MAX_REPORTED_ISSUES } from '../limits.ts';

/** What a codec is made of, for who walks codecs: the fields it knows, the items it holds. */
export type Shape =
  | { readonly kind: 'scalar' }
  | { readonly kind: 'list'; readonly item: AnyCodec }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, AnyCodec> }
  | { readonly kind: 'tagged'; readonly variantOf: (value: JsonObject) => AnyCodec };

/**
 * An io-ts codec from the exact JSON of a request to a domain value: each value is parsed once, on the way in.
 *
 * Members of a record and items of a list are checked with an empty context, and their place is put in front of their
 * errors afterwards: a valid payload, which is the case that must be fast, builds no contexts at all.
 */
export class Codec<A> extends t.Type<A, unknown, unknown> {
  readonly shape: Shape;
  constructor(name: string, shape: Shape, validate: (value: JsonValue, context: t.Context) => t.Validation<A>) {
    super(
      name,
      (_): _ is A => false,
      // null is not absence: refused as such everywhere (decisions 3).
      (value, context) =>
        value === null ? refuse(value, context, complain('null')) : validate(value as JsonValue, context),
      t.identity,
    );
    this.shape = shape;
  }
}

const refuse = <A>(value: unknown, context: t.Context, complaint: Complaint): t.Validation<A> =>
  t.failure(value, context, toMessage(complaint));

/** A codec of whichever value. */
export type AnyCodec = t.Mixed & { readonly shape: Shape };

/** One JSON value that is neither an object nor a list. */
export const scalar = <A>(name: string, parse: (value: JsonValue) => E.Either<Complaint, A>): Codec<A> =>
  new Codec(name, { kind: 'scalar' }, (value, context) => {
    const parsed = parse(value);
    return E.isLeft(parsed) ? refuse(value, context, parsed.left) : parsed;
  });

/** A member's errors as its container's, each with its place. */
const within = (context: t.Context, entry: t.ContextEntry, memberErrors: t.Errors): t.Errors =>
  memberErrors.map((error) => ({ ...error, context: [...context, entry, ...error.context] }));

/** A list of `minItems` to `maxItems`; one of another length is not looked into. */
export const list = <A>(
  item: Codec<A>,
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = {},
): Codec<ReadonlyArray<A>> =>
  new Codec(`list of ${item.name}`, { kind: 'list', item }, (value, context) => {
    if (!Array.isArray(value)) return refuse(value, context, complain('invalid', 'Must be a list.'));
    if (value.length < minItems) return refuse(value, context, complain('min_items', `At least ${minItems} needed.`));
    if (value.length > maxItems) return refuse(value, context, complain('max_items', `At most ${maxItems} allowed.`));
    const items: A[] = [];
    const errors: t.ValidationError[] = [];
    for (let index = 0; index < value.length && errors.length < MAX_REPORTED_ISSUES; index += 1) {
      const result = item.validate(value[index], []);
      if (E.isRight(result)) items.push(result.right);
      else errors.push(...within(context, { key: String(index), type: item, actual: value[index] }, result.left));
    }
    return errors.length === 0 ? t.success(items) : t.failures(errors);
  });

type Fields = { readonly [name: string]: AnyCodec };
type Members<R extends Fields, O extends Fields> = { readonly [K in keyof R]: t.TypeOf<R[K]> } & {
  readonly [K in keyof O]: t.TypeOf<O[K]> | undefined;
};

/** What members say only together. Gets the members that are valid; the path of an issue is relative to the record. */
export type Rule<M> = (members: Partial<M>, sent: JsonObject) => ReadonlyArray<Issue>;

/** An object of exactly these fields (decisions 3): errors in the order sent, then what is missing, then the rules. */
export const record = <R extends Fields, O extends Fields, A>(is: {
  readonly name: string;
  readonly required: R;
  readonly optional: O;
  /** Fields the interface documents, but not for this variant: `field_not_used_with_type` rather than unknown. */
  readonly notUsed?: Fields;
  readonly rules?: ReadonlyArray<Rule<Members<R, O>>>;
  readonly to: (members: Members<R, O>) => A;
}): Codec<A> => {
  const { name, required, optional, notUsed = {}, rules = [], to } = is;
  const fields = new Map(Object.entries({ ...required, ...optional }));
  const documented = new Map([...Object.entries(notUsed), ...fields]);
  const requiredNames = Object.keys(required);
  const absent = Object.fromEntries([...fields.keys()].map((key) => [key, undefined]));
  const notUsedHere = complain('field_not_used_with_type', `Not used with ${name}.`);

  return new Codec<A>(name, { kind: 'record', fields: documented }, (value, context) => {
    if (!isJsonObject(value)) return refuse(value, context, complain('invalid', 'Must be an object.'));
    const members: Record<string, unknown> = { ...absent };
    const errors: t.ValidationError[] = [];
    for (const key in value) {
      const actual = value[key];
      const field = fields.get(key);
      const complaint = documented.has(key) ? notUsedHere : complain('unknown_field');
      const result = field === undefined ? refuse(actual, [], complaint) : field.validate(actual, []);
      if (E.isRight(result)) members[key] = result.right;
      // Enough is enough, but the rules below may need what is valid of the other members.
      else if (errors.length < MAX_REPORTED_ISSUES)
        errors.push(...within(context, { key, type: field ?? t.unknown, actual }, result.left));
    }
    for (const key of requiredNames) {
      if (Object.hasOwn(value, key)) continue;
      errors.push({
        value,
        context: [...context, { key, type: fields.get(key)! }],
        message: toMessage(complain('required')),
      });
    }
    for (const issue of rules.flatMap((rule) => rule(members as Partial<Members<R, O>>, value))) {
      const place = issue.path.map((step) => ({ key: String(step), type: t.unknown }));
      errors.push({ value, context: [...context, ...place], message: toMessage(issue) });
    }
    return errors.length === 0 ? t.success(to(members as Members<R, O>)) : t.failures(errors);
  });
};

/** An object whose field `tag` says which variant it is; `otherwise` finds what is wrong where it says none. */
export const tagged = <A>(
  name: string,
  tag: string,
  variants: ReadonlyMap<string, Codec<A>>,
  otherwise: Codec<A>,
): Codec<A> => {
  const variantOf = (value: JsonObject): Codec<A> => {
    const sent = Object.hasOwn(value, tag) ? value[tag] : undefined;
    return (typeof sent === 'string' ? variants.get(sent) : undefined) ?? otherwise;
  };
  return new Codec(name, { kind: 'tagged', variantOf }, (value, context) =>
    (isJsonObject(value) ? variantOf(value) : otherwise).validate(value, context),
  );
};

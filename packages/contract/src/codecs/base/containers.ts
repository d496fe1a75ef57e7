import * as E from 'fp-ts/lib/Either.js';
import type { ErrorCode } from '../../error-codes.ts';
import { complain, type Issue, issueAt, type Path } from '../../issue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/exact-json.ts';
import type { JsonSchema } from '../../json-schema.ts';
import { MAX_REPORTED_ISSUES } from '../../limits.ts';
import { type AnyCodec, Codec, type Read, type ValueOf } from './codec.ts';

/** Defines a list of `minItems` to `maxItems`; the items of a list of another length are not read. */
export const list = <A>(
  item: Codec<A>,
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = {},
): Codec<ReadonlyArray<A>> => {
  const read: Read<ReadonlyArray<A>> = (value, issues) => {
    if (!Array.isArray(value)) return issues.add(complain('invalid', 'Must be a list.'));
    if (value.length < minItems) return issues.add(complain('min_items', `Must have ${minItems} or more items.`));
    if (value.length > maxItems) return issues.add(complain('max_items', `Must have at most ${maxItems} items.`));
    const before = issues.count;
    const items: A[] = [];
    for (let index = 0; index < value.length && !issues.isFull; index += 1) {
      const found = issues.count;
      items.push(item.read(value[index], issues) as A);
      if (issues.count > found) issues.placeSince(found, index);
    }
    return issues.count > before ? undefined : items;
  };
  const shape = { kind: 'list', item, minItems, maxItems } as const;
  return new Codec({ name: `list of ${item.name}`, shape, read });
};

export type Fields = { readonly [name: string]: AnyCodec };
type Members<R extends Fields, O extends Fields> = { readonly [K in keyof R]: ValueOf<R[K]> } & {
  readonly [K in keyof O]: ValueOf<O[K]> | undefined;
};

/** A rule about several members. It gets the valid members; the path of an issue is relative to the record. */
export type Rule<M> = (members: Partial<M>, sent: JsonObject) => ReadonlyArray<Issue>;

const NO_ISSUES: ReadonlyArray<Issue> = [];

/** Returns the issue of a rule at the field of a record that breaks it; none if it is kept. */
export const issuesAt = (
  field: string,
  verdict: E.Either<{ readonly kind: ErrorCode }, unknown>,
): ReadonlyArray<Issue> => (E.isRight(verdict) ? NO_ISSUES : [issueAt([field], complain(verdict.left.kind))]);

/** Defines an object of exactly these fields (decisions 3): issues in the order sent, then missing fields, then the rules. */
export const record = <R extends Fields, O extends Fields>(is: {
  readonly name: string;
  readonly required: R;
  readonly optional: O;
  /** Fields that the interface documents, but not for this variant: `field_not_used_with_type` rather than unknown. */
  readonly notUsed?: Fields;
  readonly rules?: ReadonlyArray<Rule<Members<R, O>>>;
  /** The part of the rules that a JSON Schema can express. */
  readonly together?: JsonSchema;
}): Codec<Members<R, O>> => {
  const { name, required, optional, notUsed = {}, rules = [], together = {} } = is;
  const fields = new Map(Object.entries({ ...required, ...optional }));
  const documented = new Map([...Object.entries(notUsed), ...fields]);
  const documentedNames = [...documented.keys()];
  const requiredNames = Object.keys(required);
  const absent = Object.fromEntries([...fields.keys()].map((key) => [key, undefined]));
  const notUsedHere = complain('field_not_used_with_type', `This field is not used with ${name}.`);

  const shape = { kind: 'record', documented, fields, required: requiredNames, together } as const;
  const read: Read<Members<R, O>> = (value, issues) => {
    if (!isJsonObject(value)) return issues.add(complain('invalid', 'Must be an object.'));
    const before = issues.count;
    const members: Record<string, unknown> = { ...absent };
    for (const key in value) {
      const found = issues.count;
      const field = fields.get(key);
      // Known members are read even after issues, because the rules below need the valid ones.
      if (field !== undefined) members[key] = field.read(value[key]!, issues);
      else if (issues.isFull) continue;
      else if (documented.has(key)) issues.add(notUsedHere);
      else issues.addUnknownField(key, documentedNames);
      if (issues.count > found) issues.placeSince(found, key);
    }
    for (const key of requiredNames) {
      if (!Object.hasOwn(value, key)) issues.add(complain('required'), [key]);
    }
    for (const rule of rules) {
      for (const issue of rule(members as Partial<Members<R, O>>, value)) issues.add(issue, issue.path);
    }
    return issues.count > before ? undefined : (members as Members<R, O>);
  };
  return new Codec({ name, shape, read });
};

type Tagged = { readonly type: string };
/** A codec of some of the values of `A`. */
type VariantOf<A> = AnyCodec & { readonly read: Read<A> };

/**
 * Defines an object whose field `tag` names its variant; the decoded value has that name as its `type`.
 *
 * @param otherwise finds the issues of an object whose tag names no variant.
 */
export const tagged = <A extends Tagged>(
  name: string,
  tag: string,
  variants: Readonly<Record<A['type'], VariantOf<A>>>,
  otherwise: AnyCodec,
): Codec<A> => {
  const byTag = new Map(Object.entries<VariantOf<A>>(variants));
  const known = (value: JsonObject): VariantOf<A> | undefined => {
    const sent = Object.hasOwn(value, tag) ? value[tag] : undefined;
    return typeof sent === 'string' ? byTag.get(sent) : undefined;
  };
  const read: Read<A> = (value, issues) => {
    const variant = isJsonObject(value) ? known(value) : undefined;
    if (variant !== undefined) return variant.read(value, issues) as A | undefined;
    otherwise.read(value, issues);
    return undefined;
  };
  const variantOf = (value: JsonObject) => known(value) ?? otherwise;
  const shape = { kind: 'tagged', tag, variants: byTag, variantOf } as const;
  return new Codec({ name, shape, read });
};

/** A list as sent, valid or not, and its path. */
export type SentList = { readonly list: JsonValue | undefined; readonly path: Path };

/**
 * Returns an issue for each later occurrence of an identifier in `field` of the objects of the lists (decisions 3).
 * Nothing is allocated for identifiers that occur once.
 */
export const repeated = (code: ErrorCode, field: string, lists: ReadonlyArray<SentList>): ReadonlyArray<Issue> => {
  const seen = new Set<string>();
  const issues: Issue[] = [];
  const look = (one: JsonValue, index: number, path: Path): void => {
    const id = isJsonObject(one) ? one[field] : null;
    if (typeof id !== 'string') return;
    if (!seen.has(id)) seen.add(id);
    else if (issues.length < MAX_REPORTED_ISSUES) issues.push(issueAt([...path, index, field], complain(code)));
  };
  for (const { list, path } of lists) {
    if (Array.isArray(list)) for (let index = 0; index < list.length; index += 1) look(list[index], index, path);
  }
  return issues;
};

import type * as t from 'io-ts';
import { complain, type Issue } from '../issue.ts';
import { isJsonObject, type JsonObject } from '../json/exact-json.ts';
import type { JsonSchema } from '../json-schema.ts';
import { type AnyCodec, Codec } from './codec.ts';

export type Fields = { readonly [name: string]: AnyCodec };
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
  /** What of the rules a JSON Schema can say. */
  readonly together?: JsonSchema;
  readonly to: (members: Members<R, O>) => A;
}): Codec<A> => {
  const { name, required, optional, notUsed = {}, rules = [], together = {}, to } = is;
  const fields = new Map(Object.entries({ ...required, ...optional }));
  const documented = new Map([...Object.entries(notUsed), ...fields]);
  const documentedNames = [...documented.keys()];
  const requiredNames = Object.keys(required);
  const absent = Object.fromEntries([...fields.keys()].map((key) => [key, undefined]));
  const notUsedHere = complain('field_not_used_with_type', `This field is not used with ${name}.`);

  const shape = { kind: 'record', documented, fields, required: requiredNames, together } as const;
  return new Codec<A>(name, shape, (value, findings) => {
    if (!isJsonObject(value)) return findings.add(complain('invalid', 'Must be an object.'));
    const before = findings.count;
    const members: Record<string, unknown> = { ...absent };
    for (const key in value) {
      const found = findings.count;
      const field = fields.get(key);
      // Known members are read however much is wrong: the rules below need what is valid of them.
      if (field !== undefined) members[key] = field.read(value[key]!, findings);
      else if (findings.isFull) continue;
      else if (documented.has(key)) findings.add(notUsedHere);
      else findings.addUnknownField(key, documentedNames);
      if (findings.count > found) findings.placeSince(found, key);
    }
    for (const key of requiredNames) {
      if (!Object.hasOwn(value, key)) findings.add(complain('required'), [key]);
    }
    for (const rule of rules) {
      for (const issue of rule(members as Partial<Members<R, O>>, value)) findings.add(issue, issue.path);
    }
    return findings.count > before ? undefined : to(members as Members<R, O>);
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
  return new Codec(name, { kind: 'tagged', tag, variants, variantOf }, (value, findings) =>
    (isJsonObject(value) ? variantOf(value) : otherwise).read(value, findings),
  );
};

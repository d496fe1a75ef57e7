import fc from 'fast-check';
import { openApi } from './openapi.ts';

type Schema = any;

/** Texts of a pattern that takes any text of characters it takes alone; both boundary lengths come often. */
const texts = ({ pattern = '', maxLength = 40 }: Schema): fc.Arbitrary<string> => {
  const form = new RegExp(pattern, 'u');
  const fitting = (text: string): string => {
    const characters = [...text].filter((character) => form.test(character)).slice(0, maxLength);
    return form.test(characters.join('')) ? characters.join('') : 'a';
  };
  const longest = ['a', 'ü', '€', '😀', 'a '].map((unit) => fitting(`a${unit.repeat(maxLength)}`));
  const some = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map(fitting);
  return fc.oneof({ weight: 19, arbitrary: some }, { weight: 1, arbitrary: fc.constantFrom(...longest) });
};

/** Patterns of letters, digits and signs alone can be followed; of the others, texts are tried. */
const strings = (schema: Schema): fc.Arbitrary<string> => {
  if (schema.anyOf !== undefined) return oneOf(schema.anyOf.map((one: Schema) => strings(both(schema, one))));
  const isPlain = /^\^[\w()?:|[\]{},\\.$-]+$/.test(schema.pattern ?? '');
  return isPlain ? fc.stringMatching(new RegExp(schema.pattern)) : texts(schema);
};

/** Two schemas of one text: both patterns as one. */
const both = ({ anyOf: _, pattern, ...one }: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  pattern: [pattern, other.pattern]
    .filter((each) => each !== undefined)
    .map((each) => `(?=${each})`)
    .join(''),
});

const PLACES = 'x-max-decimal-places';
const SIGNIFICANT = 'x-max-significant-digits';

/** Numbers of up to as many digits as a field takes, before and after the point. */
const numbers = (schema: Schema): fc.Arbitrary<number> => {
  const { minimum, maximum, exclusiveMaximum = Infinity, [PLACES]: places, [SIGNIFICANT]: digits } = schema;
  if (places === undefined) return fc.integer({ min: minimum, max: maximum });
  const largest = 10 ** digits - 1;
  return fc
    .tuple(fc.integer({ min: -largest, max: largest }), fc.nat({ max: places }))
    .map(([units, scale]) => Number(`${units % Math.min(10 ** digits, exclusiveMaximum * 10 ** scale)}e-${scale}`));
};

const oneOf = <A>(arbitraries: ReadonlyArray<fc.Arbitrary<A>>): fc.Arbitrary<A> => fc.oneof(...arbitraries);

const objects = ({ properties, required = [] }: Schema): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, payloads(schema)])), {
    requiredKeys: required,
  });

/** Payloads that a schema of the OpenAPI document allows, but for what members say together: that is for its validator. */
export const payloads = (schema: Schema): fc.Arbitrary<any> => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1);
    return payloads(openApi.components.schemas[name]);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.oneOf !== undefined) return oneOf(schema.oneOf.map(payloads));
  switch (schema.type) {
    case 'object':
      return objects(schema);
    case 'array':
      return fc.array(payloads(schema.items), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'string':
      return strings(schema);
    case 'number':
    case 'integer':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    default:
      return oneOf(schema.anyOf.map(payloads));
  }
};

import type { AnyCodec, JsonSchema, Shape } from '../codecs/codec.ts';

/** Named schemas, as `#/components/schemas/` has them. */
export type Components = Map<string, JsonSchema>;

/** `line item` is `LineItem`, `SUPPLY_CHARGE` is `SupplyCharge`. */
const toName = (name: string): string =>
  name
    .toLowerCase()
    .split(/[ _]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Returns an example value of a codec, from the examples of its fields. */
const exampleOf = ({ about, shape }: AnyCodec): unknown => {
  if (about?.example !== undefined) return about.example;
  switch (shape.kind) {
    case 'scalar':
      return (shape.schema.enum as ReadonlyArray<unknown> | undefined)?.[0];
    case 'list':
      return [exampleOf(shape.item)];
    case 'record':
      return Object.fromEntries([...shape.fields].map(([name, field]) => [name, exampleOf(field)]));
    case 'tagged': {
      const [value, variant] = [...shape.variants][0]!;
      return { ...(exampleOf(variant) as object), [shape.tag]: value };
    }
  }
};

/** Adds the meaning of the field to the description of its type. */
const withAbout = (schema: JsonSchema, codec: AnyCodec): JsonSchema =>
  codec.about === null
    ? schema
    : {
        ...schema,
        description: [codec.about.description, schema.description].filter((part) => part !== undefined).join(' '),
        ...(codec.about.byDefault === undefined ? {} : { default: codec.about.byDefault }),
        examples: [exampleOf(codec)],
      };

/** Adds a schema as a component with its name as title; equal codecs share a component. */
const named = (components: Components, name: string, untitled: JsonSchema): JsonSchema => {
  const schema = { title: name, ...untitled };
  const known = components.get(name);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two schemas have the name ${name}.`);
  components.set(name, schema);
  return ref(name);
};

type Of<K extends Shape['kind']> = Extract<Shape, { readonly kind: K }>;

const ofList = (components: Components, { item, minItems, maxItems }: Of<'list'>): JsonSchema => ({
  type: 'array',
  items: schemaOf(components, item),
  ...(minItems > 0 ? { minItems } : {}),
  ...(Number.isFinite(maxItems) ? { maxItems } : {}),
});

const ofRecord = (
  components: Components,
  { fields, required, together }: Of<'record'>,
  constants: JsonSchema = {},
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    [...fields].map(([name, field]) => {
      const constant = constants[name];
      if (constant === undefined) return [name, schemaOf(components, field)];
      return [name, { type: 'string', const: constant, description: field.about?.description, examples: [constant] }];
    }),
  ),
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
  ...together,
});

const ofTagged = (components: Components, { tag, variants }: Of<'tagged'>): JsonSchema => {
  const refs = [...variants].map(([value, { name, shape }]) => {
    if (shape.kind !== 'record') throw new Error(`Variant ${value} is not a record.`);
    return [value, named(components, toName(name), ofRecord(components, shape, { [tag]: value }))] as const;
  });
  const mapping = Object.fromEntries(refs.map(([value, { $ref }]) => [value, $ref]));
  return { oneOf: refs.map(([, schema]) => schema), discriminator: { propertyName: tag, mapping } };
};

const ofShape = (components: Components, { name, shape }: AnyCodec): JsonSchema => {
  switch (shape.kind) {
    case 'scalar':
      return shape.schema;
    case 'list':
      return ofList(components, shape);
    case 'record':
      return named(components, toName(name), ofRecord(components, shape));
    case 'tagged':
      return named(components, toName(name), ofTagged(components, shape));
  }
};

/** Returns the JSON Schema of a codec; records become components. */
export const schemaOf = (components: Components, codec: AnyCodec): JsonSchema =>
  withAbout(ofShape(components, codec), codec);

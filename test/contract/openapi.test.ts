import type { Issue } from '@carryover/contract/issue';
import { DOCUMENTED_READS, documentedImports } from '@carryover/contract/openapi/endpoints';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { documented } from '../../scripts/site/documented.ts';
import { payloads } from '../support/an-arbitrary-payload.ts';
import { openApi, validatorAt } from '../support/openapi.ts';
import { sent } from './a-body.ts';

const ENDPOINTS = [...documentedImports(documented), ...DOCUMENTED_READS];
const pathOf = (name: string) =>
  `/v1/data-import/${name}${openApi.paths[`/v1/data-import/${name}/`] ? '' : '/create'}/`;
const bodyOf = (name: string) => openApi.paths[pathOf(name)].post.requestBody.content['application/json'];
const isAllowed = (name: string) =>
  validatorAt('paths', pathOf(name), 'post', 'requestBody', 'content', 'application/json', 'schema');

const resolved = (schema: any): any =>
  schema.$ref === undefined ? schema : openApi.components.schemas[schema.$ref.split('/').at(-1)];
/** Every object of the document that could be a schema, but those that are examples. */
const everySchema = (value: any): ReadonlyArray<any> =>
  typeof value !== 'object' || value === null
    ? []
    : [
        value,
        ...Object.entries(value).flatMap(([key, member]) => (key.startsWith('example') ? [] : everySchema(member))),
      ];

/** The codes of errors that the OpenAPI document can express. */
const SHAPE = new Set([
  'required',
  'null',
  'blank',
  'invalid',
  'invalid_choice',
  'max_length',
  'max_items',
  'min_items',
  'max_digits',
  'max_decimal_places',
  'unknown_field',
  'invalid_characters',
  'invalid_document_path',
  'field_not_used_with_type',
  'note_body_or_document_path_not_found',
]);

/** A total that is given twice is `invalid`, which no schema can say: the two may differ in their count. */
const isOfShape = ({ code, detail }: Issue): boolean => SHAPE.has(code) && !detail.includes('is already at totals.');
const shapeErrors = (decoded: E.Either<ReadonlyArray<Issue>, unknown>): ReadonlyArray<Issue> =>
  E.isLeft(decoded) ? decoded.left.filter(isOfShape) : [];

describe('the OpenAPI document', () => {
  it('is one of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(openApi));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('names the body of every response, as one that others with the same body share', () => {
    const operations = Object.values<any>(openApi.paths).flatMap((path) => Object.values<any>(path));
    const bodies = operations.flatMap(({ operationId, responses }) =>
      Object.entries<any>(responses).flatMap(([status, { content = {} }]) =>
        Object.entries<any>(content)
          .filter(([type]) => type === 'application/json')
          .map(([, { schema }]) => [`${operationId} ${status}`, schema]),
      ),
    );
    expect(bodies.length).toBeGreaterThan(80);
    for (const [of, schema] of bodies) {
      expect([of, Object.keys(schema)]).toEqual([of, ['$ref']]);
      expect([of, resolved(schema)?.title]).toEqual([of, schema.$ref.split('/').at(-1)]);
    }
    const nameOf = (id: string, status: number) =>
      Object.fromEntries(bodies)[`${id} ${status}`]?.$ref.replace('#/components/schemas/', '');
    expect([
      nameOf('notesCreate', 201),
      nameOf('transactionsCreate', 400),
      nameOf('transactionsValidate', 200),
      nameOf('notesCreate', 429),
      nameOf('accountsSummary', 429),
      nameOf('obtainToken', 200),
    ]).toEqual([
      'NotesCreateResponse',
      'TransactionsCreateBadRequest',
      'TransactionsValidateResponse',
      'TooManyRequests',
      'TooManyRequests',
      'ObtainTokenResponse',
    ]);
  });

  it('documents 405 on every path', () => {
    for (const [path, operations] of Object.entries<any>(openApi.paths))
      for (const { responses } of Object.values<any>(operations))
        expect([path, 405 in responses]).toEqual([path, true]);
  });

  it('says of every field what it is, with an example', () => {
    const fields = Object.entries<any>(openApi.components.schemas).flatMap(([schema, { properties = {} }]) =>
      schema === 'Error' ? [] : Object.entries<any>(properties).map(([name, of]) => [`${schema}.${name}`, of]),
    );
    expect(fields.length).toBeGreaterThan(100);
    const silent = fields.filter(([, of]) => !of.description || of.examples === undefined);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('gives every alternative a title, and every pattern words', () => {
    const schemas = everySchema(openApi);
    const untitled = schemas
      .flatMap(({ anyOf = [], oneOf = [] }) => [...anyOf, ...oneOf])
      .filter((alternative) => resolved(alternative).title === undefined);
    expect(untitled).toEqual([]);
    const titles = Object.entries<any>(openApi.components.schemas).map(([name, { title }]) => [name, title]);
    expect(titles.filter(([name, title]) => name !== title)).toEqual([]);
    expect(titles.map(([name]) => name)).toEqual(
      expect.arrayContaining(['Payment', 'Charge', 'SupplyCharge', 'Credit', 'Repayment', 'LineItem', 'TaxItem']),
    );
    const wordless = schemas.filter(({ pattern, description, title }) => pattern && !description && title !== 'ASCII');
    expect(wordless).toEqual([]);
  });

  it('has no number that only a binary multiple bounds: valid amounts are none', () => {
    expect(everySchema(openApi).filter(({ multipleOf }) => multipleOf !== undefined)).toEqual([]);
    const isPayment = validatorAt('components', 'schemas', 'Payment');
    const payment = { transaction_id: 'T-1', transaction_date: '2019-10-03', type: 'PAYMENT' };
    const allowed = [71.05, 44.1, '71.05', 71.005, 44.00000000000001].filter((amount) =>
      isPayment({ ...payment, amount }),
    );
    expect(allowed).toEqual([71.05, 44.1, '71.05']);
  });

  it.each(ENDPOINTS)("$name: allows its examples, and each field's own", ({ name, examples, body }) => {
    const matches = isAllowed(name);
    for (const { value } of Object.values(examples)) expect([matches(value), matches.errors]).toEqual([true, null]);
    const { properties } = openApi.components.schemas[bodyOf(name).schema.$ref.split('/').at(-1)];
    const own = Object.entries<any>(properties).map(([field, schema]) => [field, schema.examples[0]]);
    const decoded = body.check(sent(Object.fromEntries(own)));
    expect(shapeErrors(decoded)).toEqual([]);
  });

  it.each(ENDPOINTS)('$name: never allows what is refused for its shape', ({ name, body }) => {
    const matches = isAllowed(name);
    let accepted = 0;
    fc.assert(
      fc.property(payloads(bodyOf(name).schema), (payload) => {
        if (!matches(payload)) return;
        const decoded = body.check(sent(payload));
        if (E.isRight(decoded)) accepted += 1;
        expect(shapeErrors(decoded)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

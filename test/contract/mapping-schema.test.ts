import { readFileSync } from 'node:fs';
import { mappingSchema } from '@carryover/contract/mapping/mapping';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const accepts = new Ajv2020({ strict: false }).compile(mappingSchema());

describe('the JSON Schema of mappings (decisions 19)', () => {
  it('is that of the decoder, as published in docs/', () => {
    expect(JSON.parse(readFileSync('docs/schemas/mapping.json', 'utf8'))).toEqual(mappingSchema());
  });

  it.each([
    ['kind: notes\ncolumns: {A: body}', true],
    [
      'kind: notes\ncolumns: {A: {to: [body], negative: crdb, reverse: {B: [x, 1]}}}\nexpect: {rows: 10, sums: {A: "1.50"}}',
      true,
    ],
    ['kind: notes\ncolumns: {A: {to: body, negative: [crdb, parentheses]}}', true],
    ['kind: statements\ncolumns: {A: [statement_id, number]}', true],
    ['kind: statements\ncolumns: {A: []}', false],
    ['kind: notes\ncolumns: {A: body}\nrows: [{when: {B: {sign: negative}, C: x}, skip: none}]', true],
    ['kind: notes\ncolumns: {A: body}\nrows: [{when: {B: {sign: minus}}, skip: none}]', false],
    [
      'kind: notes\ncolumns: {A: body}\nexpect: {trailer: {starts: T, rows: 2, sums: {A: 3, B: [{when: {A: x}, column: 4, reverse: true}]}}}',
      true,
    ],
    ['kind: notes\ncolumns: {A: body}\nexpect: {trailer: {starts: T, sums: {A: [{when: {A: x}}]}}}', false],
    ['kind: notes\ncolumns: {A: {to: body, negative: []}}', false],
    ['kind: notes\ncolumns: {A: {to: body, otherwise: guess}}', false],
    ['kind: notes\ncolumns: {A: body}\ndialect: {delimeter: ";"}', false],
    ['columns: {A: body}', false],
  ])('accepts what the decoder accepts: %j', (text, expected) => {
    expect(accepts(parse(text))).toBe(expected);
  });
});

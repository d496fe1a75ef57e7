import { type JsonBody, parseBody } from '@carryover/adapters-http/pipeline/parse-body';
import { type Changes, submittedOf } from '@carryover/adapters-http/responses/submitted';
import { TextWriter } from '@carryover/adapters-http/responses/text-writer';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const aBody = (text: string): JsonBody => {
  const parsed = parseBody(Buffer.from(text));
  if (E.isLeft(parsed)) throw new Error(parsed.left.detail);
  return parsed.right;
};

const submitted = (text: string, unknownFields: ReadonlyArray<string> = []) => {
  const body = aBody(text);
  const { bytes, writeItem } = submittedOf(body, { input: null, sent: body.value as JsonObject, unknownFields });
  const itemText = (list: string, index: number, amount: string, changes?: Changes): string => {
    const writer = new TextWriter(1);
    writeItem(writer, list, index, amount, changes);
    return writer.finish().toString();
  };
  return { bytes, itemText };
};

describe('a body that is answered as it was submitted', () => {
  it('keeps number tokens, escapes and spaces, and has another amount', () => {
    const text = '{"list": [ {"a": 1.50, "amount" : 12.5 ,"b":"\\u00e9"},{"amount":"1"} ]}';
    const { itemText } = submitted(text);
    expect(itemText('list', 0, '12.50')).toBe('{"a": 1.50, "amount" :"12.50" ,"b":"\\u00e9"}');
    expect(itemText('list', 1, '1.00', { status: 'S' })).toBe('{"amount":"1.00","status":"S"}');
    expect(submitted(text).bytes().toString()).toBe(text);
  });

  it('is cut out whether its characters are one byte each or more', () => {
    const text = '{"list":[{"note":"Zählerstand 💡 \u00e9","amount":1},{"amount":2,"note":"ok €"}]}';
    const { itemText } = submitted(text);
    expect(itemText('list', 0, '1.00')).toBe('{"note":"Zählerstand 💡 \u00e9","amount":"1.00"}');
    expect(itemText('list', 1, '2.00', { status: 'ü' })).toBe('{"amount":"2.00","note":"ok €","status":"ü"}');
  });

  it('is written anew where a member that was sent is changed, and where fields were left out', () => {
    const text = '{"list":[{"note": null, "amount":1}]}';
    expect(submitted(text).itemText('list', 0, '1.00', { note: 'new' })).toBe('{"note":"new","amount":"1.00"}');
    expect(submitted(text, ['x']).itemText('list', 0, '1.00')).toBe('{"note":null,"amount":"1.00"}');
    expect(submitted(text, ['x']).bytes().toString()).toBe('{"list":[{"note":null,"amount":1}]}');
  });

  it('is the amount of the item itself, in whichever list and however its name is escaped', () => {
    const items = '[{"tax": [{"amount": 7}], "\\u0061mount":3, "more": {"amount": 8}}]';
    const { itemText } = submitted(
      `{"x": {"y": {"amount": 1}}, "first": [], "other": [{"amount": 9}], "list": ${items}}`,
    );
    expect(itemText('list', 0, '3.00')).toBe('{"tax": [{"amount": 7}], "\\u0061mount":"3.00", "more": {"amount": 8}}');
    expect(itemText('other', 0, '9.00')).toBe('{"amount":"9.00"}');
  });

  it('says the same whichever way it is written', () => {
    const member = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.array(fc.dictionary(fc.string(), fc.string())),
    );
    const item = fc.dictionary(fc.string(), member).chain((some) =>
      fc.integer().chain((amount) =>
        fc.shuffledSubarray(Object.entries({ ...some, amount }), {
          minLength: Object.keys({ ...some, amount }).length,
        }),
      ),
    );
    fc.assert(
      fc.property(
        fc.array(
          item.map((entries) => Object.fromEntries(entries)),
          { minLength: 1 },
        ),
        fc.nat(3),
        (list, indent) => {
          const text = JSON.stringify({ first: list.slice(1), list }, null, indent);
          const [cut, written] = [submitted(text), submitted(text, ['left_out'])];
          for (const [index] of list.entries()) {
            const changes = { '\u0000 added': 'x' };
            expect(JSON.parse(cut.itemText('list', index, '1.00', changes))).toEqual(
              JSON.parse(written.itemText('list', index, '1.00', changes)),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

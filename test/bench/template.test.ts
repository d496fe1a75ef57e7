import { fill, makeTemplate, SLOT } from '@carryover/bench/load/template';
import { expect, it } from 'vitest';

it('writes the numbers of a request into its text, those of items counted on, and nothing else', () => {
  const template = makeTemplate(Buffer.from(`${SLOT.account}|T-${SLOT.item}|${SLOT.request}|T-${SLOT.item}|end`));
  const bytes = Buffer.from(template.bytes);
  fill(template, bytes, { account: 10_000_017, request: 42, firstItem: 9 });
  expect(bytes.toString()).toBe('10000017|T-0000000009|000000000042|T-0000000010|end');
  fill(template, bytes, { account: 10_000_018, request: 43, firstItem: 4_999_999_999 });
  expect(bytes.toString()).toBe('10000018|T-4999999999|000000000043|T-5000000000|end');
});

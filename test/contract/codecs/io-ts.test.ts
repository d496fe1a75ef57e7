import { attrOf } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import { PathReporter } from 'io-ts/lib/PathReporter.js';
import { expect, it } from 'vitest';
import { sent, TRANSACTIONS, transaction } from '../a-body.ts';

it('a codec is an io-ts decoder, whose errors have the codes and paths of its issues', () => {
  const right = sent(TRANSACTIONS.PAYMENT);
  expect(transaction.decode(right)).toEqual(transaction.check(right));
  const wrong = sent({ ...TRANSACTIONS.SUPPLY_CHARGE, amount: 'x', line_items: [{}], colour: 1 });
  const [decoded, checked] = [transaction.decode(wrong), transaction.check(wrong)];
  if (E.isRight(checked) || E.isRight(decoded)) throw new Error('It is wrong.');
  expect(PathReporter.report(decoded)).toEqual(checked.left.map(({ code, detail }) => `${code}: ${detail}`));
  expect(decoded.left.map(({ context }) => context.slice(1).map(({ key }) => key))).toEqual(
    checked.left.map(({ path }) => path.map(String)),
  );
  expect(checked.left.map(({ path }) => attrOf(path))).toContain('line_items.0.rate_band');
});

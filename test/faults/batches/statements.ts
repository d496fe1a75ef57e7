import { makeRandom } from '../random.ts';
import { accountFields } from './account.ts';
import type { Batch, Item } from './batch.ts';
import type { Part } from './notes.ts';

const makeStatements = ({ name, seed, count }: Part) => {
  const random = makeRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    bill_period_from_date: `2018-0${random.between(1, 9)}-01`,
    bill_period_to_date: '2018-12-31',
    statement_id: `${name}-${index}`,
    issued_date: '2019-01-02',
    number: `N-${random.whole(1_000_000)}`,
    gross_amount: `${random.whole(10_000)}.${random.between(10, 99)}`,
    ...(index % 2 === 0 ? { statement_path: `statements/${name}-${index}.pdf` } : {}),
  }));
};

const toItem = (posted: ReturnType<typeof makeStatements>[number]): Item => ({
  table: 'historical_statement',
  key: posted.statement_id,
  content: {
    from_date: posted.bill_period_from_date,
    to_date: posted.bill_period_to_date,
    issued_date: posted.issued_date,
    number: posted.number,
    gross_amount: posted.gross_amount,
    path: posted.statement_path ?? null,
  },
});

export const statementsBatch = (name: string, account: string, part: Part): Batch => ({
  name,
  kind: 'historical-statements',
  account,
  query: '',
  refusal: null,
  ledger: null,
  make: () => {
    const statements = makeStatements(part);
    const body = JSON.stringify({ ...accountFields(account), statements });
    return { body, items: statements.map(toItem), itemCount: statements.length };
  },
});

import { makeRandom } from '@carryover/loader/sample/random';
import { SLOT } from '../load/template.ts';
import { accountFields, IMPORT_ID } from './account.ts';
import { toCopyRows } from './copy-text.ts';
import type { Content, Kind } from './kind.ts';

const makeStatements = ({ items, variant }: Content) => {
  const random = makeRandom(variant + 1);
  return Array.from({ length: items }, () => ({
    bill_period_from_date: '2025-03-01',
    bill_period_to_date: '2025-03-31',
    statement_id: `S-${SLOT.item}`,
    issued_date: `2025-04-0${1 + random.whole(9)}`,
    number: `N-${random.whole(1_000_000)}`,
    gross_amount: `${10 + random.whole(300)}.${10 + random.whole(90)}`,
    statement_path: `statements/2025/${random.whole(1_000_000)}.pdf`,
  }));
};

export const statements: Kind = {
  path: '/v1/data-import/historical-statements/create/',
  table: 'historical_statement',
  recordedItems: (items) => items,
  body: (content) => ({ ...accountFields, statements: makeStatements(content) }),
  rows: (content) => [
    toCopyRows(
      'historical_statement',
      makeStatements(content).map((one, position) => ({
        account_id: SLOT.key,
        statement_id: one.statement_id,
        from_date: one.bill_period_from_date,
        to_date: one.bill_period_to_date,
        issued_date: one.issued_date,
        number: one.number,
        gross_amount: one.gross_amount,
        path: one.statement_path,
        document: one.statement_path,
        import_id: IMPORT_ID,
        position,
      })),
    ),
  ],
};

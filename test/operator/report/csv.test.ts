import { csvLines } from '@carryover/operator/report/csv/csv';
import { fromTextCell } from '@carryover/operator/report/csv/csv-cell';
import { describe, expect, it } from 'vitest';
import {
  aComparison,
  aControlTotal,
  aDifference,
  anEmptyReconciliation,
  aReconciliation,
  aTotal,
} from './a-reconciliation.ts';
import { csvFields } from './csv-fields.ts';

const HEADER =
  'external_account_number,ledger_number,type,count,sum,expected_count,expected_sum,count_difference,sum_difference,agrees,verdict\r\n';

describe('the totals as CSV', () => {
  it('are a header if nothing is stored', () => {
    expect([...csvLines(anEmptyReconciliation())]).toEqual([HEADER]);
  });

  it('are beside what was expected; what is not stored comes last', () => {
    expect([...csvLines(aReconciliation())]).toEqual([
      HEADER,
      'EXTERNAL-1,L-1,PAYMENT,2,142.00,3,213.00,-1,-71.00,false,differ\r\n',
      'EXTERNAL-2,L-1,SUPPLY_CHARGE,3,-1234567.80,3,-1234567.80,0,0.00,true,differ\r\n',
      'EXTERNAL-3,L-1,CREDIT,0,0.00,1,5.00,-1,-5.00,false,differ\r\n',
    ]);
  });

  it('stand alone where no control totals were given', () => {
    expect([...csvLines(anEmptyReconciliation({ totals: [aControlTotal()] }))]).toEqual([
      HEADER,
      'EXTERNAL-1,L-1,PAYMENT,2,142.00,,,,,,\r\n',
    ]);
  });

  it('tell apart what differs in type, ledger or account alone', () => {
    const totals = [
      aControlTotal(),
      aControlTotal({ type: 'CREDIT' }),
      aControlTotal({ ledgerNumber: 'L-2' }),
      aControlTotal({ externalAccountNumber: 'EXTERNAL-2' }),
    ];
    const comparison = aComparison({ agreeing: 3, differences: [aDifference({ ledgerNumber: 'L-2' })] });
    expect(
      [...csvLines(anEmptyReconciliation({ totals, comparison }))].map((line) => line.trim().split(',').at(-2)),
    ).toEqual(['agrees', 'true', 'true', 'false', 'true']);
  });

  it('can be given back as control totals, hostile account numbers and all', () => {
    const numbers = ['-17', '=1+1', '+44', '@SUM(A1)', '\ttab', '\rreturn', "'-17", 'a,"b"', 'a\r\nb', ' a ', 'a;=1'];
    const totals = numbers.map((number) =>
      aControlTotal({ externalAccountNumber: number, ledgerNumber: number, ...aTotal(1, '-0.01') }),
    );
    const rows = [...csvLines(anEmptyReconciliation({ totals }))].map((line) =>
      csvFields(line.slice(0, -2)).slice(0, 5),
    );
    expect(
      rows.slice(1).map(([account, ledger, ...rest]) => [fromTextCell(account!), fromTextCell(ledger!), ...rest]),
    ).toEqual(numbers.map((number) => [number, number, 'PAYMENT', '1', '-0.01']));
  });
});

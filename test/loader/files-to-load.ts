import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/a-file.ts';
import type { RunningService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';

export const lines = (rows: ReadonlyArray<object>): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export const aPayment = (account: TestAccount, id: string, fields: object = {}) => ({
  ...account,
  transaction_id: id,
  transaction_date: '2019-10-03',
  type: 'PAYMENT',
  amount: '71.00',
  ...fields,
});

export const aNoteRow = (account: TestAccount, body: string, fields: object = {}) => ({ ...account, body, ...fields });

export const aStatementRow = (account: TestAccount, id: string, fields: object = {}) => ({
  ...account,
  statement_id: id,
  bill_period_from_date: '2019-09-01',
  bill_period_to_date: '2019-09-30',
  issued_date: '2019-10-02',
  number: '1',
  gross_amount: 71,
  ...fields,
});

/** A history of one document with a transaction, and one beside it. */
export const aHistoryRow = (account: TestAccount, fields: object = {}) => {
  const charge = { transaction_date: '2019-08-03', type: 'CHARGE' };
  return {
    ...account,
    ledger_number: 'L-1',
    ledger_code: 'ELECTRICITY',
    billing_document_type: 'PERIOD_BASED',
    historical_billing_documents: [
      {
        billing_document_identifier: 'B-1',
        billing_document_type: 'PERIOD_BASED',
        issued_date: '2019-09-02',
        bill_period_from_date: '2019-08-01',
        bill_period_to_date: '2019-08-31',
        transactions: [{ ...charge, transaction_id: 'H-1', amount: '12.10' }],
      },
    ],
    additional_historical_transactions: [{ ...charge, transaction_id: 'H-2', amount: '-2.10' }],
    ...fields,
  };
};

/** Files of all five kinds for some accounts, not in the order of the accounts. @returns the folder. */
export const allKinds = async (service: RunningService, accounts = 3): Promise<string> => {
  const all: TestAccount[] = [];
  for (let at = 0; at < accounts; at += 1) all.push(await anAccount(service));
  const three = [1, 2, 3];
  const folder = aFolder();
  const write = (kind: string, rows: ReadonlyArray<object>) =>
    writeFileSync(join(folder, `${kind}.ndjson`), lines(rows));
  write(
    'transactions',
    three.flatMap((n) => all.map((account) => aPayment(account, `T-${n}`))),
  );
  write(
    'notes',
    three.flatMap((n) => all.map((account) => aNoteRow(account, `note ${n}`))),
  );
  write(
    'statements',
    three.flatMap((n) => all.map((account) => aStatementRow(account, `S-${n}`))),
  );
  write(
    'billing-documents',
    all.map((account) => aHistoryRow(account)),
  );
  write(
    'payment-instructions',
    all.map((account) => ({ ...account, vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' })),
  );
  return folder;
};

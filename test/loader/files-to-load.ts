import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/a-file.ts';
import type { RunningService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { billingDocument, CARD, history, payment, statement } from '../support/bodies.ts';

export const lines = (rows: ReadonlyArray<object>): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export const aPayment = (account: TestAccount, id: string, fields: object = {}) => ({
  ...account,
  ...payment(id, fields),
});

export const aNoteRow = (account: TestAccount, body: string, fields: object = {}) => ({ ...account, body, ...fields });

export const aStatementRow = (account: TestAccount, id: string) => ({ ...account, ...statement(id) });

/** A history of one document with a transaction, and one beside it. */
export const aHistoryRow = (account: TestAccount, fields: object = {}) => {
  const charge = (id: string, amount: string) => payment(id, { type: 'CHARGE', amount });
  const documents = [billingDocument('B-1', { transactions: [charge('H-1', '12.10')] })];
  const beside = { additional_historical_transactions: [charge('H-2', '-2.10')] };
  return { ...account, ...history({ historical_billing_documents: documents, ...beside, ...fields }) };
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
    all.map((account) => ({ ...account, ...CARD })),
  );
  return folder;
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CarryoverError, makeClient } from '@carryover/client';

/** The address, the key and the account that `npm start` has made for trying out. */
const demo = JSON.parse(readFileSync(join(process.env.DATA_DIR || '.carryover', 'demo.json'), 'utf8')) as {
  readonly base_url: string;
  readonly api_key: string;
  readonly import_supplier: string;
  readonly external_account_number: string;
  readonly ledger_number: string;
};
const { import_supplier, external_account_number, ledger_number } = demo;

const client = makeClient({ baseUrl: demo.base_url, apiKey: demo.api_key });

try {
  const { results } = await client.createTransactions({
    import_supplier,
    external_account_number,
    transactions: [
      { transaction_id: 'TS-1', transaction_date: '2019-10-03', type: 'REPAYMENT', amount: '44.10' },
      { transaction_id: 'TS-2', transaction_date: '2019-10-17', type: 'REPAYMENT', amount: '0.20' },
    ],
  });
  for (const { status, transaction_data: stored } of results)
    process.stdout.write(`${stored.transaction_id}: ${status}, recorded on ${stored.transaction_date}\n`);

  const { agree } = await client.compareControlTotals({
    import_supplier,
    totals: [{ external_account_number, ledger_number, type: 'REPAYMENT', count: 2, sum: '44.30' }],
  });
  process.stdout.write(`The totals agree: ${agree ? 'yes' : 'no'}\n`);
} catch (error) {
  if (!(error instanceof CarryoverError)) throw error;
  process.stderr.write(`${error.message} The data may be stored: ${error.mayBeStored ? 'yes' : 'no'}\n`);
  process.exitCode = 1;
}

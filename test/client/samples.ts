import type { Reply } from './a-scripted-service.ts';

const inAnHour = (): string => `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;

export const aToken = (token: string, expiresAt: string = inAnHour()): Reply => ({
  status: 200,
  json: { data: { obtainToken: { token, expiresAt } } },
});

export const ACCOUNT = { import_supplier: 'ACME', external_account_number: 'E-1' };
export const NOTES = { ...ACCOUNT, notes: [{ body: 'Called about the meter.' }] };
export const PAYMENTS = {
  ...ACCOUNT,
  transactions: [{ transaction_id: 'T-1', transaction_date: '2026-11-05', amount: '71.00', type: 'PAYMENT' }] as const,
};
export const HISTORY = {
  ...ACCOUNT,
  ledger_number: 'L-1',
  ledger_code: 'ELECTRICITY',
  billing_document_type: 'ITEM_BASED' as const,
  historical_billing_documents: [],
  additional_historical_transactions: PAYMENTS.transactions,
};

export const NOTE_CREATED: Reply = {
  status: 201,
  json: [{ created_at: '2026-11-05T10:00:00Z', body: 'Called about the meter.', status: 'NOTE_CREATION_SUCCESS' }],
};
export const PAYMENT_ADDED: Reply = {
  status: 201,
  json: { results: [{ status: 'TRANSACTION_ADDED_TO_ACCOUNT', transaction_data: PAYMENTS.transactions[0] }] },
};

/** An error in the form of §7. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'X-Request-Id': 'request-1', ...headers },
  json: { detail: 'What went wrong.', code, errors: [] },
});

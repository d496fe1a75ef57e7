/** The supplier of the demo: its accounts are those that a fresh service knows an API key for. */
export const SUPPLIER = 'DEMO_SUPPLIER';

/** The open statement period of every account's main ledger. */
export const PERIOD = { from: '2019-10-01', to: '2019-10-31' } as const;
export const MAIN_LEDGER = 'L-0';
export const LEDGER_CODE = 'ELECTRICITY';
/** Ledgers of an account, the main one included: each takes one history. */
export const LEDGERS = 6;

export const accountNumber = (index: number): string => `F-${String(index).padStart(6, '0')}`;
export const ledgerNumber = (index: number): string => `L-${index}`;

/** The fields of a body that name the account. */
export const accountFields = (account: string) => ({ import_supplier: SUPPLIER, external_account_number: account });

/** An account as the operator's command imports it. */
export const accountFile = (index: number): object => ({
  external_account_number: accountNumber(index),
  status: 'IMPORTED',
  ledgers: Array.from({ length: LEDGERS }, (_, ledger) => ({
    ledger_number: ledgerNumber(ledger),
    ledger_code: LEDGER_CODE,
    ...(ledger === 0 ? { main: true, open_statement: PERIOD } : {}),
  })),
});

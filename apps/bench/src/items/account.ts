import { SLOT } from '../load/template.ts';

/** The demo's supplier: its accounts are the ones a fresh service knows an API key for. */
export const SUPPLIER = 'DEMO_SUPPLIER';
/** The prefix of each account's number; its id follows. */
export const ACCOUNT_PREFIX = 'E-';
/** The main ledger of each account, and the period that is open on it. */
export const LEDGER = { number: 'L-1', code: 'ELECTRICITY', from: '2026-06-01', to: '2026-06-30' } as const;

/** The fields of a body that name the account. */
export const accountFields = { import_supplier: SUPPLIER, external_account_number: `${ACCOUNT_PREFIX}${SLOT.account}` };
/** Import record of a row that did not come by a request. */
export const IMPORT_ID = `00000000-0000-7000-8000-${SLOT.request}`;

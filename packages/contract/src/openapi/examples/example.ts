/** Complete payloads by their displayed name; with the demo data, each gets a 201. */
export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** The account of the examples, by the demo data. */
export const account = { import_supplier: 'DEMO_SUPPLIER', external_account_number: 'EXTERNAL-1234' };
/** The demo's second account: a ledger accepts history once, and an account one instruction. */
export const secondAccount = { import_supplier: 'DEMO_SUPPLIER', external_account_number: 'EXTERNAL-5678' };

/** The names of the demo data: fixed, so that scripts and documentation can use them (decisions 11). */
export const DEMO = {
  organisation: 'Demo organisation',
  importSupplier: 'DEMO_SUPPLIER',
  externalAccountNumber: 'EXTERNAL-1234',
  stagedAccountNumber: 'EXTERNAL-STAGED',
  ledgerNumber: 'L-DEMO-1',
  /** A second account for the documentation's examples: a ledger accepts history once, an account one instruction. */
  secondAccountNumber: 'EXTERNAL-5678',
  secondLedgerNumber: 'L-DEMO-2',
  ledgerCode: 'ELECTRICITY',
} as const;

import { billingDocuments } from './billing-documents.ts';
import type { Kind } from './kind.ts';
import { notes } from './notes.ts';
import { statements } from './statements.ts';
import { transactions } from './transactions.ts';

export const KINDS = {
  transactions,
  notes,
  statements,
  'billing-documents': billingDocuments,
} as const satisfies Readonly<Record<string, Kind>>;
export type KindName = keyof typeof KINDS;

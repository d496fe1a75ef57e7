import type { StoredDocument, StoredNote, StoredStatement } from '@carryover/application/ports/reading/account-reader';
import type { InferEntity } from '@mikro-orm/postgresql';
import type { BillingDocument, HistoricalStatement } from '../../schema/entities/history.ts';
import type { Note } from '../../schema/entities/note.ts';

export const toNote = (
  { accountId: _, identity: __, ...note }: InferEntity<typeof Note>,
  isAddedByService: boolean,
): StoredNote => ({ ...note, isAddedByService });

export const toDocument = ({
  accountId: _,
  fromDate,
  toDate,
  ...document
}: InferEntity<typeof BillingDocument>): StoredDocument => ({
  ...document,
  period: fromDate && toDate ? { from: fromDate, to: toDate } : null,
});

export const toStatement = ({
  accountId: _,
  fromDate,
  toDate,
  ...statement
}: InferEntity<typeof HistoricalStatement>): StoredStatement => ({
  ...statement,
  period: { from: fromDate, to: toDate },
});

import type { Part } from '@carryover/application/ports/reading/account-page-reader';
import type { StoredDocument, StoredNote, StoredStatement } from '@carryover/application/ports/reading/account-reader';
import type { DateTime } from '@carryover/domain/date-time';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { BillingDocument, HistoricalStatement } from '../../schema/entities/history.ts';
import { Note } from '../../schema/entities/note.ts';
import { calendarDate, dateTime } from '../../schema/stored-values.ts';
import { readNoteOrigins } from '../note-origin.ts';
import { toDocument, toNote, toStatement } from './account-items.ts';
import { hash, int, isCursor, storable, toPart } from './cursor.ts';

type Owner = { readonly accountId: string };

export const PART_SIZE = 50;
const MAX_PINNED = 100;

/** Returns the position behind `after`; the beginning if it is not the cursor of such a list. */
const behind = (content: t.Mixed, after: string | null) => {
  const position = { first: PART_SIZE, includeCount: false } as const;
  return after !== null && isCursor(content, after) ? { ...position, after } : position;
};

/** Reads the notes that are pinned at a time, newest first. */
export const findPinnedNotes = async (
  em: EntityManager,
  of: Owner,
  now: DateTime,
): Promise<ReadonlyArray<StoredNote>> => {
  const where = { ...of, isPinned: true, $or: [{ unpinAt: null }, { unpinAt: { $gt: now } }] };
  const options = { orderBy: { createdAt: 'desc', identity: 'desc' }, limit: MAX_PINNED } as const;
  const notes = await em.find(Note, where, options);
  const isAddedByService = await readNoteOrigins(em, of.accountId, notes);
  return notes.map((note) => toNote(note, isAddedByService(note)));
};

export const findOtherNotes = async (
  em: EntityManager,
  of: Owner,
  { now, after }: { readonly now: DateTime; readonly after: string | null },
): Promise<Part<StoredNote>> => {
  const where = { ...of, $or: [{ isPinned: false }, { unpinAt: { $lte: now } }] };
  const orderBy = { createdAt: 'desc', identity: 'desc' } as const;
  const position = behind(t.tuple([dateTime, hash]), after);
  const found = await em.findByCursor(Note, { where, orderBy, ...position });
  const isAddedByService = await readNoteOrigins(em, of.accountId, found.items);
  return toPart(found, (note) => toNote(note, isAddedByService(note)));
};

export const findDocuments = async (
  em: EntityManager,
  where: Owner,
  after: string | null,
): Promise<Part<StoredDocument>> => {
  const orderBy = { issuedDate: 'desc', position: 'desc', ledgerNumber: 'desc', identifier: 'desc' } as const;
  const position = behind(t.tuple([calendarDate, int, storable, storable]), after);
  return toPart(await em.findByCursor(BillingDocument, { where, orderBy, ...position }), toDocument);
};

export const findStatements = async (
  em: EntityManager,
  where: Owner,
  after: string | null,
): Promise<Part<StoredStatement>> => {
  const orderBy = { issuedDate: 'desc', statementId: 'desc' } as const;
  const position = behind(t.tuple([calendarDate, storable]), after);
  return toPart(await em.findByCursor(HistoricalStatement, { where, orderBy, ...position }), toStatement);
};

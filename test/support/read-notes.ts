import { openDatabase } from '@carryover/adapters-persistence/orm';
import { addNoteWords } from '@carryover/adapters-persistence/search/note-words';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { expect, inject } from 'vitest';

/**
 * Adds the words of notes, as a console does every five seconds, until `areFound`: once all before them is final, which other tests
 * hold back. A cluster has no words: a search compares the notes themselves.
 */
export const readNotes = async (url: string, areFound: () => Promise<boolean>): Promise<void> => {
  if (inject('postgresTemplate') === null) return;
  const orm = openDatabase({ url, maxConnections: 1, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
  await expect.poll(() => addNoteWords(orm.em)().then(areFound), { timeout: 20_000 }).toBe(true);
  await orm.close(true);
};

import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, orNull } from '../schema/stored-values.ts';
import { ADVISORY_LOCKS } from '../sql/advisory-locks.ts';
import { CITUS, dialectOf } from '../sql/dialect.ts';
import { query, readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

/** Imports whose notes are read by one statement, which holds up undos and erasures until it ends. */
const IMPORTS_AT_ONCE = 500;
/** Notes of one import whose words are stored as one row. */
const NOTES_OF_ROW = 50;

/** Of ASCII and Latin 1 all but digits and letters, and punctuation beyond them: the same for PostgreSQL and for JavaScript. */
const BETWEEN_WORDS = '[\\u0001-/:-@\\[-`{-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+';
/** Longer words are said by nobody, and left out: a row of words has a maximum size, and an import has none. */
const MAX_WORD_BYTES = 64;
const MAX_WORDS = 10_000;

/**
 * The words by which notes are found: rows of `note_words`, made beside the path of an import from what is final. PostgreSQL has no
 * transaction that is before them and after them, so a search compares the notes themselves, too (ADR 39).
 */
const ADD_WORDS = `
  insert into note_words (account_id, import_id, part, words)
  select n.account_id, n.import_id, n.position / ${NOTES_OF_ROW}, array_to_tsvector((array_agg(distinct word))[:${MAX_WORDS}])
  from accepted_import i
  join note n on n.account_id = i.account_id and n.import_id = i.id
  cross join lateral regexp_split_to_table(lower(n.body), '${BETWEEN_WORDS}') word
  where i.commit_position >= $1::bigint and i.commit_position < $2::bigint
    and word <> '' and octet_length(word) <= ${MAX_WORD_BYTES}
  group by 1, 2, 3`;

const PROGRESS =
  'select read_below::text as "from", final_position()::text as final from note_words_progress where id = 1';
const progressRow = t.type({ from: t.string, final: t.string });

/** Where the next step ends if more is final. Both bounds are known to the planner, which would sort all records else. */
const END = `
  select (commit_position + 1)::text as end from accepted_import
  where commit_position >= $1::bigint and commit_position < $2::bigint
  order by commit_position offset ${IMPORTS_AT_ONCE - 1} limit 1`;

/** The notes of all imports that were received before the first one that is not read are read. */
const SAVE = `
  update note_words_progress
  set read_below = $1::bigint, read_to = coalesce((
    select received_at from accepted_import where commit_position >= $1::bigint order by commit_position limit 1), now())
  where id = 1`;

/**
 * Adds the words of the next notes that are final. An undo or an erasure removes notes and their words before or after it, and never
 * while it adds them. @returns whether to call it again at once: there are more.
 */
export const addNoteWords = (em: EntityManager): Stored<boolean> =>
  stored(() =>
    // Read committed: what was committed before the lock was free is to be seen.
    em.fork().transactional(async (transaction) => {
      // A node knows the order of its own transactions only: notes are compared one by one there.
      if ((await dialectOf(transaction)) === CITUS) return false;
      await query(transaction, `select pg_advisory_xact_lock(${ADVISORY_LOCKS.noteWords})`);
      const { from, final } = (await readRow(transaction, progressRow, PROGRESS))!;
      const more = await readRow(transaction, t.type({ end: t.string }), END, [from, final]);
      const end = more?.end ?? final;
      await query(transaction, ADD_WORDS, [from, end]);
      await query(transaction, SAVE, [end]);
      return more !== null;
    }),
  );

/** Keeps words from being added until the transaction ends, which removes notes of accounts and the words of these. */
export const holdNoteWords = (em: EntityManager) =>
  query(em, `select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.noteWords})`);

const READ_TO = `
  select case when read_to < now() - interval '1 minute' then to_json(read_to)#>>'{}' end as "readTo"
  from note_words_progress where id = 1`;

/** Returns the time before which imports were received whose notes are found; null: up to a minute ago, or up to now on a cluster. */
export const readNotesReadTo = (em: EntityManager): Stored<Date | null> =>
  stored(async () => {
    if ((await dialectOf(em)) === CITUS) return null;
    return (await readRow(em, t.type({ readTo: orNull(moment) }), READ_TO))!.readTo;
  });

const SEPARATORS = new RegExp(BETWEEN_WORDS);

/** Returns the words of a text as a query of PostgreSQL's, the last by its beginning; null if it has none. */
const wordsOf = (text: string): string | null => {
  const words = text
    .split(SEPARATORS)
    .filter((word) => word !== '' && Buffer.byteLength(word) <= MAX_WORD_BYTES)
    .map((word) => `'${word}'`);
  return words.length === 0 ? null : `${words.join(' & ')}:*`;
};

/** Finds the accounts with a text in a note: the words of its row first, and then the text as it is. */
export const NOTES_WITH = `
  select n.account_id as id
  from note_words w
  join note n on n.account_id = w.account_id and n.import_id = w.import_id and n.position / ${NOTES_OF_ROW} = w.part
  where w.words @@ lower(($1::text[])[1])::tsquery and n.body ilike ($1::text[])[2]`;

/** The same of a cluster. */
export const NOTES_WITH_ON_CLUSTER = 'select account_id as id from note where body ilike ($1::text[])[2]';

/** Returns what both take; null if the text has no word. @param pattern of `ilike`. */
export const noteTerm = (text: string, pattern: string): ReadonlyArray<string> | null => {
  const words = wordsOf(text);
  return words === null ? null : [words, pattern];
};

import { hash } from 'node:crypto';
import type { Store } from '@carryover/application/ports/store';
import { type Note, type NoteDraft, noteIdentity } from '@carryover/domain/note';
import * as t from 'io-ts';
import { second } from '../schema/stored-items.ts';
import { dateTime, orNull } from '../schema/stored-values.ts';
import { changed, stored } from '../sql/store-failure.ts';
import { bytesArray, plainArray, textArray } from '../sql/transaction.ts';
import type { ImportStatements } from './account-repository.ts';

/** Returns the stored form of a note's identity. */
export const noteHash = (identity: string): Buffer => hash('sha256', identity, 'buffer');

/** Returns the earliest note of a draft's identity if the draft has no time, else the note with its time; by the draft's position. */
const KNOWN_NOTES = `
  select distinct on (d.draft) d.draft, ${second('n.created_at')} as "createdAt",
         n.is_pinned as "isPinned", ${second('n.unpin_at')} as "unpinAt",
         coalesce(n.document_paths, '{}') as "documentPaths"
  from (select unnest($2::bytea[]) as identity, unnest($3::timestamptz[]) as created_at,
               generate_subscripts($2::bytea[], 1) - 1 as draft) d
  join note n on n.account_id = $1 and n.identity = d.identity
             and (d.created_at is null or n.created_at = d.created_at)
  order by d.draft, n.created_at`;

const ADD = `
  insert into note
    (account_id, identity, created_at, body, documents, document_paths, is_pinned, unpin_at, import_id, position)
  select account_id, identity, created_at, body, documents::text[], document_paths::text[], is_pinned, unpin_at,
         import_id, position
  from (
    select account.id as account_id, unnest($2::bytea[]) as identity, unnest($3::timestamptz[]) as created_at,
           unnest($4::text[]) as body, unnest($5::text[]) as documents, unnest($6::text[]) as document_paths,
           unnest($7::boolean[]) as is_pinned, unnest($8::timestamptz[]) as unpin_at, $9::uuid as import_id,
           unnest($10::int[]) as position
    from account where account.id = $1::bigint) given`;

/** Returns texts as one text, an array in PostgreSQL's format. */
export const arrayLiteral = (texts: ReadonlyArray<string>): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** What is stored for a note, by column; without its identity, and without what its import gives it. */
export const NOTE_COLUMNS = {
  created_at: ({ createdAt }) => createdAt,
  body: ({ body }) => body,
  documents: ({ documents }) => documents,
  document_paths: ({ documentPaths }) => (documentPaths.length === 0 ? null : documentPaths),
  is_pinned: ({ isPinned }) => isPinned,
  unpin_at: ({ unpinAt }) => unpinAt,
} satisfies Readonly<Record<string, (note: Note) => string | boolean | ReadonlyArray<string> | null>>;

const literalOrNull = (texts: ReadonlyArray<string> | null): string | null =>
  texts === null ? null : arrayLiteral(texts);

const knownRow = t.type({
  draft: t.number,
  createdAt: dateTime,
  isPinned: t.boolean,
  unpinAt: orNull(dateTime),
  documentPaths: t.array(t.string),
});

export const makePostgresNoteRepository = ({ db, accountId, importId }: ImportStatements): Store['notes'] => {
  /** By identity: a note is looked for, and then added. */
  const hashes = new Map<string, Buffer>();
  const hashOf = (identity: string): Buffer => {
    const known = hashes.get(identity);
    if (known !== undefined) return known;
    const made = noteHash(identity);
    hashes.set(identity, made);
    return made;
  };
  return {
    known: (drafts: ReadonlyArray<NoteDraft>) =>
      stored(async () => {
        if (drafts.length === 0) return [];
        const identities = drafts.map(noteIdentity);
        const found = await db.read(knownRow, KNOWN_NOTES, [
          accountId,
          bytesArray(identities.map(hashOf)),
          plainArray(drafts.map(({ createdAt }) => createdAt)),
        ]);
        return found.map(({ draft, ...note }) => ({ ...note, identity: identities[draft]! }));
      }),

    add: (notes) =>
      changed(() => {
        if (notes.length === 0) return;
        const column = NOTE_COLUMNS;
        db.write(ADD, [
          accountId,
          bytesArray(notes.map((note) => hashOf(noteIdentity(note)))),
          plainArray(notes.map(column.created_at)),
          textArray(notes.map(column.body)),
          textArray(notes.map((note) => arrayLiteral(column.documents(note)))),
          textArray(notes.map((note) => literalOrNull(column.document_paths(note)))),
          plainArray(notes.map(column.is_pinned)),
          plainArray(notes.map(column.unpin_at)),
          importId,
          plainArray(notes.map((_, position) => position)),
        ]);
      }),
  };
};

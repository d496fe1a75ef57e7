import { hash } from 'node:crypto';
import type { Store } from '@carryover/application/ports/store';
import { type NoteDraft, noteIdentity } from '@carryover/domain/note';
import * as t from 'io-ts';
import { dateTime, orNull } from '../schema/stored-values.ts';
import { changed, stored } from '../sql/store-failure.ts';
import { plainArray, textArray } from '../sql/transaction.ts';
import type { ImportStatements } from './account-repository.ts';

/** Returns the stored form of a note's identity, a `bytea`. */
export const noteHash = (identity: string): string => `\\x${hash('sha256', identity)}`;

const TIME = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Returns the earliest note of a draft's identity if the draft has no time, else the note with its time. */
const KNOWN_NOTES = `
  select distinct on (d.identity, d.created_at) d.identity, ${TIME('n.created_at')} as "createdAt",
         n.is_pinned as "isPinned", ${TIME('n.unpin_at')} as "unpinAt",
         coalesce(n.document_paths, '{}') as "documentPaths"
  from jsonb_to_recordset($2::jsonb) as d(identity text, created_at timestamptz)
  join note n on n.account_id = $1 and n.identity = d.identity::bytea
             and (d.created_at is null or n.created_at = d.created_at)
  order by d.identity, d.created_at, n.created_at`;

const ADD = `
  insert into note
    (account_id, identity, created_at, body, documents, document_paths, is_pinned, unpin_at, import_id, position)
  select account_id, identity::bytea, created_at, body, documents::text[], document_paths::text[], is_pinned, unpin_at,
         import_id, position
  from (
    select account.id as account_id, unnest($2::text[]) as identity, unnest($3::timestamptz[]) as created_at,
           unnest($4::text[]) as body, unnest($5::text[]) as documents, unnest($6::text[]) as document_paths,
           unnest($7::boolean[]) as is_pinned, unnest($8::timestamptz[]) as unpin_at, $9::uuid as import_id,
           unnest($10::int[]) as position
    from account where account.id = $1::bigint) given`;

/** Returns texts as one text, an array in PostgreSQL's format. */
export const arrayLiteral = (texts: ReadonlyArray<string>): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

const knownRow = t.type({
  identity: t.string,
  createdAt: dateTime,
  isPinned: t.boolean,
  unpinAt: orNull(dateTime),
  documentPaths: t.array(t.string),
});

export const makePostgresNoteRepository = ({ db, accountId, importId }: ImportStatements): Store['notes'] => ({
  known: (drafts) =>
    stored(async () => {
      if (drafts.length === 0) return [];
      const asked = drafts.map((draft: NoteDraft) => ({ draft, identity: noteIdentity(draft) }));
      const byHash = new Map(asked.map(({ identity }) => [noteHash(identity), identity]));
      const rows = asked.map(({ draft, identity }) => ({ identity: noteHash(identity), created_at: draft.createdAt }));
      const found = await db.read(knownRow, KNOWN_NOTES, [accountId, JSON.stringify(rows)]);
      return found.map((row) => ({ ...row, identity: byHash.get(row.identity)! }));
    }),

  add: (notes) =>
    changed(() => {
      if (notes.length === 0) return;
      db.write(ADD, [
        accountId,
        textArray(notes.map((note) => noteHash(noteIdentity(note)))),
        plainArray(notes.map(({ createdAt }) => createdAt)),
        textArray(notes.map(({ body }) => body)),
        textArray(notes.map(({ documents }) => arrayLiteral(documents))),
        textArray(notes.map(({ documentPaths }) => (documentPaths.length === 0 ? null : arrayLiteral(documentPaths)))),
        plainArray(notes.map(({ isPinned }) => isPinned)),
        plainArray(notes.map(({ unpinAt }) => unpinAt)),
        importId,
        plainArray(notes.map((_, position) => position)),
      ]);
    }),
});

import { createHash } from 'node:crypto';
import type { NoteRepository } from '@carryover/application/ports/store';
import type { DateTime } from '@carryover/domain/date-time';
import { type NoteDraft, noteIdentity } from '@carryover/domain/note';
import { NAMED_ACCOUNT, parametersOf } from './account-repository.ts';
import { toHex } from './insert-rows.ts';
import type { Session } from './session.ts';
import { sent, stored } from './store-failure.ts';
import { NoteTable } from './tables/note.ts';

const hashOf = (identity: string): string => toHex(createHash('sha256').update(identity).digest());

/** For a draft without a time the earliest note of its identity, else the note of that very time. */
const KNOWN_NOTES = `
  select d.identity, to_char(min(n.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
  from jsonb_to_recordset($4::jsonb) as d(identity text, created_at timestamptz)
  join note n on n.account_id = ${NAMED_ACCOUNT} and n.identity = d.identity::bytea
             and (d.created_at is null or n.created_at = d.created_at)
  group by d.identity, d.created_at`;

export const makePostgresNoteRepository = (session: Session): NoteRepository => ({
  known: (ref, drafts) =>
    stored(async () => {
      if (drafts.length === 0) return [];
      const asked = drafts.map((draft: NoteDraft) => ({ draft, identity: noteIdentity(draft) }));
      const byHash = new Map(asked.map(({ identity }) => [hashOf(identity), identity]));
      const rows = asked.map(({ draft, identity }) => ({ identity: hashOf(identity), created_at: draft.createdAt }));
      const found = await session.read<{ identity: string; created_at: DateTime }>(KNOWN_NOTES, [
        ...parametersOf(ref),
        JSON.stringify(rows),
      ]);
      return found.map((row) => ({ identity: byHash.get(row.identity)!, createdAt: row.created_at }));
    }),

  add: (account, importId, notes) =>
    sent(() =>
      session.insert(
        NoteTable,
        notes.map((note, position) => ({
          accountId: account.id,
          identity: hashOf(noteIdentity(note)),
          createdAt: note.createdAt,
          body: note.body,
          documents: note.documents,
          isPinned: note.isPinned,
          unpinAt: note.unpinAt,
          importId,
          position,
        })),
      ),
    ),
});

import type { Accepted } from './accepted.ts';
import type { Complain } from './disagreement.ts';
import { nameOf, type StoredRow } from './stored.ts';

const MOVED_NOTE = /^Dates changed to fall inside the open statement period \(import (\S+)\):/;
/** The number of moved transactions that the note names; further ones are only counted (decisions 5). */
const NAMED = 20;

export const isMovedNote = ({ table, key }: StoredRow): boolean => table === 'note' && MOVED_NOTE.test(key);

const spoken = (type: string): string => `${type[0]}${type.slice(1).toLowerCase().replace('_', ' ')}`;

/** Returns the text that the note must have for the moved rows of an import, in the order sent. */
const expectedNote = (id: string, moved: ReadonlyArray<StoredRow>): string => {
  const lines = moved.map(
    ({ key, content }) =>
      `${spoken(content.type ?? '')} ${key} from ${content.submitted_date} to ${content.transaction_date}`,
  );
  const rest = lines.length > NAMED ? [`and ${lines.length - NAMED} more`] : [];
  const head = `Dates changed to fall inside the open statement period (import ${id}):`;
  return [head, ...lines.slice(0, NAMED), ...rest].join('\n');
};

/** Every import that moved dates left one pinned note that names them (§4.2), and no other did. */
export const checkMovedNotes = (
  accepted: ReadonlyArray<Accepted>,
  rows: ReadonlyArray<StoredRow>,
  complain: Complain,
): void => {
  const notes = Map.groupBy(rows.filter(isMovedNote), ({ importId }) => importId);
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  for (const { id, request } of accepted) {
    const moved = request.made.items.flatMap((item) => {
      const row = byName.get(nameOf(item));
      return row !== undefined && row.importId === id && row.content.submitted_date != null ? [row] : [];
    });
    const found = notes.get(id) ?? [];
    notes.delete(id);
    if (moved.length === 0 && found.length > 0) complain('stray', `note of import ${id}`, 'it moved no date');
    if (moved.length === 0) continue;
    if (found.length === 0) complain('partial', `note of import ${id}`, `${moved.length} dates moved and no note`);
    if (found.length > 1) complain('doubled', `note of import ${id}`, `is there ${found.length} times`);
    for (const note of found)
      if (note.key !== expectedNote(id, moved) || note.content.is_pinned !== 'true')
        complain('altered', `note of import ${id}`, `says ${JSON.stringify(note.key.slice(0, 200))}`);
  }
  for (const [id] of notes) complain('partial', `note of import ${id}`, 'is there without its import record');
};

import { makeRandom } from '../random.ts';
import { accountFields } from './account.ts';
import type { Batch, Item } from './batch.ts';

/** Some of a run of notes or transactions: `from` to before `to` of those that `name` and `seed` make. */
export type Part = {
  readonly name: string;
  readonly seed: number;
  readonly count: number;
  readonly from: number;
  readonly to: number;
};

export const wholePart = (name: string, seed: number, count: number): Part => ({
  name,
  seed,
  count,
  from: 0,
  to: count,
});

type PostedNote = {
  readonly body: string;
  readonly created_at?: string;
  readonly is_pinned?: boolean;
  readonly document_paths?: ReadonlyArray<{ readonly document_path: string }>;
};

/** Every third note leaves its time to the service. */
const makeNotes = ({ name, seed, count, from, to }: Part): ReadonlyArray<PostedNote> => {
  const random = makeRandom(seed);
  return Array.from({ length: count }, (_, index): PostedNote => {
    const body = `${name}-${index}: ${random.sentence(8)}`;
    const at = `2025-0${1 + random.whole(9)}-1${random.whole(10)}T0${random.whole(10)}:15:30Z`;
    const path = `letters/${random.whole(1_000_000)}.pdf`;
    return {
      body,
      ...(index % 3 === 0 ? {} : { created_at: at }),
      ...(index % 5 === 0 ? { is_pinned: true } : {}),
      ...(index % 4 === 0 ? { document_paths: [{ document_path: path }] } : {}),
    };
  }).slice(from, to);
};

const toItem = (note: PostedNote): Item => ({
  table: 'note',
  key: note.body,
  content: {
    // The service's own clock decides if none was sent.
    ...(note.created_at === undefined ? {} : { created_at: note.created_at }),
    is_pinned: String(note.is_pinned ?? false),
    documents: (note.document_paths ?? []).map((one) => one.document_path).join(','),
  },
});

export type NotesBatch = Batch & { readonly kind: 'notes'; readonly parts: ReadonlyArray<Part> };

export const notesBatch = (name: string, account: string, parts: ReadonlyArray<Part>): NotesBatch => ({
  name,
  kind: 'notes',
  account,
  query: '',
  refusal: null,
  ledger: null,
  parts,
  make: () => {
    const notes = parts.flatMap(makeNotes);
    const body = JSON.stringify({ ...accountFields(account), notes });
    return { body, items: notes.map(toItem), itemCount: notes.length };
  },
});

/** A request that is refused for its last note: nothing of it may be stored. */
export const refusedNotesBatch = (name: string, account: string, part: Part): Batch => {
  const good = notesBatch(name, account, [part]);
  return {
    ...good,
    refusal: 'account_failed_validation',
    make: () => {
      const made = good.make();
      return {
        ...made,
        body: `${made.body.slice(0, -2)},{"body":"${name}-last","colour":"red"}]}`,
        itemCount: made.itemCount + 1,
      };
    },
  };
};

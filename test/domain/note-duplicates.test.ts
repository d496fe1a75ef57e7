import type { DateTime } from '@carryover/domain/date-time';
import { addNotes, type LocatedDraft, type Note, type NoteOutcome, noteIdentity } from '@carryover/domain/note';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLocatedDraft, path, second } from '../support/a-note.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

const NOW = second('2026-06-15T12:00:00Z');
const JUNE = second('2026-06-01T00:00:00Z');
const JULY = second('2026-07-01T00:00:00Z');

type Stored = Pick<Note, 'body' | 'documentPaths' | 'createdAt'>;
const known = (notes: ReadonlyArray<Stored>) =>
  notes.map((note) => ({
    ...{ isPinned: false, unpinAt: null, documents: note.documentPaths },
    ...note,
    identity: noteIdentity(note),
  }));
const stored = (createdAt: DateTime, body: string | null = 'a'): Stored => ({ body, documentPaths: [], createdAt });
const draft = (createdAt: DateTime | null, body: string | null = 'a') => aLocatedDraft({ body, createdAt });

const created = (of: LocatedDraft, createdAt: DateTime): NoteOutcome => ({
  kind: 'created',
  note: { ...of, createdAt },
});
const alreadyExists = (createdAt: DateTime, body: string | null = 'a'): NoteOutcome => ({
  kind: 'already_exists',
  createdAt,
  body,
  conflict: expect.anything(),
});

describe('a note with the same body, and the same created_at if supplied, already exists (§3)', () => {
  it.each<[string, ReadonlyArray<Stored>, LocatedDraft, NoteOutcome]>([
    ['on an empty account it is created', [], draft(JUNE), created(draft(JUNE), JUNE)],
    ['without a time it is created now', [], draft(null), created(draft(null), NOW)],
    ['the same body and time exist', [stored(JUNE)], draft(JUNE), alreadyExists(JUNE)],
    ['the same body at another time does not', [stored(JUNE)], draft(JULY), created(draft(JULY), JULY)],
    ['without a time the body alone counts', [stored(JUNE)], draft(null), alreadyExists(JUNE)],
    ['another body does not', [stored(JUNE, 'b')], draft(JUNE), created(draft(JUNE), JUNE)],
    ['of several, one with the same time counts', [stored(JUNE), stored(JULY)], draft(JULY), alreadyExists(JULY)],
    ['a note of this very second counts', [stored(NOW)], draft(NOW), alreadyExists(NOW)],
  ])('%s', (_, notes, posted, outcome) => {
    expect(addNotes(NOW, known(notes))([posted])).toEqual([outcome]);
  });

  it('also within one request: the second already exists (decisions 4)', () => {
    const posted = [draft(null), draft(null), draft(JUNE), draft(JUNE), draft(NOW), draft(null, 'b')];
    expect(addNotes(NOW, [])(posted)).toEqual([
      created(posted[0]!, NOW),
      alreadyExists(NOW),
      created(posted[2]!, JUNE),
      alreadyExists(JUNE),
      alreadyExists(NOW),
      created(posted[5]!, NOW),
    ]);
  });

  it('without a body the set of document paths counts (decisions 4)', () => {
    const posted = [['x', 'y'], ['y', 'x', 'x'], ['x']].map((paths) =>
      aLocatedDraft({ body: null, documentPaths: paths.map(path) }),
    );
    expect(addNotes(NOW, [])(posted)).toEqual([
      created(posted[0]!, NOW),
      alreadyExists(NOW, null),
      created(posted[2]!, NOW),
    ]);
  });

  it('keeps all of a created note', () => {
    const posted = aLocatedDraft({ documentPaths: [path('a')], documents: ['root/a'], isPinned: true, unpinAt: JULY });
    expect(addNotes(NOW, [])([posted])).toEqual([{ kind: 'created', note: { ...posted, createdAt: NOW } }]);
  });

  it('says nothing of no notes', () => {
    expect(addNotes(NOW, known([stored(JUNE)]))([])).toEqual([]);
  });
});

/** Every stored note compared with every posted one, by the words of the specification. */
const addNotesNaively = (
  notes: ReadonlyArray<Stored>,
  drafts: ReadonlyArray<LocatedDraft>,
): ReadonlyArray<NoteOutcome> => {
  const all = [...notes];
  return drafts.map((posted) => {
    const saysTheSame = (note: Stored): boolean =>
      posted.body === null
        ? note.body === null &&
          new Set(note.documentPaths).symmetricDifference(new Set(posted.documentPaths)).size === 0
        : note.body === posted.body;
    const same = all
      .filter((note) => saysTheSame(note) && (posted.createdAt === null || note.createdAt === posted.createdAt))
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))[0];
    if (same !== undefined) return alreadyExists(same.createdAt, posted.body);
    const note = { ...posted, createdAt: posted.createdAt ?? NOW };
    all.push(note);
    return { kind: 'created', note };
  });
};

const timeArb = fc.constantFrom(JUNE, NOW, JULY);
const contentArb = fc.oneof(
  fc.record({ body: fc.constantFrom('a', 'b', 'documents:["x"]'), documentPaths: fc.constant([]) }),
  fc.record({
    body: fc.constantFrom(null, null, 'a'),
    documentPaths: fc.array(fc.constantFrom('x', 'y', 'z').map(path), { minLength: 1, maxLength: 3 }),
  }),
);
const storedArb = fc.tuple(contentArb, timeArb).map(([content, createdAt]): Stored => ({ ...content, createdAt }));
const draftArb = fc
  .tuple(contentArb, fc.option(timeArb, { nil: null }))
  .map(([content, createdAt]) => aLocatedDraft({ ...content, createdAt }));

describe('notes added to any account', () => {
  it('have the outcomes that comparing each with each gives', () => {
    fc.assert(
      fc.property(fc.array(storedArb, { maxLength: 8 }), fc.array(draftArb, { maxLength: 12 }), (notes, drafts) => {
        expect(addNotes(NOW, known(notes))(drafts)).toEqual(addNotesNaively(notes, drafts));
      }),
      { numRuns: 500 },
    );
  });

  it('need to know only of the earliest note of the same content, and of those of the same time', () => {
    fc.assert(
      fc.property(fc.array(storedArb, { maxLength: 8 }), fc.array(draftArb, { maxLength: 12 }), (notes, drafts) => {
        const all = known(notes);
        const enough = all.filter(
          (one) =>
            all.every((other) => other.identity !== one.identity || one.createdAt <= other.createdAt) ||
            drafts.some((posted) => noteIdentity(posted) === one.identity && posted.createdAt === one.createdAt),
        );
        expect(addNotes(NOW, enough)(drafts)).toEqual(addNotes(NOW, all)(drafts));
      }),
      { numRuns: 500 },
    );
  });

  it('all exist when they are sent again', () => {
    fc.assert(
      fc.property(fc.array(storedArb, { maxLength: 8 }), fc.array(draftArb, { maxLength: 12 }), (notes, drafts) => {
        const added = addNotes(NOW, known(notes))(drafts).flatMap((one) => (one.kind === 'created' ? [one.note] : []));
        const again = addNotes(JULY, known([...notes, ...added]))(drafts);
        expect(again.map(({ kind }) => kind)).toEqual(drafts.map(() => 'already_exists'));
      }),
      { numRuns: 300 },
    );
  });

  it('are settled in linear time', () => {
    const drafts = Array.from({ length: 10_000 }, (_, i) =>
      draft(second(`2026-06-01T0${i % 10}:00:00Z`), `b${i % 5_000}`),
    );
    expect(cpuMsOf(() => addNotes(NOW, [])(drafts))).toBeLessThan(2_000);
  });
});

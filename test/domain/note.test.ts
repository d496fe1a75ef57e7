import type { DateTime } from '@carryover/domain/date-time';
import { MAX_PATH_BYTES } from '@carryover/domain/document-path';
import {
  addNotes,
  checkUnpinAt,
  type LocatedDraft,
  locateDocuments,
  type Note,
  type NoteOutcome,
  noteIdentity,
  requireContent,
  sortNotes,
} from '@carryover/domain/note';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aLocatedDraft, aNoteDraft, path, second } from '../support/a-note.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

const EARLIER = second('2026-06-01T09:00:00Z');
const LATER = second('2026-06-01T09:00:01Z');

describe('a note says something or shows a document (§2)', () => {
  it.each([
    [true, true, E.right(undefined)],
    [true, false, E.right(undefined)],
    [false, true, E.right(undefined)],
    [false, false, E.left({ kind: 'note_body_or_document_path_not_found' })],
  ])('body: %s, documents: %s', (hasBody, hasDocuments, expected) => {
    expect(requireContent({ hasBody, hasDocuments })).toEqual(expected);
  });
});

describe('a note is not unpinned before it is created, where both times are sent (decisions 4)', () => {
  const refused = E.left({ kind: 'note_unpin_at_earlier_than_creation_date' });
  it.each([
    [LATER, EARLIER, refused],
    [EARLIER, EARLIER, E.right(undefined)],
    [EARLIER, LATER, E.right(undefined)],
    [null, EARLIER, E.right(undefined)],
    [EARLIER, null, E.right(undefined)],
    [null, null, E.right(undefined)],
  ])('created at %s, unpinned at %s', (createdAt, unpinAt, expected) => {
    expect(checkUnpinAt({ createdAt, unpinAt })).toEqual(expected);
  });
});

describe('what makes two notes the same (decisions 4)', () => {
  const identity = (body: string | null, ...paths: ReadonlyArray<string>): string =>
    noteIdentity({ body, documentPaths: paths.map(path) });

  it.each([
    ['the same body', identity('a'), identity('a')],
    ['the same body, whatever the documents', identity('a', 'x'), identity('a', 'y')],
    ['without a body, the same documents', identity(null, 'x', 'y'), identity(null, 'x', 'y')],
    ['in another order', identity(null, 'x', 'y', 'z'), identity(null, 'z', 'x', 'y')],
    ['one of them twice', identity(null, 'x', 'x', 'y'), identity(null, 'y', 'x')],
  ])('%s: the same', (_, one, other) => {
    expect(one).toBe(other);
  });

  it.each([
    ['bodies in other case', identity('a'), identity('A')],
    ['a blank more', identity('a'), identity('a ')],
    ['the same letters in other code points', identity('\u00e9'), identity('e\u0301')],
    ['other documents', identity(null, 'x'), identity(null, 'y')],
    ['a document more', identity(null, 'x'), identity(null, 'x', 'y')],
    ['documents whose names together are the same', identity(null, 'a', 'b,c'), identity(null, 'a,b', 'c')],
    ['a document named as a list of two', identity(null, 'a","b'), identity(null, 'a', 'b')],
    ['a body that reads like a path', identity('x'), identity(null, 'x')],
    ['a body that reads like documents', identity('documents:["x"]'), identity(null, 'x')],
    ['a body that reads like a list', identity('["x"]'), identity(null, 'x')],
  ])('%s: not the same', (_, one, other) => {
    expect(one).not.toBe(other);
  });
});

describe("the documents of notes lie below the supplier's root (§1, decisions 9)", () => {
  const drafts = [
    aNoteDraft({ documentPaths: [path('a.pdf'), path('b/c.pdf')] }),
    aNoteDraft(),
    aNoteDraft({ body: null, documentPaths: [path('a.pdf')], createdAt: EARLIER, isPinned: true, unpinAt: LATER }),
  ];

  it('each path is joined to the root; all else stays', () => {
    expect(locateDocuments('s3://bucket/')(drafts)).toEqual(
      E.right([
        { ...drafts[0], documents: ['s3://bucket/a.pdf', 's3://bucket/b/c.pdf'] },
        { ...drafts[1], documents: [] },
        { ...drafts[2], documents: ['s3://bucket/a.pdf'] },
      ]),
    );
  });

  it('every document too deep below the root is named, by note and document', () => {
    const fitting = path('a'.repeat(MAX_PATH_BYTES - 'root/'.length));
    const tooDeep = path(`${fitting}a`);
    const notes = [[fitting], [tooDeep, fitting, tooDeep], [], [fitting, tooDeep]].map((documentPaths) =>
      aNoteDraft({ documentPaths }),
    );
    expect(locateDocuments('root')(notes.slice(0, 1))).toEqual(
      E.right([{ ...notes[0], documents: [`root/${fitting}`] }]),
    );
    expect(locateDocuments('root')(notes)).toEqual(
      E.left([
        { kind: 'path_too_long', note: 1, document: 0 },
        { kind: 'path_too_long', note: 1, document: 2 },
        { kind: 'path_too_long', note: 3, document: 1 },
      ]),
    );
  });
});

describe('the notes of an account, as support reads them', () => {
  const at = (day: number) => second(`2026-06-${day}T00:00:00Z`);
  const note = (name: string, more: object = {}) => ({
    name,
    createdAt: at(10),
    isPinned: false,
    unpinAt: null,
    isAddedByService: false,
    importId: 'a',
    position: 0,
    ...more,
  });

  it("the client's pinned notes are before the service's, and both before the others, each newest first", () => {
    const pinned = { isPinned: true };
    const notes = [
      note('other'),
      note('newer', { createdAt: at(11) }),
      note('pinned by the service', { ...pinned, createdAt: at(30), isAddedByService: true }),
      note('pinned', pinned),
      note('pinned until later', { ...pinned, createdAt: at(12), unpinAt: at(21) }),
      note('pinned until now', { ...pinned, createdAt: at(13), unpinAt: at(20) }),
    ];
    expect(sortNotes(notes, at(20)).map(({ name }) => name)).toEqual([
      'pinned until later',
      'pinned',
      'pinned by the service',
      'pinned until now',
      'newer',
      'other',
    ]);
  });

  it('of notes of the same second, the last one of the later import is first', () => {
    const notes = [note('1'), note('2', { position: 1 }), note('3', { importId: 'b' })];
    expect(sortNotes(notes, at(20)).map(({ name }) => name)).toEqual(['3', '2', '1']);
  });
});

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

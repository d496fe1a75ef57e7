import { MAX_PATH_BYTES } from '@carryover/domain/document-path';
import { checkUnpinAt, locateDocuments, noteIdentity, requireContent, sortNotes } from '@carryover/domain/note';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aNoteDraft, path, second } from '../support/a-note.ts';

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

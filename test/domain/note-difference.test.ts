import { noteDifferences, type RecordedNote } from '@carryover/domain/differences';
import { addNotes } from '@carryover/domain/note';
import { describe, expect, it } from 'vitest';
import { aLocatedDraft, path, second } from '../support/a-note.ts';

const JUNE = second('2026-06-01T00:00:00Z');
const paths = (...names: ReadonlyArray<string>) => names.map(path);

const recorded = (fields: Partial<RecordedNote> = {}): RecordedNote => ({
  isPinned: false,
  unpinAt: null,
  documentPaths: [],
  ...fields,
});

describe('a note that exists differs from the posted one (decisions 4)', () => {
  it.each([
    ['document_paths', '["a"]', '["a","b"]', recorded({ documentPaths: ['a'] }), { documentPaths: paths('b', 'a') }],
    ['document_paths', '["a"]', null, recorded({ documentPaths: ['a'] }), {}],
    ['document_paths', null, '["a"]', recorded(), { documentPaths: paths('a') }],
    ['is_pinned', 'true', 'false', recorded({ isPinned: true }), {}],
    ['is_pinned', 'false', 'true', recorded(), { isPinned: true }],
    ['unpin_at', null, JUNE, recorded(), { unpinAt: JUNE }],
  ])('in %s: %s, then %s', (field, first, later, existing, posted) => {
    expect(noteDifferences(existing, aLocatedDraft(posted))).toEqual([{ field, recorded: first, submitted: later }]);
  });

  it.each([
    ['the same set of paths', recorded({ documentPaths: ['a', 'b'] }), { documentPaths: paths('b', 'a', 'b') }],
    [
      'another root since then',
      recorded({ documentPaths: ['a'] }),
      { documentPaths: paths('a'), documents: ['new/a'] },
    ],
  ])('not with %s', (_, existing, posted) => {
    expect(noteDifferences(existing, aLocatedDraft(posted))).toEqual([]);
  });

  it('also from one that was posted earlier in the same request', () => {
    const posted = [aLocatedDraft({ documentPaths: paths('a') }), aLocatedDraft({ isPinned: true })];
    expect(addNotes(JUNE, [])(posted)[1]).toEqual({
      kind: 'already_exists',
      createdAt: JUNE,
      body: posted[1]!.body,
      conflict: [
        { field: 'document_paths', recorded: '["a"]', submitted: null },
        { field: 'is_pinned', recorded: 'false', submitted: 'true' },
      ],
    });
  });
});

import { makeCreateNotesBody, noteDraft } from '@carryover/contract/codecs/note';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { describe, expect, it } from 'vitest';
import { aNoteDraft, path, second } from '../../support/a-note.ts';
import { ACCOUNT, DECODED_ACCOUNT, decoded, errorsOf, sent } from '../a-body.ts';

const body = makeCreateNotesBody(DEFAULT_LIMITS);
const request = (...notes: ReadonlyArray<unknown>) => sent({ ...ACCOUNT, notes });
/** The errors of one note, by their place in it. */
const errorsOfNote = (note: unknown): ReadonlyArray<string> =>
  errorsOf(body, request(note)).map((error) => error.replace(/^notes\.0\.?/, ''));

describe('a note (§2)', () => {
  it('with every field', () => {
    const note = {
      body: ' Kept\nas sent ',
      document_paths: [{ document_path: 'a/b.pdf' }, { document_path: 'a/b.pdf' }],
      created_at: '2026-06-01T00:00:00Z',
      is_pinned: true,
      unpin_at: '2026-07-01T00:00:00Z',
    };
    expect(decoded(body, request(note))).toEqual({
      ...DECODED_ACCOUNT,
      notes: [
        aNoteDraft({
          body: ' Kept\nas sent ',
          documentPaths: [path('a/b.pdf'), path('a/b.pdf')],
          createdAt: second('2026-06-01T00:00:00Z'),
          isPinned: true,
          unpinAt: second('2026-07-01T00:00:00Z'),
        }),
      ],
    });
  });

  it.each([
    ['a body alone', { body: 'a' }, { body: 'a' }],
    ['documents alone', { document_paths: [{ document_path: 'a' }] }, { body: null, documentPaths: [path('a')] }],
    ['a body and no documents', { body: 'a', document_paths: [] }, { body: 'a' }],
    ['not pinned', { body: 'a', is_pinned: false }, { body: 'a' }],
    [
      'unpinned without being pinned (decisions 4)',
      { body: 'a', unpin_at: '2026-06-01T00:00:00Z' },
      { body: 'a', unpinAt: second('2026-06-01T00:00:00Z') },
    ],
  ])('with %s', (_, note, draft) => {
    expect(decoded(noteDraft, sent(note))).toEqual(aNoteDraft(draft));
  });
});

describe('a note needs a body or a document (§2, decisions 4)', () => {
  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['nothing', {}, [': note_body_or_document_path_not_found']],
    ['an empty list of documents', { document_paths: [] }, [': note_body_or_document_path_not_found']],
    [
      'only a pin',
      { is_pinned: 1, created_at: '2026-06-01T00:00:00Z' },
      [': note_body_or_document_path_not_found', 'is_pinned: invalid'],
    ],
    ['an empty body beside a document', { body: '', document_paths: [{ document_path: 'a' }] }, ['body: blank']],
    ['a null body: null is not absence', { body: null }, ['body: null']],
    ['null documents: null is not absence', { document_paths: null }, ['document_paths: null']],
    ['documents that are not a list', { document_paths: {} }, ['document_paths: invalid']],
    ['a body of another name', { Body: 'a' }, [': note_body_or_document_path_not_found', 'Body: unknown_field']],
    [
      'a body that is inherited',
      { ['__proto__']: { body: 'a' } },
      [': note_body_or_document_path_not_found', '__proto__: unknown_field'],
    ],
  ])('%s', (_, note, errors) => {
    expect(errorsOfNote(note)).toEqual(errors);
  });
});

describe('each field of a note', () => {
  const time = '2026-06-01T00:00:00Z';

  it.each<[string, object, ReadonlyArray<string>]>([
    ['a body that is a number', { body: 1 }, ['body: invalid']],
    ['no time', { created_at: '' }, ['created_at: invalid']],
    ['a time to unpin that is none', { unpin_at: '2026-06-31T00:00:00Z' }, ['unpin_at: invalid']],
    ['pinned in words', { is_pinned: 'true' }, ['is_pinned: invalid']],
    ['unpinned before an invalid time', { created_at: 'now', unpin_at: time }, ['created_at: invalid']],
    ['a field of the answer', { status: 'NOTE_CREATION_SUCCESS' }, ['status: unknown_field']],
  ])('%s', (_, fields, errors) => {
    expect(errorsOfNote({ body: 'a', ...fields })).toEqual(errors);
  });

  it.each<[string, unknown, string]>([
    ['null', null, ': null'],
    ['a null path', { document_path: null }, '.document_path: null'],
    ['an empty path', { document_path: '' }, '.document_path: blank'],
    ['a parent', { document_path: 'a/../../b' }, '.document_path: invalid_document_path'],
    ['another field', { document_path: 'a', name: 'b' }, '.name: unknown_field'],
  ])('a document with %s', (_, document, error) => {
    expect(errorsOfNote({ document_paths: [{ document_path: 'a' }, document] })).toEqual([`document_paths.1${error}`]);
  });
});

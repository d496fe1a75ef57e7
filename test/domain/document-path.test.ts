import {
  type DocumentPath,
  locateDocument,
  MAX_PATH_BYTES,
  parseDocumentPath,
  parseDocumentRoot,
} from '@carryover/domain/document-path';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { path } from '../support/a-note.ts';

const kindOf = (text: string): string => {
  const parsed = parseDocumentPath(text);
  return E.isLeft(parsed) ? parsed.left.kind : 'a path';
};
const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

describe('a document path is plain, relative and inside the root (decisions 9)', () => {
  it.each([
    'bills/2019/09/statement 1.pdf',
    ' a / b ',
    '.hidden/..twice/thrice...',
    '.../....',
    'a..b/c.',
    '~/a',
    '$HOME/`id`',
    '%2e%2e/x',
    'a?b=c#d',
    '*|<>"',
    '2019:a',
    ':a',
    'a/C:/x',
    'Zoë/счёт/請求書/😀.pdf',
    'e\u0301/\u00e9',
    'constructor/__proto__',
    'CON/nul.txt',
  ])('%j is kept as it is', (text) => {
    expect(parseDocumentPath(text)).toEqual(E.right(text));
  });

  it.each([
    ['the parent', '..'],
    ['a parent before', '../x'],
    ['a parent inside', 'a/../b'],
    ['a parent at the end', 'a/..'],
    ['the root itself', '.'],
    ['a step that stays', './x'],
    ['a step that stays, inside', 'a/./b'],
    ['a step that stays, at the end', 'a/.'],
    ['an absolute path', '/abs'],
    ['only a slash', '/'],
    ['a network path', '//host/x'],
    ['a trailing slash', 'a/'],
    ['an empty segment', 'a//b'],
    ['a backslash', 'a\\b'],
    ['a Windows share', '\\\\host\\x'],
    ['a drive', 'C:/x'],
    ['a drive of its own directory', 'c:x'],
    ['a bucket', 's3://b/k'],
    ['an address in other case', 'HTTPS:/host/x'],
    ['a scheme with every sign it may have', 'a+b-c.d9:x'],
    ['a line end after', 'a\n'],
  ])('%s: %j is invalid', (_, text) => {
    expect(parseDocumentPath(text)).toEqual(E.left({ kind: 'invalid_document_path' }));
  });

  const BIDI = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
  it.each([...BIDI].map((c) => [c.codePointAt(0)!.toString(16), c]))('bidirectional control U+%s', (_, control) => {
    expect(kindOf(`exe${control}fdp.x`)).toBe('invalid_document_path');
  });

  it('refuses every control character, U+0000 as a character that no text may have', () => {
    const controls = [...Array(0x20).keys(), 0x7f, ...Array.from({ length: 0x20 }, (_, i) => 0x80 + i)];
    const kinds = controls.map((code) => kindOf(`a/${String.fromCodePoint(code)}b`));
    expect(kinds).toEqual(controls.map((code) => (code === 0 ? 'invalid_characters' : 'invalid_document_path')));
  });

  it.each([
    ['empty', '', 'blank'],
    ['U+0000', 'a\0', 'invalid_characters'],
    ['half of a surrogate pair', 'a/\ud800', 'invalid_characters'],
    ['the other half', '\udc00/a', 'invalid_characters'],
  ])('%s: %j is %s', (_, text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each(['a', '\u07ff', '\u0800', '\uffee', '\u{10000}', '😀'])(
    'takes 1,024 bytes of %s, and not 1,025',
    (character) => {
      const fitting = character.repeat(Math.floor(MAX_PATH_BYTES / bytes(character)));
      const full = fitting + 'a'.repeat(MAX_PATH_BYTES - bytes(fitting));
      expect([bytes(full), kindOf(full), kindOf(`${full}a`)]).toEqual([1024, 'a path', 'path_too_long']);
    },
  );

  const segment = fc.oneof(
    fc.constantFrom('', '.', '..', '...', 'a', 'b.pdf', 'C:', 's3:', '%2e%2e', '\\', '\n', '\u202e'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  it('what is accepted stays below any root, however it is resolved, and is unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/')),
        (text) => {
          const parsed = parseDocumentPath(text);
          if (E.isLeft(parsed)) return;
          expect(parsed.right).toBe(text);
          const resolved = new URL(text.split('/').map(encodeURIComponent).join('/'), 'https://host/root/');
          expect(resolved.pathname).toBe(`/root/${text.split('/').map(encodeURIComponent).join('/')}`);
          expect(text).not.toMatch(/\\|\p{Cc}|\p{Bidi_Control}|\p{Cs}/u);
        },
      ),
      {
        numRuns: 1_500,
      },
    );
  });
});

describe('the full location of a document is the root, one slash and the path (§1)', () => {
  it.each([
    ['s3://bucket/carryover', 's3://bucket/carryover/a/b.pdf'],
    ['s3://bucket/carryover/', 's3://bucket/carryover/a/b.pdf'],
    ['/var/documents', '/var/documents/a/b.pdf'],
    ['/', '/a/b.pdf'],
    ['', 'a/b.pdf'],
  ])('with the root %j: %s', (root, location) => {
    expect(locateDocument(root)(path('a/b.pdf'))).toEqual(E.right(location));
  });

  it('keeps percent signs and everything else as sent', () => {
    expect(locateDocument('root')(path('%2e%2e/é e\u0301'))).toEqual(E.right('root/%2e%2e/é e\u0301'));
  });

  it.each([
    ['root', 'root/', 'a'],
    ['root/', 'root/', 'a'],
    ['räume', 'räume/', '😀'],
    ['', '', 'é'],
  ])('with the root %j has 1,024 bytes at most', (root, front, character) => {
    const fitting = front + character.repeat(Math.floor((MAX_PATH_BYTES - bytes(front)) / bytes(character)));
    const full = (fitting + 'a'.repeat(MAX_PATH_BYTES - bytes(fitting))).slice(front.length) as DocumentPath;
    expect(locateDocument(root)(full)).toEqual(E.right(front + full));
    expect(locateDocument(root)(`${full}a` as DocumentPath)).toEqual(E.left({ kind: 'path_too_long' }));
  });
});

describe("the root of a supplier's documents is empty, or a location in the document store (decisions 9)", () => {
  it.each(['', 'a', 'a/', 'a/b c/%2e', 'a'.repeat(MAX_PATH_BYTES)])('%.40j', (root) => {
    expect(parseDocumentRoot(root)).toEqual(E.right(root));
  });

  it.each(['/', '/a', 's3://bucket/acme', 'C:/bills'])('may say more than a path may: %j', (root) => {
    expect(parseDocumentRoot(root)).toEqual(E.right(root));
  });

  it.each(['..', '../', 'a/..', '.', 'a\n', 'a\0', '\ud800', '\u202e'])('not %j', (root) => {
    expect(parseDocumentRoot(root)).toEqual(E.left({ kind: 'invalid_document_root', root }));
  });

  it('is short enough for a path', () => {
    const root = 'a'.repeat(MAX_PATH_BYTES + 1);
    expect(parseDocumentRoot(root)).toEqual(E.left({ kind: 'invalid_document_root', root }));
  });
});

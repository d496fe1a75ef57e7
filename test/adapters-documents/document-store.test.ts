import { makeLocalFolderDocumentStore } from '@carryover/adapters-documents/local-folder-document-store';
import { makeS3DocumentStore } from '@carryover/adapters-documents/s3-document-store';
import type { DocumentStore } from '@carryover/application/ports/document-store';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aFolder } from './a-folder.ts';
import { anS3Server, region } from './an-s3-server.ts';

type Subject = {
  readonly store: DocumentStore;
  readonly put: (location: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

// What is tested is what they say; on a busy machine S3 may take its time.
const deadlineMs = 60_000;

const localFolder = async (): Promise<Subject> => {
  const { path, put, remove } = await aFolder();
  return { store: makeLocalFolderDocumentStore(path), put, stop: remove };
};

const s3 = async (): Promise<Subject> => {
  const { endpoint, put, stop } = await anS3Server('documents');
  return { store: makeS3DocumentStore({ bucket: 'documents', prefix: '', endpoint, region }, deadlineMs), put, stop };
};

const s3UnderAPrefix = async (): Promise<Subject> => {
  const { endpoint, put, stop } = await anS3Server('documents');
  return {
    store: makeS3DocumentStore(
      {
        bucket: 'documents',
        prefix: 'migration/files',
        endpoint,
        region,
      },
      deadlineMs,
    ),
    put: (location) => put(`migration/files/${location}`),
    stop,
  };
};

const many = Array.from({ length: 100 }, (_, i) => `many/bill-${i}.pdf`);

describe.each([
  ['local folder', localFolder],
  ['S3', s3],
  ['S3 under a prefix', s3UnderAPrefix],
])('documents missing from a store (decisions 9): %s', (_, start) => {
  let subject: Subject;
  const missing = (...locations: ReadonlyArray<string>) => subject.store.missing('', locations)();
  const allThere = E.right([]);

  beforeAll(async () => {
    subject = await start();
    await subject.put('acme/2026/bill.pdf');
    await subject.put('top.pdf');
  });
  afterAll(() => subject.stop());

  it('finds none missing among none', async () => expect(await missing()).toEqual(allThere));

  it('finds what is there', async () => expect(await missing('acme/2026/bill.pdf', 'top.pdf')).toEqual(allThere));

  it('names what is missing, in the order given', async () =>
    expect(await missing('z.pdf', 'top.pdf', 'acme/2026/none.pdf', 'a.pdf')).toEqual(
      E.right(['z.pdf', 'acme/2026/none.pdf', 'a.pdf']),
    ));

  it('names a missing document once, where it first occurs', async () =>
    expect(await missing('z.pdf', 'a.pdf', 'top.pdf', 'z.pdf', 'top.pdf')).toEqual(E.right(['z.pdf', 'a.pdf'])));

  it('takes a directory for no document', async () =>
    expect(await missing('acme', 'acme/2026')).toEqual(E.right(['acme', 'acme/2026'])));

  it('finds nothing below a document', async () =>
    expect(await missing('top.pdf/page.pdf', 'top.pdf/a/b.pdf')).toEqual(
      E.right(['top.pdf/page.pdf', 'top.pdf/a/b.pdf']),
    ));

  it('finds nothing in a directory that is not there', async () =>
    expect(await missing('umbra/2026/bill.pdf')).toEqual(E.right(['umbra/2026/bill.pdf'])));

  describe.each([
    ['100%.pdf', '100%25.pdf'],
    ['a%20b.pdf', 'a b.pdf'],
    ['%2e%2e/x.pdf', 'x.pdf'],
    ['deep%2Fname.pdf', 'deep/name.pdf'],
    ['two words/my bill.pdf', 'two%20words/my%20bill.pdf'],
    ['plus+and.pdf', 'plus and.pdf'],
    ['ask?versionId=1.pdf', 'ask'],
    ['hash#part.pdf', 'hash'],
    ["it's (1)!*&=;,~@$.pdf", 'its (1)!*&=;,~@$.pdf'],
    ['Zürich/Straße 5 – é.pdf', 'Zurich/Strasse 5 – e.pdf'],
    ['請求書/😀.pdf', '請求書/😁.pdf'],
    ['...', '....'],
    ['.hidden/..x', '.hidden/.x'],
    [' lead and trail ', 'lead and trail'],
  ])('takes every character of %j literally', (location, other) => {
    beforeAll(() => subject.put(location));
    it('finds it', async () => expect(await missing(location)).toEqual(allThere));
    it(`and nothing at ${JSON.stringify(other)}`, async () => expect(await missing(other)).toEqual(E.right([other])));
  });

  // Windows and macOS fold names; ADR 8.
  it.skipIf(process.platform !== 'linux')('folds neither letter case nor the forms of a letter', async () => {
    await subject.put('caf\u00e9.pdf');
    expect(await missing('caf\u00e9.pdf', 'cafe\u0301.pdf', 'Top.pdf')).toEqual(E.right(['cafe\u0301.pdf', 'Top.pdf']));
  });

  it.each([
    '../top.pdf',
    'acme/../top.pdf',
    'acme/..',
    './top.pdf',
    '/top.pdf',
    'acme//2026',
    'acme/',
    '',
    'a\\b',
    'a\u0000b',
    '\ud800',
  ])('asks nothing for %j, which is not a location inside the store', async (location) =>
    expect(await missing('top.pdf', location)).toEqual(
      E.left({ kind: 'document_store_unavailable', reason: 'location_not_allowed' }),
    ),
  );

  it('answers several calls at once, each its own', async () => {
    await subject.put(many[50]!);
    const without = many.filter((_location, i) => i !== 50);
    expect(await Promise.all([missing(...many), missing('top.pdf'), missing(...many), missing('z.pdf')])).toEqual([
      E.right(without),
      allThere,
      E.right(without),
      E.right(['z.pdf']),
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { recordedIssuesOf } from '../support/recorded-issues.ts';
import { refusalOf } from '../support/requests.ts';

const PATH = '/v1/data-import/notes/create/';

const service = await theService();

describe('creating notes (§4.1)', () => {
  it('answers one result per posted note, in the order posted', async () => {
    const account = await anAccount(service);
    const notes = [
      { body: 'Prefers to be called in the evening.', created_at: '2019-10-01T08:30:00Z', is_pinned: true },
      { body: 'Meter behind the door.', created_at: '2019-10-02T08:30:00Z', unpin_at: '2019-10-03T00:00:00Z' },
      { document_paths: [{ document_path: 'letters/2019/1.pdf' }], created_at: '2019-10-03T08:30:00Z' },
    ];
    const { status, json } = await service.post(PATH, { ...account, notes });
    expect({ status, json }).toEqual({
      status: 201,
      json: [
        { created_at: '2019-10-01T08:30:00Z', body: notes[0]!.body, status: 'NOTE_CREATION_SUCCESS' },
        { created_at: '2019-10-02T08:30:00Z', body: notes[1]!.body, status: 'NOTE_CREATION_SUCCESS' },
        { created_at: '2019-10-03T08:30:00Z', body: null, status: 'NOTE_CREATION_SUCCESS' },
      ],
    });
  });

  it('gives a note without created_at the current second', async () => {
    const account = await anAccount(service);
    const before = new Date().toISOString().slice(0, 19);
    const { json } = await service.post(PATH, { ...account, notes: [{ body: 'now' }] });
    expect(json[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(json[0].created_at >= `${before}Z`).toBe(true);
  });

  it('finds the same body again, at whatever time where none is sent, at the same time where one is', async () => {
    const account = await anAccount(service);
    const first = { body: 'same', created_at: '2019-10-01T08:30:00Z' };
    const later = { ...first, created_at: '2019-10-02T08:30:00Z' };
    await service.post(PATH, { ...account, notes: [first] });
    const { json } = await service.post(PATH, { ...account, notes: [{ body: 'same' }, first, later, later] });
    expect(json).toEqual([
      { ...first, status: 'NOTE_ALREADY_EXISTS' },
      { ...first, status: 'NOTE_ALREADY_EXISTS' },
      { ...later, status: 'NOTE_CREATION_SUCCESS' },
      { ...later, status: 'NOTE_ALREADY_EXISTS' },
    ]);
  });

  it('knows a note without a body by its set of document paths', async () => {
    const account = await anAccount(service);
    const paths = (...names: string[]) => ({ document_paths: names.map((name) => ({ document_path: name })) });
    const { json } = await service.post(PATH, {
      ...account,
      notes: [paths('a', 'b'), paths('b', 'a', 'a'), paths('a')],
    });
    expect(json.map((result: { status: string }) => result.status)).toEqual([
      'NOTE_CREATION_SUCCESS',
      'NOTE_ALREADY_EXISTS',
      'NOTE_CREATION_SUCCESS',
    ]);
  });

  it('names the documents and the pin that a note which exists does not get, and keeps the conflict', async () => {
    const account = await anAccount(service);
    const time = { created_at: '2019-10-01T08:30:00Z' };
    const document = (name: string) => ({ document_paths: [{ document_path: name }] });
    await service.post(PATH, { ...account, notes: [{ body: 'a', ...document('1.pdf'), ...time }] });
    const notes = [
      { body: 'a', ...document('2.pdf'), is_pinned: true, unpin_at: '2020-01-01T00:00:00Z' },
      { body: 'a', ...document('1.pdf'), is_pinned: false },
      { body: 'b', ...time },
      { body: 'b', is_pinned: true },
      { ...document('3.pdf'), ...time },
      { ...document('3.pdf'), is_pinned: true },
    ];
    const dryRun = await service.post(PATH.replace('create', 'validate'), { ...account, notes });
    const reply = await service.post(PATH, { ...account, notes });
    const exists = (body: string | null) => ({ ...time, body, status: 'NOTE_ALREADY_EXISTS' });
    expect(reply.json).toEqual([
      { ...exists('a'), differing_fields: ['document_paths', 'is_pinned', 'unpin_at'] },
      exists('a'),
      { ...time, body: 'b', status: 'NOTE_CREATION_SUCCESS' },
      { ...exists('b'), differing_fields: ['is_pinned'] },
      { ...time, body: null, status: 'NOTE_CREATION_SUCCESS' },
      { ...exists(null), differing_fields: ['is_pinned'] },
    ]);
    expect(dryRun.json.results).toEqual(reply.json);
    const pin = { field: 'is_pinned', recorded: 'false', submitted: 'true' };
    const note = (body: string | null, documentPaths: string[] = []) => ({
      createdAt: time.created_at,
      body,
      documentPaths,
    });
    expect((await recordedIssuesOf(service, reply)).noteConflicts).toEqual([
      {
        note: note('a'),
        differences: [
          { field: 'document_paths', recorded: '["1.pdf"]', submitted: '["2.pdf"]' },
          pin,
          { field: 'unpin_at', recorded: null, submitted: '2020-01-01T00:00:00Z' },
        ],
      },
      { note: note('b'), differences: [pin] },
      { note: note(null, ['3.pdf']), differences: [pin] },
    ]);
  });

  it('compares document paths as posted: another root since then does not matter', async () => {
    const account = await anAccount(service);
    const notes = [{ body: 'moved root', document_paths: [{ document_path: '1.pdf' }, { document_path: '2.pdf' }] }];
    await service.post(PATH, { ...account, notes });
    await service.operator.changeSupplier('DEMO_SUPPLIER', { documentRoot: 's3://elsewhere' });
    const reply = await service.post(PATH, { ...account, notes });
    await service.operator.changeSupplier('DEMO_SUPPLIER', { documentRoot: '' });
    expect(Object.keys(reply.json[0])).toEqual(['created_at', 'body', 'status']);
    expect(await recordedIssuesOf(service, reply)).toBe(null);
  });

  it('stores documents at the supplier root, joined by one slash', async () => {
    const account = await anAccount(service);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { documentRoot: 's3://bucket/acme/' });
    const note = { body: 'with document', document_paths: [{ document_path: '2019/%2e%2e/ü.pdf' }] };
    expect((await service.post(PATH, { ...account, notes: [note] })).status).toBe(201);
    expect(await service.sql(`select documents from note where body = 'with document'`)).toEqual([
      { documents: ['s3://bucket/acme/2019/%2e%2e/ü.pdf'] },
    ]);
  });

  it('counts the root when it judges the length of a path (decisions 9)', async () => {
    const account = await anAccount(service);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { documentRoot: 'r'.repeat(23) });
    const withPath = (length: number) => ({
      ...account,
      notes: [{ document_paths: [{ document_path: 'p'.repeat(length) }] }],
    });
    expect((await service.post(PATH, withPath(1000))).status).toBe(201);
    expect(refusalOf(await service.post(PATH, withPath(1001)))).toEqual([
      400,
      'account_failed_validation',
      'notes.0.document_paths.0.document_path: max_length',
    ]);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { documentRoot: '' });
  });

  it('creates a note once when 40 identical requests race', async () => {
    const account = await anAccount(service);
    const body = { ...account, notes: [{ body: 'once' }, { body: 'once more', created_at: '2019-10-01T08:30:00Z' }] };
    const replies = await Promise.all(Array.from({ length: 40 }, () => service.post(PATH, body)));
    const results = replies.flatMap(({ json }) => json.map((result: { status: string }) => result.status));
    expect(results.filter((status) => status === 'NOTE_CREATION_SUCCESS')).toHaveLength(2);
    expect(results.filter((status) => status === 'NOTE_ALREADY_EXISTS')).toHaveLength(78);
    expect(await service.sql(`select count(*)::int as count from note where body in ('once', 'once more')`)).toEqual([
      { count: 2 },
    ]);
  });
});

describe('refusing notes', () => {
  it('says 404 of a staged account and of an unknown one', async () => {
    const ask = async (account: object) => refusalOf(await service.post(PATH, { ...account, notes: [{ body: 'x' }] }));
    const account = await anAccount(service, { status: 'STAGED' });
    expect(await ask(account)).toEqual([404, 'account_not_found']);
    for (const unknown of [{ external_account_number: 'E-0' }, { import_supplier: 'NONE' }])
      expect(await ask({ ...account, ...unknown })).toEqual([404, 'import_process_does_not_exist']);
  });
});

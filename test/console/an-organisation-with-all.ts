import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleUseCases } from '@carryover/console/composition';
import { makeJobFiles } from '@carryover/console/jobs/job-files';
import * as E from 'fp-ts/lib/Either.js';
import { v7 as makeId } from 'uuid';
import { expect } from 'vitest';
import type { RunningConsole } from '../support/a-console.ts';
import type { RunningService } from '../support/a-service.ts';
import { statement } from '../support/bodies.ts';

/** The parameters of the console's addresses, by route for those whose name has several meanings. */
export type Values = Readonly<Record<string, string>>;

const ORGANISATION = 'Demo%20organisation';
const CODE = 'DEMO_SUPPLIER';
const SET_UP = `/set-up/organisations/${ORGANISATION}`;
const HEADER =
  'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';

/** Uploads an accounts file. @returns the id of its preview. */
const aPreview = async (console: RunningConsole): Promise<string> => {
  const rows = `${HEADER}\nR-1,IMPORTED,LR-1,ELECTRICITY,true,2026-11-01,,false`;
  const operator = await console.asPerson('operator', 'operator');
  const { headers } = await operator.upload(`${SET_UP}/suppliers/${CODE}/accounts`, rows, 'accounts.csv');
  return headers.get('location')!.split('/').at(-1)!;
};

/** A reconciliation that ended, with one file to download. @returns its id. */
const aReconciliation = async (service: RunningService, { jobs }: ConsoleUseCases): Promise<string> => {
  const [supplier] = await service.sql<{ id: string }>('select id from import_supplier where code = $1', [CODE]);
  const [id, supplierId] = [makeId(), supplier!.id];
  await jobs.start({
    id,
    supplierId,
    startedBy: 'test',
    host: 'here',
    processId: process.pid,
    task: { file: 'totals.csv' },
  })();
  const byCause = { lost: 0, doubled: 0, amount: 0, moved: 0, unexpected: 0 };
  const result = { reportId: makeId(), verdict: 'agree', compared: 1, unread: 0, byCause } as const;
  await jobs.end(id, { outcome: 'finished', result })();
  const files = makeJobFiles(service.dataDir).reconciliations;
  await writeFile(join(await files.create(supplierId, id), 'totals.csv'), 'account\n');
  return id;
};

/** A check of what is stored that ended. @returns its id. */
const aStorageCheck = async (service: RunningService, { jobs }: ConsoleUseCases): Promise<string> => {
  const [supplier] = await service.sql<{ id: string }>('select id from import_supplier where code = $1', [CODE]);
  const id = makeId();
  const ofProcess = { startedBy: 'test', host: 'here', processId: process.pid };
  await jobs.start({ id, supplierId: supplier!.id, task: { account: null }, ...ofProcess })();
  const compared = { accounts: 1, imports: 1, rows: 1, findings: 0, ofSeals: 0, notCompared: 0, comparedByDigest: 0 };
  await jobs.end(id, { outcome: 'finished', result: { ...compared, snapshotAt: '2026-11-27T00:00:00.000Z' } })();
  return id;
};

/** A dry run of an undo that ended. @returns its id. */
const anUndo = async (service: RunningService, { jobs }: ConsoleUseCases): Promise<string> => {
  const [supplier] = await service.sql<{ id: string }>('select id from import_supplier where code = $1', [CODE]);
  const id = makeId();
  const ofProcess = { startedBy: 'test', host: 'here', processId: process.pid };
  const imports = { since: '2026-11-27T00:00:00.000Z', until: '2026-11-28T00:00:00.000Z' };
  const task = { imports, evenIfAnswered: false, change: null };
  await jobs.start({ id, supplierId: supplier!.id, task, ...ofProcess })();
  const nothing = { accounts: 0, undone: 0, refused: [], changedAccounts: 0, missing: 0, totals: [], ledgers: [] };
  await jobs.end(id, { outcome: 'finished', result: { outcome: 'shown', digest: '', ...nothing } })();
  const folder = await makeJobFiles(service.dataDir).undos.create(supplier!.id, id);
  for (const list of ['removed', 'refused', 'missing']) await writeFile(join(folder, `${list}.ndjson`), '');
  return id;
};

/** A webhook of the organisation, to which nothing can be delivered. @returns its id. */
const aWebhook = async ({ operator }: ConsoleUseCases): Promise<string> => {
  const added = await operator.webhooks.add({
    ...{ label: 'test', url: 'http://127.0.0.1:9/', supplier: null, types: null, from: 'now' },
    ...{
      organisation: decodeURIComponent(ORGANISATION),
      actor: { performedBy: 'test', performedBySubject: null, performedByIssuer: null, reason: null },
    },
  })();
  return E.isRight(added) ? added.right.id : expect.fail(added.left.kind);
};

/** Gives the demo organisation one of everything that an address of the console can name. */
export const anOrganisationWithAll = async (
  service: RunningService,
  console: RunningConsole,
  useCases: ConsoleUseCases,
): Promise<Values> => {
  const { external_account_number, api_key } = service.demo;
  const sent = await service.post('/v1/data-import/historical-statements/create/', {
    ...service.demoAccount,
    statements: [statement('S-1', { statement_path: 'bill.pdf' })],
  });
  await writeFile(join(service.dataDir, 'bill.pdf'), 'EXTERNAL-1234');
  const [account] = await service.sql<{ number: string }>(
    'select service_account_number as number from account where external_account_number = $1',
    [external_account_number],
  );
  // Without the demo's file, no sample data is offered, and none is loaded.
  await rm(join(service.dataDir, 'demo.json'));
  return {
    ...{ organisation: ORGANISATION, code: CODE, number: account!.number, name: 'totals.csv' },
    prefix: api_key.split('_').slice(0, 2).join('_'),
    preview: await aPreview(console),
    '/imports/:id': sent.headers.get('x-request-id')!,
    '/reconciliation/:id': await aReconciliation(service, useCases),
    '/webhooks/:id': await aWebhook(useCases),
    '/storage-checks/:id': await aStorageCheck(service, useCases),
    '/undos/:id': await anUndo(service, useCases),
  };
};

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runsFolder } from '@carryover/operations/run-files';
import { describe, expect, it } from 'vitest';
import { payloadOf } from '../operations/five-kinds.ts';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const console = await theConsole(service.operatorEnvironment);

const PATH = '/suppliers/Demo%20organisation/DEMO_SUPPLIER';

/** The text of a page, without its tags. */
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** Reads events until one has the text. */
const eventWith = async (text: string, cookie: string): Promise<string> => {
  const stream = await fetch(`${console.baseUrl}${PATH}/live`, { headers: { cookie } });
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
  let read = '';
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    read += chunk;
    if (textOf(read).includes(text)) break;
  }
  return read;
};

describe('the page of a supplier', () => {
  it('says what to do while nothing was sent, and how it goes when something was, live', async () => {
    const operator = await console.as('operator');
    await expect.poll(async () => textOf((await operator.get(PATH)).text)).toContain('Nothing was sent yet');
    const account = await anAccount(service, { openFrom: '2026-01-01' });
    await service.post('/v1/data-import/notes/create/', { ...account, ...payloadOf('notes', 'A', 3) });
    await service.post('/v1/data-import/notes/create/', { ...account, external_account_number: 'E-none', notes: [] });
    const event = await eventWith('Accounts with data 1 of', operator.cookie);
    expect(event).toContain('hx-target="#accounts-data"');
    const page = (await operator.get(PATH)).text;
    expect(textOf(page)).toMatch(/Kind Stored items Notes 3 Transactions 0/);
    expect(textOf(page)).toMatch(/Notes 1 3 1 0 0/);
    expect(page).toContain(account.external_account_number);
  });

  it('shows a viewer figures, and no way to imports, accounts or sample data', async () => {
    const { text } = await (await console.as('viewer')).get(PATH);
    expect(text).toContain('Latest imports');
    expect(text).toContain('aria-current="page">Overview<');
    expect(text).toContain('aria-current="true">Last day<');
    expect(text).not.toMatch(/href="\/(imports|accounts)/);
    expect(text).not.toContain('Generate sample data');
  });

  it('is one of the suppliers of the overview, with its figures', async () => {
    const { text } = await (await console.as('viewer')).get('/');
    expect(textOf(text)).toMatch(/DEMO_SUPPLIER Demo organisation Ongoing 1 of \d+ 3 1/);
  });
});

describe('the proof of a supplier', () => {
  it('lists the checks of all accounts, however many of single accounts came after', async () => {
    await service.sql(
      `insert into console_job (id, supplier_id, kind, task, started_by, host, process_id, outcome, ended_at)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, s.id,
         case n when 0 then 'storage_check' else 'account_check' end,
         jsonb_build_object('account', case n when 0 then null else 'A-1' end), 'Ada', 'elsewhere', 1, 'interrupted', now()
       from generate_series(0, 20) n, import_supplier s where s.code = 'DEMO_SUPPLIER'`,
    );
    const { text } = await (await console.as('operator')).get(`${PATH}/proof`);
    const checks = [...text.matchAll(/href="\/storage-checks\/01900000-0000-7000-8000-(\d+)"/g)].map(([, id]) => id);
    expect(checks).toEqual(['000000000000']);
  });

  it('says of a check with very many findings how many its file has', async () => {
    const id = '01900000-0000-7000-8000-0000000000ff';
    const counts = { accounts: 1, imports: 1, rows: 1, findings: 3, ofSeals: 0, notCompared: 0, comparedByDigest: 0 };
    const [supplier] = await service.sql<{ id: string }>(
      `insert into console_job (id, supplier_id, kind, task, started_by, host, process_id, outcome, ended_at, result)
       select $1::uuid, s.id, 'storage_check', '{"account": null}'::jsonb, 'Ada', 'here', 1, 'finished', now(), $2::jsonb
       from import_supplier s where s.code = 'DEMO_SUPPLIER' returning supplier_id as id`,
      [id, JSON.stringify({ ...counts, snapshotAt: '2026-11-01T00:00:00.000Z' })],
    );
    const folder = join(runsFolder(service.dataDir, 'storage-checks'), supplier!.id, id);
    await mkdir(folder, { recursive: true });
    const names = ['kind', 'account', 'endpoint', 'import_id', 'item', 'field', 'accepted', 'stored'];
    const finding = { ...Object.fromEntries(names.map((name) => [name, null])), kind: 'altered' };
    await writeFile(join(folder, 'findings.ndjson'), `${JSON.stringify(finding)}\n`.repeat(2));
    const { text } = await (await console.as('auditor')).get(`/storage-checks/${id}`);
    expect(textOf(text)).toMatch(/The first 2 as NDJSON .* The first 2 of 3 \./);
    // Of a run that did not end, the file need not be whole.
    const download = async () =>
      (await (await console.as('auditor')).get(`/storage-checks/${id}/files/findings.ndjson`)).status;
    const whole = await download();
    await service.sql("update console_job set outcome = 'interrupted', result = null where id = $1", [id]);
    expect([whole, await download()]).toEqual([200, 404]);
  });
});

import { expect, it } from 'vitest';
import { payloadOf } from '../operations/five-kinds.ts';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

it('shows progress against the registered totals, who paused with the way to resume, what is most urgent first; live', async () => {
  const operator = await console.as('operator');
  await service.operator.createSupplier('Demo organisation', 'A_CALM_ONE');
  const account = await anAccount(service, { openFrom: '2026-01-01' });
  const totals = [{ external_account_number: account.external_account_number, type: 'NOTE', count: 5 }];
  const registered = { import_supplier: 'DEMO_SUPPLIER', set: 'S', totals, complete: true };
  expect((await service.post('/v1/data-import/control-totals/register/', registered)).status).toBe(201);
  const stream = await fetch(`${console.baseUrl}/live`, { headers: { cookie: operator.cookie } });
  const began = performance.now();
  await service.post('/v1/data-import/notes/create/', { ...account, ...payloadOf('notes', 'A', 3) });
  let read = '';
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    read += chunk;
    if (textOf(read).includes('Notes 3 of 5')) break;
  }
  // Two seconds after the commit; a test runs beside others.
  expect(performance.now() - began).toBeLessThan(10_000);
  await operator.post('/set-up/organisations/Demo%20organisation/suppliers/DEMO_SUPPLIER/status', { to: 'Paused' });
  await expect
    .poll(async () => textOf((await operator.get('/')).text))
    .toMatch(
      /DEMO_SUPPLIER Paused at .* by operator: resume .*DEMO_SUPPLIER Demo organisation Paused 1 of \d+ 3 0 Notes 3 of 5 .* A_CALM_ONE/,
    );
  const viewer = textOf((await (await console.as('viewer')).get('/')).text);
  expect([viewer.includes('by operator, until an operator lifts it'), viewer.includes('resume')]).toEqual([
    true,
    false,
  ]);
});

it('warns of the reconciliation and the check of the latest data, also if the clock was set back since those before', async () => {
  const [supplier] = await service.sql(`select id from import_supplier where code = 'A_CALM_ONE'`);
  for (const [readBelow, age, verdict, findings] of [
    [1, '0 days', 'agree', 0],
    [2, '1 day', 'differ', 7],
  ]) {
    await service.sql(
      `insert into reconciliation (supplier_id, id, snapshot_at, read_below, verdict, control_totals, coverage, covers_all,
         differing, performed_by)
       values ($1, gen_random_uuid(), now() - $2::interval, $3, $4, '{}', '{}', false, 0, 'Ada')`,
      [supplier!.id, age, readBelow, verdict],
    );
    await service.sql(
      `insert into storage_verification (supplier_id, id, snapshot_at, read_below, findings, not_compared, compared_by_digest,
         performed_by)
       values ($1, gen_random_uuid(), now() - $2::interval, $3, $4, 0, 0, 'Ada')`,
      [supplier!.id, age, readBelow, findings],
    );
  }
  const auditor = await console.as('auditor');
  await expect
    .poll(async () => textOf((await auditor.get('/')).text))
    .toMatch(/A_CALM_ONE The reconciliation differs .* A_CALM_ONE What is stored is not what was accepted : 7 /);
});

it('says what the mail server said to those who see the records of all organisations alone', async () => {
  await service.sql(
    `insert into alarm (id, kind, details, is_mailed, ended_at, failing_since, error)
     values (gen_random_uuid(), 'stalled', '{}', false, now(), now(), 'connect ECONNREFUSED mail.other.example:25')`,
  );
  const overview = async (role: string) => textOf((await (await console.as(role)).get('/')).text);
  await expect
    .poll(() => overview('auditor'))
    .toMatch(/Alarms could not be mailed since .*: connect ECONNREFUSED mail/);
  for (const role of ['viewer', 'operator@Demo organisation']) {
    const seen = await overview(role);
    const told = ['The log of the console says why.', 'mail.other'].map((text) => seen.includes(text));
    expect([role, told]).toEqual([role, [true, false]]);
  }
});
